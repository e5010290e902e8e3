//===- Counts.h - counts executed instructions by region ----------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_COUNTS_H
#define ARGUS_VIRTUAL_COUNTS_H

#include "Warp.h"

namespace argus::vm {

class Counter {
public:
  /// One row a stack, one count an instruction of all functions.
  void reset(const LoadedProgram &P);
  /// The warp's current leaf has changed, or its regions have.
  void select(const Warp &W);
  void executed(const Warp &W, const Op &I) {
    size_t Index = FunctionStart[W.F->C->Index] + I.Instr;
    if (Uniform) {
      Count &C = (*Row)[Index];
      ++C.Warps;
      C.Threads += unsigned(__builtin_popcount(W.Active));
      return;
    }
    countMixed(W, Index);
  }
  /// Once more, or once less, for the lanes of Mask.
  void recount(const Warp &W, const Op &I, uint32_t Mask, bool More);
  /// The lanes of Mask have just got new stacks.
  void entered(const Warp &W, uint32_t Mask) { addTo(Entered, W, Mask); }
  /// The lanes of Mask have begun a trip of the loop on top of their stacks.
  void tripped(const Warp &W, uint32_t Mask) { addTo(Trips, W, Mask); }
  LaunchCounts result(const LoadedProgram &P) const;

private:
  struct Count {
    uint64_t Warps = 0, Threads = 0;
  };
  std::vector<Count> &rowOf(unsigned Stack);
  void countMixed(const Warp &W, size_t Index);
  static void addTo(std::vector<Count> &Counts, const Warp &W, uint32_t Mask);

  std::vector<size_t> FunctionStart;
  size_t Instructions = 0;
  std::deque<std::vector<Count>> Rows; ///< by stack; empty: none counted
  std::vector<Count> Entered, Trips;   ///< by stack
  std::vector<Count> *Row = nullptr;   ///< of the current leaf's stack
  bool Uniform = true;
};

} // namespace argus::vm

#endif // ARGUS_VIRTUAL_COUNTS_H
