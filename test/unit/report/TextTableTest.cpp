//===- TextTableTest.cpp - columns align and give way ------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/TextTable.h"

#include <gtest/gtest.h>
#include <unistd.h>

using namespace argus;

TEST(TextTable, AlignsColumns) {
  TextTable Table("lrl", {"name", "n", "text"});
  Table.add({"a", "1", "x"});
  Table.add({"longer", "100", "y"});
  EXPECT_EQ(Table.text({}), "name      n  text\n"
                            "a         1  x\n"
                            "longer  100  y\n");
}

TEST(TextTable, CountsCharactersNotBytes) {
  TextTable Table("lr", {"é", "n"});
  Table.add({"ab", "1"});
  EXPECT_EQ(Table.text({}), "é   n\nab  1\n");
}

TEST(TextTable, FirstColumnGivesWayAndKeepsItsEnd) {
  TextTable Table("lr", {"region", "n"});
  Table.add({"kernel/mainloop/inner/wait", "1"});
  TextStyle Style;
  Style.Width = 20;
  EXPECT_EQ(Table.text(Style), "region             n\n"
                               "…nloop/inner/wait  1\n");
}

TEST(TextTable, ColourOnlyWhereAsked) {
  TextTable Table("l", {"h"});
  Table.addWarning({"w"});
  EXPECT_EQ(Table.text({}), "h\nw\n");
  TextStyle Style;
  Style.Colour = true;
  EXPECT_EQ(Table.text(Style), "\033[1mh\033[0m\n\033[33mw\033[0m\n");
}

TEST(TextTable, PipesAreNoTerminals) {
  int Ends[2];
  ASSERT_EQ(pipe(Ends), 0);
  EXPECT_FALSE(styleOf(Ends[1]).Colour);
  EXPECT_EQ(styleOf(Ends[1]).Width, 0u);
  close(Ends[0]);
  close(Ends[1]);
}

TEST(TextTable, ShortNumbers) {
  EXPECT_EQ(shortNumber(0), "0");
  EXPECT_EQ(shortNumber(12345.6), "12346");
  EXPECT_EQ(shortNumber(12.3456), "12.35");
  EXPECT_EQ(shortNumber(0.0123456), "0.01235");
  EXPECT_EQ(shortNumber(-1.5), "-1.500");
}
