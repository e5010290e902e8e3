//===- StateSpaceTest.cpp - memory, addresses, atomics -----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

namespace argus::vm {
namespace {

const Snippet Word = {"b32", {"b32"}};

TEST(MemoryTest, AllocatesTheSameAddressesAgain) {
  std::vector<uint64_t> First, Second;
  for (auto *Addresses : {&First, &Second}) {
    Memory M(1 << 20);
    uint64_t A = M.allocate(100).Base, B = M.allocate(5000).Base;
    EXPECT_EQ(A % 256, 0u);
    EXPECT_TRUE(M.release(A));
    EXPECT_FALSE(M.release(A));
    uint64_t C = M.allocate(64).Base;
    *Addresses = {A, B, C, M.allocate(10, MemoryKind::Host, 4096).Base};
    EXPECT_EQ(Addresses->back() % 4096, 0u);
  }
  EXPECT_EQ(First, Second);
}

TEST(MemoryTest, ReleasedBytesComeBackAsZero) {
  Memory M(1 << 20);
  for (uint64_t Size : {uint64_t(64), uint64_t(20000)}) {
    uint64_t A = M.allocate(Size).Base;
    std::memset(hostPointer(A), 0xff, Size);
    M.release(A);
    uint64_t B = M.allocate(Size).Base;
    ASSERT_EQ(A, B);
    for (uint64_t I = 0; I < Size; ++I)
      ASSERT_EQ(hostPointer(B)[I], 0) << I;
    M.release(B);
  }
}

TEST(MemoryTest, KnowsWhatIsAllocated) {
  Memory M(1 << 20);
  EXPECT_FALSE(M.nearest(5));
  Allocation A = M.allocate(100);
  EXPECT_EQ(M.used(), 100u);
  EXPECT_TRUE(M.holds(A.Base + 50, 50));
  EXPECT_FALSE(M.holds(A.Base + 50, 51));
  EXPECT_FALSE(M.find(A.Base + 100));
  EXPECT_EQ(M.nearest(A.Base + 120).Base, A.Base);
  EXPECT_FALSE(M.allocate(uint64_t(1) << 40));
  uint64_t Generation = M.generation();
  char Local[64];
  EXPECT_TRUE(M.adopt(Local, sizeof Local));
  EXPECT_FALSE(M.adopt(Local + 10, 4));
  EXPECT_GT(M.generation(), Generation);
  EXPECT_EQ(M.find(reinterpret_cast<uint64_t>(Local) + 3).Kind, MemoryKind::Host);
  EXPECT_TRUE(M.release(reinterpret_cast<uint64_t>(Local)));
  M.releaseAll();
  EXPECT_EQ(M.used(), 0u);
}

TEST(LoadTest, ExtendsSmallValues) {
  const std::string At = ".reg .b64 %x; ld.param.u64 %x, [in0];";
  EXPECT_EQ(value(At + "ld.global.s8 %d, [%x];", Word, {0x80}), 0xffffff80u);
  EXPECT_EQ(value(At + "ld.global.u8 %d, [%x];", Word, {0x80}), 0x80u);
  EXPECT_EQ(value(At + "ld.global.s16 %d, [%x+2];", Word, {0x80001234}), 0xffff8000u);
  EXPECT_EQ(value(At + "ld.u16 %d, [%x+2];", Word, {0x80001234}), 0x8000u);
  EXPECT_EQ(value(At + "ld.global.s32 %d, [%x];", {"b64", {"b32"}}, {0x80000000}),
            0xffffffff80000000u);
  EXPECT_EQ(value(At + "ld.global.s8 %d, [%x];", {"b16", {"b32"}}, {0x80}), 0xff80u);
}

TEST(LoadTest, VectorsAndSinks) {
  const std::string Body = R"(
    .reg .b64 %x; .reg .b32 %v<4>;
    ld.param.u64 %x, [in0];
    ld.global.v4.u32 {%v0, _, %v2, %v3}, [%x];
    add.u32 %d, %v0, %v2; add.u32 %d, %d, %v3;
    st.global.v2.u32 [%x], {%d, %d};
    ld.global.nc.L1::no_allocate.v2.u16 {%s0, %s1}, [%x];
    cvt.u32.u16 %d, %s1;)";
  EXPECT_EQ(evaluate(".reg .b16 %s<2>;" + Body, Word, {{0x10000, 0x20000}})[0], 0x3u);
}

TEST(SpaceTest, LocalMemoryIsEachThreadsOwn) {
  const std::string Body = R"(
    .local .align 8 .b8 buffer[16];
    .reg .b64 %g, %l; .reg .b32 %t;
    mov.u64 %l, buffer;
    cvta.local.u64 %g, %l;
    st.u32 [%g+4], %a;
    bar.warp.sync 0xffffffff;
    ld.local.u32 %t, [%l+4];
    ld.local.u32 %d, [buffer+4];
    add.u32 %d, %d, %t;)";
  std::vector<uint64_t> In(32), Out;
  for (size_t L = 0; L < 32; ++L)
    In[L] = L * 3;
  Out = evaluate(Body, Word, {In});
  for (size_t L = 0; L < 32; ++L)
    EXPECT_EQ(Out[L], L * 6);
}

// Static variables of templates stand outside of the kernel, as weak ones.
TEST(SpaceTest, SharedVariablesOutsideOfAKernelBelongToThoseThatNameThem) {
  Device D;
  D.load(kernel(".param .u64 out", R"(
    .reg .b32 %v; .reg .b64 %o;
    st.shared.u32 [second+4], 7;
    st.shared.u32 [dynamic], 5;
    ld.shared.u32 %v, [second+4];
    ld.param.u64 %o, [out];
    st.global.u32 [%o], %v;)",
                R"(
    .weak .shared .align 4 .b8 first[1024];
    .weak .shared .align 4 .b8 second[64];
    .extern .shared .align 16 .b8 dynamic[];)"));
  EXPECT_EQ(D.P->kernel("k")->StaticShared, 64u);
  const uint64_t Out = D.buffer<uint32_t>({0});
  D.Request.DynamicShared = 16;
  D.with(Out).run("k", {}, {});
  EXPECT_EQ(D.read<uint32_t>(Out, 1)[0], 7u);
}

TEST(SpaceTest, SharedMemoryIsTheCtas) {
  const std::string Body = R"(
    .shared .align 4 .b32 rows[32];
    .reg .b64 %s, %g; .reg .b32 %o;
    shl.b32 %o, %lane, 2;
    mov.u32 %t, rows;
    add.u32 %t, %t, %o;
    st.shared.u32 [%t], %a;
    bar.sync 0;
    xor.b32 %o, %o, 124;
    mov.u64 %s, rows;
    cvta.shared.u64 %g, %s;
    cvt.u64.u32 %s, %o;
    add.u64 %g, %g, %s;
    ld.u32 %d, [%g];
    isspacep.shared %q0, %g;
    @!%q0 mov.u32 %d, 0;)";
  std::vector<uint64_t> In(32);
  for (size_t L = 0; L < 32; ++L)
    In[L] = L + 1;
  auto Out = evaluate(".reg .b32 %t;" + Body, Word, {In});
  for (size_t L = 0; L < 32; ++L)
    EXPECT_EQ(Out[L], 32 - L);
}

TEST(SpaceTest, TellsSpacesApart) {
  const std::string Body = R"(
    .local .b32 own; .shared .b32 ours; .reg .b64 %x; .reg .b32 %t;
    mov.u32 %d, 0;
    mov.u64 %x, own; cvta.local.u64 %x, %x;
    isspacep.local %q0, %x; selp.b32 %t, 1, 0, %q0; or.b32 %d, %d, %t;
    isspacep.global %q0, %x; selp.b32 %t, 16, 0, %q0; or.b32 %d, %d, %t;
    mov.u64 %x, ours; cvta.shared.u64 %x, %x;
    isspacep.shared %q0, %x; selp.b32 %t, 2, 0, %q0; or.b32 %d, %d, %t;
    cvta.to.shared.u64 %x, %x; mov.u64 %y, ours;
    setp.eq.u64 %q0, %x, %y; selp.b32 %t, 4, 0, %q0; or.b32 %d, %d, %t;
    ld.param.u64 %x, [out];
    isspacep.global %q0, %x; selp.b32 %t, 8, 0, %q0; or.b32 %d, %d, %t;
    mov.u64 %x, out; cvta.param.u64 %x, %x;
    isspacep.param %q0, %x; selp.b32 %t, 32, 0, %q0; or.b32 %d, %d, %t;
    ld.param.u64 %y, [out]; ld.u64 %x, [%x];
    setp.eq.u64 %q0, %x, %y; selp.b32 %t, 64, 0, %q0; or.b32 %d, %d, %t;)";
  EXPECT_EQ(value(".reg .b64 %y;" + Body, Word, {0}), 1u + 2 + 4 + 8 + 32 + 64);
}

TEST(VariableTest, ModuleVariablesHaveValuesAndNames) {
  Device D;
  D.load(kernel(".param .u64 out", R"(
    .reg .b32 %r; .reg .b64 %o, %p;
    ld.param.u64 %o, [out];
    ld.const.u32 %r, [table+4];
    st.global.u32 [%o], %r;
    ld.global.u64 %p, [pointer];
    ld.global.u32 %r, [%p];
    st.global.u32 [%o+4], %r;
    ret;)",
                ".const .align 4 .u32 table[3] = {1, 22, 3};\n"
                ".global .align 8 .u64 pointer = generic(data)+4;\n"
                ".global .align 4 .u32 data[2] = {5, 66};\n"
                ".visible .global .align 8 .b8 big[100];\n"));
  uint64_t Out = D.buffer(std::vector<uint32_t>(2));
  D.with(Out).run("k", {1, 1, 1}, {1, 1, 1});
  EXPECT_EQ(D.read<uint32_t>(Out, 2), (std::vector<uint32_t>{22, 66}));
  EXPECT_EQ(D.P->variable("big").second, 100u);
  EXPECT_EQ(D.P->variable("none").first, 0u);
}

/// A CTA of 64 threads does `Op` once each on one word, which is `Start`.
uint64_t atomically(const std::string &Op, uint64_t Start) {
  Device D;
  D.load(kernel(".param .u64 out", ".reg .b32 %t; .reg .b64 %o, %w, %x, %y, %old; "
                                   ".reg .b32 %r, %q; .reg .f32 %f; .reg .b16 %h;"
                                   "ld.param.u64 %o, [out]; mov.u32 %t, %tid.x;"
                                   "cvt.u64.u32 %x, %t; mov.f32 %f, 0f3f800000;"
                                   "mov.b16 %h, 0x3c00;" +
                                       Op + " ret;"));
  uint64_t Out = D.buffer(std::vector<uint64_t>{Start});
  D.with(Out).run("k", {1, 1, 1}, {64, 1, 1});
  return D.read<uint64_t>(Out, 1)[0];
}

TEST(AtomicTest, DoesEachOperation) {
  auto Is = [](const std::string &Op, uint64_t Start, uint64_t End) {
    EXPECT_EQ(atomically(Op, Start), End) << Op;
  };
  Is("atom.global.add.u32 %r, [%o], 2;", 5, 133);
  Is("red.global.add.u64 [%o], %x;", 0, uint64_t(2016));
  Is("atom.add.s32 %r, [%o], -1;", 100, 36);
  Is("red.global.max.u32 [%o], %t;", 7, 63);
  Is("red.global.min.s32 [%o], %t;", 7, 0);
  Is("red.global.max.s64 [%o], %x;", ~uint64_t(0), 63);
  Is("red.global.or.b32 [%o], %t;", 64, 127);
  Is("red.global.and.b32 [%o], 6;", 3, 2);
  Is("red.global.xor.b64 [%o], 1;", 1, 1);
  Is("atom.global.inc.u32 %r, [%o], 9;", 0, 4);
  Is("atom.global.dec.u32 %r, [%o], 9;", 0, 6);
  Is("atom.global.exch.b64 %old, [%o], %x;", 5, 63);
  Is("atom.global.cas.b32 %r, [%o], %t, 1000;", 40, 1000);
  Is("atom.global.cas.b64 %old, [%o], 41, 7;", 40, 40);
  Is("red.global.add.f32 [%o], %f;", 0, bits(64.0f));
  Is("red.relaxed.gpu.global.add.f64 [%o], 0d3ff0000000000000;", 0, bits(64.0));
  Is("atom.global.add.noftz.f16 %h, [%o], %h;", 0x3c00, 0x5410);
  Is("red.global.add.noftz.f16x2 [%o], 0x3c003c00;", 0, 0x54005400);
  Is("red.global.add.noftz.bf16x2 [%o], 0x3f803f80;", 0, 0x42804280);
  Is("atom.global.cas.b16 %h, [%o], 0, 0x1234;", 0, 0x1234);
}

TEST(AtomicTest, ReturnsTheOldValueLaneByLane) {
  const std::string Body = R"(
    .shared .b32 counter;
    setp.eq.u32 %q0, %lane, 0;
    @%q0 st.shared.u32 [counter], 100;
    bar.sync 0;
    atom.shared.add.u32 %d, [counter], %a;)";
  auto Out = evaluate(Body, Word, {{2}});
  for (size_t L = 0; L < 32; ++L)
    EXPECT_EQ(Out[L], 100 + 2 * L);
}

TEST(StackTest, AllocaGrowsAndShrinks) {
  const std::string Body = R"(
    .reg .b64 %s, %p0, %p1; .reg .b32 %t;
    stacksave.u64 %s;
    alloca.u64 %p0, 16;
    st.local.u32 [%p0], %a;
    alloca.u64 %p1, 16, 32;
    st.local.u32 [%p1], 7;
    ld.local.u32 %d, [%p0];
    stackrestore.u64 %s;
    alloca.u64 %p1, 16;
    setp.eq.u64 %q0, %p0, %p1;
    @!%q0 mov.u32 %d, 0;)";
  EXPECT_EQ(value(Body, Word, {9}), 9u);
}

} // namespace
} // namespace argus::vm
