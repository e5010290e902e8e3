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
//===----------------------------------------------------------------------===//

#include "Meets.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dominator_tree.hpp>
#include <boost/graph/strong_components.hpp>

namespace argus::ptx {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;
using Vertex = boost::graph_traits<Graph>::vertex_descriptor;

/// Of each strongly connected component that nothing leaves, the last block.
static void addEndlessLoops(const Cfg &G, const Graph &Reversed,
                            std::vector<bool> &Ends) {
  std::vector<unsigned> Component(G.Blocks.size());
  auto Index = boost::get(boost::vertex_index, Reversed);
  unsigned Count = boost::strong_components(
      Reversed, boost::make_iterator_property_map(Component.begin(), Index));
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

void findMeets(Cfg &G, const std::vector<bool> &MayEnd) {
  std::vector<bool> Ends = MayEnd;
  Graph Reversed(G.Blocks.size());
  for (unsigned B = 0; B < G.Blocks.size(); ++B)
    for (unsigned Successor : G.Blocks[B].Successors)
      boost::add_edge(Successor, B, Reversed);
  addEndlessLoops(G, Reversed, Ends);
  Vertex Exit = boost::add_vertex(Reversed);
  for (unsigned B = 0; B < G.Blocks.size(); ++B)
    if (Ends[B])
      boost::add_edge(Exit, B, Reversed);
  std::vector<Vertex> Dominator(G.Blocks.size() + 1, Exit);
  boost::lengauer_tarjan_dominator_tree(
      Reversed, Exit,
      boost::make_iterator_property_map(Dominator.begin(),
                                        boost::get(boost::vertex_index, Reversed)));
  for (unsigned B = 0; B < G.Blocks.size(); ++B)
    G.Blocks[B].Meet = Dominator[B] == Exit ? NoBlock : unsigned(Dominator[B]);
}

} // namespace argus::ptx
