//===- QueryTest.cpp - options, query files and signals ----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "query/Query.h"

#include "../Failures.h"
#include "query/Signals.h"

using namespace argus;

static QueryOptions withCommand() {
  QueryOptions Options;
  Options.Command = {"./gemm", "4096"};
  return Options;
}

TEST(Query, Defaults) {
  const Query Q = makeQuery(withCommand());
  EXPECT_EQ(Q.Signals, std::vector<std::string>{"duration"});
  EXPECT_TRUE(Q.Regions.empty());
  EXPECT_TRUE(Q.Scope.empty());
  EXPECT_EQ(Q.Device, std::nullopt);
  EXPECT_EQ(Q.Repeat, std::nullopt);
  EXPECT_EQ(Q.PrecisionPercent, 2);
  EXPECT_EQ(Q.Store, ".argus");
  EXPECT_EQ(Q.BudgetPercent, 5);
  EXPECT_EQ(Q.Events, std::nullopt);
  EXPECT_EQ(Q.TimeoutSeconds, std::nullopt);
}

TEST(Query, SignalsAreSplitAndKeptOnce) {
  QueryOptions Options = withCommand();
  Options.Signals = {"timeline,duration", "timeline"};
  const Query Q = makeQuery(Options);
  EXPECT_EQ(Q.Signals, (std::vector<std::string>{"timeline", "duration"}));
  EXPECT_TRUE(Q.wants("timeline"));
  EXPECT_FALSE(Q.wants("stalls"));
}

TEST(Query, UnknownSignalsAndLaterOnes) {
  EXPECT_EQ(failureOf([] { findSignal("duraton"); }).Message,
            "unknown signal 'duraton' (did you mean 'duration'?)");
  EXPECT_EQ(failureOf([] { findSignal("stalls"); }).Message,
            "signal 'stalls' is not measured by this version of argus");
  EXPECT_EQ(failureOf([] { findSignal(""); }).Code, ExitCode::BadUsage);
}

struct BadOption {
  std::optional<std::string> QueryOptions::*Field;
  const char *Value;
  const char *Message;
};

class BadOptions : public testing::TestWithParam<BadOption> {};

TEST_P(BadOptions, SaysWhatTheOptionTakes) {
  QueryOptions Options = withCommand();
  Options.*GetParam().Field = GetParam().Value;
  const Failure Bad = failureOf([&] { makeQuery(Options); });
  EXPECT_EQ(Bad.Code, ExitCode::BadUsage);
  EXPECT_EQ(Bad.Message, GetParam().Message);
}

INSTANTIATE_TEST_SUITE_P(
    Query, BadOptions,
    testing::Values(
        BadOption{&QueryOptions::Repeat, "0",
                  "--repeat 0: expected a whole number from 1 to 1000"},
        BadOption{&QueryOptions::Repeat, "two",
                  "--repeat two: expected a whole number from 1 to 1000"},
        BadOption{&QueryOptions::Precision, "0",
                  "--precision 0: expected per cent of the value, 0.001 or more, for "
                  "example 2%"},
        BadOption{&QueryOptions::MaxRepeat, "0",
                  "--max-repeat 0: expected a whole number from 1 to 1000"},
        BadOption{&QueryOptions::MaxSeconds, "-1",
                  "--max-seconds -1: expected seconds, 0 or more"},
        BadOption{&QueryOptions::Warmup, "no",
                  "--warmup no: expected a whole number from 0 to 1000"},
        BadOption{&QueryOptions::Device, "virtua",
                  "--device virtua: expected auto, cuda:N or virtual (did you mean "
                  "'virtual'?)"},
        BadOption{&QueryOptions::Device, "cuda",
                  "--device cuda: expected auto, cuda:N or virtual (did you mean "
                  "'cuda:0'?)"},
        BadOption{&QueryOptions::TimeLimit, "-1",
                  "--time-limit -1: expected seconds above 0"},
        BadOption{
            &QueryOptions::Budget, "much",
            "--budget much: expected per cent of the kernel's time, for example 5%"},
        BadOption{
            &QueryOptions::Budget, "-1%",
            "--budget -1%: expected per cent of the kernel's time, for example 5%"},
        BadOption{&QueryOptions::Timeout, "0", "--timeout 0: expected seconds above 0"},
        BadOption{&QueryOptions::MemoryLimit, "8 apples",
                  "--memory-limit 8 apples: expected a size above 0, for example 8G or "
                  "512M"},
        BadOption{&QueryOptions::MemoryLimit, "0",
                  "--memory-limit 0: expected a size above 0, for example 8G or 512M"},
        BadOption{&QueryOptions::Events, "1",
                  "--events 1: expected a whole number from 2 to 268435456"},
        BadOption{&QueryOptions::Store, "", "--store: the directory's name is empty"},
        BadOption{&QueryOptions::Out, "", "--out: the directory's name is empty"}));

TEST(Query, Values) {
  QueryOptions Options = withCommand();
  Options.Device = "cuda:3";
  Options.Budget = "2.5%";
  Options.Timeout = "0.5";
  Options.MemoryLimit = "8G";
  const Query Q = makeQuery(Options);
  EXPECT_EQ(Q.MemoryBytes, uint64_t{8} << 30);
  EXPECT_EQ(Q.Device, 3u);
  EXPECT_EQ(Q.BudgetPercent, 2.5);
  EXPECT_EQ(Q.TimeoutSeconds, 0.5);
}

TEST(Query, LauncherIsALineForAShell) {
  QueryOptions Options = withCommand();
  Options.Launcher = "srun --comment='a b'  -n1";
  const Query Q = makeQuery(Options);
  EXPECT_EQ(Q.Launcher, (std::vector<std::string>{"srun", "--comment=a b", "-n1"}));
  const Query Again = makeQuery(parseQueryFile(toJson(Q).dump(), "q.json"));
  EXPECT_EQ(Again.Launcher, Q.Launcher);
  EXPECT_TRUE(toJson(makeQuery(withCommand())).at("launcher").is_null());
  Options.Launcher = "srun 'x";
  EXPECT_EQ(failureOf([&] { makeQuery(Options); }).Message,
            "--launcher 'srun 'x': a quote or brace is not closed");
  Options.Launcher = " ";
  EXPECT_EQ(failureOf([&] { makeQuery(Options); }).Message,
            "--launcher ' ': it has no word");
}

TEST(Query, NeedsAProgram) {
  EXPECT_EQ(failureOf([] { makeQuery({}); }).Message, "no program given");
}

TEST(QueryFile, ReadsWhatAReportEchoes) {
  QueryOptions Options = withCommand();
  Options.Regions = {"mainloop"};
  Options.Signals = {"timeline"};
  Options.Scope = "kernel=gemm,launch=2";
  Options.Device = "cuda:1";
  Options.Budget = "7.5";
  Options.Timeout = "30";
  Options.Precision = "0.5%";
  Options.MaxRepeat = "7";
  Options.MaxSeconds = "12.5";
  Options.Warmup = "0";
  Options.MemoryLimit = "1.5G";
  const Query First = makeQuery(Options);
  const Query Again = makeQuery(parseQueryFile(toJson(First).dump(), "q.json"));
  EXPECT_EQ(toJson(First), toJson(Again));
  EXPECT_EQ(Again.MemoryBytes, uint64_t{3} << 29);
  EXPECT_EQ(Again.Scope.Launch, (Range{2, 3}));
  EXPECT_EQ(Again.Repeat, std::nullopt);
  EXPECT_EQ(Again.PrecisionPercent, 0.5);
  EXPECT_EQ(Again.MostGroups, 7u);
  EXPECT_EQ(Again.RepeatSeconds, 12.5);
  EXPECT_EQ(Again.Warmup, 0u);
  EXPECT_EQ(Again.Command, (std::vector<std::string>{"./gemm", "4096"}));
}

TEST(QueryFile, OptionsWinOverTheFile) {
  const QueryOptions File =
      parseQueryFile(R"({"region": "a", "repeat": 4, "scope": "warp=0"})", "q.json");
  QueryOptions Options = withCommand();
  Options.Repeat = "2";
  Options.MemoryLimit = "1K";
  Options.Quiet = true;
  const Query Q = makeQuery(overlay(File, Options));
  EXPECT_EQ(Q.Repeat, 2u);
  EXPECT_EQ(Q.MemoryBytes, 1024u);
  EXPECT_EQ(Q.Shown, Verbosity::Quiet);
  EXPECT_EQ(Q.Regions, std::vector<std::string>{"a"});
  EXPECT_EQ(Q.Scope.Warp, (Range{0, 1}));
}

static std::string fileError(const char *Text) {
  return failureOf([=] { parseQueryFile(Text, "q.json"); }).Message;
}

TEST(QueryFile, ErrorsNameTheFileAndTheKey) {
  EXPECT_EQ(fileError("{\"region\": ").rfind("q.json: not JSON: ", 0), 0u);
  EXPECT_EQ(fileError("[]"), "q.json: a query file holds one JSON object");
  EXPECT_EQ(fileError(R"({"signals": "duration"})"),
            "q.json: \"signals\": unknown key (did you mean 'signal'?)");
  EXPECT_EQ(fileError(R"({"region": {}})"),
            "q.json: \"region\": expected a string or a list of strings");
  EXPECT_EQ(fileError(R"({"region": [1]})"),
            "q.json: \"region\": expected a string or a list of strings");
  EXPECT_EQ(fileError(R"({"repeat": true})"),
            "q.json: \"repeat\": expected a string or a number");
}

TEST(Query, VirtualDevice) {
  QueryOptions Options;
  Options.Command = {"./gemm"};
  EXPECT_EQ(deviceName(makeQuery(Options)), "auto");
  Options.Device = "virtual";
  Options.TimeLimit = "2.5";
  const Query Q = makeQuery(Options);
  EXPECT_TRUE(Q.Virtual);
  EXPECT_EQ(Q.Device, std::nullopt);
  EXPECT_EQ(Q.TimeLimitSeconds, 2.5);
  EXPECT_EQ(deviceName(Q), "virtual");
  EXPECT_EQ(toJson(Q).at("time_limit"), 2.5);
  Options.Device = "cuda:3";
  EXPECT_EQ(deviceName(makeQuery(Options)), "cuda:3");
}
