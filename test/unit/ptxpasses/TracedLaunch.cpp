//===- TracedLaunch.cpp - a launch with a trace arena --------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TracedLaunch.h"

#include <gtest/gtest.h>

#include <cstring>
#include <sstream>

namespace argus {

using vm::hostPointer;

namespace {

constexpr uint32_t FirstReserved = 2, LaunchNumber = 77;

/// One launch on a machine of its own.
class Session {
public:
  Session() : M(uint64_t(1) << 30), Gpu(M) {}

  bool load(const std::string &Ptx) {
    vm::Fault Error;
    P = Gpu.load(Ptx, "test.ptx", Error);
    Problem = Error.Text;
    return P != nullptr;
  }

  vm::LaunchResult launch(const std::string &Kernel, const Shape &S, bool Count) {
    Threads =
        size_t(S.Grid.X) * S.Grid.Y * S.Grid.Z * S.Block.X * S.Block.Y * S.Block.Z;
    OutAt = M.allocate(Threads * sizeof(int)).Base;
    const uint64_t InAt = M.allocate(64 * sizeof(int)).Base;
    for (int I = 0; I < 64; ++I)
      reinterpret_cast<int *>(hostPointer(InAt))[I] = I * 37 % 101;
    vm::LaunchRequest R;
    R.Grid = S.Grid;
    R.Block = S.Block;
    R.Count = Count;
    R.Parameters = {bytes(OutAt), bytes(InAt), bytes(S.N)};
    vm::LaunchResult Result = Gpu.launch(*P, Kernel, R);
    Problem = Result.Error.Text;
    return Result;
  }

  std::vector<int> out() const {
    std::vector<int> Out(Threads);
    std::memcpy(Out.data(), hostPointer(OutAt), Threads * sizeof(int));
    return Out;
  }

  template <class T> static std::vector<uint8_t> bytes(const T &Value) {
    std::vector<uint8_t> Bytes(sizeof(T));
    std::memcpy(Bytes.data(), &Value, sizeof(T));
    return Bytes;
  }

  vm::Memory M;
  vm::Machine Gpu;
  std::shared_ptr<vm::Program> P;
  std::string Problem;

private:
  uint64_t OutAt = 0;
  size_t Threads = 0;
};

} // namespace

/// An end is executed once by each group of lanes that leaves the region by itself. The
/// machine counts begins and trips only, so an instruction stands beside each end.
static void addEnds(EventCounts &Counts, const std::string &Ptx,
                    const std::string &Kernel, const Shape &S) {
  static const std::string End = ".pragma \"argus.end ";
  std::istringstream Lines(Ptx);
  std::string Counted;
  std::map<unsigned, unsigned> Sites; // by line
  unsigned Line = 0;
  for (std::string Text; std::getline(Lines, Text); Counted += Text + "\n") {
    ++Line;
    if (const size_t At = Text.find(End); At != std::string::npos) {
      Sites[Line] = unsigned(std::stoul(Text.substr(At + End.size())));
      Text += " { .reg .b32 x; mov.u32 x, 0; }";
    }
  }
  Session Run;
  ASSERT_TRUE(Run.load(Counted)) << Run.Problem;
  for (const vm::Execution &E : Run.launch(Kernel, S, /*Count=*/true).Counts.Executed)
    if (const auto Site = Sites.find(E.PtxLine); Site != Sites.end())
      Counts[{Site->second, ARGUS_EVENT_END}] += E.Warps;
}

static Truth beginsAndTrips(const std::string &Ptx, const std::string &Kernel,
                            const Shape &S) {
  Session Run;
  if (!Run.load(Ptx))
    return {Run.Problem, {}, {}};
  const vm::LaunchResult R = Run.launch(Kernel, S, /*Count=*/true);
  Truth T{Run.Problem, Run.out(), {}};
  const std::vector<vm::RegionStack> &Stacks = Run.P->stacks();
  for (const vm::Entries &E : R.Counts.Entered)
    T.Counts[{Stacks[E.Stack].Site, ARGUS_EVENT_BEGIN}] += E.Warps;
  for (const vm::Entries &E : R.Counts.Trips)
    T.Counts[{Stacks[E.Stack].Site, ARGUS_EVENT_ITERATION}] += E.Warps;
  return T;
}

Truth truthOf(const std::string &Ptx, const std::string &Kernel, const Shape &S) {
  Truth T = beginsAndTrips(Ptx, Kernel, S);
  // The machine's memory can be there once only.
  addEnds(T.Counts, Ptx, Kernel, S);
  return T;
}

static void setControl(Session &Run, const Shape &S, const Arena &A, uint64_t At,
                       uint32_t ChunkBytes) {
  ArgusTraceControl Control = {};
  Control.arena = At;
  Control.chunk_bytes = ChunkBytes;
  Control.chunk_count = A.Chunks;
  Control.launch = LaunchNumber;
  Control.first_chunk = A.Reserved ? FirstReserved : ARGUS_NEXT_CHUNK;
  const auto [Address, Size] = Run.P->variable(ARGUS_TRACE_CONTROL_NAME);
  if (Size == sizeof Control)
    std::memcpy(hostPointer(Address), &Control, sizeof Control);
  if (!A.Reserved)
    return;
  const uint32_t Warps = (S.Block.X * S.Block.Y * S.Block.Z + 31) / 32;
  reinterpret_cast<ArgusArenaHeader *>(hostPointer(At))->next_chunk =
      FirstReserved + S.Grid.X * S.Grid.Y * S.Grid.Z * Warps;
}

Trace traceOf(const std::string &Ptx, const std::string &Kernel, const Shape &S,
              const Arena &A) {
  Session Run;
  Trace T = {};
  if (!Run.load(Ptx)) {
    T.Error = Run.Problem;
    return T;
  }
  const auto ChunkBytes =
      uint32_t(sizeof(ArgusChunkHeader) + sizeof(ArgusEvent) * A.EventsPerChunk);
  const uint64_t At =
      Run.M.allocate(sizeof(ArgusArenaHeader) + uint64_t(ChunkBytes) * A.Chunks).Base;
  setControl(Run, S, A, At, ChunkBytes);
  Run.launch(Kernel, S, /*Count=*/false);
  T.Error = Run.Problem;
  T.Out = Run.out();
  std::memcpy(&T.Arena, hostPointer(At), sizeof T.Arena);
  for (unsigned C = 0; C < A.Chunks; ++C) {
    const uint8_t *Place =
        hostPointer(At) + sizeof(ArgusArenaHeader) + size_t(C) * ChunkBytes;
    Chunk Each;
    std::memcpy(&Each.Head, Place, sizeof Each.Head);
    if (Each.Head.state == ARGUS_CHUNK_FREE)
      continue;
    Each.Events.resize(std::min(Each.Head.events, A.EventsPerChunk));
    std::memcpy(Each.Events.data(), Place + sizeof Each.Head, 8 * Each.Events.size());
    T.Chunks.push_back(std::move(Each));
  }
  return T;
}

uint64_t Trace::executed() const {
  uint64_t Sum = Arena.lost_events;
  for (const Chunk &C : Chunks)
    Sum += C.Head.events;
  return Sum;
}

EventCounts Trace::counts() const {
  EventCounts Counts;
  for (const Chunk &C : Chunks)
    for (const ArgusEvent &E : C.Events)
      ++Counts[{E.payload & 0xffff, E.payload >> ARGUS_EVENT_KIND_SHIFT & 3}];
  return Counts;
}

} // namespace argus
