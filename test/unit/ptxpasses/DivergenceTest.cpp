//===- DivergenceTest.cpp - where a part of a warp may run ---------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Divergence.h"

#include "argus/ptx/Parser.h"

#include <gtest/gtest.h>

namespace argus::ptxpasses {
namespace {

/// The names of the labels whose blocks a part of the warp may run, of a kernel with a
/// parameter `n` and some registers.
std::vector<std::string> divergentLabels(const std::string &Statements) {
  const std::string Text =
      ".version 8.6\n.target sm_90a\n.address_size 64\n.const .b32 table[64];\n"
      ".visible .entry k(.param .u32 n)\n{\n"
      ".reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %rd<4>;\n" +
      Statements + "\n}\n";
  const ptx::Module M = ptx::parse(Text, "t.ptx");
  const ptx::Function &F = *M.function("k");
  const ptx::Cfg G = ptx::buildCfg(F, "t.ptx");
  const std::vector<bool> Divergent = divergentBlocks(F, G);
  std::vector<std::string> Names;
  for (unsigned S = 0; S < F.Body.size(); ++S)
    if (const auto *L = std::get_if<ptx::Label>(&F.Body[S]);
        L && Divergent[G.BlockOf[S]])
      Names.push_back(L->Name);
  return Names;
}

using Labels = std::vector<std::string>;

/// What is in %r1 decides a branch around A; B is where its ways meet.
Labels branchOn(const std::string &MakeR1) {
  return divergentLabels(MakeR1 + " setp.eq.u32 %p1, %r1, 3; @%p1 bra B;\n"
                                  "A: mov.u32 %r2, 1;\nB: ret;");
}

TEST(Divergence, ThreadIndicesDiffer) {
  EXPECT_EQ(branchOn("mov.u32 %r1, %tid.x;"), Labels{"A"});
  EXPECT_EQ(branchOn("mov.u32 %r1, %laneid;"), Labels{"A"});
  EXPECT_EQ(branchOn("mov.u32 %r3, %tid.x; add.u32 %r1, %r3, 1;"), Labels{"A"});
  EXPECT_EQ(branchOn("mov.u32 %r1, %clock;"), Labels{"A"});
}

TEST(Divergence, WhatTheWarpSharesDoesNot) {
  for (const char *Code :
       {"mov.u32 %r1, %ctaid.x;", "mov.u32 %r1, %warpid;", "mov.u32 %r1, 4;",
        "ld.param.u32 %r1, [n];", "mov.b64 %rd1, n; ld.param.u32 %r1, [%rd1+4];",
        "ld.const.u32 %r1, [table+4];",
        "ld.param.u32 %r2, [n]; mov.u32 %r3, %ntid.x; mad.lo.u32 %r1, %r2, %r3, 5;",
        "ld.global.nc.u32 %r1, [%rd1];", "mov.u32 %r1, WARP_SZ;"})
    EXPECT_EQ(branchOn(Code), Labels()) << Code;
}

TEST(Divergence, MemoryMayDiffer) {
  for (const char *Code :
       {"ld.global.u32 %r1, [%rd1];", "ld.shared.u32 %r1, [%rd1];",
        "atom.global.add.u32 %r1, [%rd1], 1;", "ld.local.u32 %r1, [%rd1];",
        "{ .param .b32 x; ld.param.b32 %r1, [x]; }", "activemask.b32 %r1;",
        "mov.u32 %r2, %tid.x; cvt.u64.u32 %rd2, %r2; ld.const.u32 %r1, [%rd2];",
        "addc.u32 %r1, %r2, %r3;"})
    EXPECT_EQ(branchOn(Code), Labels{"A"}) << Code;
}

/// CUTLASS finds a warp's role so.
TEST(Divergence, AShuffleFromOneLaneIsUniform) {
  const std::string Tid = "mov.u32 %r2, %tid.x; shr.u32 %r3, %r2, 5; ";
  EXPECT_EQ(branchOn(Tid + "shfl.sync.idx.b32 %r1|%p2, %r3, 0, 31, -1;"), Labels());
  EXPECT_EQ(branchOn(Tid + "mov.u32 %r4, 0; mov.u32 %r5, 31; mov.u32 %r6, -1;"
                           "shfl.sync.idx.b32 %r1|%p2, %r3, %r4, %r5, %r6;"),
            Labels());
  EXPECT_EQ(branchOn(Tid + "shfl.sync.idx.b32 %r1|%p2, %r3, %r2, 31, -1;"),
            Labels{"A"});
  EXPECT_EQ(branchOn(Tid + "shfl.sync.bfly.b32 %r1|%p2, %r3, 1, 31, -1;"), Labels{"A"});
  // Of half a warp each.
  EXPECT_EQ(branchOn(Tid + "shfl.sync.idx.b32 %r1|%p2, %r3, 0, 0x101f, -1;"),
            Labels{"A"});
  EXPECT_EQ(branchOn(Tid + "mov.u32 %r5, 31; @%p3 mov.u32 %r5, 15;"
                           "shfl.sync.idx.b32 %r1|%p2, %r3, 0, %r5, -1;"),
            Labels{"A"});
}

TEST(Divergence, AVoteOfAllIsUniform) {
  const std::string Tid = "mov.u32 %r2, %tid.x; setp.eq.u32 %p2, %r2, 0; ";
  EXPECT_EQ(branchOn(Tid + "vote.sync.ballot.b32 %r1, %p2, -1;"), Labels());
  EXPECT_EQ(branchOn(Tid + "vote.sync.ballot.b32 %r1, %p2, %r2;"), Labels{"A"});
  EXPECT_EQ(branchOn(Tid + "redux.sync.add.u32 %r1, %r2, -1;"), Labels());
}

TEST(Divergence, EndsWhereTheWaysMeet) {
  EXPECT_EQ(divergentLabels("mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 3;\n"
                            "@%p1 bra A; bra B;\nA: add.u32 %r2, %r2, 1; bra C;\n"
                            "B: add.u32 %r2, %r2, 2;\nC: bar.sync 0;\nD: ret;"),
            (Labels{"A", "B"}));
}

TEST(Divergence, ALoopOfSomeLanesIsDivergentAndWhatItCountsToo) {
  EXPECT_EQ(divergentLabels("mov.u32 %r1, %tid.x; mov.u32 %r2, 0;\n"
                            "L: add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, %r1;\n"
                            "@%p1 bra L;\nM: setp.eq.u32 %p2, %r2, 4; @%p2 bra N;\n"
                            "O: mov.u32 %r3, 0;\nN: ret;"),
            (Labels{"L", "O"}));
}

TEST(Divergence, AUniformLoopIsNot) {
  EXPECT_EQ(divergentLabels("ld.param.u32 %r1, [n]; mov.u32 %r2, 0;\n"
                            "L: add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, %r1;\n"
                            "@%p1 bra L;\nM: ret;"),
            Labels());
}

TEST(Divergence, BehindAReturnOfSomeLanesOthersAreMissing) {
  const std::string Tid = "mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 3;\n";
  EXPECT_EQ(divergentLabels(Tid + "@%p1 exit;\nA: bar.sync 0;\nB: ret;"),
            (Labels{"A", "B"}));
  EXPECT_EQ(divergentLabels(Tid + "@%p1 bra A; bar.sync 0;\nB: ret;\nA: ret;"),
            (Labels{"B", "A"}));
  EXPECT_EQ(divergentLabels("@%p1 exit;\nA: ret;"), Labels());
}

/// What a part of the warp wrote, the others did not.
TEST(Divergence, WritesOfSomeLanesDiffer) {
  const std::string Tid = "mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 3;\n";
  EXPECT_EQ(divergentLabels(Tid + "mov.u32 %r2, 0; @%p1 bra A; bra B;\n"
                                  "A: mov.u32 %r2, 1;\n"
                                  "B: setp.eq.u32 %p2, %r2, 0; @%p2 bra D;\n"
                                  "C: mov.u32 %r3, 0;\nD: ret;"),
            (Labels{"A", "C"}));
  EXPECT_EQ(divergentLabels(Tid + "mov.u32 %r2, 0; @%p1 mov.u32 %r2, 1;\n"
                                  "setp.eq.u32 %p2, %r2, 0; @%p2 bra D;\n"
                                  "C: mov.u32 %r3, 0;\nD: ret;"),
            Labels{"C"});
}

TEST(Divergence, ATableOfBranchesByLaneDiverges) {
  const std::string Rest = "\nT: .branchtargets A, B;\nbrx.idx %r1, T;\n"
                           "A: mov.u32 %r2, 1; bra C;\nB: mov.u32 %r2, 2;\nC: ret;";
  EXPECT_EQ(divergentLabels("mov.u32 %r1, %laneid;" + Rest), (Labels{"A", "B"}));
  EXPECT_EQ(divergentLabels("mov.u32 %r1, %ctaid.x;" + Rest), Labels());
}

} // namespace
} // namespace argus::ptxpasses
