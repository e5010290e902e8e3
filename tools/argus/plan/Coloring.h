//===- Coloring.h - as few groups as conflicts allow ----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_PLAN_COLORING_H
#define ARGUS_TOOL_PLAN_COLORING_H

#include <boost/dynamic_bitset.hpp>
#include <cstddef>
#include <vector>

namespace argus {

/// An undirected graph as a matrix of bits: 10,000 vertices that all conflict are
/// 50 million edges, which take 12.5 MB here.
class ConflictGraph {
public:
  using Row = boost::dynamic_bitset<>;

  explicit ConflictGraph(size_t Vertices) : Rows(Vertices, Row(Vertices)) {}

  void add(size_t A, size_t B) {
    Rows[A].set(B);
    Rows[B].set(A);
  }
  /// All of `Others` but the vertex itself. The caller adds the opposite direction.
  void addAll(size_t Vertex, const Row &Others) {
    Rows[Vertex] |= Others;
    Rows[Vertex].reset(Vertex);
  }
  const Row &of(size_t Vertex) const { return Rows[Vertex]; }
  size_t size() const { return Rows.size(); }

private:
  std::vector<Row> Rows;
};

struct Coloring {
  std::vector<size_t> Colors; ///< of each vertex, from 0 without a gap
  size_t Count = 0;           ///< of colours
  size_t Bound =
      0; ///< no colouring has fewer: the size of a clique, or proven by search
};

/// Colours by DSATUR (D. Brélaz, "New methods to color the vertices of a graph", CACM
/// 22 (4), 1979). Where that has more colours than a clique found greedily, and the
/// graph is small, searches on for fewer, up to a limit of steps. The same graph gives
/// the same colours.
Coloring color(const ConflictGraph &Graph);

} // namespace argus

#endif // ARGUS_TOOL_PLAN_COLORING_H
