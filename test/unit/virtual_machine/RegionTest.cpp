//===- RegionTest.cpp - markers, counts and special registers ----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include <map>

namespace argus::vm {
namespace {

/// Counts by (PTX line, path of sites): {warps, threads}.
using Counted =
    std::map<std::pair<unsigned, std::vector<unsigned>>, std::pair<uint64_t, uint64_t>>;

std::vector<unsigned> pathOf(const Program &P, unsigned Stack) {
  std::vector<unsigned> Path;
  for (; Stack; Stack = P.stacks()[Stack].Parent)
    Path.insert(Path.begin(), P.stacks()[Stack].Site);
  return Path;
}

Counted counted(const Device &D, const LaunchResult &R) {
  Counted Result;
  for (const Execution &E : R.Counts.Executed)
    Result[{E.PtxLine, pathOf(*D.P, E.Stack)}] = {E.Warps, E.Threads};
  return Result;
}

const char *Nested = R"(.version 8.6
.target sm_90a
.address_size 64
.file 1 "dir/k.cu"
.func work() {
  .reg .b32 %r;
  mov.u32 %r, 1;
  ret;
}
.visible .entry k() {
  .reg .b32 %i, %t; .reg .pred %p;
  .loc 1 17 3
  mov.u32 %t, %tid.x;
  .pragma "argus.begin 5";
  mov.u32 %i, 0;
loop:
  .pragma "argus.begin 9";
  call.uni work, ();
  .pragma "argus.end 9";
  add.u32 %i, %i, 1;
  setp.lt.u32 %p, %i, 3;
  @%p bra loop;
  .pragma "argus.end 5";
  setp.lt.u32 %p, %t, 8;
  @%p bra few;
  bra.uni end;
few:
  .pragma "argus.begin 7";
  mov.u32 %i, 1;
  .pragma "argus.end 7";
end:
  ret;
}
)";

TEST(RegionTest, CountsByStackExactly) {
  Device D;
  D.load(Nested);
  D.Request.Count = true;
  LaunchResult R = D.run("k", {2, 1, 1}, {48, 1, 1});
  Counted C = counted(D, R);
  using V = std::pair<uint64_t, uint64_t>;
  using Path = std::vector<unsigned>;
  EXPECT_EQ((C[{13, {}}]), V(4, 96));
  EXPECT_EQ((C[{15, {5}}]), V(4, 96));
  EXPECT_EQ((C[{18, Path{5, 9}}]), V(12, 288)); // the call
  EXPECT_EQ((C[{7, Path{5, 9}}]), V(12, 288));  // in the callee
  EXPECT_EQ((C[{20, {5}}]), V(12, 288));
  EXPECT_EQ((C[{29, {7}}]), V(2, 16));
  EXPECT_EQ((C[{32, {}}]), V(4, 96));
  EXPECT_EQ(C.count({7, {}}), 0u);
  std::map<Path, V> Entered;
  for (const Entries &E : R.Counts.Entered)
    Entered[pathOf(*D.P, E.Stack)] = {E.Warps, E.Threads};
  EXPECT_EQ(Entered,
            (std::map<Path, V>{{{5}, {4, 96}}, {{5, 9}, {12, 288}}, {{7}, {2, 16}}}));
  EXPECT_EQ(R.Counts.Executed[2].SourceLine, 17u);
  EXPECT_EQ(R.Counts.Executed[2].SourceFile, 1u);
  uint64_t Warps = 0;
  for (const Execution &E : R.Counts.Executed)
    Warps += E.Warps;
  EXPECT_EQ(Warps, R.WarpInstructions);
}

/// Lanes that wait for others execute an instruction once, whoever lets them go on.
TEST(RegionTest, CountsWhatWaitsForLanesOnce) {
  Device D;
  D.load(kernel("", ".reg .b32 %t; .reg .pred %p;\nmov.u32 %t, %tid.x;\n"
                    "setp.lt.u32 %p, %t, 16;\n@%p bra a;\nbra b;\n"
                    "a: bar.warp.sync 0xffff;\nbar.warp.sync -1;\nbra c;\n"
                    "b: setp.lt.u32 %p, %t, 24;\n@%p exit;\nbar.warp.sync -1;\n"
                    "c: ret;"));
  D.Request.Count = true;
  LaunchResult R = D.run("k", {1, 1, 1}, {32, 1, 1});
  Counted C = counted(D, R);
  using V = std::pair<uint64_t, uint64_t>;
  EXPECT_EQ((C[{11, {}}]), V(1, 16));
  EXPECT_EQ((C[{15, {}}]), V(1, 8));
  uint64_t Warps = 0, Threads = 0;
  for (const Execution &E : R.Counts.Executed) {
    Warps += E.Warps;
    Threads += E.Threads;
  }
  EXPECT_EQ(Warps, R.WarpInstructions);
  EXPECT_EQ(Threads, R.ThreadInstructions);
}

TEST(RegionTest, MarkersCostNoTime) {
  std::string Plain = Nested;
  for (size_t At; (At = Plain.find(".pragma")) != std::string::npos;)
    Plain.erase(At, Plain.find(';', At) - At + 1);
  auto Run = [](const std::string &Ptx) {
    Device D;
    D.load(Ptx);
    return D.run("k", {2, 1, 1}, {48, 1, 1});
  };
  LaunchResult Marked = Run(Nested), Unmarked = Run(Plain);
  EXPECT_EQ(Marked.Cycles, Unmarked.Cycles);
  EXPECT_EQ(Marked.WarpInstructions, Unmarked.WarpInstructions);
  EXPECT_TRUE(Marked.Counts.Executed.empty());
}

TEST(RegionTest, AnEndMustMatch) {
  Device D;
  D.load(kernel("", ".pragma \"argus.begin 1\";\n.pragma \"argus.end 2\";\nret;"));
  LaunchResult R = D.launch("k", {1, 1, 1}, {32, 1, 1});
  EXPECT_EQ(R.Error.Code, LaunchFailure);
  EXPECT_EQ(R.Error.Text, "kernel 'k': warp 0 of CTA (0,0,0) executed the end of "
                          "region 2 inside region 1 (PTX line 6)");
  D.load(kernel("", ".pragma \"argus.end 2\";\nret;"));
  EXPECT_EQ(D.launch("k", {1, 1, 1}, {32, 1, 1}).Error.Text,
            "kernel 'k': warp 0 of CTA (0,0,0) executed the end of region 2 outside of "
            "any (PTX line 5)");
}

/// Lane t makes t % 3 + 1 trips, the warp as many as its last lane.
TEST(RegionTest, CountsTripsByStack) {
  Device D;
  D.load(kernel("", R"(.reg .b32 %t, %n, %i; .reg .pred %p;
    mov.u32 %t, %tid.x; rem.u32 %n, %t, 3; mov.u32 %i, 0;
    .pragma "argus.begin 4";
    loop: .pragma "argus.trip 4";
    add.u32 %i, %i, 1; setp.le.u32 %p, %i, %n; @%p bra loop;
    .pragma "argus.end 4";
    ret;)"));
  D.Request.Count = true;
  const LaunchResult R = D.run("k", {2, 1, 1}, {32, 1, 1});
  ASSERT_EQ(R.Counts.Trips.size(), 1u);
  EXPECT_EQ(pathOf(*D.P, R.Counts.Trips[0].Stack), std::vector<unsigned>{4});
  EXPECT_EQ(R.Counts.Trips[0].Warps, 6u);
  EXPECT_EQ(R.Counts.Trips[0].Threads, 2u * (11 * 1 + 11 * 2 + 10 * 3));
}

TEST(RegionTest, ATripMustBeInItsLoop) {
  Device D;
  D.load(kernel("", ".pragma \"argus.begin 1\";\n.pragma \"argus.trip 2\";\nret;"));
  EXPECT_EQ(D.launch("k", {1, 1, 1}, {32, 1, 1}).Error.Text,
            "kernel 'k': warp 0 of CTA (0,0,0) executed a trip of loop 2 outside of it "
            "(PTX line 6)");
}

TEST(RegionTest, AMalformedMarkerDoesNotLoad) {
  Memory M(1 << 20);
  Machine Gpu(M);
  Fault Error;
  EXPECT_FALSE(
      Gpu.load(kernel("", ".pragma \"argus.begin x\";\nret;"), "t.ptx", Error));
  EXPECT_EQ(Error.Code, InvalidPtx);
  EXPECT_NE(Error.Text.find("t.ptx:5:"), std::string::npos) << Error.Text;
  EXPECT_NE(Error.Text.find("no region marker"), std::string::npos);
}

TEST(SpecialTest, SaysWhoAndWhere) {
  Device D;
  D.load(kernel(".param .u64 out", R"(
    .reg .b32 %r<16>; .reg .b64 %o, %t; .reg .pred %p;
    ld.param.u64 %o, [out];
    mov.u32 %r0, %tid.x; mov.u32 %r1, %tid.y; mov.u32 %r2, %tid.z;
    mov.u32 %r3, %ntid.y; mov.u32 %r4, %ctaid.y; mov.u32 %r5, %nctaid.x;
    mov.u32 %r6, %laneid; mov.u32 %r7, %lanemask_lt; mov.u32 %r8, %smid;
    mov.u32 %r9, %nsmid; mov.u32 %r10, %dynamic_smem_size; mov.u32 %r11, %warpid;
    mov.u64 %t, %globaltimer;
    mad.lo.u32 %r12, %r2, 4, %r1; mad.lo.u32 %r12, %r12, 5, %r0;
    setp.ne.u32 %p, %r12, 39; @%p exit;
    setp.ne.u32 %p, %r4, 1; @%p exit;
    st.global.v4.u32 [%o], {%r0, %r1, %r2, %r3};
    st.global.v4.u32 [%o+16], {%r4, %r5, %r6, %r7};
    st.global.v4.u32 [%o+32], {%r8, %r9, %r10, %r11};
    st.global.u64 [%o+48], %t;
    ret;)"));
  uint64_t Out = D.buffer(std::vector<uint32_t>(16));
  D.Request.DynamicShared = 512;
  D.Request.StartNs = 1000000;
  D.with(Out).run("k", {1, 2, 1}, {5, 4, 2});
  auto R = D.read<uint32_t>(Out, 12);
  EXPECT_EQ(R, (std::vector<uint32_t>{4, 3, 1, 4, 1, 1, 7, 127, 1, 8, 512, 1}));
  uint64_t Timer = D.read<uint64_t>(Out + 48, 1)[0];
  EXPECT_GT(Timer, 1000000u);
  EXPECT_LT(Timer, 1010000u);
}

} // namespace
} // namespace argus::vm
