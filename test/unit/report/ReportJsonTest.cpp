//===- ReportJsonTest.cpp - report.json validates and says what was measured -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Validate.h"
#include "Sample.h"
#include "report/Compose.h"
#include "report/Terminal.h"

#include <gtest/gtest.h>

using namespace argus;
using nlohmann::json;

static std::string validate(const json &Document) {
  return validate(Document, "report.schema.json");
}

static Report fullReport() {
  static Sample S; // the rows point into it
  S.Asked.Scope = parseScope("kernel=gemm,launch=1:3,cta=0,warp=1:");
  S.Input.SeveralProcesses = true;
  Report R = S.report();
  R.Runs.push_back({"reference-1",
                    "reference",
                    {"reference"},
                    "key",
                    false,
                    false,
                    {"./gemm", "64"},
                    0.5,
                    "/tmp/x"});
  R.Runs.push_back(
      {"variant:t", "build", {"trace-build a.cu sm_90a"}, "t", true, false, {}, 0, ""});
  R.Messages.push_back({"trace-1", "warning", "text"});
  R.Trace.Incomplete.push_back({0, 1, 4, 3, true, false});
  R.Timeline = {"timeline.json", 10, 2};
  R.Precision = {2, true, 3, "reached", "gemm duration.p50", 1.3};
  return R;
}

TEST(ReportJson, FullReportValidates) {
  const json Document = json::parse(reportAsJson(fullReport()));
  EXPECT_EQ(validate(Document), "");
  const json &Region = Document["regions"][2];
  EXPECT_EQ(Region["path"], "gemm/loop/wait");
  EXPECT_EQ(Region["id"], "0x000000000000ab0e");
  EXPECT_EQ(Region["scope"]["process"], 0);
  EXPECT_EQ(Region["scope"]["launch"], "1:3");
  EXPECT_EQ(Region["source"]["line"], 7);
  EXPECT_EQ(Region["fields"]["duration.p50"]["value"], 11);
  EXPECT_EQ(Region["fields"]["duration.p50"]["spread"]["p10"], 10);
  EXPECT_EQ(Region["fields"]["duration.p50"]["qualifier"], "observed");
  EXPECT_EQ(Document["program"]["reference_identical"], true);
  EXPECT_EQ(Document["program"]["kernels"][0]["resources"]["trace"]["registers"], 48);
  EXPECT_EQ(Document["unmeasured"][0]["region"], "gemm/cold");
}

TEST(ReportJson, IntervalsAreOfTheRunsValues) {
  const json Document = json::parse(reportAsJson(fullReport()));
  const json &Fields = Document["regions"][2]["fields"];
  // The waits' medians are 10 and 12 us, so t(1) * s / sqrt(2) is 12.7062.
  EXPECT_NEAR(Fields["duration.p50"]["ci95"][0], 11 - 12.7062, 1e-4);
  EXPECT_NEAR(Fields["duration.p50"]["ci95"][1], 11 + 12.7062, 1e-4);
  EXPECT_NEAR(Fields["duration.total"]["ci95"][1], 22 + 25.4124, 1e-4);
  EXPECT_NEAR(Fields["share.kernel"]["ci95"][1], 0.11 + 0.127062, 1e-6);
  EXPECT_FALSE(Fields["duration.p10"].contains("ci95"));
  const json &Time = Document["program"]["kernels"][0]["time"];
  EXPECT_NEAR(Time["reference"]["ci95"][0], 101 - 12.7062, 1e-4);
  EXPECT_NEAR(Time["trace"]["ci95"][1], 103.5 + 6.3531, 1e-4);
}

TEST(ReportJson, Precision) {
  Report R = fullReport();
  json Document = json::parse(reportAsJson(R));
  EXPECT_EQ(Document["precision"],
            json({{"asked_percent", 2},
                  {"reached", true},
                  {"groups", 3},
                  {"stopped", "reached"},
                  {"worst", {{"name", "gemm duration.p50"}, {"percent", 1.3}}}}));
  R.Precision = {2, false, 1, "fixed", "gemm time.reference", std::nullopt};
  Document = json::parse(reportAsJson(R));
  EXPECT_EQ(validate(Document), "");
  EXPECT_TRUE(Document["precision"]["worst"]["percent"].is_null());
  R.Precision = {2, std::nullopt, 1, "time", "", std::nullopt};
  Document = json::parse(reportAsJson(R));
  EXPECT_EQ(validate(Document), "");
  EXPECT_TRUE(Document["precision"]["worst"].is_null());
}

TEST(ReportJson, EachVirtualNumberIsMarked) {
  Report R = fullReport();
  R.Asked.Virtual = true;
  composeTruth(R, {{}}, "truth-1");
  const json Document = json::parse(reportAsJson(R));
  EXPECT_EQ(validate(Document), "");
  EXPECT_EQ(Document["device"]["kind"], "virtual");
  EXPECT_EQ(Document["program"]["kernels"][0]["virtual"], true);
  for (const json &Region : Document["regions"])
    for (const json &Field : Region["fields"])
      EXPECT_EQ(Field["virtual"], true);
  EXPECT_EQ(
      json::parse(reportAsJson(fullReport()))["regions"][0]["fields"]["duration.count"]
          .count("virtual"),
      0u);
}

TEST(ReportJson, ReportOfNothingValidates) {
  Report R;
  R.Asked.Command = {"true"};
  R.Asked.Signals = {"duration"};
  R.ProgramDigest = std::string(64, 'a');
  R.Missing.push_back({"duration", "", "no GPU"});
  const json Document = json::parse(reportAsJson(R));
  EXPECT_EQ(validate(Document), "");
  EXPECT_TRUE(Document["device"]["name"].is_null());
  EXPECT_TRUE(Document["program"]["reference_identical"].is_null());
}

TEST(ReportJson, StateOfTheGpuDuringARun) {
  Report R = fullReport();
  EXPECT_TRUE(json::parse(reportAsJson(R))["runs"][0]["gpu"].is_null());
  R.Runs[0].Gpu.emplace();
  EXPECT_EQ(validate(json::parse(reportAsJson(R))), "");
  GpuState State;
  GpuSample Sample;
  Sample.SmMhz = 1980;
  Sample.TemperatureC = 41;
  Sample.BusyPercent = 90;
  Sample.ClockReasons = 0xff;
  Sample.OtherPrograms = 2;
  State.add(Sample);
  R.Runs[0].Gpu = summarise(State);
  const json Document = json::parse(reportAsJson(R));
  EXPECT_EQ(validate(Document), "");
  const json &Gpu = Document["runs"][0]["gpu"];
  EXPECT_EQ(Gpu["sm_mhz"], json({{"min", 1980}, {"median", 1980}, {"max", 1980}}));
  EXPECT_TRUE(Gpu["power_w"].is_null());
  EXPECT_EQ(Gpu["throttled"].size(), 6u);
  EXPECT_EQ(Gpu["other_programs"], 2);
}

TEST(ReportJson, RanksAreBesideProcesses) {
  Sample S;
  S.Asked.Scope = parseScope("rank=1:");
  S.Input.Ranks = {3};
  EXPECT_FALSE(json::parse(reportAsJson(S.report()))["regions"][0]["scope"].contains(
      "rank")); // the only process
  S.Input.SeveralProcesses = true;
  const json Document = json::parse(reportAsJson(S.report()));
  EXPECT_EQ(validate(Document), "");
  EXPECT_EQ(Document["query"]["scope"]["rank"], "1:");
  EXPECT_EQ(Document["regions"][0]["scope"]["rank"], 3);
  EXPECT_EQ(Document["program"]["kernels"][0]["rank"], 3);
  EXPECT_NE(reportAsText(S.report(), {}).find("gemm/loop [process 0, rank 3]"),
            std::string::npos);
}

TEST(ReportJson, UnknownResourcesAreNull) {
  Report R = fullReport();
  R.Kernels[0].Reference.reset();
  R.Kernels[0].ReferenceRegisters = 40;
  R.Kernels[0].Trace.reset();
  const json Document = json::parse(reportAsJson(R));
  EXPECT_EQ(validate(Document), "");
  const json &Resources = Document["program"]["kernels"][0]["resources"];
  EXPECT_EQ(Resources["reference"]["registers"], 40);
  EXPECT_TRUE(Resources["reference"]["spill_bytes"].is_null());
  EXPECT_TRUE(Resources["trace"].is_null());
}

TEST(ReportJson, TextThatIsNoUtf8IsReplaced) {
  Report R = fullReport();
  R.Messages[0].Text = "bad \xff byte";
  const json Document = json::parse(reportAsJson(R));
  EXPECT_EQ(Document["messages"][0]["text"], "bad \xEF\xBF\xBD byte");
}

// The schema must reject what a report may not say, or its validation proves nothing.
TEST(ReportJson, SchemaIsStrict) {
  const json Good = json::parse(reportAsJson(fullReport()));
  const auto Broken = [&](auto Change) {
    json Bad = Good;
    Change(Bad);
    return !validate(Bad).empty();
  };
  EXPECT_TRUE(Broken([](json &D) { D["schema_version"] = 2; }));
  EXPECT_TRUE(Broken([](json &D) { D["extra"] = 1; }));
  EXPECT_TRUE(Broken([](json &D) { D.erase("unmeasured"); }));
  EXPECT_TRUE(Broken([](json &D) { D["regions"][0]["id"] = "7"; }));
  EXPECT_TRUE(Broken([](json &D) { D["regions"][0]["fields"]["duration.p99"] = 1; }));
  EXPECT_TRUE(Broken([](json &D) {
    D["regions"][0]["fields"]["duration.p50"]["qualifier"] = "guessed";
  }));
  EXPECT_TRUE(Broken([](json &D) {
    D["regions"][0]["fields"]["duration.p50"]["spread"] = {{"p10", 1}};
  }));
  EXPECT_TRUE(Broken([](json &D) { D["precision"]["stopped"] = "tired"; }));
  EXPECT_TRUE(
      Broken([](json &D) { D["regions"][0]["fields"]["duration.p50"]["ci95"] = {1}; }));
  EXPECT_TRUE(Broken([](json &D) { D["program"]["kernels"][0]["arch"] = "h200"; }));
  EXPECT_TRUE(Broken([](json &D) { D["unmeasured"][0]["reason"] = ""; }));
}

TEST(ReportJson, RowsOfRolesAndTripsSaySoInTheirScope) {
  Sample S;
  S.Asked.Scope = parseScope("role=producer,iter=0:16");
  Report R = S.report();
  R.OutOfScope = {"gemm/epilogue"};
  json Document = json::parse(reportAsJson(R));
  EXPECT_EQ(validate(Document), "");
  EXPECT_EQ(Document["query"]["scope"], json({{"role", "producer"}, {"iter", "0:16"}}));
  EXPECT_EQ(Document["regions"][1]["scope"]["role"], "producer");
  EXPECT_EQ(Document["regions"][1]["scope"]["iter"], "0:16");
  // The kernel itself is in no loop.
  EXPECT_EQ(Document["regions"][0]["scope"]["role"], "producer");
  EXPECT_FALSE(Document["regions"][0]["scope"].contains("iter"));
  EXPECT_EQ(Document["out_of_scope"], json({"gemm/epilogue"}));

  S.Asked.Scope = {};
  R = S.report();
  R.Regions[1].Role = "producer/tma";
  Document = json::parse(reportAsJson(R));
  EXPECT_EQ(validate(Document), "");
  EXPECT_EQ(Document["regions"][1]["scope"]["role"], "producer/tma");
  EXPECT_FALSE(Document["regions"][2]["scope"].contains("role"));
}
