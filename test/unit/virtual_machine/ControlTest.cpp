//===- ControlTest.cpp - branches, loops, calls ------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

namespace argus::vm {
namespace {

const Snippet Word = {"b32", {"b32", "b32"}};

std::vector<uint64_t> identity() {
  std::vector<uint64_t> Values(32);
  for (uint64_t L = 0; L < 32; ++L)
    Values[L] = L;
  return Values;
}

/// Puts 0 into %d of lanes that have not all met again.
const std::string Met = R"(
    .reg .b32 %m; activemask.b32 %m;
    setp.ne.u32 %q3, %m, 0xffffffff;
    @%q3 mov.u32 %d, 0;)";

TEST(DivergenceTest, MeetsAgainBehindAnIf) {
  auto Out = evaluate(R"(
    setp.lt.u32 %q0, %a, 10;
    @%q0 bra then;
    mul.lo.u32 %d, %a, 2;
    bra join;
  then:
    add.u32 %d, %a, 100;
  join:)" + Met,
                      Word, {identity()});
  for (uint64_t L = 0; L < 32; ++L)
    EXPECT_EQ(Out[L], L < 10 ? L + 100 : L * 2);
}

TEST(DivergenceTest, NestedLoopsWithTheirOwnTripCounts) {
  // d = sum over i < lane of (sum over j < i of 1) + 1
  auto Out = evaluate(R"(
    .reg .b32 %i, %j;
    mov.u32 %d, 1; mov.u32 %i, 0;
  outer:
    setp.ge.u32 %q0, %i, %a;
    @%q0 bra done;
    mov.u32 %j, 0;
  inner:
    setp.ge.u32 %q1, %j, %i;
    @%q1 bra next;
    add.u32 %d, %d, 1;
    add.u32 %j, %j, 1;
    bra inner;
  next:
    add.u32 %i, %i, 1;
    bra outer;
  done:)" + Met,
                      Word, {identity()});
  for (uint64_t L = 0; L < 32; ++L)
    EXPECT_EQ(Out[L], 1 + L * (L - 1) / 2) << L;
}

uint64_t breakAndContinue(uint64_t Lane) {
  uint64_t Sum = 1000, I = 0;
  do {
    ++I;
    if (I & 1)
      continue;
    ++Sum;
    if (I > Lane)
      return Sum;
  } while (I < 20);
  return Sum + 500;
}

TEST(DivergenceTest, BreakAndContinue) {
  auto Out = evaluate(R"(
    .reg .b32 %i, %t;
    mov.u32 %d, 1000; mov.u32 %i, 0;
  loop:
    add.u32 %i, %i, 1;
    and.b32 %t, %i, 1;
    setp.ne.u32 %q0, %t, 0;
    @%q0 bra continue;
    add.u32 %d, %d, 1;
    setp.gt.u32 %q1, %i, %a;
    @%q1 bra end;
  continue:
    setp.lt.u32 %q2, %i, 20;
    @%q2 bra loop;
    add.u32 %d, %d, 500;
  end:)" + Met,
                      Word, {identity()});
  for (uint64_t L = 0; L < 32; ++L)
    EXPECT_EQ(Out[L], breakAndContinue(L)) << L;
}

TEST(DivergenceTest, EarlyReturnLeavesTheOthers) {
  Device D;
  D.load(kernel(".param .u64 out", R"(
    .reg .b32 %t, %m; .reg .b64 %o, %x; .reg .pred %p;
    ld.param.u64 %o, [out]; mov.u32 %t, %tid.x;
    mul.wide.u32 %x, %t, 4; add.u64 %o, %o, %x;
    setp.lt.u32 %p, %t, 8;
    @%p exit;
    setp.lt.u32 %p, %t, 16;
    @%p ret;
    activemask.b32 %m;
    st.global.u32 [%o], %m;)"));
  uint64_t Out = D.buffer(std::vector<uint32_t>(32, 1));
  D.with(Out).run("k", {1, 1, 1}, {32, 1, 1});
  auto Got = D.read<uint32_t>(Out, 32);
  EXPECT_EQ(Got[0], 1u);
  EXPECT_EQ(Got[15], 1u);
  EXPECT_EQ(Got[31], 0xffff0000u);
}

TEST(DivergenceTest, IndexedBranches) {
  auto Out = evaluate(R"(
    and.b32 %d, %a, 3;
    brx.idx %d, targets;
  targets: .branchtargets one, two, three, one;
  one:
    mov.u32 %d, 1; bra join;
  two:
    mov.u32 %d, 2; bra join;
  three:
    mov.u32 %d, 3;
  join:)" + Met,
                      Word, {identity()});
  const uint64_t Expected[] = {1, 2, 3, 1};
  for (uint64_t L = 0; L < 32; ++L)
    EXPECT_EQ(Out[L], Expected[L % 4]);
}

/// Lane 0 sets the flag that the other lanes spin on.
TEST(ProgressTest, ASpinningPathDoesNotStarveTheOther) {
  auto Out = evaluate(R"(
    .shared .b32 flag;
    st.shared.u32 [flag], 0;
    bar.sync 0;
    setp.eq.u32 %q0, %lane, 0;
    @%q0 bra setter;
  spin:
    ld.volatile.shared.u32 %d, [flag];
    setp.eq.u32 %q1, %d, 0;
    @%q1 bra spin;
    bra join;
  setter:
    st.volatile.shared.u32 [flag], 7;
    mov.u32 %d, 7;
  join:)",
                      Word, {{0}});
  EXPECT_EQ(Out[0], 7u);
  EXPECT_EQ(Out[31], 7u);
}

/// A lock by compare-and-swap: who has it waits at the loop's end for who wants it.
TEST(ProgressTest, ALockInOneWarpIsReleased) {
  auto Out = evaluate(R"(
    .shared .b32 lock, count; .reg .b32 %o;
    st.shared.u32 [lock], 0; st.shared.u32 [count], 0;
    bar.sync 0;
  again:
    atom.shared.cas.b32 %o, [lock], 0, 1;
    setp.ne.u32 %q0, %o, 0;
    @%q0 bra again;
    ld.volatile.shared.u32 %o, [count];
    add.u32 %o, %o, 1;
    st.volatile.shared.u32 [count], %o;
    atom.shared.exch.b32 %o, [lock], 0;
    bar.warp.sync 0xffffffff;
    ld.volatile.shared.u32 %d, [count];)",
                      Word, {{0}});
  EXPECT_EQ(Out[5], 32u);
}

const char *Functions = R"(
.func (.param .b32 r) twice(.param .b32 x) {
  .reg .b32 %a; ld.param.b32 %a, [x]; shl.b32 %a, %a, 1; st.param.b32 [r], %a; ret;
}
.func (.param .b32 r) thrice(.param .b32 x) {
  .reg .b32 %a, %b; ld.param.b32 %a, [x]; mul.lo.u32 %b, %a, 3;
  st.param.b32 [r], %b; ret;
}
.func (.reg .b32 r) factorial(.reg .b32 n) {
  .reg .pred %p; .reg .b32 %m, %f;
  setp.le.u32 %p, n, 1;
  mov.u32 r, 1;
  @%p ret;
  sub.u32 %m, n, 1;
  call (%f), factorial, (%m);
  mul.lo.u32 r, n, %f;
  ret;
}
.func (.param .align 8 .b8 r[16]) swap(.param .align 8 .b8 x[16]) {
  .reg .b64 %a, %b;
  ld.param.b64 %a, [x]; ld.param.b64 %b, [x+8];
  st.param.b64 [r], %b; st.param.b64 [r+8], %a;
  ret;
}
.global .align 8 .u64 table[2] = {twice, thrice};
)";

uint64_t called(const std::string &Body, unsigned Lane) {
  Device D;
  D.load(kernel(".param .u64 out",
                R"(
    .reg .b32 %a, %d; .reg .b64 %o, %x, %f, %y, %z; .reg .pred %q0, %q1;
    ld.param.u64 %o, [out]; mov.u32 %a, %tid.x;
    mul.wide.u32 %x, %a, 4; add.u64 %o, %o, %x;)" +
                    Body + R"(
    st.global.u32 [%o], %d;
    ret;)",
                Functions));
  uint64_t Out = D.buffer(std::vector<uint32_t>(32));
  D.with(Out).run("k", {1, 1, 1}, {32, 1, 1});
  return D.read<uint32_t>(Out, 32)[Lane];
}

const std::string Call = R"({
    .param .b32 p0; .param .b32 r0;
    st.param.b32 [p0], %a;
    call.uni (r0), twice, (p0);
    ld.param.b32 %d, [r0];
  })";

TEST(CallTest, PassesParametersAndResults) {
  EXPECT_EQ(called(Call, 5), 10u);
  EXPECT_EQ(
      called("mov.u32 %d, 77; setp.gt.u32 %q0, %a, 7; @!%q0 bra no;" + Call + "no:", 5),
      77u);
}

TEST(CallTest, RecursesWithDifferentDepths) {
  const std::string Body = "and.b32 %d, %a, 7; call (%d), factorial, (%d);";
  EXPECT_EQ(called(Body, 0), 1u);
  EXPECT_EQ(called(Body, 5), 120u);
  EXPECT_EQ(called(Body, 31), 5040u);
}

TEST(CallTest, CallsThroughPointersThatDiffer) {
  const std::string Body = R"({
    .param .b32 p0; .param .b32 r0; .reg .b32 %i;
    and.b32 %i, %a, 1; mul.wide.u32 %x, %i, 8;
    mov.u64 %f, table; add.u64 %f, %f, %x; ld.global.u64 %f, [%f];
    st.param.b32 [p0], %a;
    prototype: .callprototype (.param .b32 _) _ (.param .b32 _);
    call (r0), %f, (p0), prototype;
    ld.param.b32 %d, [r0];
    activemask.b32 %i; setp.ne.u32 %q0, %i, 0xffffffff; @%q0 mov.u32 %d, 0;
  })";
  EXPECT_EQ(called(Body, 4), 8u);
  EXPECT_EQ(called(Body, 5), 15u);
}

TEST(CallTest, PassesStructures) {
  const std::string Body = R"({
    .param .align 8 .b8 p0[16]; .param .align 8 .b8 r0[16];
    cvt.u64.u32 %y, %a;
    st.param.b64 [p0], %y; st.param.b64 [p0+8], 1000;
    call.uni (r0), swap, (p0);
    ld.param.b64 %y, [r0]; ld.param.b64 %z, [r0+8];
    add.u64 %y, %y, %z; cvt.u32.u64 %d, %y;
  })";
  EXPECT_EQ(called(Body, 9), 1009u);
}

TEST(CallTest, GuardedCallsKeepTheOthersWaiting) {
  EXPECT_EQ(called("mov.u32 %d, 3; setp.gt.u32 %q0, %a, 7;"
                   "@%q0 call (%d), factorial, (4); activemask.b32 %a;"
                   "setp.ne.u32 %q1, %a, -1; @%q1 mov.u32 %d, 0;",
                   5),
            3u);
}

TEST(CallTest, PrintsAndAllocates) {
  Device D;
  D.load(kernel(".param .u64 out", R"(
    .local .align 8 .b8 args[24];
    .reg .b64 %g, %f, %h; .reg .b32 %t, %r; .reg .pred %p;
    mov.u32 %t, %tid.x;
    st.local.u32 [args], %t;
    st.local.f64 [args+8], 0d3ff8000000000000;
    mov.u64 %f, name; cvta.global.u64 %f, %f; st.local.u64 [args+16], %f;
    mov.u64 %g, args; cvta.local.u64 %g, %g;
    mov.u64 %f, format; cvta.global.u64 %f, %f;
    {
      .param .b64 p0; .param .b64 p1; .param .b32 r0;
      st.param.b64 [p0], %f; st.param.b64 [p1], %g;
      call.uni (r0), vprintf, (p0, p1);
      ld.param.b32 %r, [r0];
    }
    {
      .param .b64 p0; .param .b64 r0;
      st.param.b64 [p0], 64;
      call.uni (r0), malloc, (p0);
      ld.param.b64 %h, [r0];
    }
    st.u32 [%h], %t;
    {
      .param .b64 p0;
      st.param.b64 [p0], %h;
      call.uni free, (p0);
    }
    ret;)",
                ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
                ".extern .func (.param .b64 r) malloc(.param .b64 s);\n"
                ".extern .func free(.param .b64 p);\n"
                // "%d: %5.2f %s %%\n"
                ".global .align 1 .b8 format[16] = {37, 100, 58, 32, 37, 53, 46, 50, "
                "102, 32, 37, 115, 37, 37, 10, 0};\n"
                ".global .align 1 .b8 name[3] = {104, 105, 0};\n"));
  D.with(uint64_t(0));
  LaunchResult R = D.run("k", {1, 1, 1}, {2, 1, 1});
  EXPECT_EQ(R.Printed, "0:  1.50 hi%\n1:  1.50 hi%\n");
}

} // namespace
} // namespace argus::vm
