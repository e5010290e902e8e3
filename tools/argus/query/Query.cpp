//===- Query.cpp - what the user asks for ---------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "query/Query.h"

#include "query/Signals.h"
#include "support/Failure.h"
#include "support/Text.h"

#include <algorithm>
#include <fmt/format.h>

namespace argus {

namespace {

uint64_t numberOption(std::string_view Option, const std::string &Text, uint64_t Low,
                      uint64_t High) {
  const auto Value = parseNumber(Text);
  if (!Value || *Value < Low || *Value > High)
    throw badUsage(fmt::format("{} {}: expected a whole number from {} to {}", Option,
                               Text, Low, High));
  return *Value;
}

void setDevice(Query &Q, const std::string &Text) {
  if (Text == "auto")
    return;
  Q.Virtual = Text == "virtual";
  if (Q.Virtual)
    return;
  if (Text.rfind("cuda:", 0) == 0)
    if (const auto N = parseNumber(std::string_view(Text).substr(5)); N && *N < 1024) {
      Q.Device = static_cast<unsigned>(*N);
      return;
    }
  throw badUsage(fmt::format("--device {}: expected auto, cuda:N or virtual{}", Text,
                             suggestion(Text, {"auto", "cuda:0", "virtual"})));
}

double percentOption(std::string_view Option, const std::string &Text, double Least,
                     std::string_view Of) {
  std::string_view Number = Text;
  if (!Number.empty() && Number.back() == '%')
    Number.remove_suffix(1);
  const auto Value = parseReal(Number);
  if (!Value || *Value < Least || *Value > 1000)
    throw badUsage(fmt::format("{} {}: expected per cent of {}", Option, Text, Of));
  return *Value;
}

double budgetOption(const std::string &Text) {
  return percentOption("--budget", Text, 0, "the kernel's time, for example 5%");
}

double precisionOption(const std::string &Text) {
  return percentOption("--precision", Text, 0.001,
                       "the value, 0.001 or more, for example 2%");
}

double secondsOption(std::string_view Option, const std::string &Text) {
  const auto Value = parseReal(Text);
  if (!Value || *Value < 0)
    throw badUsage(fmt::format("{} {}: expected seconds, 0 or more", Option, Text));
  return *Value;
}

double timeoutOption(const std::string &Text) {
  const auto Value = parseReal(Text);
  if (!Value || *Value <= 0)
    throw badUsage(fmt::format("--timeout {}: expected seconds above 0", Text));
  return *Value;
}

uint64_t memoryOption(const std::string &Text) {
  const auto Bytes = parseSize(Text);
  if (!Bytes || *Bytes == 0)
    throw badUsage(
        fmt::format("--memory-limit {}: expected a size above 0, for example "
                    "8G or 512M",
                    Text));
  return *Bytes;
}

std::vector<std::string> signalOption(const std::vector<std::string> &Texts) {
  std::vector<std::string> Names;
  for (const std::string &Text : Texts)
    for (const std::string &Name : split(Text, ',')) {
      findSignal(Name);
      if (std::find(Names.begin(), Names.end(), Name) == Names.end())
        Names.push_back(Name);
    }
  return Names.empty() ? std::vector<std::string>{"duration"} : Names;
}

std::vector<std::string> launcherOption(const std::string &Text) {
  std::string Problem = "it has no word";
  const auto Words = shellSplit(Text, Problem);
  if (!Words || Words->empty() || Words->front().empty())
    throw badUsage(fmt::format("--launcher '{}': {}", Text, Problem),
                   "a command and its options as for a shell, for example --launcher "
                   "'srun --gres=gpu:1'");
  return *Words;
}

void setRepeats(Query &Q, const QueryOptions &Options) {
  const auto Number = [](std::string_view Option, const std::string &Text,
                         uint64_t Low) {
    return static_cast<unsigned>(numberOption(Option, Text, Low, 1000));
  };
  if (Options.Repeat)
    Q.Repeat = Number("--repeat", *Options.Repeat, 1);
  if (Options.Precision)
    Q.PrecisionPercent = precisionOption(*Options.Precision);
  if (Options.MaxRepeat)
    Q.MostGroups = Number("--max-repeat", *Options.MaxRepeat, 1);
  if (Options.MaxSeconds)
    Q.RepeatSeconds = secondsOption("--max-seconds", *Options.MaxSeconds);
  if (Options.Warmup)
    Q.Warmup = Number("--warmup", *Options.Warmup, 0);
}

} // namespace

bool Query::wants(std::string_view Signal) const {
  return std::find(Signals.begin(), Signals.end(), Signal) != Signals.end();
}

double timeLimitOption(const std::string &Text) {
  const auto Value = parseReal(Text);
  if (!Value || *Value <= 0)
    throw badUsage(fmt::format("--time-limit {}: expected seconds above 0", Text));
  return *Value;
}

std::string deviceName(const Query &Q) {
  if (Q.Virtual)
    return "virtual";
  return Q.Device ? fmt::format("cuda:{}", *Q.Device) : "auto";
}

Query makeQuery(const QueryOptions &Options) {
  Query Q;
  for (const std::string &Region : Options.Regions)
    if (Region.empty())
      throw badUsage("--region: the name is empty");
  Q.Regions = Options.Regions;
  Q.Signals = signalOption(Options.Signals);
  if (Options.Scope)
    Q.Scope = parseScope(*Options.Scope);
  if (Options.Device)
    setDevice(Q, *Options.Device);
  setRepeats(Q, Options);
  if (Options.Launcher)
    Q.Launcher = launcherOption(*Options.Launcher);
  if (Options.Store)
    Q.Store = *Options.Store;
  if (Q.Store.empty())
    throw badUsage("--store: the directory's name is empty");
  if (Options.Out)
    Q.Out = *Options.Out;
  if (Options.Out && Q.Out.empty())
    throw badUsage("--out: the directory's name is empty");
  if (Options.Budget)
    Q.BudgetPercent = budgetOption(*Options.Budget);
  if (Options.Events)
    Q.Events =
        static_cast<uint32_t>(numberOption("--events", *Options.Events, 2, 1u << 28));
  if (Options.Timeout)
    Q.TimeoutSeconds = timeoutOption(*Options.Timeout);
  if (Options.MemoryLimit)
    Q.MemoryBytes = memoryOption(*Options.MemoryLimit);
  if (Options.TimeLimit)
    Q.TimeLimitSeconds = timeLimitOption(*Options.TimeLimit);
  Q.NoReplay = Options.NoReplay;
  Q.Shown = Options.Quiet     ? Verbosity::Quiet
            : Options.Verbose ? Verbosity::Verbose
                              : Verbosity::Normal;
  Q.Command = Options.Command;
  if (Q.Command.empty() || Q.Command.front().empty())
    throw badUsage("no program given", "argus run [query] -- PROGRAM ARGUMENTS...");
  return Q;
}

QueryOptions overlay(QueryOptions File, const QueryOptions &Options) {
  const auto Replace = [](auto &Base, const auto &Over) {
    if (Over)
      Base = Over;
  };
  if (!Options.Regions.empty())
    File.Regions = Options.Regions;
  if (!Options.Signals.empty())
    File.Signals = Options.Signals;
  if (!Options.Command.empty())
    File.Command = Options.Command;
  Replace(File.Scope, Options.Scope);
  Replace(File.Device, Options.Device);
  Replace(File.Repeat, Options.Repeat);
  Replace(File.Precision, Options.Precision);
  Replace(File.MaxRepeat, Options.MaxRepeat);
  Replace(File.MaxSeconds, Options.MaxSeconds);
  Replace(File.Warmup, Options.Warmup);
  Replace(File.Launcher, Options.Launcher);
  Replace(File.Store, Options.Store);
  Replace(File.Out, Options.Out);
  Replace(File.Budget, Options.Budget);
  Replace(File.Events, Options.Events);
  Replace(File.Timeout, Options.Timeout);
  Replace(File.MemoryLimit, Options.MemoryLimit);
  Replace(File.TimeLimit, Options.TimeLimit);
  File.NoReplay |= Options.NoReplay;
  File.Quiet = Options.Quiet;
  File.Verbose = Options.Verbose;
  return File;
}

} // namespace argus
