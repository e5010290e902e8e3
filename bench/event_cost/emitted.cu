//===- emitted.cu - what an event costs as the trace build makes it --------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of event_cost.cu with regions in place of hand-written events. The program
// prints the cycles of a half trip: run plain and run with the images of a trace, the
// difference is the cost of an event as the passes and ptxas really make it, compared
// with event_cost.cu's candidates. emitted.sh does both.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <unistd.h>
#include <vector>

namespace {

constexpr uint32_t Trips = 512;
constexpr unsigned Repeats = 15;
constexpr unsigned TimeoutSeconds = 28;

void check(cudaError_t Error, const char *What) {
  if (Error == cudaSuccess)
    return;
  std::fprintf(stderr, "emitted: %s: %s\n", What, cudaGetErrorString(Error));
  std::exit(1);
}

struct Empty {
  static constexpr const char *Name = "empty";
  static __device__ void run(float (&)[8], float) {}
};

struct Chain {
  static constexpr const char *Name = "chain";
  static __device__ void run(float (&X)[8], float Seed) {
#pragma unroll
    for (int I = 0; I < 16; ++I)
      asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(X[0]) : "f"(Seed));
  }
};

struct Issue {
  static constexpr const char *Name = "issue";
  static __device__ void run(float (&X)[8], float Seed) {
#pragma unroll
    for (int I = 0; I < 64; ++I)
      asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(X[I % 8]) : "f"(Seed));
  }
};

/// A region a trip, so two events.
template <class Body>
__global__ void __launch_bounds__(256)
    timed(unsigned long long *Cycles, float *Sink, float Seed, uint32_t TripCount) {
  float X[8];
  for (int I = 0; I < 8; ++I)
    X[I] = Seed + I;
  __syncthreads();
  const unsigned long long Start = clock64();
#pragma unroll 1
  for (uint32_t I = 0; I < TripCount; ++I) {
#pragma argus region("body")
    {
      Body::run(X, Seed);
    }
    Body::run(X, Seed);
  }
  const unsigned long long Stop = clock64();
  if (threadIdx.x % 32 == 0)
    Cycles[(blockIdx.x * blockDim.x + threadIdx.x) / 32] = Stop - Start;
  float Sum = 0;
  for (int I = 0; I < 8; ++I)
    Sum += X[I];
  if (Sum == 12345.0f)
    *Sink = Sum;
}

struct Shape {
  const char *Name;
  unsigned Ctas;
  unsigned Warps;
};

/// Mean over the warps, median over the launches, of the cycles of half a trip.
template <class Body>
void measure(const Shape &S, unsigned long long *Cycles, float *Sink) {
  std::vector<double> Runs;
  std::vector<unsigned long long> Host(S.Ctas * S.Warps);
  for (unsigned R = 0; R <= Repeats; ++R) {
    timed<Body><<<S.Ctas, S.Warps * 32>>>(Cycles, Sink, 1.0001f, Trips);
    check(cudaGetLastError(), "launching");
    check(cudaMemcpy(Host.data(), Cycles, Host.size() * sizeof(Host[0]),
                     cudaMemcpyDeviceToHost),
          "reading cycles");
    double Sum = 0;
    for (unsigned long long C : Host)
      Sum += double(C);
    if (R > 0) // the first loads the module
      Runs.push_back(Sum / double(Host.size()) / (2 * Trips));
  }
  std::sort(Runs.begin(), Runs.end());
  std::printf("%s %s %.3f\n", Body::Name, S.Name, Runs[Runs.size() / 2]);
}

} // namespace

int main() {
  alarm(TimeoutSeconds);
  cudaDeviceProp Device;
  check(cudaGetDeviceProperties(&Device, 0), "no usable GPU");
  const unsigned Sms = unsigned(Device.multiProcessorCount);
  const Shape Shapes[] = {{"one_warp", 1, 1},
                          {"one_cta", 1, 8},
                          {"chip_8_warps", Sms, 8},
                          {"chip_32_warps", Sms * 4, 8}};
  unsigned long long *Cycles;
  float *Sink;
  check(cudaMalloc(&Cycles, Sms * 32 * sizeof(*Cycles)), "allocating results");
  check(cudaMalloc(&Sink, sizeof(*Sink)), "allocating results");
  for (const Shape &S : Shapes) {
    measure<Empty>(S, Cycles, Sink);
    measure<Chain>(S, Cycles, Sink);
    measure<Issue>(S, Cycles, Sink);
  }
  return 0;
}
