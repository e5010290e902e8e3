//===- TimelineTest.cpp - intervals for ui.perfetto.dev ----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Timeline.h"

#include "Sample.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace argus;
using nlohmann::json;

namespace {

struct Timelines : testing::Test {
  Timelines() : Kernel(S.Runs[0].Kernels[0]) {}

  Interval interval(unsigned Path, double BeginNs) const {
    Interval I = {};
    I.Launch = 1;
    I.Sm = 5;
    I.Cta = 2;
    I.Warp = 3;
    I.Kernel = &Kernel;
    I.Path = Path;
    I.Trips = {4, 9};
    I.Roles = "producer/tma";
    I.EpochNs = 1000;
    I.BeginNs = BeginNs;
    I.DurationNs = 500;
    return I;
  }

  Sample S;
  const KernelSamples &Kernel;
};

/// The events of a kind.
std::vector<json> eventsOf(const Timeline &T, const std::string &Phase) {
  std::vector<json> Found;
  const json Document = json::parse(T.text());
  for (const json &Event : Document["traceEvents"])
    if (Event["ph"] == Phase)
      Found.push_back(Event);
  return Found;
}

} // namespace

TEST_F(Timelines, ProcessIsALaunchOnAnSmAndThreadAWarp) {
  Timeline T({}, false);
  T.add(interval(0, 0));
  T.add(interval(2, 250));
  Interval Other = interval(0, 0);
  Other.EpochNs = 3000; // of another process
  Other.Process = 1;
  T.add(Other);
  const auto Names = eventsOf(T, "M");
  ASSERT_EQ(Names.size(), 4u);
  EXPECT_EQ(Names[0]["args"]["name"], "process 0 GPU 0 launch 1 SM 5");
  EXPECT_EQ(Names[1]["args"]["name"], "CTA 2 warp 3");
  const auto Events = eventsOf(T, "X");
  ASSERT_EQ(Events.size(), 3u);
  EXPECT_EQ(Events[1]["name"], "wait");
  EXPECT_EQ(Events[1]["args"]["path"], "gemm/loop/wait");
  EXPECT_EQ(Events[1]["args"]["iteration"], 9);
  EXPECT_EQ(Events[1]["args"]["iterations"], json({4, 9}));
  EXPECT_EQ(Events[1]["args"]["role"], "producer/tma");
  EXPECT_EQ(Events[1]["ts"], 0.25);
  EXPECT_EQ(Events[1]["dur"], 0.5);
  EXPECT_EQ(Events[2]["ts"], 2);
  EXPECT_NE(Events[2]["pid"], Events[0]["pid"]);
}

TEST_F(Timelines, LimitCountsWhatItOmits) {
  Timeline T({}, false, 2);
  for (int I = 0; I < 5; ++I)
    T.add(interval(0, I));
  EXPECT_EQ(T.intervals(), 2u);
  EXPECT_EQ(T.omitted(), 3u);
  EXPECT_EQ(eventsOf(T, "X").size(), 2u);
}

TEST_F(Timelines, OnlySelectedRegions) {
  Timeline T({"wait"}, false);
  for (unsigned Path = 0; Path < 3; ++Path)
    T.add(interval(Path, 0));
  EXPECT_EQ(T.intervals(), 1u);
  EXPECT_EQ(T.omitted(), 0u);
}

TEST_F(Timelines, SpansMayOverlapAndSoAreAsynchronous) {
  S.Container.Capsules[0].Sites[0].Form = SiteForm::Span;
  Timeline T({}, false);
  T.add(interval(1, 0));
  EXPECT_TRUE(eventsOf(T, "X").empty());
  const auto Begins = eventsOf(T, "b"), Ends = eventsOf(T, "e");
  ASSERT_EQ(Begins.size(), 1u);
  ASSERT_EQ(Ends.size(), 1u);
  EXPECT_EQ(Begins[0]["id"], Ends[0]["id"]);
  EXPECT_EQ(Ends[0]["ts"], 0.5);
}

TEST_F(Timelines, EmptyIsStillADocument) {
  EXPECT_TRUE(json::parse(Timeline({}, false).text())["traceEvents"].empty());
}

TEST_F(Timelines, NamesAreEscaped) {
  S.Container.Capsules[0].Sites[0].Name = "a\"b\\c";
  Timeline T({}, false);
  T.add(interval(1, 0));
  EXPECT_EQ(eventsOf(T, "X")[0]["name"], "a\"b\\c");
}

TEST_F(Timelines, VirtualTracksSayThatTheyAre) {
  Timeline T({}, true);
  T.add(interval(1, 0));
  EXPECT_NE(T.text().find(" virtual GPU 0 launch "), std::string::npos);
}
