//===- CostTest.cpp - the clock ----------------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include "Costs.h"

namespace argus::vm {
namespace {

/// Cycles that Body takes in one warp, by the warp's own clock.
uint64_t cycles(const std::string &Body, unsigned Threads = 32) {
  Device D;
  D.load(kernel(".param .u64 out", R"(
    .shared .align 16 .b32 s[2048];
    .reg .b64 %o, %x, %c0, %c1; .reg .b32 %t, %r<9>, %b; .reg .f32 %f<9>; .reg .pred %p;
    ld.param.u64 %o, [out]; mov.u32 %t, %tid.x; mov.u32 %b, s;
    mul.wide.u32 %x, %t, 4; add.u64 %x, %o, %x;
    setp.lt.u32 %p, %t, 16;
    bar.sync 0;
    mov.u64 %c0, %clock64;
    )" + Body + R"(
    mov.u64 %c1, %clock64;
    sub.u64 %c1, %c1, %c0;
    setp.ne.u32 %p, %t, 0;
    @!%p st.global.u64 [%o], %c1;
    ret;)"));
  uint64_t Out = D.buffer(std::vector<uint32_t>(1 << 16));
  D.with(Out).run("k", {1, 1, 1}, {Threads, 1, 1});
  return D.read<uint64_t>(Out, 1)[0];
}

std::string repeated(const std::string &Text, unsigned Times) {
  std::string Result;
  for (unsigned I = 0; I < Times; ++I)
    Result += Text;
  return Result;
}

TEST(CostTest, ADependentChainIsSlowerThanIndependentWork) {
  uint64_t Chain = cycles(repeated("fma.rn.f32 %f0, %f0, %f0, %f0;", 16));
  std::string Apart;
  for (unsigned I = 0; I < 16; ++I) {
    std::string F = "%f" + std::to_string(I % 8);
    Apart += "fma.rn.f32 " + F + ", %f8, %f8, %f8;";
  }
  EXPECT_GT(Chain, cycles(Apart));
  // 15 latencies and the last issue.
  EXPECT_EQ(Chain, 1 + 15u * costOf(CostClass::Float).Latency + 1);
}

TEST(CostTest, BankConflictsCost) {
  auto Strided = [](unsigned Stride) {
    return cycles("mad.lo.u32 %r0, %t, " + std::to_string(Stride) +
                  ", %b; ld.shared.u32 %r1, [%r0]; add.u32 %r1, %r1, 1;");
  };
  EXPECT_EQ(Strided(4), Strided(0)); // one word for all is no conflict
  EXPECT_LT(Strided(4), Strided(8));
  EXPECT_LT(Strided(8), Strided(64));
  EXPECT_LT(Strided(64), Strided(128));
  EXPECT_EQ(Strided(4), Strided(132)); // padded rows
  EXPECT_EQ(Strided(128) - Strided(4), 31u * WavefrontCycles);
}

TEST(CostTest, ScatteredLinesCost) {
  auto Strided = [](unsigned Stride) {
    return cycles(
        "mul.wide.u32 %x, %t, " + std::to_string(Stride) +
        "; add.u64 %x, %o, %x; ld.global.u32 %r1, [%x]; add.u32 %r1, %r1, 1;");
  };
  EXPECT_LT(Strided(4), Strided(32));
  EXPECT_LT(Strided(32), Strided(128));
  EXPECT_EQ(Strided(128) - Strided(0), 31u * LineCycles + 31u * SectorCycles);
}

TEST(CostTest, MemoryIsSlowerTheFartherItIs) {
  uint64_t Arithmetic = cycles("add.u32 %r0, %t, 1; add.u32 %r0, %r0, 1;");
  uint64_t Shared = cycles("ld.shared.u32 %r0, [s]; add.u32 %r0, %r0, 1;");
  uint64_t Global = cycles("ld.global.u32 %r0, [%x]; add.u32 %r0, %r0, 1;");
  uint64_t Atomic = cycles("atom.global.add.u32 %r0, [%x+64], 1; add.u32 %r0, %r0, 1;");
  EXPECT_LT(Arithmetic, Shared);
  EXPECT_LT(Shared, Global);
  EXPECT_LT(Global, Atomic);
  // Nobody waits for a load whose value nobody reads.
  EXPECT_LT(cycles("ld.global.u32 %r0, [%x]; add.u32 %r1, %t, 1;"), Shared);
}

TEST(CostTest, CollidingAtomicsCost) {
  EXPECT_LT(cycles("atom.global.add.u32 %r0, [%x+64], 1; add.u32 %r0, %r0, 1;"),
            cycles("atom.global.add.u32 %r0, [%o+64], 1; add.u32 %r0, %r0, 1;"));
}

TEST(CostTest, DivergenceCosts) {
  std::string Ways = "@%p bra a; add.u32 %r0, %t, 1; bra b; a: add.u32 %r0, %t, 2; b:";
  std::string Uniform = "setp.eq.u32 %p, %t, %t; @%p bra a; add.u32 %r0, %t, 1; bra b; "
                        "a: add.u32 %r0, %t, 2; b:";
  EXPECT_GT(cycles(Ways), cycles(Uniform));
}

TEST(CostTest, WarpsOfASchedulerShareItsIssueSlots) {
  std::string Work = repeated("fma.rn.f32 %f0, %f8, %f8, %f8;"
                              "fma.rn.f32 %f1, %f8, %f8, %f8;"
                              "fma.rn.f32 %f2, %f8, %f8, %f8;"
                              "fma.rn.f32 %f3, %f8, %f8, %f8;",
                              50);
  Device D;
  D.load(kernel("", ".reg .f32 %f<9>;" + Work + "ret;"));
  auto Total = [&](unsigned Threads) {
    return D.run("k", {1, 1, 1}, {Threads, 1, 1}).Cycles - LaunchCycles;
  };
  EXPECT_LE(Total(128), Total(32) + 8); // one warp on each scheduler
  EXPECT_GE(Total(256), 400u);
  EXPECT_GE(Total(512), 800u);
}

TEST(CostTest, WaitingForACopyTakesUntilItIsComplete) {
  std::string Copy = "cp.async.ca.shared.global [%b], [%x], 4; cp.async.commit_group;";
  uint64_t Waits = cycles(Copy + "cp.async.wait_group 0;");
  EXPECT_GE(Waits, costOf(CostClass::AsyncCopy).Latency);
  EXPECT_LT(cycles(Copy + "cp.async.wait_group 1;"), Waits / 4);
  std::string Other = repeated("fma.rn.f32 %f0, %f0, %f8, %f8;", 40);
  EXPECT_LT(cycles(Copy + Other + "cp.async.wait_group 0;"), Waits + 20);
}

TEST(CostTest, BarriersAlignClocks) {
  std::string Slow = "setp.lt.u32 %p, %t, 32; @%p bra go;" +
                     repeated("fma.rn.f32 %f0, %f0, %f0, %f0;", 100) +
                     "go: bar.sync 0;";
  EXPECT_GT(cycles(Slow, 64), 100u * costOf(CostClass::Float).Latency);
}

TEST(CostTest, LaterCtasStartWhenOthersEnd) {
  Device D;
  D.load(kernel("", ".reg .b32 %r;" + repeated("add.u32 %r, %r, 1;", 200) + "ret;"));
  uint64_t Fits = D.run("k", {16, 1, 1}, {1024, 1, 1}).Cycles;
  uint64_t Twice = D.run("k", {32, 1, 1}, {1024, 1, 1}).Cycles;
  EXPECT_GT(Twice, Fits + Fits / 2);
}

TEST(DeterminismTest, TwoRunsAreEqual) {
  std::vector<LaunchResult> Results;
  std::vector<std::vector<uint32_t>> Memory;
  for (int Run = 0; Run < 2; ++Run) {
    Device D;
    D.load(kernel(".param .u64 out", R"(
      .reg .b32 %t, %r, %c; .reg .b64 %o, %x; .reg .pred %p;
      ld.param.u64 %o, [out];
      mov.u32 %t, %tid.x; mov.u32 %c, %ctaid.x;
      atom.global.add.u32 %r, [%o], 1;
      rem.u32 %c, %r, 7;
    loop:
      add.u32 %t, %t, %c; sub.u32 %c, %c, 1;
      setp.gt.s32 %p, %c, 0; @%p bra loop;
      mul.wide.u32 %x, %r, 4; add.u64 %x, %o, %x;
      st.global.u32 [%x+4], %t;
      ret;)"));
    uint64_t Out = D.buffer(std::vector<uint32_t>(1 + 64 * 96));
    D.Request.Count = true;
    D.with(Out);
    Results.push_back(D.run("k", {64, 1, 1}, {96, 1, 1}));
    Memory.push_back(D.read<uint32_t>(Out, 1 + 64 * 96));
  }
  EXPECT_EQ(Memory[0], Memory[1]);
  EXPECT_EQ(Results[0].Cycles, Results[1].Cycles);
  ASSERT_EQ(Results[0].Counts.Executed.size(), Results[1].Counts.Executed.size());
  for (size_t I = 0; I < Results[0].Counts.Executed.size(); ++I) {
    EXPECT_EQ(Results[0].Counts.Executed[I].Warps, Results[1].Counts.Executed[I].Warps);
    EXPECT_EQ(Results[0].Counts.Executed[I].Threads,
              Results[1].Counts.Executed[I].Threads);
  }
}

} // namespace
} // namespace argus::vm
