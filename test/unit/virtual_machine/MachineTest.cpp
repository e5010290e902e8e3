//===- MachineTest.cpp - tests of whole kernels ---------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

namespace argus::vm {
namespace {

const char *Saxpy = R"(
.version 8.5
.target sm_90a
.address_size 64
.visible .entry saxpy(.param .u32 n, .param .f32 a, .param .u64 x, .param .u64 y) {
  .reg .pred %p<2>; .reg .f32 %f<5>; .reg .b32 %r<6>; .reg .b64 %rd<8>;
  ld.param.u32 %r2, [n];
  mov.u32 %r3, %ctaid.x;
  mov.u32 %r4, %ntid.x;
  mov.u32 %r5, %tid.x;
  mad.lo.s32 %r1, %r3, %r4, %r5;
  setp.ge.s32 %p1, %r1, %r2;
  @%p1 bra $L__BB0_2;
  ld.param.f32 %f1, [a];
  ld.param.u64 %rd3, [x];
  ld.param.u64 %rd4, [y];
  cvta.to.global.u64 %rd1, %rd3;
  cvta.to.global.u64 %rd2, %rd4;
  mul.wide.s32 %rd5, %r1, 4;
  add.s64 %rd6, %rd1, %rd5;
  ld.global.f32 %f2, [%rd6];
  add.s64 %rd7, %rd2, %rd5;
  ld.global.f32 %f3, [%rd7];
  fma.rn.f32 %f4, %f2, %f1, %f3;
  st.global.f32 [%rd7], %f4;
$L__BB0_2:
  ret;
}
)";

TEST(MachineTest, RunsSaxpyWithATail) {
  Device D;
  D.load(Saxpy);
  const int N = 1000;
  std::vector<float> X(N), Y(N);
  for (int I = 0; I < N; ++I) {
    X[size_t(I)] = float(I);
    Y[size_t(I)] = 1;
  }
  uint64_t AtX = D.buffer(X), AtY = D.buffer(Y);
  D.with(N).with(2.0f).with(AtX).with(AtY);
  LaunchResult Result = D.run("saxpy", {4, 1, 1}, {256, 1, 1});
  std::vector<float> Out = D.read<float>(AtY, N);
  for (int I = 0; I < N; ++I)
    ASSERT_EQ(Out[size_t(I)], 2.0f * float(I) + 1) << I;
  EXPECT_GT(Result.Cycles, 0u);
  EXPECT_EQ(Result.ThreadInstructions, 1024u * 8 + 1000u * 12);
}

} // namespace
} // namespace argus::vm
