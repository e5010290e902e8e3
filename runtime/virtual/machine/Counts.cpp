//===- Counts.cpp - counts executed instructions by region ----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Counts.h"

#include <algorithm>

namespace argus::vm {

void Counter::reset(const LoadedProgram &P) {
  FunctionStart.clear();
  Instructions = 0;
  for (const auto &F : P.Functions) {
    FunctionStart.push_back(Instructions);
    Instructions += F->Places.size();
  }
  Rows.clear();
  Entered.clear();
  Trips.clear();
}

std::vector<Counter::Count> &Counter::rowOf(unsigned Stack) {
  while (Rows.size() <= Stack)
    Rows.emplace_back();
  if (Rows[Stack].empty())
    Rows[Stack].resize(Instructions);
  return Rows[Stack];
}

void Counter::select(const Warp &W) {
  if (!W.Active)
    return;
  unsigned First = W.Regions[__builtin_ctz(W.Active)];
  Uniform = true;
  forActive(W.Active, [&](unsigned Lane) { Uniform &= W.Regions[Lane] == First; });
  if (Uniform)
    Row = &rowOf(First);
}

/// Calls Use(stack, lanes) for each stack among the lanes of Mask.
template <class Function>
static void forStacks(const Warp &W, uint32_t Mask, Function Use) {
  while (Mask) {
    unsigned Stack = W.Regions[__builtin_ctz(Mask)];
    uint32_t Same = 0;
    forActive(Mask, [&](unsigned Lane) {
      if (W.Regions[Lane] == Stack)
        Same |= 1u << Lane;
    });
    Use(Stack, unsigned(__builtin_popcount(Same)));
    Mask &= ~Same;
  }
}

void Counter::countMixed(const Warp &W, size_t Index) {
  forStacks(W, W.Active, [&](unsigned Stack, unsigned Threads) {
    Count &C = rowOf(Stack)[Index];
    ++C.Warps;
    C.Threads += Threads;
  });
}

void Counter::recount(const Warp &W, const Op &I, uint32_t Mask, bool More) {
  size_t Index = FunctionStart[W.F->C->Index] + I.Instr;
  forStacks(W, Mask, [&](unsigned Stack, unsigned Threads) {
    Count &C = rowOf(Stack)[Index];
    C.Warps += More ? 1 : -uint64_t(1);
    C.Threads += More ? Threads : -uint64_t(Threads);
  });
}

void Counter::addTo(std::vector<Count> &Counts, const Warp &W, uint32_t Mask) {
  forStacks(W, Mask, [&](unsigned Stack, unsigned Threads) {
    if (Counts.size() <= Stack)
      Counts.resize(Stack + 1);
    ++Counts[Stack].Warps;
    Counts[Stack].Threads += Threads;
  });
}

LaunchCounts Counter::result(const LoadedProgram &P) const {
  LaunchCounts Result;
  for (size_t F = 0; F < P.Functions.size(); ++F)
    for (size_t I = 0; I < P.Functions[F]->Places.size(); ++I)
      for (unsigned Stack = 0; Stack < Rows.size(); ++Stack) {
        if (Rows[Stack].empty())
          continue;
        const Place &At = P.Functions[F]->Places[I];
        const Count &C = Rows[Stack][FunctionStart[F] + I];
        if (C.Warps && At.Text)
          Result.Executed.push_back(
              {At.PtxLine, At.SourceFile, At.SourceLine, Stack, C.Warps, C.Threads});
      }
  std::stable_sort(Result.Executed.begin(), Result.Executed.end(),
                   [](const Execution &A, const Execution &B) {
                     return A.PtxLine != B.PtxLine ? A.PtxLine < B.PtxLine
                                                   : A.Stack < B.Stack;
                   });
  auto Copy = [](const std::vector<Count> &From, std::vector<Entries> &To) {
    for (unsigned Stack = 0; Stack < From.size(); ++Stack)
      if (From[Stack].Warps)
        To.push_back({Stack, From[Stack].Warps, From[Stack].Threads});
  };
  Copy(Entered, Result.Entered);
  Copy(Trips, Result.Trips);
  return Result;
}

} // namespace argus::vm
