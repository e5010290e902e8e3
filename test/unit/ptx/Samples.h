//===- Samples.h - modules that tests parse --------------------*- C++ -*--===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_UNIT_PTX_SAMPLES_H
#define ARGUS_TEST_UNIT_PTX_SAMPLES_H

#include "argus/ptx/Parser.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace argus::ptx {

inline const std::string Head = ".version 9.0\n.target sm_90a\n.address_size 64\n";

/// A kernel `k` with a parameter and some registers around the statements, which begin
/// in line 8.
inline std::string kernel(const std::string &Statements) {
  return Head +
         ".visible .entry k(.param .u64 p)\n{\n"
         ".reg .pred %p<4>; .reg .b32 %r<8>; .reg .b64 %rd<4>; .reg .f32 %f<8>;\n"
         ".reg .v4 .f32 vec;\n" +
         Statements + "\n}\n";
}

/// The function of this name; a test failure and an empty one where there is none.
inline Function functionOf(const Module &M, const std::string &Name = "k") {
  const Function *F = M.function(Name);
  EXPECT_NE(F, nullptr) << Name;
  return F ? *F : Function();
}

/// The instructions of a kernel with these statements.
inline std::vector<Instruction> instructionsOf(const std::string &Statements) {
  std::vector<Instruction> Instructions;
  Function F = functionOf(parse(kernel(Statements), "t.ptx"));
  for (const Statement &S : F.Body)
    if (const auto *I = std::get_if<Instruction>(&S))
      Instructions.push_back(*I);
  return Instructions;
}

inline Instruction instructionOf(const std::string &Text) {
  std::vector<Instruction> Instructions = instructionsOf(Text);
  EXPECT_FALSE(Instructions.empty()) << Text;
  return Instructions.empty() ? Instruction() : Instructions.front();
}

/// The variable of this name at module level.
inline Variable variableOf(const std::string &Declaration) {
  Module M = parse(Head + Declaration, "t.ptx");
  for (const Item &I : M.Items)
    if (const auto *V = std::get_if<Variable>(&I))
      return *V;
  ADD_FAILURE() << "no variable in " << Declaration;
  return {};
}

inline std::string messageOf(const std::string &Text) {
  try {
    parse(Text, "t.ptx");
  } catch (const ParseError &Thrown) {
    return Thrown.what();
  }
  return "no error";
}

/// The PTX file that uses every form once.
inline std::string features() {
  std::ifstream In(ARGUS_TEST_PTX, std::ios::binary);
  std::ostringstream Text;
  Text << In.rdbuf();
  EXPECT_FALSE(Text.str().empty()) << ARGUS_TEST_PTX;
  return Text.str();
}

} // namespace argus::ptx

#endif // ARGUS_TEST_UNIT_PTX_SAMPLES_H
