//===- GpuState.cpp - clocks and temperature while a run goes on ----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "collect/GpuState.h"

#include "collect/Nvml.h"
#include "join/Statistics.h"
#include "support/Failure.h"

#include <algorithm>
#include <condition_variable>
#include <fmt/format.h>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>
#include <unistd.h>

namespace argus {

using json = nlohmann::ordered_json;

void GpuState::add(GpuSample Sample) {
  if (Seen++ % Stride)
    return;
  Samples.push_back(Sample);
  if (Samples.size() < MostGpuSamples)
    return;
  for (size_t I = 0; 2 * I < Samples.size(); ++I)
    Samples[I] = Samples[2 * I];
  Samples.resize((Samples.size() + 1) / 2);
  Stride *= 2;
}

//===- Whose processes they are ---------------------------------------------===//

namespace {

/// 0 where there is no such process, in this namespace of process ids.
pid_t parentOf(pid_t Pid) {
  std::ifstream File("/proc/" + std::to_string(Pid) + "/stat");
  std::string Text;
  std::getline(File, Text);
  // "pid (name) state parent ..."; the name may hold anything.
  const size_t NameEnd = Text.rfind(')');
  if (NameEnd == std::string::npos || NameEnd + 4 >= Text.size())
    return 0;
  return static_cast<pid_t>(std::strtol(Text.c_str() + NameEnd + 4, nullptr, 10));
}

bool exists(pid_t Pid) { return fs::exists("/proc/" + std::to_string(Pid)); }

bool isOurs(pid_t Pid) {
  for (; Pid > 1; Pid = parentOf(Pid))
    if (Pid == ::getpid())
      return true;
  return false;
}

/// How many are neither this process nor started by it. In a container NVML may tell
/// ids that mean nothing here: of those, the ones that were there `Before` the program.
unsigned countOthers(const std::vector<unsigned> &Pids,
                     const std::set<unsigned> &Before) {
  return static_cast<unsigned>(
      std::count_if(Pids.begin(), Pids.end(), [&](unsigned Pid) {
        const auto Id = static_cast<pid_t>(Pid);
        return exists(Id) ? !isOurs(Id) : Before.count(Pid) > 0;
      }));
}

//===- The file ---------------------------------------------------------------===//

const std::pair<const char *, std::optional<double> GpuSample::*> Numbers[] = {
    {"sm_mhz", &GpuSample::SmMhz},
    {"memory_mhz", &GpuSample::MemoryMhz},
    {"temperature_c", &GpuSample::TemperatureC},
    {"power_w", &GpuSample::PowerW},
    {"busy_percent", &GpuSample::BusyPercent},
};

std::string asText(const GpuState &State) {
  json List = json::array();
  for (const GpuSample &S : State.Samples) {
    json One = {{"seconds", S.Seconds}};
    for (const auto &[Name, Member] : Numbers)
      if (const std::optional<double> &Value = S.*Member)
        One[Name] = *Value;
    if (S.ClockReasons)
      One["clock_reasons"] = *S.ClockReasons;
    if (S.OtherPrograms)
      One["other_programs"] = *S.OtherPrograms;
    List.push_back(std::move(One));
  }
  return json{{"gpu", State.Gpu}, {"samples", List}}.dump() + "\n";
}

GpuState fromText(const std::string &Text) {
  const json Document = json::parse(Text);
  GpuState State;
  State.Gpu = Document.at("gpu");
  for (const json &One : Document.at("samples")) {
    GpuSample S;
    S.Seconds = One.at("seconds");
    for (const auto &[Name, Member] : Numbers)
      if (One.contains(Name))
        S.*Member = One.at(Name).get<double>();
    if (One.contains("clock_reasons"))
      S.ClockReasons = One.at("clock_reasons").get<uint64_t>();
    if (One.contains("other_programs"))
      S.OtherPrograms = One.at("other_programs").get<unsigned>();
    State.Samples.push_back(S);
  }
  return State;
}

} // namespace

std::optional<GpuState> readGpuState(const fs::path &Directory, std::string &Problem) {
  const fs::path File = Directory / GpuStateFile;
  if (!fs::exists(File))
    return std::nullopt;
  try {
    return fromText(readFile(File));
  } catch (const json::exception &Error) {
    Problem = fmt::format("{}: {}", File.string(), Error.what());
    return std::nullopt;
  }
}

//===- Sampling ---------------------------------------------------------------===//

struct GpuSampler::Worker {
  Worker(const std::string &Gpu, fs::path Directory, const std::string &Library,
         std::chrono::milliseconds Interval, std::string &Problem)
      : Directory(std::move(Directory)), Interval(Interval),
        Source(Library, Gpu, Problem) {
    if (!Problem.empty())
      return;
    State.Gpu = Gpu;
    if (const auto Pids = Source.processes())
      Before.insert(Pids->begin(), Pids->end());
    take();
    Thread = std::thread([this] { loop(); });
  }

  ~Worker() { stop(); }

  void stop() {
    if (!Thread.joinable())
      return;
    {
      const std::lock_guard<std::mutex> Held(Mutex);
      Stopped = true;
    }
    Changed.notify_all();
    Thread.join();
    take();
  }

  fs::path Directory;
  GpuState State;

private:
  using Clock = std::chrono::steady_clock;

  void take() {
    GpuSample S = Source.sample();
    S.Seconds = std::chrono::duration<double>(Clock::now() - Start).count();
    if (const auto Pids = Source.processes())
      S.OtherPrograms = countOthers(*Pids, Before);
    State.add(S);
  }

  void loop() {
    std::unique_lock<std::mutex> Held(Mutex);
    while (!Changed.wait_for(Held, Interval, [this] { return Stopped; }))
      take();
  }

  const std::chrono::milliseconds Interval;
  const Clock::time_point Start = Clock::now();
  Nvml Source;
  std::set<unsigned> Before;
  std::mutex Mutex;
  std::condition_variable Changed;
  bool Stopped = false;
  std::thread Thread;
};

GpuSampler::GpuSampler(const std::string &Gpu, fs::path Directory,
                       const std::string &Library, std::chrono::milliseconds Interval) {
  Work =
      std::make_unique<Worker>(Gpu, std::move(Directory), Library, Interval, Problem);
  if (Problem.empty())
    return;
  Work.reset();
  Problem = "the GPU's clocks and temperature are not recorded: " + Problem;
}

GpuSampler::~GpuSampler() { finish(); }

std::string GpuSampler::finish() {
  const std::unique_ptr<Worker> Done = std::move(Work);
  if (!Done)
    return Problem;
  Done->stop();
  try {
    writeFile(Done->Directory / GpuStateFile, asText(Done->State));
  } catch (const Failure &Error) {
    Problem = "the GPU's clocks and temperature are lost: " + Error.Message;
  }
  return Problem;
}

//===- What they tell ---------------------------------------------------------===//

static std::vector<std::string> namesOf(uint64_t Reasons) {
  // Idle and chosen clocks hold nothing back.
  static const std::pair<uint64_t, const char *> Names[] = {
      {0x4, "power cap"},
      {0x8, "hardware slowdown"},
      {0x10, "sync boost"},
      {0x20, "software thermal slowdown"},
      {0x40, "hardware thermal slowdown"},
      {0x80, "power brake"}};
  std::vector<std::string> Found;
  for (const auto &[Bit, Name] : Names)
    if (Reasons & Bit)
      Found.push_back(Name);
  return Found;
}

static std::optional<Extent> extentOf(const std::vector<GpuSample> &Samples,
                                      std::optional<double> GpuSample::*Member) {
  std::vector<double> Values;
  for (const GpuSample &S : Samples)
    if (const std::optional<double> &Value = S.*Member)
      Values.push_back(*Value);
  if (Values.empty())
    return std::nullopt;
  const auto [Min, Max] = std::minmax_element(Values.begin(), Values.end());
  return Extent{*Min, median(Values), *Max};
}

GpuSummary summarise(const GpuState &State) {
  std::vector<GpuSample> Samples;
  for (const GpuSample &S : State.Samples)
    if (S.BusyPercent.value_or(0) > 0)
      Samples.push_back(S);
  GpuSummary Summary;
  Summary.Samples = State.Samples.size();
  Summary.Busy = !Samples.empty();
  if (Samples.empty())
    Samples = State.Samples;
  Summary.SmMhz = extentOf(Samples, &GpuSample::SmMhz);
  Summary.MemoryMhz = extentOf(Samples, &GpuSample::MemoryMhz);
  Summary.TemperatureC = extentOf(Samples, &GpuSample::TemperatureC);
  Summary.PowerW = extentOf(Samples, &GpuSample::PowerW);
  uint64_t Reasons = 0;
  for (const GpuSample &S : Samples)
    Reasons |= S.ClockReasons.value_or(0);
  Summary.Throttled = namesOf(Reasons);
  for (const GpuSample &S : State.Samples)
    if (S.OtherPrograms)
      Summary.OtherPrograms =
          std::max(Summary.OtherPrograms.value_or(0), *S.OtherPrograms);
  return Summary;
}

} // namespace argus
