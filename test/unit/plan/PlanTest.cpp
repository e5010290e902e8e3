//===- PlanTest.cpp - which runs answer a query ------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Plan.h"

#include <gtest/gtest.h>

using namespace argus;

TEST(Plan, RunsAreInterleaved) {
  constexpr RunKind A = RunKind::Reference, B = RunKind::Trace;
  EXPECT_EQ(runOrder(1, false), (std::vector<RunKind>{A, B, B, A}));
  EXPECT_EQ(runOrder(2, false), (std::vector<RunKind>{A, B, B, A, A, B, B, A}));
  EXPECT_EQ(runOrder(2, true), (std::vector<RunKind>{A, B, A, B}));
}

TEST(Plan, RoomForTheBusiestLaneAndALittleMore) {
  EXPECT_EQ(eventsPerChunk(2, 32768), 8u);
  EXPECT_EQ(eventsPerChunk(196, 512), 208u);
  EXPECT_EQ(eventsPerChunk(5000, 64), 5312u);
}

TEST(Plan, WholeSectorsOfMemory) {
  for (uint64_t Events : {1u, 2u, 3u, 63u, 64u, 65u, 1001u})
    EXPECT_EQ(eventsPerChunk(Events, 1) % 4, 0u) << Events;
}

TEST(Plan, NoMoreThanTheMemoryHolds) {
  // 1 MiB for 1024 chunks: 1023 bytes each, 64 of them the header.
  EXPECT_EQ(eventsPerChunk(5000, 1024, 1), 119u);
  // Nothing fits: the least there is, and the report counts what is lost.
  EXPECT_EQ(eventsPerChunk(5000, 1 << 20, 1), 1u);
  // The device addresses the arena with 32 bits, whatever the limit says.
  EXPECT_EQ(eventsPerChunk(1u << 20, 1024, 1u << 20), 524279u);
}

TEST(Plan, ArchNames) {
  EXPECT_EQ(parseArch("sm_90a")->Number, 90u);
  EXPECT_EQ(parseArch("sm_90a")->Suffix, 'a');
  EXPECT_EQ(parseArch("sm_120")->major(), 12u);
  EXPECT_FALSE(parseArch("compute_90"));
  EXPECT_FALSE(parseArch("sm_"));
  EXPECT_FALSE(parseArch("sm_90x"));
}

TEST(Plan, Loadable) {
  const auto Fits = [](const char *Code, const char *Device) {
    return loadable(*parseArch(Code), *parseArch(Device));
  };
  EXPECT_TRUE(Fits("sm_80", "sm_86"));
  EXPECT_FALSE(Fits("sm_86", "sm_80"));
  EXPECT_FALSE(Fits("sm_80", "sm_90"));
  EXPECT_TRUE(Fits("sm_90a", "sm_90"));
  EXPECT_FALSE(Fits("sm_100a", "sm_103"));
  EXPECT_TRUE(Fits("sm_100f", "sm_103"));
}

TEST(Plan, CapsulesThatADeviceMayPick) {
  const std::vector<std::string> Archs = {"sm_80", "sm_86", "sm_90", "sm_90a"};
  EXPECT_EQ(pickCapsules(Archs, "sm_80"), (std::vector<size_t>{0}));
  EXPECT_EQ(pickCapsules(Archs, "sm_89"), (std::vector<size_t>{1}));
  EXPECT_EQ(pickCapsules(Archs, "sm_90"), (std::vector<size_t>{2, 3}));
  EXPECT_TRUE(pickCapsules(Archs, "sm_75").empty());
  EXPECT_TRUE(pickCapsules(Archs, "sm_100").empty());
}

TEST(Plan, PtxForLaterDevices) {
  const std::vector<std::string> Archs = {"sm_80", "sm_90a"};
  EXPECT_EQ(pickPtx(Archs, "sm_100"), 0u);
  EXPECT_EQ(pickPtx(Archs, "sm_75"), std::nullopt);
  EXPECT_EQ(pickPtx({"sm_90a"}, "sm_100"), std::nullopt);
}

static CapsuleInfo gemmCapsule() {
  CapsuleInfo C;
  for (const char *Name : {"mainloop", "wait", "epilogue", "hidden"})
    C.Sites.push_back({Name, SiteForm::Statement, "gemm.cu", 1, 1});
  C.Kernels = {{"_Z4gemmv", "gemm"}};
  C.Regions = {{0, {0}, "gemm/mainloop", 1},
               {0, {0, 1}, "gemm/mainloop/wait", 2},
               {0, {2}, "gemm/epilogue", 3}};
  return C;
}

TEST(Plan, SitesOfTheSelectedRegionsAndWhatEnclosesThem) {
  EXPECT_EQ(sitesToTrace(gemmCapsule(), {}), (std::vector<unsigned>{0, 1, 2, 3}));
  EXPECT_EQ(sitesToTrace(gemmCapsule(), {"wait"}), (std::vector<unsigned>{0, 1}));
  EXPECT_EQ(sitesToTrace(gemmCapsule(), {"gemm/epi*"}), (std::vector<unsigned>{2}));
  EXPECT_EQ(sitesToTrace(gemmCapsule(), {"hidden"}), (std::vector<unsigned>{3}));
  EXPECT_TRUE(sitesToTrace(gemmCapsule(), {"other"}).empty());
}

TEST(Plan, AKernelIsTracedThroughItsRegions) {
  EXPECT_EQ(sitesToTrace(gemmCapsule(), {"gemm"}), (std::vector<unsigned>{0, 1, 2}));
}
