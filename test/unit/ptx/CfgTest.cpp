//===- CfgTest.cpp - blocks, edges and meets ------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/ptx/Cfg.h"

#include "Samples.h"
#include <random>

namespace argus::ptx {

using Blocks = std::vector<unsigned>;

static Cfg cfgOf(const std::string &Statements) {
  return buildCfg(functionOf(parse(kernel(Statements), "t.ptx")), "t.ptx");
}

static Blocks meetsOf(const Cfg &G) {
  Blocks Meets;
  for (const Block &B : G.Blocks)
    Meets.push_back(B.Meet);
  return Meets;
}

TEST(Cfg, AStraightLineIsOneBlock) {
  Cfg G = cfgOf("L: mov.b32 %r1, 0; { bar.sync 0; call k, (1); } ret;");
  ASSERT_EQ(G.Blocks.size(), 1u);
  EXPECT_TRUE(G.Blocks[0].Successors.empty());
  EXPECT_TRUE(G.Blocks[0].Reachable);
  EXPECT_EQ(G.Blocks[0].Meet, NoBlock);
  EXPECT_EQ(G.Blocks[0].Last, G.BlockOf.size());
}

TEST(Cfg, AnEmptyBodyHasABlock) {
  Module M = parse(Head + ".func f() {}", "t.ptx");
  Cfg G = buildCfg(functionOf(M, "f"), "t.ptx");
  ASSERT_EQ(G.Blocks.size(), 1u);
  EXPECT_EQ(G.Blocks[0].Meet, NoBlock);
}

TEST(Cfg, Diamond) {
  Cfg G = cfgOf("@%p1 bra A; mov.b32 %r1, 0; bra B; A: mov.b32 %r1, 1; B: ret;");
  ASSERT_EQ(G.Blocks.size(), 4u);
  EXPECT_EQ(G.Blocks[0].Successors, (Blocks{1, 2}));
  EXPECT_EQ(G.Blocks[3].Predecessors, (Blocks{1, 2}));
  EXPECT_EQ(meetsOf(G), (Blocks{3, 3, 3, NoBlock}));
}

TEST(Cfg, ABranchToTheNextBlockIsOneEdge) {
  Cfg G = cfgOf("@%p1 bra A; A: ret;");
  EXPECT_EQ(G.Blocks[0].Successors, (Blocks{1}));
  EXPECT_EQ(G.Blocks[1].Predecessors, (Blocks{0}));
}

TEST(Cfg, AMarkerBetweenABranchAndALabelIsOnOneWay) {
  Cfg G = cfgOf("@%p1 bra A; .pragma \"argus.end 1\"; A: ret;");
  ASSERT_EQ(G.Blocks.size(), 3u);
  EXPECT_EQ(G.Blocks[0].Successors, (Blocks{1, 2}));
  EXPECT_EQ(G.Blocks[1].Successors, (Blocks{2}));
  EXPECT_EQ(G.Blocks[0].Meet, 2u);
}

TEST(Cfg, Loop) {
  Cfg G = cfgOf("L: @%p1 bra X; mov.b32 %r1, 0; X: @%p2 bra L; ret;");
  ASSERT_EQ(G.Blocks.size(), 4u);
  EXPECT_EQ(G.Blocks[2].Successors, (Blocks{0, 3}));
  EXPECT_EQ(meetsOf(G), (Blocks{2, 2, 3, NoBlock}));
}

TEST(Cfg, Irreducible) {
  Cfg G = cfgOf("@%p1 bra B; A: mov.b32 %r1, 0; B: mov.b32 %r1, 1; @%p2 bra A; ret;");
  ASSERT_EQ(G.Blocks.size(), 4u);
  EXPECT_EQ(G.Blocks[0].Successors, (Blocks{1, 2}));
  EXPECT_EQ(G.Blocks[2].Successors, (Blocks{1, 3}));
  EXPECT_EQ(meetsOf(G), (Blocks{2, 2, 3, NoBlock}));
}

TEST(Cfg, AGuardedEndFallsThrough) {
  Cfg G = cfgOf("@%p1 exit; mov.b32 %r1, 0; @%p2 ret; trap;");
  ASSERT_EQ(G.Blocks.size(), 3u);
  EXPECT_EQ(G.Blocks[0].Successors, (Blocks{1}));
  EXPECT_EQ(G.Blocks[1].Successors, (Blocks{2}));
  EXPECT_EQ(meetsOf(G), (Blocks{NoBlock, NoBlock, NoBlock}));
}

TEST(Cfg, RunningOffTheEnd) {
  Cfg G = cfgOf("L: @%p1 bra L;");
  ASSERT_EQ(G.Blocks.size(), 1u);
  EXPECT_EQ(G.Blocks[0].Successors, (Blocks{0}));
  EXPECT_EQ(meetsOf(G), (Blocks{NoBlock}));
}

TEST(Cfg, EndlessLoop) {
  // 0: branch; 1: return; 2..4: a diamond in a loop that nothing leaves; 5: its end.
  Cfg G = cfgOf("@%p1 bra L; ret;\n"
                "L: @%p2 bra B; mov.b32 %r1, 0; bra C; B: mov.b32 %r1, 1; C: bra L;");
  ASSERT_EQ(G.Blocks.size(), 6u);
  EXPECT_EQ(G.Blocks[5].Successors, (Blocks{2}));
  EXPECT_EQ(meetsOf(G), (Blocks{NoBlock, NoBlock, 5, 5, 5, NoBlock}));
}

TEST(Cfg, ABlockThatLeadsToAnEndlessLoopMeetsInIt) {
  Cfg G = cfgOf("bra B; A: bra A; B: @%p1 bra A; mov.b32 %r1, 0; bra A;");
  ASSERT_EQ(G.Blocks.size(), 4u);
  EXPECT_EQ(meetsOf(G), (Blocks{2, NoBlock, 1, 1}));
}

TEST(Cfg, Unreachable) {
  Cfg G = cfgOf("bra B; mov.b32 %r1, 0; B: ret;");
  ASSERT_EQ(G.Blocks.size(), 3u);
  EXPECT_FALSE(G.Blocks[1].Reachable);
  EXPECT_EQ(meetsOf(G), (Blocks{2, 2, NoBlock}));
}

TEST(Cfg, IndexedBranch) {
  Cfg G =
      cfgOf("T: .branchtargets B, A, B; brx.idx %r1, T; A: bra C; B: bra C; C: ret;");
  ASSERT_EQ(G.Blocks.size(), 4u);
  EXPECT_EQ(G.Blocks[0].Successors, (Blocks{1, 2}));
  EXPECT_EQ(G.Blocks[0].Meet, 3u);
}

TEST(Cfg, WaitLoopsOfTheSameName) {
  const std::string Wait = "{ .reg .pred P; LAB: @P bra DONE; bra LAB; DONE: }\n";
  Cfg G = cfgOf(Wait + "bar.sync 0;" + Wait + "ret;");
  ASSERT_EQ(G.Blocks.size(), 6u);
  EXPECT_EQ(G.Blocks[0].Successors, (Blocks{1, 2}));
  EXPECT_EQ(G.Blocks[1].Successors, (Blocks{0}));
  EXPECT_EQ(G.Blocks[4].Successors, (Blocks{3}));
  EXPECT_EQ(meetsOf(G), (Blocks{2, 0, 3, 5, 3, NoBlock}));
}

static std::string errorOf(const std::string &Statements) {
  try {
    cfgOf(Statements);
  } catch (const ParseError &Thrown) {
    return Thrown.what();
  }
  return "no error";
}

TEST(Cfg, Errors) {
  EXPECT_EQ(errorOf("bra;"), "t.ptx:8:1: 'bra' has no target");
  EXPECT_EQ(errorOf("L: brx.idx %r1, L;"),
            "t.ptx:8:17: 'L' is not a list of branch targets");
  EXPECT_EQ(errorOf("T: .branchtargets L; L: bra T;"),
            "t.ptx:8:29: 'T' is not a label of this function");
}

/// True where a path leads from the block to one without successors, not through
/// `Without`.
static bool reachesEnd(const Cfg &G, unsigned From, unsigned Without) {
  std::vector<bool> Seen(G.Blocks.size());
  Blocks Work = {From};
  while (!Work.empty()) {
    unsigned B = Work.back();
    Work.pop_back();
    if (B == Without || Seen[B])
      continue;
    if (G.Blocks[B].Successors.empty())
      return true;
    Seen[B] = true;
    for (unsigned Successor : G.Blocks[B].Successors)
      Work.push_back(Successor);
  }
  return false;
}

/// By the definition: of the blocks that are on all paths from B, the one that all the
/// others are behind.
static unsigned meetByDefinition(const Cfg &G, unsigned B) {
  Blocks Common;
  for (unsigned Other = 0; Other < G.Blocks.size(); ++Other)
    if (Other != B && !reachesEnd(G, B, Other))
      Common.push_back(Other);
  for (unsigned Candidate : Common) {
    bool First = true;
    for (unsigned Other : Common)
      First &= Other == Candidate || !reachesEnd(G, Candidate, Other);
    if (First)
      return Candidate;
  }
  return NoBlock;
}

TEST(Cfg, MeetsOfRandomGraphsAreByDefinition) {
  unsigned Compared = 0;
  for (unsigned Seed = 1; Seed <= 200; ++Seed) {
    std::mt19937 Random(Seed);
    unsigned Count = 3 + Random() % 12;
    std::string Text;
    for (unsigned B = 0; B < Count; ++B)
      Text += "L" + std::to_string(B) + ": bar.sync 0; " +
              (Random() % 4 ? "@%p1 " : "") + "bra L" +
              std::to_string(Random() % Count) + ";\n";
    Cfg G = cfgOf(Text + "ret;");
    // findMeets gives an endless loop a way out, the definition does not.
    bool Endless = false;
    for (unsigned B = 0; B < G.Blocks.size(); ++B)
      Endless |= !reachesEnd(G, B, NoBlock);
    for (unsigned B = 0; B < G.Blocks.size() && !Endless; ++B, ++Compared)
      EXPECT_EQ(G.Blocks[B].Meet, meetByDefinition(G, B)) << Text << "block " << B;
  }
  EXPECT_GT(Compared, 500u);
}

TEST(Cfg, ManyBlocks) {
  // A long chain is what recursion would be deepest for.
  auto Chain = [](unsigned Blocks) {
    std::string Text = "L0:\n";
    for (unsigned B = 1; B < Blocks; ++B)
      Text += "@%p1 bra L" + std::to_string(B) + "; L" + std::to_string(B) +
              ": bar.sync 0;\n";
    return Text + "@%p1 bra L0;";
  };
  EXPECT_EQ(cfgOf(Chain(131072)).Blocks.size(), 131072u);
  EXPECT_EQ(errorOf(Chain(131073)),
            "t.ptx:4:10: 'k' has more than 131072 basic blocks");
}

} // namespace argus::ptx
