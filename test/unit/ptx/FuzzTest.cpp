//===- FuzzTest.cpp - damaged text only throws ParseError -----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include "argus/ptx/Cfg.h"
#include "argus/ptx/Compare.h"
#include "argus/ptx/Printer.h"

#include <random>

namespace argus::ptx {

namespace {

class Mutator {
public:
  explicit Mutator(unsigned Seed) : Random(Seed) {}

  /// One to three damages.
  std::string damage(std::string Text) {
    for (size_t N = below(3) + 1; N > 0; --N)
      below(2) ? damageBytes(Text) : damageWords(Text);
    return Text;
  }

private:
  // Not a distribution of <random>: those differ between libraries.
  size_t below(size_t Limit) { return Limit ? Random() % Limit : 0; }

  void damageBytes(std::string &Text) {
    size_t At = below(Text.size()), Other = below(Text.size());
    switch (below(5)) {
    case 0:
      Text.erase(At, below(4) + 1);
      break;
    case 1:
      Text.insert(At, Text.substr(Other, below(8)));
      break;
    case 2:
      std::swap(Text[At], Text[Other]);
      break;
    case 3:
      Text[At] = char(below(256));
      break;
    default:
      Text.resize(At);
    }
  }

  /// A word, number or mark with its place.
  std::pair<size_t, size_t> token(const std::string &Text) {
    constexpr const char *Separators = " \t\n,;()[]{}";
    size_t Begin = Text.find_first_not_of(" \t\n", below(Text.size()));
    if (Begin == std::string::npos)
      return {0, 0};
    size_t End = Text.find_first_of(Separators, Begin);
    return {Begin, End == Begin ? 1 : std::min(End, Text.size()) - Begin};
  }

  void damageWords(std::string &Text) {
    auto [At, Size] = token(Text);
    auto [Other, OtherSize] = token(Text);
    switch (below(3)) {
    case 0:
      Text.erase(At, Size);
      break;
    case 1:
      Text.insert(At, Text.substr(Other, OtherSize) + " ");
      break;
    default:
      Text.replace(At, Size, Text.substr(Other, OtherSize));
    }
  }

  std::mt19937 Random;
};

} // namespace

/// What still parses must round-trip and have a graph.
static bool survives(const std::string &Text) {
  try {
    Module M = parse(Text, "t.ptx");
    std::string Printed = print(M);
    EXPECT_TRUE(equal(M, parse(Printed, "printed.ptx"))) << Text << "\n" << Printed;
    for (const Item &I : M.Items)
      if (const auto *F = std::get_if<Function>(&I); F && F->HasBody)
        buildCfg(*F, "t.ptx");
  } catch (const ParseError &) {
    return false;
  }
  return true;
}

TEST(Fuzz, DamagedText) {
  const std::string Sample = features();
  constexpr unsigned Rounds = 3000;
  unsigned Parsed = 0;
  for (unsigned Seed = 0; Seed < Rounds; ++Seed)
    Parsed += survives(Mutator(Seed).damage(Sample));
  // Both outcomes must have been seen often for the test to mean something.
  EXPECT_GT(Parsed, Rounds / 20);
  EXPECT_LT(Parsed, Rounds - Rounds / 20);
}

TEST(Fuzz, EveryPrefix) {
  const std::string Sample = features();
  for (size_t Size = 0; Size < Sample.size(); Size += 7)
    survives(Sample.substr(0, Size));
}

} // namespace argus::ptx
