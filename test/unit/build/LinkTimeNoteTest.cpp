//===- LinkTimeNoteTest.cpp - what an image notes of nvlink's optimiser ------- ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/LinkTimeNote.h"
#include <gtest/gtest.h>

namespace argus {

using Words = std::vector<std::string>;

TEST(LinkTimeNote, PlainLinkHasNone) {
  EXPECT_FALSE(readLinkTimeNote("-arch sm_90a -l cudadevrt -maxrregcount 64"));
  EXPECT_FALSE(readLinkTimeNote(""));
}

TEST(LinkTimeNote, OptionsOfPtxasAndPathsAreLeftOut) {
  const auto Note = readLinkTimeNote(
      "-arch sm_90a -m 64 -L /a,/b -dlto  -nvvmpath /n -Xptxas -O1 -v -maxrregcount 64 "
      "-split-compile 2 -Xnvvm -x -kernels-used f,g -ignore-host-info");
  ASSERT_TRUE(Note);
  EXPECT_EQ(Note->Linker, (Words{"-kernels-used=f,g", "-ignore-host-info"}));
  EXPECT_EQ(Note->Optimiser, (Words{"-maxrregcount=64", "-split-compile=2", "-Xnvvm=-x",
                                    "-kernels-used=f,g", "-ignore-host-info"}));
}

TEST(LinkTimeNote, ProblemNamesAUnitOfEachKind) {
  CapsuleInfo C;
  C.UnitSources = {"a.cu", "b.cu"};
  C.LinkTimeUnits = {false, true};
  const std::string Problem = linkTimeProblem(C);
  EXPECT_NE(Problem.find("with b.cu, but a.cu was"), std::string::npos) << Problem;
  C.LinkTimeUnits = {true, true};
  EXPECT_EQ(linkTimeProblem(C), "");
  C.LinkTimeUnits = {false, false};
  EXPECT_EQ(linkTimeProblem(C), "");
}

} // namespace argus
