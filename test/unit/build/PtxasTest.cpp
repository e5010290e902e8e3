//===- PtxasTest.cpp - options and output of ptxas ---------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Ptxas.h"

#include <gtest/gtest.h>

using namespace argus;

using Words = std::vector<std::string>;

TEST(Ptxas, ResourcesOfKernelsWithTheirFunctions) {
  const auto R = parseResources(
      "ptxas info    : 24 bytes gmem\n"
      "ptxas info    : Compiling entry function '_Z2k2v' for 'sm_90a'\n"
      "ptxas info    : Function properties for _Z2k2v\n"
      "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 8 registers, used 0 barriers\n"
      "ptxas info    : Compile time = 1.966 ms\n"
      "ptxas info    : Compiling entry function '_Z2k1Pfi' for 'sm_90a'\n"
      "ptxas info    : Function properties for _Z2k1Pfi\n"
      "    32 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads\n"
      "ptxas info    : Used 22 registers, used 1 barriers, 32 bytes cumulative stack "
      "size, 512 bytes smem, 364 bytes cmem[0]\n"
      "ptxas info    : Function properties for _Z6helperf\n"
      "    16 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads\n");
  ASSERT_EQ(R.size(), 2u);
  EXPECT_EQ(R.at("_Z2k2v"), (Resources{8, 0, 0, 0}));
  EXPECT_EQ(R.at("_Z2k1Pfi"), (Resources{22, 512, 48, 28}));
}

TEST(Ptxas, NoResourcesInOtherText) {
  EXPECT_TRUE(parseResources("warning\n").empty());
}

// As cubins of CUDA 13.0 note them.
TEST(Ptxas, NotedOptionsBecomeOnesThatPtxasTakes) {
  EXPECT_EQ(codeOptions("-v  -maxrregcount 64 -O 3 -arch sm_90a -dlcm cg -m 64"),
            (Words{"-maxrregcount=64", "-O=3", "-dlcm=cg"}));
  EXPECT_EQ(codeOptions("-lineinfo  -arch sm_90a -m 64"), Words{"-lineinfo"});
  EXPECT_TRUE(codeOptions("-arch sm_90a").empty());
  EXPECT_TRUE(codeOptions("").empty());
}

TEST(Ptxas, LevelOfACommand) {
  EXPECT_EQ(optionsFromCommand({"-cc1", "-O3"}), Words{"-O3"});
  EXPECT_EQ(optionsFromCommand({"-cc1"}), Words{"-O0"});
  EXPECT_EQ(optionsFromCommand({"-O0", "-O2"}), Words{"-O2"});
  EXPECT_EQ(optionsFromCommand({"-Os"}), Words{"-O2"});
  EXPECT_EQ(optionsFromCommand({"-Ofast"}), Words{"-O3"});
}

// As ptxas 13.0 writes them.
TEST(Ptxas, NotesByFunctionAndCounted) {
  const auto Notes = parseNotes(
      "ptxas info    : (C7519) warpgroup.arrive is injected in around line 73 by "
      "compiler to allow use of registers in GMMA in function '_Z1kv'\n"
      "ptxas info    : (C7519) warpgroup.arrive is injected in around line 99 by "
      "compiler to allow use of registers in GMMA in function '_Z1kv'\n"
      "ptxas info    : (C7508) Potential Performance Loss: 'setmaxnreg' ignored; "
      "unable "
      "to determine register count at entry.\n"
      "ptxas info    : Used 8 registers, used 0 barriers\n");
  ASSERT_EQ(Notes.size(), 2u);
  EXPECT_EQ(Notes.at("_Z1kv"), (std::vector<PtxasNote>{
                                   {"C7519",
                                    "warpgroup.arrive is injected by compiler to allow "
                                    "use of registers in GMMA",
                                    2}}));
  EXPECT_EQ(Notes.at("")[0].Code, "C7508");
}

TEST(Ptxas, LinkOptionsAreThoseThatShapeCode) {
  EXPECT_EQ(
      linkOptions("-arch sm_90a -m 64 -l cudadevrt -L /a/lib,/b -g -cpu-arch X86_64 "),
      Words{"-g"});
  EXPECT_EQ(linkOptions("-g - a.reg.c"), Words{"-g"}); // --register-link-binaries
}
