//===- Arena.cpp - the trace memory of one module on one device ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arena.h"
#include "ChunkFilter.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace argus::rt {

/// How many launches like the first fit, and the least size where that is little.
constexpr uint64_t LaunchesPerArena = 8;
constexpr uint64_t LeastArenaBytes = uint64_t(64) << 20;

/// Device code writes a chunk's header in vectors of 16 bytes.
constexpr uint32_t ChunkAlignment = 16;

/// Offsets are 32 bits wide, and one behind the last event must still be one.
constexpr uint64_t MostArenaBytes = (uint64_t(1) << 32) - 4096;

ArenaPlan planArena(const Options &O, uint64_t Warps, bool Graph, uint64_t FreeBytes) {
  ArenaPlan Plan;
  Plan.ChunkBytes =
      uint32_t(sizeof(ArgusChunkHeader) + O.EventsPerChunk * sizeof(ArgusEvent));
  Plan.ChunkBytes = (Plan.ChunkBytes + ChunkAlignment - 1) & ~(ChunkAlignment - 1);
  const uint64_t Most = std::min({O.ArenaBytes, MostArenaBytes, FreeBytes / 2});
  if (Most < sizeof(ArgusArenaHeader) + Plan.ChunkBytes)
    return Plan;
  const uint64_t Fitting = (Most - sizeof(ArgusArenaHeader)) / Plan.ChunkBytes;
  const uint64_t Least = std::max<uint64_t>(1, LeastArenaBytes / Plan.ChunkBytes);
  const uint64_t Limited = std::min(Warps, Fitting); // no overflow below
  const uint64_t Wanted = std::max(Least, Limited * LaunchesPerArena);
  Plan.Chunks = uint32_t(Graph ? Fitting : std::min(Wanted, Fitting));
  return Plan;
}

static std::string mib(uint64_t Bytes) {
  return std::to_string((Bytes + (1 << 20) - 1) >> 20) + " MiB";
}

std::string Arena::allocate(Transfers &T, uint64_t Warps) {
  size_t Free = 0, Total = 0;
  if (Result R = D.memGetInfo(&Free, &Total))
    return "asking for the free memory: " + D.errorText(R);
  ArenaPlan New = planArena(O, Warps, Graph, Free);
  DevicePtr Where = 0;
  Result R = Success;
  // Memory may be fragmented, or another process may have been faster.
  while (New.Chunks > 0 && (R = D.memAlloc(&Where, New.bytes())) != Success)
    New.Chunks /= 2;
  if (New.Chunks == 0)
    return "no memory for a trace buffer (" + mib(Free) +
           " of device memory are free): " +
           (R ? D.errorText(R)
              : "a chunk of " + mib(New.ChunkBytes) +
                    " does not fit; lower " ARGUS_ENV_EVENTS);
  if (Result Z = T.zero(Where, New.bytes(), O.SetupWait))
    return "zeroing the trace buffer: " + D.errorText(Z);
  const ArgusTraceControl C = {Where, New.ChunkBytes, New.Chunks, 0, ARGUS_NEXT_CHUNK};
  if (Result W = T.upload(Control, &C, sizeof(C), O.SetupWait))
    return "writing " ARGUS_TRACE_CONTROL_NAME ": " + D.errorText(W);
  Plan = New;
  Memory = Where;
  Claimed = LaunchedWarps = UsedBytes = 0;
  return "";
}

std::string Arena::setUp(CudaModule Loaded, Transfers &T, uint64_t Warps,
                         bool IsGraph) {
  size_t Size = 0;
  const Result R = D.moduleGetGlobal(&Control, &Size, Loaded, ARGUS_TRACE_CONTROL_NAME);
  if (R != Success)
    return "the image has no " ARGUS_TRACE_CONTROL_NAME ": " + D.errorText(R);
  if (Size != sizeof(ArgusTraceControl))
    return ARGUS_TRACE_CONTROL_NAME " has " + std::to_string(Size) + " bytes, not " +
           std::to_string(sizeof(ArgusTraceControl)) +
           ": the image was built by another version of Argus";
  Graph = IsGraph;
  return allocate(T, Warps);
}

uint64_t Arena::bound(uint64_t Warps) const {
  return uint64_t(std::ceil(double(Warps) * ChunksPerWarp));
}

void Arena::claim(uint64_t Warps) {
  Claimed += bound(Warps);
  LaunchedWarps += Warps;
}

Result Arena::share(Transfers &T) {
  if (Shared)
    return Success;
  Shared = true;
  const uint32_t Yes = 1;
  return T.upload(Memory + offsetof(ArgusArenaHeader, shared), &Yes, sizeof(Yes),
                  O.SetupWait);
}

Result Arena::writeLaunch(unsigned Launch, Stream S) const {
  if (Result R = endReservation(S))
    return R;
  return D.memsetD32Async(Control + offsetof(ArgusTraceControl, launch), Launch, 1, S);
}

Result Arena::reserve(HelperKernels &Helpers, unsigned Launch, uint64_t Warps,
                      Stream S) const {
  return Helpers.reserve(S, Control, Memory,
                         uint32_t(std::min<uint64_t>(Warps, UINT32_MAX)), Launch);
}

Result Arena::endReservation(Stream S) const {
  return D.memsetD32Async(Control + offsetof(ArgusTraceControl, first_chunk),
                          ARGUS_NEXT_CHUNK, 1, S);
}

void Arena::logDrain(Log &L, const ArgusArenaHeader &H, int64_t Offset, uint64_t Bytes,
                     uint64_t LeftOut) const {
  L.write(JsonLine("drain")
              .number("module", M.Number)
              .number("device", DeviceOrdinal)
              .number("offset", Offset)
              .number("bytes", int64_t(Bytes))
              .number("chunk_bytes", Plan.ChunkBytes)
              .number("chunks", int64_t(Bytes / Plan.ChunkBytes))
              .number("left_out", int64_t(LeftOut))
              .number("requested", H.next_chunk)
              .number("lost_events", int64_t(H.lost_events))
              .number("lost_chunks", int64_t(H.lost_chunks)));
}

std::string Arena::drain(Transfers &T, Log &L, Milliseconds Limit) {
  ArgusArenaHeader H = {};
  Result R = T.download(Memory, sizeof(H), Limit, [&](const void *Bytes, size_t Size) {
    std::memcpy(&H, Bytes, Size);
    return true;
  });
  if (R != Success)
    return "reading the trace buffer: " + D.errorText(R);
  const uint64_t Bytes =
      uint64_t(std::min(H.next_chunk, Plan.Chunks)) * Plan.ChunkBytes;
  UsedBytes = sizeof(H) + Bytes;
  int64_t Offset = 0;
  uint64_t Written = 0;
  ChunkFilter Filter(Plan.ChunkBytes, O.FirstLaunch, O.EndLaunch);
  R = T.download(Memory + sizeof(H), Bytes, Limit, [&](const void *Data, size_t Size) {
    const std::vector<char> &Kept = Filter.kept(static_cast<const char *>(Data), Size);
    if (Kept.empty())
      return true;
    const int64_t At = L.append(Kept.data(), Kept.size());
    if (Written == 0)
      Offset = At;
    Written += At < 0 ? 0 : Kept.size();
    return At >= 0;
  });
  if (H.next_chunk > 0)
    logDrain(L, H, Written ? Offset : 0, Written / Plan.ChunkBytes * Plan.ChunkBytes,
             Filter.leftOut());
  if (!Graph && LaunchedWarps > 0)
    ChunksPerWarp =
        std::max(ChunksPerWarp, double(H.next_chunk) / double(LaunchedWarps));
  if (R != Success)
    return "copying the trace buffer: " + D.errorText(R);
  return Written == Bytes - Filter.leftOut() * Plan.ChunkBytes
             ? ""
             : "writing the trace file failed; is the disk full?";
}

std::string Arena::reset(Transfers &T, Milliseconds Limit) {
  if (UsedBytes > 0)
    if (Result R = T.zero(Memory, UsedBytes, Limit))
      return "zeroing the trace buffer: " + D.errorText(R);
  Claimed = LaunchedWarps = UsedBytes = 0;
  return "";
}

/// The old arena stays allocated: cuMemFree waits for the whole device, and a kernel
/// there may be waiting for this thread.
std::string Arena::grow(Transfers &T, uint64_t Warps) {
  const ArenaPlan Old = Plan;
  size_t Free = 0, Total = 0;
  if (D.memGetInfo(&Free, &Total) != Success ||
      planArena(O, bound(Warps), Graph, Free).Chunks <= Old.Chunks)
    return "";
  return allocate(T, bound(Warps));
}

} // namespace argus::rt
