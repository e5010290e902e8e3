//===- LinkedTraceTest.cpp - what the units of an image must agree on ----===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/ptxpasses/LinkedTrace.h"
#include "Samples.h"
#include "argus/ptx/Parser.h"

#include <gtest/gtest.h>

namespace argus::ptxpasses {
namespace {

using Names = std::set<std::string>;

LinkedTrace planned(const std::string &A, const std::string &B,
                    const std::set<unsigned> &Sites) {
  return planLinkedTrace({ptx::parse(module(A), "a"), ptx::parse(module(B), "b")},
                         Sites, {}, "image");
}

std::string function(const std::string &Head, const std::string &Body) {
  return Head + "()\n{\n" + Body + "ret;\n}\n";
}

std::string marked(unsigned Site) { return mark("begin", Site) + mark("end", Site); }

TEST(LinkedTrace, FunctionsOfOtherUnitsRecord) {
  const LinkedTrace Plan =
      planned(".extern .func f();\n" +
                  function(".visible .entry k",
                           mark("begin", 1) + "call f, ();\n" + mark("end", 1)),
              function(".visible .func f", marked(2)), {2});
  EXPECT_EQ(Plan.Sites, (std::set<unsigned>{1, 2}));
  EXPECT_EQ(Plan.Units[0].Recording, (Names{"f", "k"}));
  EXPECT_EQ(Plan.Units[1].Recording, Names{"f"});
  EXPECT_TRUE(Plan.Notes.empty());
}

TEST(LinkedTrace, InternalFunctionsOfOneNameAreTwo) {
  const LinkedTrace Plan = planned(
      function(".func f", marked(1)),
      function(".func f", "") + function(".visible .entry k", "call f, ();\n"), {1});
  EXPECT_EQ(Plan.Units[0].Recording, Names{"f"});
  EXPECT_EQ(Plan.Units[1].Recording, Names{});
}

/// In one unit the callee was inlined: whichever copy is linked, callers hand it the
/// state.
TEST(LinkedTrace, AllCopiesOfAWeakFunctionRecord) {
  const LinkedTrace Plan = planned(function(".weak .func w", "") +
                                       function(".visible .entry k", "call w, ();\n"),
                                   function(".weak .func w", marked(1)), {1});
  EXPECT_EQ(Plan.Units[0].Recording, (Names{"k", "w"}));
  EXPECT_EQ(Plan.Units[1].Recording, Names{"w"});
}

TEST(LinkedTrace, WhatAnotherUnitPointsToIsSilent) {
  const LinkedTrace Plan =
      planned(".extern .func f();\n.visible .global .align 8 .u64 p[1] = {f};\n",
              function(".visible .func f", marked(1)), {1});
  EXPECT_EQ(Plan.Units[1].Silent, Names{"f"});
  EXPECT_EQ(Plan.Units[1].Recording, Names{});
  ASSERT_EQ(Plan.Notes.size(), 1u);
  EXPECT_NE(Plan.Notes[0].find("through a pointer"), std::string::npos);
}

TEST(LinkedTrace, WhatIsCalledThroughAPointerIsSilent) {
  const LinkedTrace Plan =
      planned(".extern .func f();\n" + function(".visible .entry k",
                                                ".reg .b64 p;\nmov.u64 p, f;\n"
                                                "P: .callprototype _ ();\n"
                                                "call p, P;\n"),
              function(".visible .func f", marked(1)), {1});
  EXPECT_EQ(Plan.Units[1].Silent, Names{"f"});
  EXPECT_EQ(Plan.Units[0].Recording, Names{});
  EXPECT_EQ(Plan.Notes,
            std::vector<std::string>{
                "regions in f are not traced: it may be called through a "
                "pointer, which may lead to functions outside of the module"});
}

TEST(LinkedTrace, AKernelThatKernelsLaunchTakesFreeChunks) {
  const LinkedTrace Plan =
      planned(function(".visible .entry child", marked(1)),
              ".extern .entry child();\n" +
                  function(".visible .entry parent",
                           marked(1) + ".reg .b64 a;\nmov.u64 a, child;\n"),
              {1});
  EXPECT_EQ(Plan.Units[0].Launched, Names{"child"});
  ASSERT_EQ(Plan.Notes.size(), 1u);
  TraceRequest Request;
  Request.Sites = Plan.Sites;
  Request.KernelIndex = {{"child", 0}, {"parent", 1}};
  Request.Unit = Plan.Units[0];
  const std::string Child =
      tracePtx(module(function(".visible .entry child", marked(1))), Request).Ptx;
  EXPECT_NE(Child.find("atom.global.add"), std::string::npos);
  EXPECT_EQ(Child.find("setp.eq.u32 %argus_p, %argus_index"), std::string::npos);
}

} // namespace
} // namespace argus::ptxpasses
