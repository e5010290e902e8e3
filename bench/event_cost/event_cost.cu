//===- event_cost.cu - what one trace event costs --------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   nvcc -O3 -std=c++17 -gencode arch=compute_90a,code=sm_90a event_cost.cu
//   ./a.out > event_cost.json
//
// A loop with a begin and an end event a trip against the same loop without: the
// difference of their cycles, by the number of events, is what one event costs.
// Three loop bodies (nothing, a latency-bound chain, an issue-bound block) on one CTA
// and on the full chip. Runs with and without events alternate; medians of the pairs.
//
//===----------------------------------------------------------------------===//

#include "Events.cuh"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <unistd.h>
#include <vector>

namespace {

constexpr uint32_t BeginPayload = 1u << 16 | 7;
constexpr uint32_t EndPayload = 2u << 16 | 7;
constexpr uint32_t Trips = 512;
constexpr uint32_t EventsPerWarp = 2 * Trips;
constexpr uint32_t ChunkHeader = 64;
constexpr uint32_t ChunkBytes = ChunkHeader + 8 * EventsPerWarp;
/// The arenas that runs take in turn exceed the L2 cache on a full chip, so that
/// events go to memory that was not written just before.
constexpr unsigned Arenas = 6;
constexpr unsigned Repeats = 31;
constexpr unsigned TimeoutSeconds = 28;

void check(cudaError_t Error, const char *What) {
  if (Error == cudaSuccess)
    return;
  std::fprintf(stderr, "event_cost: %s: %s\n", What, cudaGetErrorString(Error));
  std::exit(1);
}

struct Params {
  uint64_t Arena;
  unsigned long long *Cycles; ///< per warp
  uint32_t *Counts;           ///< per warp: events by the candidate's cursor
  float *Sink;
  float Seed;
  uint32_t TripCount;
};

//===- Loop bodies ---------------------------------------------------------===//

struct Empty {
  static constexpr const char *Name = "empty";
  static __device__ void run(float (&)[8], float) {}
};

/// 16 dependent multiply-adds, some 64 cycles: the warp waits, issue slots are free.
struct Chain {
  static constexpr const char *Name = "chain";
  static __device__ void run(float (&X)[8], float Seed) {
#pragma unroll
    for (int I = 0; I < 16; ++I)
      asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(X[0]) : "f"(Seed));
  }
};

/// 64 multiply-adds in 8 independent chains: with 8 warps nearly no issue slot is free.
struct Issue {
  static constexpr const char *Name = "issue";
  static __device__ void run(float (&X)[8], float Seed) {
#pragma unroll
    for (int I = 0; I < 64; ++I)
      asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(X[I % 8]) : "f"(Seed));
  }
};

//===- The timed kernel ----------------------------------------------------===//

/// Depends on the thread number, so that the cursor is no uniform register, as it
/// is none where an atomic gave it to one lane.
__device__ Lane makeLane(const Params &P) {
  const uint32_t Thread = blockIdx.x * blockDim.x + threadIdx.x;
  Lane L = {};
  L.Elected = threadIdx.x % 32 == 0;
  L.Offset = Thread / 32 * ChunkBytes + ChunkHeader;
  L.Limit = L.Elected ? L.Offset + 8 * EventsPerWarp : 0;
  L.Slot = L.Offset / 8;
  L.SlotEnd = L.Limit / 8;
  L.Base = P.Arena;
  L.Pointer = P.Arena + L.Offset;
  L.End = L.Elected ? P.Arena + L.Limit : 0;
  L.LowEnd = uint32_t(L.End);
  return L;
}

template <class Event, class Body>
__global__ void __launch_bounds__(256) timed(Params P) {
  Lane L = makeLane(P);
  float X[8];
  for (int I = 0; I < 8; ++I)
    X[I] = P.Seed + I;
  __syncthreads();
  const unsigned long long Start = clock64();
#pragma unroll 1
  for (uint32_t I = 0; I < P.TripCount; ++I) {
    Event::template event<BeginPayload>(L, I);
    Body::run(X, P.Seed);
    Event::template event<EndPayload>(L, I);
    Body::run(X, P.Seed);
  }
  const unsigned long long Stop = clock64();
  const uint32_t Warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (threadIdx.x % 32 == 0) {
    P.Cycles[Warp] = Stop - Start;
    P.Counts[Warp] = Event::count(L);
  }
  float Sum = 0;
  for (int I = 0; I < 8; ++I)
    Sum += X[I];
  if (Sum == 12345.0f)
    *P.Sink = Sum;
}

//===- Measuring -----------------------------------------------------------===//

struct Shape {
  const char *Name;
  unsigned Ctas;
  unsigned Warps;
};

class Bench {
public:
  explicit Bench(unsigned MaxWarps);
  template <class Body> void measureBody(const Shape &S);

private:
  template <class Event, class Body> void measure(const Shape &S);
  template <class Event, class Body> double run(const Shape &S, unsigned Arena);
  template <class Event> const char *verify(const Shape &S, unsigned Arena);
  const char *verifyChunk(unsigned Arena, unsigned Warp, bool Fixed);

  uint64_t arena(unsigned Index) const { return Memory + Index * ArenaBytes; }

  uint64_t ArenaBytes;
  uint64_t Memory = 0;
  Params P = {};
  bool First = true;
};

/// All arenas lie in one 4 GiB window, as the candidate PointerLow needs.
Bench::Bench(unsigned MaxWarps) : ArenaBytes(uint64_t(MaxWarps) * ChunkBytes) {
  const uint64_t Window = uint64_t(1) << 32;
  const uint64_t Bytes = Arenas * ArenaBytes;
  char *Raw = nullptr;
  check(cudaMalloc(&Raw, 2 * Bytes), "allocating the arenas");
  Memory = reinterpret_cast<uint64_t>(Raw);
  if (Memory / Window != (Memory + Bytes - 1) / Window)
    Memory = (Memory / Window + 1) * Window;
  check(cudaMemset(reinterpret_cast<void *>(Memory), 0, Bytes), "zeroing the arenas");
  check(cudaMalloc(&P.Cycles, MaxWarps * sizeof(*P.Cycles)), "allocating results");
  check(cudaMalloc(&P.Counts, MaxWarps * sizeof(*P.Counts)), "allocating results");
  check(cudaMalloc(&P.Sink, sizeof(float)), "allocating results");
  P.Seed = 1.0001f;
  P.TripCount = Trips;
}

double median(std::vector<double> Values, double At = 0.5) {
  std::sort(Values.begin(), Values.end());
  return Values[size_t(std::lround(At * double(Values.size() - 1)))];
}

/// Mean over the warps of the loop's cycles.
template <class Event, class Body> double Bench::run(const Shape &S, unsigned Arena) {
  P.Arena = arena(Arena);
  check(cudaMemcpyToSymbol(event_control, &P.Arena, sizeof(P.Arena)), "control");
  timed<Event, Body><<<S.Ctas, S.Warps * 32>>>(P);
  check(cudaGetLastError(), "launching");
  std::vector<unsigned long long> Cycles(S.Ctas * S.Warps);
  check(cudaMemcpy(Cycles.data(), P.Cycles, Cycles.size() * sizeof(Cycles[0]),
                   cudaMemcpyDeviceToHost),
        "reading cycles");
  double Sum = 0;
  for (unsigned long long C : Cycles)
    Sum += double(C);
  return Sum / double(Cycles.size());
}

const char *Bench::verifyChunk(unsigned Arena, unsigned Warp, bool Fixed) {
  std::vector<uint32_t> Words(2 * EventsPerWarp);
  const uint64_t Chunk = arena(Arena) + uint64_t(Warp) * ChunkBytes + ChunkHeader;
  check(cudaMemcpy(Words.data(), reinterpret_cast<void *>(Chunk), 8 * EventsPerWarp,
                   cudaMemcpyDeviceToHost),
        "reading events");
  const unsigned Stored = Fixed ? 1 : EventsPerWarp;
  for (unsigned I = 0; I < Stored; ++I) {
    const uint32_t Kind = Words[2 * I + 1] & 0x3ffff;
    if (Kind != (I % 2 || Fixed ? EndPayload : BeginPayload))
      return "wrong payload";
    if (I && int32_t(Words[2 * I] - Words[2 * I - 2]) <= 0)
      return "clock does not advance";
  }
  return nullptr;
}

/// What the first and the last warp stored, and every warp's cursor.
template <class Event> const char *Bench::verify(const Shape &S, unsigned Arena) {
  const unsigned Warps = S.Ctas * S.Warps;
  std::vector<uint32_t> Counts(Warps);
  check(cudaMemcpy(Counts.data(), P.Counts, Warps * sizeof(Counts[0]),
                   cudaMemcpyDeviceToHost),
        "reading counts");
  const bool Fixed = Counts[0] == 0;
  for (unsigned W = 0; W < Warps && !Fixed; ++W)
    if (Counts[W] != (W * ChunkBytes + ChunkHeader) / 8 + EventsPerWarp)
      return "wrong count";
  if (const char *Problem = verifyChunk(Arena, 0, Fixed))
    return Problem;
  return verifyChunk(Arena, Warps - 1, Fixed);
}

template <class Event, class Body> void Bench::measure(const Shape &S) {
  std::vector<double> Differences, Plain;
  run<None, Body>(S, 0); // loads and warms both
  check(cudaMemset(reinterpret_cast<void *>(arena(0)), 0, ArenaBytes), "zeroing");
  run<Event, Body>(S, 0);
  const char *Problem = verify<Event>(S, 0);
  for (unsigned R = 0; R < Repeats; ++R) {
    const unsigned Arena = R % Arenas;
    double With = 0, Without = 0;
    if (R % 2)
      With = run<Event, Body>(S, Arena);
    Without = run<None, Body>(S, Arena);
    if (R % 2 == 0)
      With = run<Event, Body>(S, Arena);
    Differences.push_back((With - Without) / EventsPerWarp);
    Plain.push_back(Without / EventsPerWarp);
  }
  cudaFuncAttributes A;
  check(cudaFuncGetAttributes(&A, timed<Event, Body>), "attributes");
  std::printf("%s\n  {\"event\":\"%s\",\"body\":\"%s\",\"shape\":\"%s\",\"ctas\":%u,"
              "\"warps_per_cta\":%u,\"cycles_per_event\":%.2f,\"p10\":%.2f,"
              "\"p90\":%.2f,\"body_cycles\":%.2f,\"registers\":%d,\"local_bytes\":%zu,"
              "\"check\":\"%s\"}",
              First ? "" : ",", Event::Name, Body::Name, S.Name, S.Ctas, S.Warps,
              median(Differences), median(Differences, 0.1), median(Differences, 0.9),
              median(Plain), A.numRegs, A.localSizeBytes, Problem ? Problem : "ok");
  First = false;
}

template <class Body> void Bench::measureBody(const Shape &S) {
  measure<Floor, Body>(S);
  measure<Naive, Body>(S);
  measure<Offset, Body>(S);
  measure<OffsetClock32, Body>(S);
  measure<OffsetIteration, Body>(S);
  measure<OffsetRegister, Body>(S);
  measure<Slot, Body>(S);
  measure<Pointer, Body>(S);
  measure<PointerLow, Body>(S);
  measure<PointerLowUnchecked, Body>(S);
  measure<Pair, Body>(S);
  measure<OffsetCs, Body>(S);
  measure<OffsetCg, Body>(S);
  measure<OffsetWt, Body>(S);
  measure<OffsetNoAllocate, Body>(S);
  measure<OffsetEvictFirst, Body>(S);
}

} // namespace

int main() {
  alarm(TimeoutSeconds); // a hung GPU ends the program
  cudaDeviceProp Device;
  check(cudaGetDeviceProperties(&Device, 0), "no usable GPU");
  const unsigned Sms = unsigned(Device.multiProcessorCount);
  const Shape Shapes[] = {{"one_warp", 1, 1},
                          {"one_cta", 1, 8},
                          {"chip_8_warps", Sms, 8},
                          {"chip_32_warps", Sms * 4, 8}};
  std::printf("{\"device\":\"%s\",\"sms\":%u,\"events_per_warp\":%u,\"repeats\":%u,"
              "\"results\":[",
              Device.name, Sms, EventsPerWarp, Repeats);
  Bench B(Sms * 32);
  for (const Shape &S : Shapes) {
    B.measureBody<Empty>(S);
    B.measureBody<Chain>(S);
    B.measureBody<Issue>(S);
  }
  std::printf("\n]}\n");
  return 0;
}
