//===- LinkTest.cpp - several PTX modules become one ------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/ptx/Link.h"
#include "argus/ptx/Parser.h"
#include "argus/ptx/Printer.h"

#include <gtest/gtest.h>

namespace argus::ptx {
namespace {

const std::string Head = ".version 8.5\n.target sm_90a\n.address_size 64\n";

std::string linked(const std::string &A, const std::string &B) {
  return print(link({parse(Head + A, "a"), parse(Head + B, "b")}));
}

size_t count(const std::string &Text, const std::string &Part) {
  size_t Found = 0;
  for (size_t At = Text.find(Part); At != std::string::npos;
       At = Text.find(Part, At + 1))
    ++Found;
  return Found;
}

TEST(PtxLink, DefinitionsTakeThePlaceOfExterns) {
  const std::string Text = linked(".extern .func f();\n"
                                  ".extern .global .align 4 .b8 v[4];\n"
                                  ".visible .entry k() { call.uni f, (); ret; }\n",
                                  ".visible .global .align 4 .b8 v[4] = {1};\n"
                                  ".visible .func f() { ret; }\n");
  EXPECT_EQ(count(Text, ".extern"), 0u) << Text;
  EXPECT_EQ(count(Text, " v[4]"), 1u) << Text;
  EXPECT_EQ(count(Text, ".entry k"), 1u) << Text;
  // The result is PTX.
  EXPECT_TRUE(parse(Text, "linked").function("f")->HasBody);
}

TEST(PtxLink, WhatNoModuleDefinesStaysExternal) {
  const std::string Call = ".extern .func (.param .b32 r) vprintf(.param .b64 f);\n";
  EXPECT_EQ(count(linked(Call, Call), "vprintf"), 1u);
}

TEST(PtxLink, InternalsOfOneNameStayTwo) {
  const std::string Own = ".global .align 4 .b8 s[4];\n";
  const auto Kernel = [](const char *Name) {
    return std::string(".visible .entry ") + Name +
           "() { .reg .b32 %r<2>; ld.global.u32 %r1, [s]; ret; }\n";
  };
  const std::string Text = linked(Own + Kernel("a"), Own + Kernel("b"));
  EXPECT_EQ(count(Text, "s$u0"), 2u) << Text;
  EXPECT_EQ(count(Text, "s$u1"), 2u) << Text;
}

TEST(PtxLink, TogetherKeepsEachCopyAndTellsInternalsApart) {
  const std::string Unit = ".weak .func w() { ret; }\n.func own() { ret; }\n";
  const Module M = together({parse(Head + Unit, "a"), parse(Head + Unit, "b")});
  std::vector<std::string> Names;
  for (const Item &I : M.Items)
    if (const auto *F = std::get_if<Function>(&I))
      Names.push_back(F->Name);
  EXPECT_EQ(Names, (std::vector<std::string>{"w", "own$u0", "w", "own$u1"}));
}

TEST(PtxLink, TheFirstOfEqualWeakFunctionsStays) {
  const std::string Weak = ".weak .func f() { ret; }\n";
  EXPECT_EQ(count(linked(Weak, Weak), "{"), 1u);
}

TEST(PtxLink, FileNumbersAreKeptApart) {
  const std::string Text =
      linked(".file 1 \"a.cu\"\n.visible .entry a() { .loc 1 7 0\n ret; }\n",
             ".file 1 \"b.cu\"\n.visible .entry b() { .loc 1 8 0\n ret; }\n");
  const Module M = parse(Text, "linked");
  ASSERT_TRUE(M.file(1) && M.file(2)) << Text;
  EXPECT_EQ(M.file(2)->Name, "b.cu");
  EXPECT_EQ(count(Text, "2 8 0"), 1u) << Text;
}

TEST(PtxLink, ChangesOfSymbolsAreTold) {
  const std::string Own = ".func f() { ret; }\n.weak .func w() { ret; }\n";
  const auto Changes = symbolChanges({parse(Head + Own, "a"), parse(Head + Own, "b")});
  EXPECT_EQ(Changes[0].Renamed.at("f"), "f$u0");
  EXPECT_EQ(Changes[1].Renamed.at("f"), "f$u1");
  EXPECT_TRUE(Changes[0].Dropped.empty());
  EXPECT_EQ(Changes[1].Dropped, (std::set<std::string>{"w"}));
}

} // namespace
} // namespace argus::ptx
