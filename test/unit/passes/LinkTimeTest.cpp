//===- LinkTimeTest.cpp - PTX that nvlink made of several units -------------- ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/passes/LinkTime.h"
#include <gtest/gtest.h>

namespace argus {

/// A unit with one region in a file of its own, and line 7 of its text in it.
static Capsule unit(const std::string &Name, const std::string &Region) {
  Capsule C;
  C.Arch = "sm_90a";
  C.Source = Name + ".cu";
  C.Regions.Sites = {{Region, RegionForm::Statement, C.Source, 3, 1}};
  PtxSource &Ptx = C.Ptx.emplace();
  Ptx.Files = {C.Source};
  Ptx.Lines = {{7, 0, 3, {0}}};
  Ptx.LinkTime = LinkTimeCode{Name, "shipped " + Name, ""};
  return C;
}

static std::string optimised(const std::string &Ptx) {
  auto All = optimisedAsOne({unit("a", "one"), unit("b", "two")}, Ptx, true);
  EXPECT_TRUE(bool(All));
  return All->Ptx->Marked;
}

TEST(LinkTime, LinesAreNumberedThroughByTheNameOfTheText) {
  auto All = optimisedAsOne({unit("a", "one"), unit("b", "two")}, "", false);
  ASSERT_TRUE(bool(All));
  ASSERT_EQ(All->Ptx->Lines.size(), 2U);
  EXPECT_EQ(All->Ptx->Lines[0].Number, 7U);
  EXPECT_EQ(All->Ptx->Lines[1].Number, 15U);
  EXPECT_EQ(All->Ptx->Files[All->Ptx->Lines[1].File], "b.cu");
  EXPECT_EQ(All->Ptx->Lines[1].Sites, std::vector<unsigned>{1});
  EXPECT_EQ(optimised("\t.loc\t2 7 3, function_name $f, inlined_at 1 7 5\n"
                      "\t.file\t1 \"/d.x/argus.lines.a\"\n"
                      "\t.file\t2 \"/d.x/argus.lines.b\"\n"),
            "\t.loc\t2 15 3, function_name $f, inlined_at 1 7 5\n"
            "\t.file\t1 \"/d.x/argus.lines.a\"\n"
            "\t.file\t2 \"/d.x/argus.lines.b\"\n");
}

TEST(LinkTime, LinesOfOtherFilesAreNone) {
  EXPECT_EQ(optimised("\t.loc\t3 7 3\n\t.file\t3 \"other.cu\"\n\t.local .b8 x[4];\n"),
            "\t.loc\t3 0 3\n\t.file\t3 \"other.cu\"\n\t.local .b8 x[4];\n");
}

TEST(LinkTime, MarkersHaveTheImagesNumbers) {
  EXPECT_EQ(optimised("\t.pragma \"argus.begin 0@a\";\n\t.pragma \"argus.end 0@b\";\n"
                      "\t.pragma \"nounroll\";\n"),
            "\t.pragma \"argus.begin 0\";\n\t.pragma \"argus.end 1\";\n"
            "\t.pragma \"nounroll\";\n");
}

TEST(LinkTime, UnitWithoutMarksIsLinkedAsShipped) {
  std::vector<Capsule> Units = {unit("a", "one"), unit("b", "two")};
  Units[1].Ptx->LinkTime->Marked = "marked b";
  const std::vector<llvm::StringRef> Objects = linkTimeObjects(Units, true);
  EXPECT_EQ(Objects[0], "shipped a");
  EXPECT_EQ(Objects[1], "marked b");
  EXPECT_EQ(linkTimeObjects(Units, false)[1], "shipped b");
}

TEST(LinkTime, CapsuleKeepsCodeForNvlink) {
  Capsule C = unit("a", "one");
  C.Ptx->Shipped = "ptx";
  C.Ptx->Marked = "marked ptx";
  C.Ptx->LinkTime->Marked = "marked a";
  auto Read = parseCapsule(serializeCapsule(C));
  ASSERT_TRUE(bool(Read));
  EXPECT_EQ(Read->Ptx->Shipped, "ptx");
  EXPECT_EQ(Read->Ptx->Marked, "marked ptx");
  ASSERT_TRUE(Read->Ptx->LinkTime);
  EXPECT_EQ(Read->Ptx->LinkTime->Unit, "a");
  EXPECT_EQ(Read->Ptx->LinkTime->Shipped, "shipped a");
  EXPECT_EQ(Read->Ptx->LinkTime->Marked, "marked a");
}

} // namespace argus
