//===- Coloring.cpp - as few groups as conflicts allow --------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Coloring.h"

#include <algorithm>
#include <numeric>

namespace argus {

namespace {

using Row = ConflictGraph::Row;

constexpr size_t SearchedVertices = 200;
constexpr size_t SearchSteps = 200'000;
constexpr size_t CliqueStarts = 64;
constexpr size_t None = size_t(-1);

/// The state that DSATUR and the search share.
class Partial {
public:
  explicit Partial(const ConflictGraph &Graph)
      : Graph(Graph), Degrees(Graph.size()), Saturation(Graph.size()),
        Colors(Graph.size(), None) {
    for (size_t V = 0; V < Graph.size(); ++V)
      Degrees[V] = Graph.of(V).count();
  }

  /// The uncoloured vertex that sees most colours; of several the one with most
  /// neighbours, then the first. None: all are coloured.
  size_t next() const {
    size_t Best = None;
    for (size_t V = 0; V < Graph.size(); ++V)
      if (Colors[V] == None &&
          (Best == None || Saturation[V] > Saturation[Best] ||
           (Saturation[V] == Saturation[Best] && Degrees[V] > Degrees[Best])))
        Best = V;
    return Best;
  }

  bool takes(size_t V, size_t Color) const { return !Seen[Color].test(V); }

  /// The first colour that the vertex takes; a new one if there is none.
  size_t firstColor(size_t V) const {
    size_t Color = 0;
    while (Color < Used && !takes(V, Color))
      ++Color;
    return Color;
  }

  /// Returns what the colour saw before, for `undo`.
  Row give(size_t V, size_t Color) {
    if (Color == Used) {
      ++Used;
      if (Seen.size() < Used)
        Seen.emplace_back(Graph.size());
    }
    Row Before = Seen[Color];
    const Row New = Graph.of(V) - Before;
    for (size_t U = New.find_first(); U != Row::npos; U = New.find_next(U))
      ++Saturation[U];
    Seen[Color] |= New;
    Colors[V] = Color;
    return Before;
  }

  void undo(size_t V, Row Before) {
    const size_t Color = Colors[V];
    const Row New = Seen[Color] - Before;
    for (size_t U = New.find_first(); U != Row::npos; U = New.find_next(U))
      --Saturation[U];
    Seen[Color] = std::move(Before);
    Colors[V] = None;
    if (Color + 1 == Used &&
        std::find(Colors.begin(), Colors.end(), Color) == Colors.end())
      --Used;
  }

  size_t used() const { return Used; }
  const std::vector<size_t> &colors() const { return Colors; }

private:
  const ConflictGraph &Graph;
  std::vector<size_t> Degrees, Saturation, Colors;
  std::vector<Row> Seen; ///< by colour: the vertices next to one that has it
  size_t Used = 0;
};

/// A clique with the vertex in it, by taking the best connected of what is left.
std::vector<size_t> cliqueAround(const ConflictGraph &Graph, size_t Start) {
  std::vector<size_t> Clique = {Start};
  Row Left = Graph.of(Start);
  while (Left.any()) {
    size_t Best = None, Most = 0;
    // In a large clique any neighbour does nearly as well; looking at all is cubic.
    size_t Looked = 0;
    for (size_t V = Left.find_first(); V != Row::npos && Looked < 32;
         V = Left.find_next(V), ++Looked) {
      const size_t Common = (Graph.of(V) & Left).count();
      if (Best == None || Common > Most) {
        Best = V;
        Most = Common;
      }
      if (Common + 1 == Left.count())
        break; // it is next to all others
    }
    Clique.push_back(Best);
    Left &= Graph.of(Best);
  }
  return Clique;
}

std::vector<size_t> largeClique(const ConflictGraph &Graph) {
  std::vector<size_t> Order(Graph.size());
  std::iota(Order.begin(), Order.end(), size_t(0));
  std::vector<size_t> Degrees;
  for (const size_t V : Order)
    Degrees.push_back(Graph.of(V).count());
  std::stable_sort(Order.begin(), Order.end(),
                   [&](size_t A, size_t B) { return Degrees[A] > Degrees[B]; });
  std::vector<size_t> Best;
  for (size_t I = 0; I < std::min(CliqueStarts, Order.size()); ++I) {
    if (Degrees[Order[I]] + 1 <= Best.size())
      break;
    std::vector<size_t> Found = cliqueAround(Graph, Order[I]);
    if (Found.size() > Best.size())
      Best = std::move(Found);
  }
  return Best;
}

/// Branch and bound: DSATUR that also tries the other colours.
class Search {
public:
  Search(const ConflictGraph &Graph, Coloring &Best) : State(Graph), Best(Best) {}

  void run(const std::vector<size_t> &Clique) {
    for (const size_t V : Clique)
      State.give(V, State.used());
    extend();
    if (Steps < SearchSteps)
      Best.Bound = Best.Count;
  }

private:
  void extend() {
    if (++Steps >= SearchSteps || Best.Count == Best.Bound)
      return;
    const size_t V = State.next();
    if (V == None) {
      Best.Colors = State.colors();
      Best.Count = State.used();
      return;
    }
    // One colour that nothing has yet is as good as another.
    for (size_t Color = 0; Color <= State.used() && Color + 1 < Best.Count; ++Color)
      if (Color == State.used() || State.takes(V, Color)) {
        const bool Fresh = Color == State.used();
        Row Before = State.give(V, Color);
        if (State.used() < Best.Count)
          extend();
        State.undo(V, std::move(Before));
        if (Fresh)
          break;
      }
  }

  Partial State;
  Coloring &Best;
  size_t Steps = 0;
};

} // namespace

Coloring color(const ConflictGraph &Graph) {
  Partial State(Graph);
  for (size_t V; (V = State.next()) != None;)
    State.give(V, State.firstColor(V));
  Coloring Result{State.colors(), State.used(), 0};
  const std::vector<size_t> Clique = largeClique(Graph);
  Result.Bound = Clique.size();
  if (Result.Count > Result.Bound && Graph.size() <= SearchedVertices)
    Search(Graph, Result).run(Clique);
  return Result;
}

} // namespace argus
