//===- SassTest.cpp - the few machine instructions that Argus knows -----===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Sass.h"

#include "SassBytes.h"

#include <gtest/gtest.h>

using namespace argus;

TEST(Sass, PaddingIsTheBranchToItselfAndTheNoOperationsBehindIt) {
  for (const auto &Branch : {sass::SelfBranch80, sass::SelfBranch90}) {
    const std::string Text = sass::code({sass::Exit, Branch, sass::Nop, sass::Nop});
    EXPECT_EQ(SassCode(Text).paddingBegin(), 1u);
  }
}

TEST(Sass, BranchesThatGoElsewhereAreNoPadding) {
  const std::string Text = sass::code({sass::Nop, sass::Branch, sass::Nop});
  EXPECT_EQ(SassCode(Text).paddingBegin(), 2u);
  EXPECT_EQ(SassCode(sass::code({sass::Exit})).paddingBegin(), 1u);
  EXPECT_EQ(SassCode("").paddingBegin(), 0u);
}

TEST(Sass, CallTargets) {
  std::vector<sass::Instruction> Code(12, sass::Nop);
  Code[0] = sass::Call70;
  Code[3] = sass::call(-0x40); // back to 0
  const std::string Text = sass::code(Code);
  const SassCode S(Text);
  const auto Forward = S.callTargets(0), Back = S.callTargets(3);
  EXPECT_EQ(std::count(Forward.begin(), Forward.end(), 0x80u), 1);
  EXPECT_EQ(std::count(Back.begin(), Back.end(), 0u), 1);
  EXPECT_TRUE(S.callTargets(1).empty());
}
