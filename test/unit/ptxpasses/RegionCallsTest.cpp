//===- RegionCallsTest.cpp - which sites a trace records -----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/ptxpasses/RegionCalls.h"
#include "Samples.h"
#include "argus/ptx/Parser.h"

#include <gtest/gtest.h>

namespace argus::ptxpasses {
namespace {

using Sites = std::set<unsigned>;

Sites recorded(const std::string &Ptx, const Sites &Wanted, const Sites &Roles = {},
               const Sites &Loops = {}) {
  const ptx::Module M = ptx::parse(Ptx, "t.ptx");
  return sitesToRecord(M, RegionCalls(M, "t.ptx"), Wanted, {Roles, Loops});
}

Sites unclosed(const std::string &Ptx) {
  return RegionCalls(ptx::parse(Ptx, "t.ptx"), "t.ptx").Unclosed;
}

const std::string Callee =
    ".func callee()\n{\n" + mark("begin", 5) + mark("end", 5) + "ret;\n}\n";

TEST(SitesToRecord, AddsWhatIsOpenAroundThem) {
  const std::string Ptx = kernel(mark("begin", 1) + mark("begin", 2) + mark("end", 2) +
                                 mark("begin", 3) + mark("end", 3) + mark("end", 1) +
                                 mark("begin", 4) + mark("end", 4) + "ret;");
  EXPECT_EQ(recorded(Ptx, {2}), (Sites{1, 2}));
  EXPECT_EQ(recorded(Ptx, {4}), (Sites{4}));
}

TEST(SitesToRecord, AddsWhatIsOpenAroundCalls) {
  const std::string Ptx =
      kernel(mark("begin", 1) + "call callee, ();" + mark("end", 1) + "ret;", Callee);
  EXPECT_EQ(recorded(Ptx, {5}), (Sites{1, 5}));
}

std::string nested(std::initializer_list<unsigned> Sites) {
  std::string Text;
  for (const unsigned Site : Sites)
    Text += mark("begin", Site);
  for (const unsigned *Site = Sites.end(); Site != Sites.begin(); --Site)
    Text += mark("end", Site[-1]);
  return Text;
}

TEST(SitesToRecord, AddsLoopsWhoseTripsCountToThem) {
  // Loop 2 in region 1; loop 4 in region 3 in region 1; loop 6 in role 5 in region 1.
  const std::string Ptx =
      kernel(mark("begin", 1) + nested({2}) + nested({3, 4}) + nested({5, 6}) +
             mark("end", 1) + nested({7}) + "ret;");
  EXPECT_EQ(recorded(Ptx, {1}, {5}, {2, 4, 6, 7}), (Sites{1, 2, 5, 6}));
  EXPECT_EQ(recorded(Ptx, {3}, {5}, {2, 4, 6, 7}), (Sites{1, 3, 4, 5}));
}

TEST(SitesToRecord, AddsLoopsOfFunctionsThatTheyCall) {
  const std::string Loop = ".func loop()\n{\n" + nested({7}) +
                           "ret;\n}\n.func calls()\n{\n" + "call loop, ();\nret;\n}\n";
  const std::string Direct =
      kernel(mark("begin", 1) + "call calls, ();" + mark("end", 1) + "ret;", Loop);
  EXPECT_EQ(recorded(Direct, {1}, {}, {7}), (Sites{1, 7}));
  // Around the loop, region 2 is the innermost; it is recorded only for its own sake.
  const std::string Inner =
      kernel(mark("begin", 1) + mark("begin", 2) + "call calls, ();" + mark("end", 2) +
                 mark("end", 1) + "ret;",
             Loop);
  EXPECT_EQ(recorded(Inner, {1}, {}, {7}), (Sites{1}));
  EXPECT_EQ(recorded(Inner, {2}, {}, {7}), (Sites{1, 2, 7}));
}

TEST(SitesToRecord, AddsWhatIsOpenAroundCallsThroughPointers) {
  const std::string Ptx =
      kernel(mark("begin", 1) +
                 ".reg .b64 f; mov.u64 f, callee;\nP: .callprototype _ ();\n"
                 "call f, (), P;" +
                 mark("end", 1) + "ret;",
             Callee);
  EXPECT_EQ(recorded(Ptx, {5}), (Sites{1, 5}));
}

TEST(RegionCalls, PointersLeadToFunctionsOfTheirPrototype) {
  const ptx::Module M = ptx::parse(
      kernel(".reg .b64 f; mov.u64 f, callee; mov.u64 f, wide; mov.u64 f, narrow;\n"
             "P: .callprototype _ (.param .b64 _);\nL: .calltargets callee;\n"
             ".param .b64 a;\ncall f, (a), P;\ncall f, L;\nret;",
             Callee + ".func wide(.param .b64 x)\n{\nret;\n}\n"
                      ".func narrow(.param .b32 x)\n{\nret;\n}\n"
                      ".func untaken(.param .b64 x)\n{\nret;\n}\n"),
      "t.ptx");
  const std::vector<RegionStep> Steps = RegionCalls(M, "t.ptx").Of.at("k");
  ASSERT_EQ(Steps.size(), 2u);
  EXPECT_EQ(Steps[0].Targets, std::vector<std::string>{"wide"});
  EXPECT_EQ(Steps[1].Targets, std::vector<std::string>{"callee"});
}

TEST(SitesToRecord, AddsTheRolesOfKernelsThatHoldThem) {
  const std::string Roles = mark("begin", 6) + mark("end", 6) + mark("begin", 7) +
                            "call callee, ();" + mark("end", 7) + "ret;";
  const std::string Other = ".visible .entry other()\n{\n" + mark("begin", 8) +
                            mark("end", 8) + mark("begin", 9) + mark("end", 9) +
                            "ret;\n}\n";
  EXPECT_EQ(recorded(kernel(Roles, Callee + Other), {5}, {6, 8}), (Sites{5, 6, 7}));
  EXPECT_EQ(recorded(kernel(Roles, Callee + Other), {9}, {6, 8}), (Sites{8, 9}));
}

TEST(SitesToRecord, KeepsWhatEndedFirstAroundWhatIsStillOpen) {
  EXPECT_EQ(
      recorded(kernel(mark("begin", 1) + mark("begin", 2) + mark("end", 1) +
                      mark("begin", 3) + mark("end", 3) + mark("end", 2) + "ret;"),
               {3}),
      (Sites{1, 2, 3}));
}

TEST(Unclosed, NamesWhatSomePathLeavesOpen) {
  const std::string Test = "setp.eq.u32 %p1, %r1, 7;\n";
  EXPECT_EQ(unclosed(kernel(Test + mark("begin", 1) + "@%p1 bra L;\n" + mark("end", 1) +
                            "L:\nret;")),
            Sites{1});
  EXPECT_EQ(unclosed(kernel(Test + mark("begin", 1) + "@%p1 bra L;\n" + mark("end", 1) +
                            "ret;\nL:\nexit;")),
            Sites{1});
  EXPECT_EQ(unclosed(kernel(Test + "@%p1 bra L;\n" + mark("begin", 1) + mark("end", 1) +
                            "L:\nret;")),
            Sites{});
}

/// As nvcc writes `if (a) { ARGUS_REGION("1"); if (b) ...; }`: the end stands alone
/// between two labels.
TEST(Unclosed, LeavesOutWhatEndsBetweenTwoLabels) {
  EXPECT_EQ(unclosed(kernel("setp.eq.u32 %p1, %r1, 7;\n" + mark("begin", 2) +
                            "@%p1 bra M;\n" + mark("begin", 1) +
                            "@%p2 bra L;\nmov.u32 %r1, 1;\nL:\n" + mark("end", 1) +
                            "M:\n" + mark("end", 2) + "ret;")),
            Sites{});
}

TEST(Unclosed, LeavesOutTrapsAndEndsOfOtherFunctions) {
  EXPECT_EQ(unclosed(kernel("setp.eq.u32 %p1, %r1, 7;\n" + mark("begin", 1) +
                            "@%p1 bra L;\n" + mark("end", 1) + "ret;\nL:\ntrap;")),
            Sites{});
  EXPECT_EQ(unclosed(kernel(mark("begin", 1) + "ret;")), Sites{});
}

} // namespace
} // namespace argus::ptxpasses
