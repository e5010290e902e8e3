//===- GpuStateTest.cpp - clocks and temperature of a run --------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "collect/GpuState.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <thread>

using namespace argus;
using std::chrono::milliseconds;

namespace {

struct Gpu : testing::Test {
  ~Gpu() override { ::unsetenv("ARGUS_FAKE_NVML_FAILS"); }

  GpuState read() {
    std::string Problem;
    const auto State = readGpuState(Root.path(), Problem);
    EXPECT_TRUE(State) << Problem;
    return State.value_or(GpuState());
  }

  TemporaryDirectory Root{makeUniqueDirectory(fs::temp_directory_path(), "argus-gpu-")};
};

GpuSample sample(double Mhz, double Busy, uint64_t Reasons = 0, unsigned Others = 0) {
  GpuSample S;
  S.SmMhz = Mhz;
  S.BusyPercent = Busy;
  S.ClockReasons = Reasons;
  S.OtherPrograms = Others;
  return S;
}

} // namespace

TEST_F(Gpu, IsSampledAtStartAndEnd) {
  GpuSampler Sampler("GPU-0123", Root.path(), ARGUS_TEST_FAKE_NVML,
                     milliseconds(100000));
  EXPECT_EQ(Sampler.finish(), "");
  const GpuState State = read();
  EXPECT_EQ(State.Gpu, "GPU-0123");
  ASSERT_EQ(State.Samples.size(), 2u);
  const GpuSample &Start = State.Samples[0], &End = State.Samples[1];
  EXPECT_EQ(Start.SmMhz, 345);
  EXPECT_EQ(Start.MemoryMhz, 2619);
  EXPECT_EQ(Start.TemperatureC, 30);
  EXPECT_EQ(Start.BusyPercent, 0);
  EXPECT_EQ(Start.ClockReasons, 0x1u);
  EXPECT_EQ(Start.PowerW, std::nullopt);
  EXPECT_EQ(End.SmMhz, 1980);
  EXPECT_EQ(End.ClockReasons, 0x4u);
  EXPECT_GE(End.Seconds, Start.Seconds);
  // Process 1 is nobody's child here; of those of elsewhere, the one that was there
  // before the program.
  EXPECT_EQ(Start.OtherPrograms, 2u);
  EXPECT_EQ(End.OtherPrograms, 2u);
}

TEST_F(Gpu, IsSampledInBetween) {
  {
    GpuSampler Sampler("0", Root.path(), ARGUS_TEST_FAKE_NVML, milliseconds(1));
    std::this_thread::sleep_for(milliseconds(100));
  } // writes the file, too
  EXPECT_GT(read().Samples.size(), 3u);
}

TEST_F(Gpu, WithoutNvmlThereIsNoFileAndOneReason) {
  GpuSampler Sampler("GPU-0123", Root.path(), "libargus-no-such-nvml.so.1");
  const std::string Problem = Sampler.finish();
  EXPECT_EQ(Problem.rfind("the GPU's clocks and temperature are not recorded: "
                          "libargus-no-such-nvml.so.1: cannot open",
                          0),
            0u)
      << Problem;
  std::string None;
  EXPECT_FALSE(readGpuState(Root.path(), None));
  EXPECT_EQ(None, "");
}

TEST_F(Gpu, NvmlsReasonIsTold) {
  EXPECT_EQ(
      GpuSampler("GPU-4567", Root.path(), ARGUS_TEST_FAKE_NVML).finish(),
      "the GPU's clocks and temperature are not recorded: GPU GPU-4567: Not Found");
  ::setenv("ARGUS_FAKE_NVML_FAILS", "1", 1);
  const std::string Problem =
      GpuSampler("GPU-0123", Root.path(), ARGUS_TEST_FAKE_NVML).finish();
  EXPECT_NE(Problem.find("Driver Not Loaded"), std::string::npos) << Problem;
}

TEST_F(Gpu, ADirectoryThatIsGoneIsTold) {
  GpuSampler Sampler("GPU-0123", Root.path() / "gone" / "file", ARGUS_TEST_FAKE_NVML);
  writeFile(Root.path() / "gone", "");
  EXPECT_NE(Sampler.finish().find("are lost: "), std::string::npos);
}

TEST_F(Gpu, DamagedFilesAreNamed) {
  for (const char *Text : {"", "{}", "[]", "{\"gpu\":1,\"samples\":[]}", "{\"gp"}) {
    writeFile(Root.path() / GpuStateFile, Text);
    std::string Problem;
    EXPECT_FALSE(readGpuState(Root.path(), Problem)) << Text;
    EXPECT_NE(Problem.find(GpuStateFile), std::string::npos) << Text;
  }
}

TEST(GpuSummary, OfTheBusySamples) {
  GpuState State;
  State.add(sample(345, 0, 0x1));
  State.add(sample(1980, 90, 0x4 | 0x2));
  State.add(sample(1700, 99, 0x20, 1));
  State.add(sample(1755, 50));
  State.add(sample(345, 0, 0x80));
  const GpuSummary S = summarise(State);
  EXPECT_EQ(S.Samples, 5u);
  EXPECT_TRUE(S.Busy);
  EXPECT_EQ(S.SmMhz.value_or(Extent()).Min, 1700);
  EXPECT_EQ(S.SmMhz.value_or(Extent()).Median, 1755);
  EXPECT_EQ(S.SmMhz.value_or(Extent()).Max, 1980);
  EXPECT_FALSE(S.PowerW);
  EXPECT_EQ(S.Throttled,
            (std::vector<std::string>{"power cap", "software thermal slowdown"}));
  EXPECT_EQ(S.OtherPrograms, 1u);
}

TEST(GpuSummary, OfAllWhereNoneIsBusy) {
  GpuState State;
  EXPECT_FALSE(summarise(State).SmMhz);
  State.add(sample(345, 0));
  EXPECT_FALSE(summarise(State).Busy);
  EXPECT_EQ(summarise(State).SmMhz.value_or(Extent()).Median, 345);
}

TEST(GpuState, LongRunsAreThinnedOut) {
  GpuState State;
  constexpr size_t Many = 10 * MostGpuSamples;
  for (size_t I = 0; I < Many; ++I) {
    GpuSample S;
    S.Seconds = static_cast<double>(I);
    State.add(S);
    ASSERT_LE(State.Samples.size(), MostGpuSamples);
  }
  EXPECT_GT(State.Samples.size(), MostGpuSamples / 4);
  // Over the whole run, evenly.
  EXPECT_EQ(State.Samples.front().Seconds, 0);
  EXPECT_GT(State.Samples.back().Seconds, 0.99 * Many);
  const double Step = State.Samples[1].Seconds;
  for (size_t I = 0; I < State.Samples.size(); ++I)
    ASSERT_EQ(State.Samples[I].Seconds, Step * static_cast<double>(I));
}
