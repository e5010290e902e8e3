//===- NvccTest.cpp - traces of what nvcc compiles -----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../ToolkitTest.h"
#include "Samples.h"
#include "TracedLaunch.h"
#include "argus/ptxpasses/Trace.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace argus {
namespace {

constexpr const char *Kernels[] = {"straight",  "nested", "loops", "divergent",
                                   "early",     "warps",  "cases", "calls",
                                   "recursion", "empties"};

class NvccTest : public ToolkitTest {
protected:
  std::string compile(const std::string &Arch, const std::string &Option = "-O3") {
    const std::string Ptx = (Root.path() / "kernels.ptx").string();
    runTool({Cuda.Path + "/bin/nvcc", "-ptx", "-arch=" + Arch, Option,
             ARGUS_TEST_KERNELS, "-o", Ptx});
    return readFile(Ptx);
  }

  void assemble(const std::string &Ptx, const std::string &Arch,
                const std::string &Option = "-O3") {
    const std::string File = (Root.path() / "traced.ptx").string();
    writeFile(File, Ptx);
    const std::map<std::string, std::string> OfPtxas = {
        {"-G", "-g"}, {"-lineinfo", "-lineinfo"}, {"-rdc=true", "-c"}};
    const auto Known = OfPtxas.find(Option);
    runTool({Cuda.Ptxas, "-arch=" + Arch,
             Known == OfPtxas.end() ? "-O3" : Known->second, File, "-o",
             (Root.path() / "traced.cubin").string()});
  }

  ptxpasses::TraceResult trace(const std::string &Ptx,
                               const std::set<unsigned> &Without = {}) {
    ptxpasses::TraceRequest R;
    for (unsigned Site = 1; Site < 20; ++Site)
      if (!Without.count(Site))
        R.Sites.insert(Site);
    unsigned Index = 40;
    for (const char *Kernel : Kernels)
      R.KernelIndex[Kernel] = Index++;
    return tracePtx(Ptx, R);
  }
};

const std::vector<Shape> Shapes = {
    {{1, 1, 1}, {1, 1, 1}},      {{2, 1, 1}, {32, 1, 1}},   {{1, 1, 1}, {33, 1, 1}},
    {{3, 2, 1}, {256, 1, 1}, 4}, {{2, 1, 2}, {5, 4, 3}, 0},
};

std::string shapeText(const Shape &S) {
  return std::to_string(S.Grid.X) + "x" + std::to_string(S.Block.X);
}

/// In each warp, what begins ends.
void expectBalanced(const Trace &T) {
  std::map<std::pair<uint64_t, unsigned>, std::map<unsigned, int>> Open;
  for (const Chunk &C : T.Chunks)
    for (const ArgusEvent &E : C.Events) {
      const unsigned Kind = E.payload >> ARGUS_EVENT_KIND_SHIFT & 3;
      int &Depth = Open[{C.Head.cta, C.Head.warp}][E.payload & 0xffff];
      Depth += Kind == ARGUS_EVENT_BEGIN ? 1 : Kind == ARGUS_EVENT_END ? -1 : 0;
    }
  for (const auto &[Warp, Sites] : Open)
    for (const auto &[Site, Depth] : Sites)
      EXPECT_EQ(Depth, 0) << "site " << Site << ", warp " << Warp.second;
}

void expectInOrder(const Chunk &C) {
  // An end's clock is read before the lane opens a chunk for it.
  uint64_t Last = 0;
  for (const ArgusEvent &E : C.Events) {
    const uint64_t Clock = E.clock | uint64_t(E.payload >> ARGUS_EVENT_CLOCK_SHIFT)
                                         << 32;
    EXPECT_GE(Clock, Last);
    EXPECT_EQ(E.payload >> 18 & 0x3f, 0u);
    Last = Clock;
  }
  EXPECT_LE(Last, C.Head.end_clock);
}

void expectHeaders(const Trace &T, const Shape &S, unsigned Kernel) {
  const unsigned Threads = S.Block.X * S.Block.Y * S.Block.Z;
  std::set<std::tuple<uint64_t, unsigned, unsigned>> Lanes;
  for (const Chunk &C : T.Chunks) {
    const ArgusChunkHeader &H = C.Head;
    EXPECT_EQ(H.state, ARGUS_CHUNK_CLOSED);
    EXPECT_EQ(H.kernel, Kernel);
    EXPECT_EQ(H.launch, 77u);
    EXPECT_LT(H.cta, S.Grid.X * S.Grid.Y * S.Grid.Z);
    EXPECT_LT(H.warp * 32u + H.lane, Threads);
    EXPECT_LE(H.begin_clock, H.end_clock);
    EXPECT_LE(H.begin_globaltimer, H.end_globaltimer);
    EXPECT_TRUE(Lanes.emplace(H.cta, H.warp, H.lane).second) << "two chunks of a lane";
    expectInOrder(C);
  }
}

TEST_F(NvccTest, RecordsWhatTheMarkersCount) {
  const std::string Ptx = compile("sm_90a");
  const ptxpasses::TraceResult R = trace(Ptx);
  EXPECT_TRUE(R.Notes.empty()) << R.Notes.front();
  for (unsigned K = 0; K < std::size(Kernels); ++K)
    for (const Shape &S : Shapes)
      for (const bool Reserved : {true, false}) {
        SCOPED_TRACE(std::string(Kernels[K]) + " " + shapeText(S) +
                     (Reserved ? ", reserved" : ""));
        const Truth Expected = truthOf(Ptx, Kernels[K], S);
        ASSERT_EQ(Expected.Error, "");
        const Trace T = traceOf(R.Ptx, Kernels[K], S, {4096, 2048, Reserved});
        ASSERT_EQ(T.Error, "");
        EXPECT_EQ(T.Out, Expected.Out);
        EXPECT_EQ(T.counts(), Expected.Counts);
        EXPECT_EQ(T.Arena.lost_chunks, 0u);
        // Lanes that return by themselves from where they went together each end it.
        if (Kernels[K] != std::string("early"))
          expectBalanced(T);
        expectHeaders(T, S, 40 + K);
      }
}

/// Unoptimised code keeps variables in local memory, and relocatable code may be called
/// from elsewhere.
TEST_F(NvccTest, RecordsWhateverTheOptions) {
  const Shape S = {{2, 1, 1}, {96, 1, 1}, 3};
  for (const char *Option : {"-G", "-lineinfo", "-rdc=true", "-Xcicc=-O1"}) {
    const std::string Ptx = compile("sm_90a", Option);
    const ptxpasses::TraceResult R = trace(Ptx);
    EXPECT_TRUE(R.Notes.empty()) << R.Notes.front();
    for (const char *Kernel : Kernels) {
      SCOPED_TRACE(std::string(Kernel) + " " + Option);
      const Truth Expected = truthOf(Ptx, Kernel, S);
      const Trace T = traceOf(R.Ptx, Kernel, S);
      ASSERT_EQ(T.Error, "");
      EXPECT_EQ(T.Out, Expected.Out);
      EXPECT_EQ(T.counts(), Expected.Counts);
    }
    assemble(R.Ptx, "sm_90a", Option);
  }
}

/// The cursor counts on where a chunk is full, and where there is none.
TEST_F(NvccTest, CountsWhatDoesNotFit) {
  const std::string Ptx = compile("sm_90a");
  const ptxpasses::TraceResult R = trace(Ptx);
  const Shape S = {{3, 2, 1}, {256, 1, 1}, 9};
  for (const char *Kernel : Kernels) {
    SCOPED_TRACE(Kernel);
    uint64_t Expected = 0;
    for (const auto &[Event, Count] : truthOf(Ptx, Kernel, S).Counts)
      Expected += Count;
    const Trace Tiny = traceOf(R.Ptx, Kernel, S, {2, 2048, true});
    EXPECT_EQ(Tiny.executed(), Expected);
    EXPECT_EQ(Tiny.Arena.lost_chunks, 0u);
    const Trace Few = traceOf(R.Ptx, Kernel, S, {2, 20, true});
    EXPECT_EQ(Few.executed(), Expected);
    EXPECT_GE(Few.Arena.lost_chunks, 48u - 18u);
    EXPECT_GT(Few.Arena.lost_events, 0u);
    EXPECT_EQ(Few.Chunks.size(), 18u);
    const Trace Next = traceOf(R.Ptx, Kernel, S, {2, 20, false});
    EXPECT_EQ(Next.executed(), Expected);
    EXPECT_EQ(Next.Chunks.size(), 20u);
  }
}

/// Where all lanes of a warp go the same way, its leader alone records.
TEST_F(NvccTest, UniformKernelsTakeAChunkAWarp) {
  const ptxpasses::TraceResult R = trace(compile("sm_90a"));
  const Shape S = {{2, 1, 1}, {256, 1, 1}};
  for (const char *Kernel : {"straight", "nested", "loops", "warps"}) {
    const Trace T = traceOf(R.Ptx, Kernel, S);
    EXPECT_EQ(T.Chunks.size(), 16u) << Kernel;
    for (const Chunk &C : T.Chunks)
      EXPECT_EQ(C.Head.lane, 0);
  }
}

/// Without a runtime the control variable is zero.
TEST_F(NvccTest, RecordsNothingWithoutAnArena) {
  const std::string Ptx = compile("sm_90a");
  const ptxpasses::TraceResult R = trace(Ptx);
  for (const char *Kernel : Kernels) {
    const Shape S = {{2, 1, 1}, {64, 1, 1}};
    const Truth Expected = truthOf(Ptx, Kernel, S);
    const Truth Untraced = truthOf(R.Ptx, Kernel, S);
    EXPECT_EQ(Untraced.Error, "");
    EXPECT_EQ(Untraced.Out, Expected.Out) << Kernel;
  }
}

TEST_F(NvccTest, RecordsTheWantedSitesOnly) {
  const std::string Ptx = compile("sm_90a");
  const std::set<unsigned> Without = {2, 4, 11};
  const ptxpasses::TraceResult R = trace(Ptx, Without);
  EXPECT_EQ(R.Ptx.find("argus.begin"), std::string::npos);
  const Shape S = {{1, 1, 1}, {33, 1, 1}};
  for (const char *Kernel : Kernels) {
    EventCounts Expected = truthOf(Ptx, Kernel, S).Counts;
    for (auto I = Expected.begin(); I != Expected.end();)
      I = Without.count(I->first.first) ? Expected.erase(I) : std::next(I);
    EXPECT_EQ(traceOf(R.Ptx, Kernel, S).counts(), Expected) << Kernel;
  }
}

TEST_F(NvccTest, AssemblesForEachTarget) {
  for (const char *Arch : {"sm_80", "sm_90a"}) {
    const ptxpasses::TraceResult R = trace(compile(Arch));
    EXPECT_EQ(R.Sites.front(), 1u);
    EXPECT_EQ(R.Sites.back(), 12u);
    assemble(R.Ptx, Arch);
  }
}

TEST_F(NvccTest, AssemblesWhatNvccDoesNotWrite) {
  assemble(tracePtx(ptxpasses::callsSample(), ptxpasses::request()).Ptx, "sm_80");
  assemble(tracePtx(ptxpasses::endsSample(), ptxpasses::request()).Ptx, "sm_80");
}

} // namespace
} // namespace argus
