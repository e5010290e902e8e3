//===- PtxUnitsTest.cpp - what the PTX of a function reads and writes -------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxUnits.h"
#include <gtest/gtest.h>

using namespace argus;

namespace {

PtxBody read(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef, 8> Lines;
  Text.split(Lines, '\n');
  size_t At = 0;
  return readPtxBody(Lines, At);
}

std::vector<unsigned> defs(const PtxBody &Body, unsigned Unit) {
  return Body.defs(Body.Units.at(Unit)).vec();
}

std::vector<unsigned> uses(const PtxBody &Body, unsigned Unit) {
  return Body.uses(Body.Units.at(Unit)).vec();
}

// Numbers far beyond what LLVM gives are kept elsewhere, and are registers all the
// same.
TEST(PtxUnits, LargeRegisterNumbersAreRegisters) {
  const PtxBody Body = read("{\n"
                            "\tmov.b32 \t%r5000000, %r1;\n"
                            "\tmov.b32 \t%r2, %r5000000;\n"
                            "\tmov.b64 \t%rd5000000, %r4294967295;\n"
                            "\tmov.b32 \t%r3, %r4294967295;\n"
                            "}");
  ASSERT_EQ(Body.Units.size(), 4u);
  EXPECT_EQ(defs(Body, 0), uses(Body, 1));
  EXPECT_EQ(uses(Body, 2), uses(Body, 3));
  EXPECT_NE(defs(Body, 2), defs(Body, 0));
  EXPECT_NE(uses(Body, 2), uses(Body, 1));
  EXPECT_EQ(Body.RegisterCount, 6u);
}

TEST(PtxUnits, RegistersOfOneNumberDifferByClass) {
  const PtxBody Body =
      read("{\n\tcvt.u64.u32 \t%rd7, %r7;\n\tmov.b64 \t%rd8, %rd7;\n}");
  ASSERT_EQ(Body.Units.size(), 2u);
  EXPECT_EQ(defs(Body, 0), uses(Body, 1));
  EXPECT_NE(defs(Body, 0), uses(Body, 0));
  EXPECT_EQ(Body.RegisterCount, 3u);
}

TEST(PtxUnits, LocReadsFileAndLine) {
  unsigned File = 0, Line = 0;
  EXPECT_TRUE(parseLoc(".loc\t3 1234567 0, function_name $L__info", File, Line));
  EXPECT_EQ(File, 3u);
  EXPECT_EQ(Line, 1234567u);
  EXPECT_FALSE(parseLoc(".loc\t3", File, Line));
  EXPECT_FALSE(parseLoc(".local .align 4 .b8 a[4];", File, Line));
}

} // namespace
