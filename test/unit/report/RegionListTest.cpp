//===- RegionListTest.cpp - what argus regions prints -----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/RegionList.h"
#include "../Validate.h"
#include "report/SassList.h"

#include <gtest/gtest.h>

using namespace argus;
using nlohmann::json;

namespace {

/// A kernel "k" with region "a", which calls "f" there and beside it.
struct RegionList : testing::Test {
  RegionList() {
    Capsule.Arch = "sm_90a";
    Capsule.Source = "k.cu";
    Capsule.Sites = {{"a", SiteForm::Statement, "k.cu", 3, 1}};
    Capsule.Kernels = {{"_Z1kv", "k"}};
    Capsule.Regions = {{0, {0}, "k/a", 1}};
    Container.ModuleId = std::string(32, '0');
    Origins.Contexts = {{"", 0, 0, {}, ContextOrigin::Unknown},
                        {"", 0, 0, {}, ContextOrigin::Unknown},
                        {"", 0, 0, {}, ContextOrigin::Entry},
                        {"/src/k.cu", 4, 1, {0}},
                        {"/src/k.cu", 9, 1, {}, ContextOrigin::Known, "f"}};
    Origins.Calls = {{"_Z1kv", "f", {0}}, {"_Z1kv", "f", {}}};
    Code.Name = "_Z1kv";
    Code.Text.resize(5 * InstructionBytes);
    Code.Lines = {2, 3, 3, 1, 4};
    Code.Functions = {{"$_Z1kv$f", 4 * InstructionBytes, InstructionBytes}};
    CapsuleListing L;
    L.Container = &Container;
    L.Capsule = &Capsule;
    L.Kernels.resize(1);
    L.Kernels[0].Identity.Identical = true;
    L.Kernels[0].Taken = Resources();
    L.Kernels[0].Map = mapKernel(Capsule, 0, Code, Origins);
    List = {L};
  }

  json document() const { return json::parse(regionsAsJson("prog", List)); }

  CapsuleInfo Capsule;
  ContainerInfo Container;
  ContextTable Origins;
  CubinKernel Code;
  std::vector<CapsuleListing> List;
};

} // namespace

TEST_F(RegionList, ValidatesWithAndWithoutAMap) {
  EXPECT_EQ(validate(document(), "regions.schema.json"), "");
  List[0].Kernels[0].Map.reset();
  List[0].Kernels[0].Taken.reset();
  List[0].Kernels[0].Identity = {std::nullopt, "why"};
  EXPECT_EQ(validate(document(), "regions.schema.json"), "");
  EXPECT_TRUE(document()["capsules"][0]["kernels"][0]["ranges"].is_null());
}

TEST_F(RegionList, SchemaIsStrict) {
  const auto Broken = [&](auto Change) {
    json Bad = document();
    Change(Bad["capsules"][0]["kernels"][0]);
    return !validate(Bad, "regions.schema.json").empty();
  };
  EXPECT_TRUE(Broken([](json &K) { K["ranges"][0]["class"] = "maybe"; }));
  EXPECT_TRUE(Broken([](json &K) { K["ranges"][0].erase("region"); }));
  EXPECT_TRUE(Broken([](json &K) { K["ranges"][0]["end"] = 8; }));
  EXPECT_TRUE(Broken([](json &K) { K["instructions"].erase("padding"); }));
  EXPECT_TRUE(Broken([](json &K) { K["functions"][0]["extra"] = 1; }));
}

TEST_F(RegionList, RangesSayWhoseAndWhereFrom) {
  const json Ranges = document()["capsules"][0]["kernels"][0]["ranges"];
  ASSERT_EQ(Ranges.size(), 4u);
  EXPECT_EQ(Ranges[0]["class"], "outside");
  EXPECT_EQ(Ranges[0]["origin"], "entry");
  EXPECT_EQ(Ranges[1], (json{{"begin", 16},
                             {"end", 48},
                             {"class", "exclusive"},
                             {"region", "k/a"},
                             {"source", "/src/k.cu:4"},
                             {"origin", "known"}}));
  EXPECT_EQ(Ranges[2]["cause"], "no_origin");
  EXPECT_EQ(Ranges[3]["class"], "shared_by_call");
  EXPECT_EQ(Ranges[3]["sharing"], (json{"k", "k/a"}));
}

TEST_F(RegionList, TerminalSummarisesRangesAndListsFunctions) {
  const std::string Text = regionsAsText(List, {});
  EXPECT_NE(Text.find("5 instructions: 2 in regions, 1 outside, 0 inferred, 0 shared, "
                      "1 shared by call, 1 unattributed (1 no_origin); 0 of padding"),
            std::string::npos)
      << Text;
  EXPECT_NE(Text.find("1 in 0x0010..0x0020"), std::string::npos) << Text;
  EXPECT_NE(Text.find("0x0040..0x0050  k, k/a"), std::string::npos) << Text;
}

TEST_F(RegionList, SassHasRegionAndPlaceAtTheRight) {
  const std::string Text =
      sassAsText(Capsule, List[0].Kernels[0], {{0x10, "EXIT"}, {0x40, "RET"}}, {});
  const std::string Blanks(38, ' ');
  EXPECT_NE(Text.find("  0010  EXIT" + Blanks.substr(2) + "  k/a  k.cu:4\n"),
            std::string::npos)
      << Text;
  EXPECT_NE(Text.find("? (no_origin)\n"), std::string::npos);
  EXPECT_NE(Text.find("  function f\n"), std::string::npos);
  EXPECT_NE(Text.find("k (shared_by_call: k, k/a)  k.cu:9\n"), std::string::npos);
}
