//===- VirtualDevice.cpp - how fast the virtual device interprets ---------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thread-instructions a second of loops with full warps, and beside them the first one
// as scalar C++ of the host, counted alike: that is what interpreting costs.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include <benchmark/benchmark.h>

#include <cstring>

using namespace argus::vm;

namespace {

constexpr unsigned Ctas = 8, Threads = 256, Trips = 1000;

std::string loopOf(const std::string &Body) {
  return R"(.version 8.6
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 data, .param .u32 trips) {
  .reg .f32 %f<9>; .reg .b32 %r<9>; .reg .b64 %o, %x; .reg .pred %p, %q;
  .shared .align 16 .b32 s[256];
  ld.param.u64 %o, [data];
  ld.param.u32 %r0, [trips];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %x, %r1, 4;
  add.u64 %x, %o, %x;
  ld.global.f32 %f0, [%x];
  mov.f32 %f1, 0f3f7fff00;
  mov.u32 %r2, s;
  mad.lo.u32 %r2, %r1, 4, %r2;
  and.b32 %r4, %r1, 1;
  setp.eq.u32 %q, %r4, 0;
loop:
)" + Body +
         R"(
  sub.u32 %r0, %r0, 1;
  setp.ne.u32 %p, %r0, 0;
  @%p bra loop;
  st.global.f32 [%x], %f0;
  ret;
}
)";
}

std::string repeated(const std::string &Text, unsigned Times) {
  std::string Result;
  for (unsigned I = 0; I < Times; ++I)
    Result += Text;
  return Result;
}

const char *const Fma = "fma.rn.f32 %f0, %f0, %f1, %f1;\n";

void interpret(benchmark::State &State, const std::string &Body, bool Count) {
  Memory M(uint64_t(1) << 30);
  Machine Gpu(M);
  Fault Error;
  auto P = Gpu.load(loopOf(Body), "bench", Error);
  if (!P) {
    State.SkipWithError(Error.Text.c_str());
    return;
  }
  uint64_t Data = M.allocate(Threads * 4).Base;
  LaunchRequest R;
  R.Grid.X = Ctas;
  R.Block.X = Threads;
  R.Count = Count;
  R.Parameters = {std::vector<uint8_t>(8), std::vector<uint8_t>(4)};
  const unsigned TripCount = Trips;
  std::memcpy(R.Parameters[0].data(), &Data, 8);
  std::memcpy(R.Parameters[1].data(), &TripCount, 4);
  uint64_t Executed = 0;
  for (auto _ : State) {
    LaunchResult Result = Gpu.launch(*P, "k", R);
    if (Result.Error)
      State.SkipWithError(Result.Error.Text.c_str());
    Executed += Result.ThreadInstructions;
  }
  State.counters["thread_instructions"] =
      benchmark::Counter(double(Executed), benchmark::Counter::kIsRate);
}

/// The same loop for one thread after the other, its three instructions of control
/// counted as they are above.
void native(benchmark::State &State) {
  constexpr unsigned PerTrip = 16 + 3;
  std::vector<float> Values(Threads, 1.0f);
  float Factor = 0.99998f;
  benchmark::DoNotOptimize(Factor);
  for (auto _ : State)
    for (unsigned Thread = 0; Thread < Ctas * Threads; ++Thread) {
      float Value = Values[Thread % Threads];
      for (unsigned Trip = 0; Trip < Trips; ++Trip) {
        for (unsigned I = 0; I < 16; ++I)
          Value = Value * Factor + Factor;
        benchmark::DoNotOptimize(Value);
      }
      Values[Thread % Threads] = Value;
    }
  State.counters["thread_instructions"] =
      benchmark::Counter(double(State.iterations()) * Ctas * Threads * Trips * PerTrip,
                         benchmark::Counter::kIsRate);
}

} // namespace

int main(int argc, char **argv) {
  auto Add = [](const char *Name, const std::string &Body, bool Count = false) {
    benchmark::RegisterBenchmark(Name, [=](benchmark::State &S) {
      interpret(S, Body, Count);
    })->Unit(benchmark::kMillisecond);
  };
  Add("fma", repeated(Fma, 16));
  Add("fma_counted", repeated(Fma, 16), true);
  Add("integer",
      repeated("mad.lo.u32 %r3, %r1, %r3, %r1; xor.b32 %r3, %r3, %r1;\n", 8));
  Add("shared", repeated("ld.shared.f32 %f2, [%r2]; st.shared.f32 [%r2], %f0;\n", 8));
  Add("global", repeated("ld.global.f32 %f2, [%x]; add.f32 %f0, %f0, %f2;\n", 8));
  Add("divergent", "@%q bra even;\n" + repeated(Fma, 8) + "bra join;\neven:\n" +
                       repeated(Fma, 8) + "join:\n");
  benchmark::RegisterBenchmark("fma_native_scalar", native)
      ->Unit(benchmark::kMillisecond);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
