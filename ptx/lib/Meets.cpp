//===- Meets.cpp - immediate post-dominators ------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dominators of the reversed graph from a virtual exit, which all blocks that may end
// the function lead to. A loop without a way out is given one, from its last block in
// the text, so that each block has a path to the exit and Meet says where paths inside
// the loop join.
//
// The dominators are found by the iteration of Cooper, Harvey and Kennedy ("A Simple,
// Fast Dominance Algorithm"). Boost's lengauer_tarjan_dominator_tree recurses as deep
// as a chain of blocks is long: a kernel of 32768 blocks overflowed a stack of 8 MiB in
// a sanitised build.
//
//===----------------------------------------------------------------------===//

#include "Meets.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>

#include <algorithm>

namespace argus::ptx {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

/// Of each strongly connected component that nothing leaves, the last block.
static void addEndlessLoops(const Cfg &G, std::vector<bool> &Ends) {
  Graph Edges(G.Blocks.size());
  for (unsigned B = 0; B < G.Blocks.size(); ++B)
    for (unsigned Successor : G.Blocks[B].Successors)
      boost::add_edge(B, Successor, Edges);
  std::vector<unsigned> Component(G.Blocks.size());
  unsigned Count = boost::strong_components(
      Edges, boost::make_iterator_property_map(Component.begin(),
                                               boost::get(boost::vertex_index, Edges)));
  std::vector<unsigned> Last(Count);
  std::vector<bool> Left(Count);
  for (unsigned B = 0; B < G.Blocks.size(); ++B) {
    unsigned Mine = Component[B];
    Last[Mine] = B;
    if (Ends[B])
      Left[Mine] = true;
    for (unsigned Successor : G.Blocks[B].Successors)
      if (Component[Successor] != Mine)
        Left[Mine] = true;
  }
  for (unsigned C = 0; C < Count; ++C)
    if (!Left[C])
      Ends[Last[C]] = true;
}

namespace {

/// Works on numbers in post-order of the reversed graph: what dominates has the larger.
class PostDominators {
public:
  PostDominators(Cfg &G, const std::vector<bool> &Ends) : G(G), Ends(Ends) {}
  void find();

private:
  void number();
  void visit(unsigned From);
  unsigned meetOf(unsigned Block) const;

  Cfg &G;
  const std::vector<bool> &Ends;
  std::vector<unsigned> Order;     ///< blocks by their number
  std::vector<unsigned> NumberOf;  ///< by block; NoBlock: not visited
  std::vector<unsigned> Dominator; ///< by number; the virtual exit has the largest
};

} // namespace

void PostDominators::visit(unsigned From) {
  constexpr unsigned Entered = NoBlock - 1;
  std::vector<std::pair<unsigned, size_t>> Path = {{From, 0}};
  NumberOf[From] = Entered;
  while (!Path.empty()) {
    auto &[Block, Next] = Path.back();
    const std::vector<unsigned> &To = G.Blocks[Block].Predecessors;
    if (Next == To.size()) {
      NumberOf[Block] = unsigned(Order.size());
      Order.push_back(Block);
      Path.pop_back();
    } else if (unsigned B = To[Next++]; NumberOf[B] == NoBlock) {
      NumberOf[B] = Entered;
      Path.emplace_back(B, 0);
    }
  }
}

void PostDominators::number() {
  NumberOf.assign(G.Blocks.size(), NoBlock);
  for (unsigned B = 0; B < G.Blocks.size(); ++B)
    if (Ends[B] && NumberOf[B] == NoBlock)
      visit(B);
}

/// The number of where all ways on from the block that have a dominator yet meet.
unsigned PostDominators::meetOf(unsigned Block) const {
  unsigned Meet = Ends[Block] ? unsigned(Order.size()) : NoBlock;
  for (unsigned Successor : G.Blocks[Block].Successors) {
    unsigned Other = NumberOf[Successor];
    if (Dominator[Other] == NoBlock)
      continue;
    if (Meet == NoBlock)
      Meet = Other;
    while (Meet != Other) {
      unsigned &Lower = Meet < Other ? Meet : Other;
      Lower = Dominator[Lower];
    }
  }
  return Meet;
}

void PostDominators::find() {
  number();
  auto Exit = unsigned(Order.size());
  Dominator.assign(Exit + 1, NoBlock);
  Dominator[Exit] = Exit;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned N = Exit; N-- > 0;) {
      unsigned Meet = meetOf(Order[N]);
      Changed |= Meet != Dominator[N];
      Dominator[N] = Meet;
    }
  }
  for (unsigned N = 0; N < Exit; ++N)
    if (Dominator[N] != Exit)
      G.Blocks[Order[N]].Meet = Order[Dominator[N]];
}

void findMeets(Cfg &G, const std::vector<bool> &MayEnd) {
  std::vector<bool> Ends = MayEnd;
  addEndlessLoops(G, Ends);
  PostDominators(G, Ends).find();
}

} // namespace argus::ptx
