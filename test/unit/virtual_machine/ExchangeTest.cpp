//===- ExchangeTest.cpp - lanes, barriers, asynchronous copies ---------------===//
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

std::vector<uint64_t> shuffled(const std::string &How) {
  return evaluate("shfl.sync." + How + ", 0xffffffff; @!%q0 add.u32 %d, %d, 1000;",
                  Word, {identity()});
}

TEST(ShuffleTest, EachMode) {
  auto Up = shuffled("up.b32 %d|%q0, %a, 3, 0");
  auto Down = shuffled("down.b32 %d|%q0, %a, 3, 31");
  auto Bfly = shuffled("bfly.b32 %d|%q0, %a, 5, 31");
  auto Idx = shuffled("idx.b32 %d|%q0, %a, 7, 31");
  for (uint64_t L = 0; L < 32; ++L) {
    EXPECT_EQ(Up[L], L >= 3 ? L - 3 : L + 1000) << L;
    EXPECT_EQ(Down[L], L + 3 < 32 ? L + 3 : L + 1000) << L;
    EXPECT_EQ(Bfly[L], L ^ 5) << L;
    EXPECT_EQ(Idx[L], 7u) << L;
  }
}

TEST(ShuffleTest, StaysInItsSegment) {
  // Width 8: the mask in bits 8 to 12 is 24.
  auto Down = shuffled("down.b32 %d|%q0, %a, 3, 0x1807");
  auto Up = shuffled("up.b32 %d|%q0, %a, 3, 0x1800");
  auto Idx = shuffled("idx.b32 %d|%q0, %a, 2, 0x1807");
  for (uint64_t L = 0; L < 32; ++L) {
    EXPECT_EQ(Down[L], L % 8 + 3 < 8 ? L + 3 : L + 1000) << L;
    EXPECT_EQ(Up[L], L % 8 >= 3 ? L - 3 : L + 1000) << L;
    EXPECT_EQ(Idx[L], L / 8 * 8 + 2) << L;
  }
}

TEST(VoteTest, EachMode) {
  const std::string P = "setp.lt.u32 %q0, %a, 4;";
  auto Vote = [&](const std::string &Mode, const std::string &Set) {
    return evaluate(Set + "vote.sync." + Mode +
                        ".pred %q1, %q0, 0xffffffff; selp.b32 %d, 1, 0, %q1;",
                    Word, {identity()})[9];
  };
  EXPECT_EQ(Vote("any", P), 1u);
  EXPECT_EQ(Vote("all", P), 0u);
  EXPECT_EQ(Vote("uni", P), 0u);
  EXPECT_EQ(Vote("uni", "setp.lt.u32 %q0, %a, 40;"), 1u);
  EXPECT_EQ(
      evaluate(P + "vote.sync.ballot.b32 %d, !%q0, 0xffffffff;", Word, {identity()})[9],
      0xfffffff0u);
}

TEST(MatchTest, AnyAndAll) {
  auto Any = evaluate("and.b32 %a, %a, 1; match.any.sync.b32 %d, %a, 0xffffffff;", Word,
                      {identity()});
  EXPECT_EQ(Any[0], 0x55555555u);
  EXPECT_EQ(Any[31], 0xaaaaaaaau);
  auto All = evaluate("match.all.sync.b32 %d|%q0, 5, 0xffffffff; @!%q0 mov.u32 %d, 0;",
                      Word, {identity()});
  EXPECT_EQ(All[3], 0xffffffffu);
}

TEST(ReduxTest, EachOperation) {
  auto Redux = [](const std::string &Op) {
    return evaluate("redux.sync." + Op + " %d, %a, 0xffffffff;", Word, {identity()})[5];
  };
  EXPECT_EQ(Redux("add.s32"), 496u);
  EXPECT_EQ(Redux("min.u32"), 0u);
  EXPECT_EQ(Redux("max.s32"), 31u);
  EXPECT_EQ(Redux("and.b32"), 0u);
  EXPECT_EQ(Redux("or.b32"), 31u);
  EXPECT_EQ(Redux("xor.b32"), 0u);
}

TEST(ElectTest, TheLowestLaneOfTheMembers) {
  auto Out =
      evaluate("mov.u32 %d, 5; elect.sync _|%q0, 0xffffffff; @%q0 mov.u32 %d, 6;", Word,
               {identity()});
  EXPECT_EQ(Out[0], 6u);
  EXPECT_EQ(Out[1], 5u);
}

/// Both ways of a branch come to one shuffle by the label that both jump to; here they
/// are kept apart, and have to wait for each other.
TEST(GatherTest, LanesOfDifferentPathsWaitForEachOther) {
  auto Out = evaluate(R"(
    .reg .b32 %m;
    setp.lt.u32 %q0, %a, 16;
    @%q0 bra low;
    add.u32 %b, %a, 100;
    bra meet;
  low:
    add.u32 %b, %a, 200;
    bar.warp.sync 0x0000ffff;
  meet:
    shfl.sync.bfly.b32 %d, %b, 16, 31, 0xffffffff;)",
                      {"b32", {"b32", "b32"}}, {identity(), identity()});
  EXPECT_EQ(Out[0], 116u);
  EXPECT_EQ(Out[16], 200u);
}

TEST(GatherTest, SynchronisesInDifferentPlaces) {
  auto Out = evaluate(R"(
    .shared .b32 x;
    setp.lt.u32 %q0, %a, 16;
    @%q0 bra low;
    bar.warp.sync 0xffffffff;
    ld.volatile.shared.u32 %d, [x];
    bra done;
  low:
    st.volatile.shared.u32 [x], 42;
    bar.warp.sync 0xffffffff;
    mov.u32 %d, 1;
  done:)",
                      Word, {identity()});
  EXPECT_EQ(Out[0], 1u);
  EXPECT_EQ(Out[20], 42u);
}

/// A kernel of 128 threads that writes %d of each.
std::vector<uint32_t> ofCta(const std::string &Body, unsigned Threads = 128) {
  Device D;
  D.load(kernel(".param .u64 out", R"(
    .reg .b32 %a, %d, %t<4>; .reg .b64 %o, %x, %s<4>; .reg .pred %p<4>;
    ld.param.u64 %o, [out]; mov.u32 %a, %tid.x;
    mul.wide.u32 %x, %a, 4; add.u64 %o, %o, %x;)" +
                                       Body + R"(
    st.global.u32 [%o], %d;
    ret;)"));
  uint64_t Out = D.buffer(std::vector<uint32_t>(Threads));
  D.with(Out).run("k", {1, 1, 1}, {Threads, 1, 1});
  return D.read<uint32_t>(Out, Threads);
}

TEST(BarrierTest, OrdersSharedMemory) {
  auto Out = ofCta(R"(
    .shared .b32 rows[128];
    shl.b32 %t0, %a, 2; mov.u32 %t1, rows; add.u32 %t0, %t0, %t1;
    st.shared.u32 [%t0], %a;
    bar.sync 0;
    xor.b32 %t2, %a, 127; shl.b32 %t2, %t2, 2; add.u32 %t2, %t2, %t1;
    ld.shared.u32 %d, [%t2];)");
  for (uint32_t T = 0; T < 128; ++T)
    EXPECT_EQ(Out[T], 127 - T);
}

TEST(BarrierTest, CountsAndEndedThreads) {
  // Warps 2 and 3 end at once; the others use a barrier of two warps and one of all.
  auto Out = ofCta(R"(
    mov.u32 %d, 5;
    setp.ge.u32 %p0, %a, 64;
    @%p0 exit;
    barrier.sync 3, 64;
    bar.sync 0;)");
  EXPECT_EQ(Out[63], 5u);
  EXPECT_EQ(Out[64], 0u);
}

TEST(BarrierTest, ProducersArriveAndConsumersWait) {
  auto Out = ofCta(R"(
    .shared .b32 x;
    mov.u32 %d, 0;
    setp.lt.u32 %p0, %a, 64;
    @%p0 bra consumer;
    st.shared.u32 [x], 9;
    bar.arrive 1, 128;
    bra done;
  consumer:
    bar.sync 1, 128;
    ld.shared.u32 %d, [x];
  done:)");
  EXPECT_EQ(Out[0], 9u);
}

TEST(BarrierTest, Reduces) {
  auto Out = ofCta(R"(
    setp.lt.u32 %p0, %a, 37;
    bar.red.popc.u32 %d, 0, %p0;
    bar.red.or.pred %p1, 0, %p0;
    @%p1 add.u32 %d, %d, 100;
    bar.red.and.pred %p1, 0, 128, %p0;
    @%p1 add.u32 %d, %d, 1000;)");
  EXPECT_EQ(Out[100], 137u);
  EXPECT_EQ(Out[0], 137u);
}

TEST(AsyncCopyTest, CopiesAndFillsWithZero) {
  Device D;
  D.load(kernel(".param .u64 in, .param .u64 out", R"(
    .shared .align 16 .b8 s[64]; .reg .b64 %i, %o; .reg .b32 %b, %v<4>; .reg .pred %p;
    ld.param.u64 %i, [in]; ld.param.u64 %o, [out];
    mov.u32 %b, s;
    cp.async.cg.shared.global [%b], [%i], 16;
    cp.async.ca.shared.global [%b+16], [%i+16], 16, 8;
    cp.async.ca.shared.global [%b+32], [%i+4], 4;
    cp.async.commit_group;
    setp.eq.u32 %p, %b, %b;
    cp.async.ca.shared.global [%b+48], [%i], 4, %p;
    cp.async.commit_group;
    cp.async.wait_group 1;
    cp.async.wait_all;
    ld.shared.v4.u32 {%v0, %v1, %v2, %v3}, [%b+16];
    st.global.v4.u32 [%o], {%v0, %v1, %v2, %v3};
    ld.shared.u32 %v0, [%b+12]; ld.shared.u32 %v1, [%b+32]; ld.shared.u32 %v2, [%b+48];
    st.global.v4.u32 [%o+16], {%v0, %v1, %v2, %v3};
    ret;)"));
  uint64_t In = D.buffer(std::vector<uint32_t>{1, 2, 3, 4, 5, 6, 7, 8});
  uint64_t Out = D.buffer(std::vector<uint32_t>(8, 99));
  D.with(In).with(Out).run("k", {1, 1, 1}, {1, 1, 1});
  EXPECT_EQ(D.read<uint32_t>(Out, 8), (std::vector<uint32_t>{5, 6, 0, 0, 4, 2, 0, 0}));
}

/// One warp produces, one consumes, over four phases.
TEST(MBarrierTest, HandsOverPhaseByPhase) {
  auto Out = ofCta(R"(
    .shared .align 8 .b64 full, empty; .shared .b32 x; .reg .b64 %z;
    mov.u32 %d, 0; mov.u32 %t3, 0;
    setp.eq.u32 %p0, %a, 0;
    @%p0 mbarrier.init.shared.b64 [full], 32;
    @%p0 mbarrier.init.shared.b64 [empty], 32;
    bar.sync 0;
    setp.lt.u32 %p1, %a, 32;
  loop:
    and.b32 %t1, %t3, 1;
    @%p1 bra consumer;
    xor.b32 %t0, %t1, 1;
  waitempty:
    mbarrier.try_wait.parity.shared.b64 %p2, [empty], %t0;
    @!%p2 bra waitempty;
    st.shared.u32 [x], %t3;
    mbarrier.arrive.shared.b64 _, [full];
    bra next;
  consumer:
    mbarrier.test_wait.parity.shared::cta.b64 %p2, [full], %t1;
    @!%p2 bra consumer;
    ld.shared.u32 %t2, [x];
    add.u32 %t2, %t2, 1;
    mad.lo.u32 %d, %d, 10, %t2;
    mbarrier.arrive.shared.b64 %z, [empty];
  next:
    add.u32 %t3, %t3, 1;
    setp.lt.u32 %p3, %t3, 4;
    @%p3 bra loop;)",
                   64);
  EXPECT_EQ(Out[7], 1234u);
  EXPECT_EQ(Out[40], 0u);
}

TEST(MBarrierTest, CountsBytesAndStates) {
  auto Out = ofCta(R"(
    .shared .align 8 .b64 bar;
    mov.u32 %d, 0;
    mbarrier.init.shared.b64 [bar], 2;
    mbarrier.arrive.expect_tx.shared.b64 %s0, [bar], 64;
    mbarrier.pending_count.b64 %t0, %s0;
    mbarrier.arrive.noComplete.shared.b64 %s1, [bar], 1;
    mbarrier.test_wait.shared.b64 %p0, [bar], %s1;
    @%p0 add.u32 %d, %d, 1;
    mbarrier.complete_tx.shared::cta.relaxed.cta.b64 [bar], 64;
    mbarrier.test_wait.shared.b64 %p0, [bar], %s1;
    @%p0 add.u32 %d, %d, 2;
    mbarrier.inval.shared.b64 [bar];
    mad.lo.u32 %d, %t0, 10, %d;)",
                   1);
  EXPECT_EQ(Out[0], 22u);
}

TEST(ClusterTest, ReachesTheOthersSharedMemory) {
  Device D;
  D.load(kernel(".param .u64 out", R"(
    .shared .b32 x; .reg .b32 %r, %b, %v, %n; .reg .b64 %o, %y;
    ld.param.u64 %o, [out];
    mov.u32 %r, %cluster_ctarank;
    add.u32 %v, %r, 100;
    st.shared.u32 [x], %v;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    mov.u32 %b, x;
    xor.b32 %n, %r, 1;
    mapa.shared::cluster.u32 %b, %b, %n;
    ld.shared::cluster.u32 %v, [%b];
    mul.wide.u32 %y, %r, 4; add.u64 %o, %o, %y;
    st.global.u32 [%o], %v;
    barrier.cluster.arrive; barrier.cluster.wait;
    ret;)"));
  uint64_t Out = D.buffer(std::vector<uint32_t>(2));
  D.Request.Cluster = {2, 1, 1};
  D.with(Out).run("k", {2, 1, 1}, {32, 1, 1});
  EXPECT_EQ(D.read<uint32_t>(Out, 2), (std::vector<uint32_t>{101, 100}));
}

/// What cooperative groups make of grid.sync(): CTA 0 adds 2^31 less the others, and
/// the topmost bit flips with the last arrival.
const char *GridSync = R"(
    .reg .b64 %p, %w; .reg .b32 %hi, %lo, %c, %n, %add, %old, %now, %t; .reg .pred %q;
    ld.param.u64 %p, [p];
    mov.u32 %hi, %envreg1; mov.u32 %lo, %envreg2; mov.b64 %w, {%lo, %hi};
    mov.u32 %c, %ctaid.x; mov.u32 %n, %nctaid.x; mov.u32 %t, %tid.x;
    atom.global.add.u32 %old, [%p], 1;
    bar.sync 0;
    setp.ne.u32 %q, %t, 0;
    @%q bra done;
    mov.u32 %add, 1;
    setp.ne.u32 %q, %c, 0;
    @%q bra arrive;
    sub.u32 %add, 0x80000001, %n;
    arrive: atom.add.release.gpu.u32 %old, [%w+4], %add;
    again: ld.acquire.gpu.u32 %now, [%w+4];
    xor.b32 %now, %now, %old;
    setp.ge.s32 %q, %now, 0;
    @%q bra again;
    done: bar.sync 0;
    ld.volatile.global.u32 %now, [%p];
    mad.lo.u32 %c, %c, 64, %t;
    add.u32 %c, %c, 1;
    mul.wide.u32 %w, %c, 4;
    add.u64 %p, %p, %w;
    st.global.u32 [%p], %now;
    ret;)";

TEST(ExchangeTest, TheGridOfACooperativeLaunchSynchronizes) {
  Device D;
  D.load(kernel(".param .u64 p", GridSync));
  constexpr unsigned Ctas = 64, Threads = 64;
  const uint64_t At = D.buffer(std::vector<uint32_t>(1 + Ctas * Threads));
  const uint64_t Before = D.M.used();
  D.Request.Cooperative = true;
  D.with(At).run("k", {Ctas, 1, 1}, {Threads, 1, 1});
  const auto Seen = D.read<uint32_t>(At, 1 + Ctas * Threads);
  for (const uint32_t Arrivals : Seen)
    ASSERT_EQ(Arrivals, Ctas * Threads);
  EXPECT_EQ(D.M.used(), Before);
  D.Request.Cooperative = false; // then there is nothing to synchronize by
  EXPECT_EQ(D.with(At).launch("k", {1, 1, 1}, {32, 1, 1}).Error.Code, IllegalAddress);
}

} // namespace
} // namespace argus::vm
