//===- ModulesTest.cpp - which modules a program used ------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Modules.h"

#include "../Failures.h"

using namespace argus;

TEST(Modules, NoElfFileAndNoCapsule) {
  ModuleSet Modules;
  EXPECT_EQ(failureOf([&] { Modules.binary("/etc/passwd"); }).Message,
            "/etc/passwd: not an ELF file");
  EXPECT_EQ(failureOf([&] { Modules.binary("/nonexistent"); }).Message,
            "cannot read /nonexistent: No such file or directory");
  EXPECT_TRUE(Modules.binary("/proc/self/exe").empty());
  EXPECT_TRUE(Modules.knownPaths().empty());
}

TEST(Modules, BinaryThatLostItsModule) {
  ModuleSet Modules;
  ModuleRecord Record;
  Record.Path = "/proc/self/exe";
  Record.Source = "gemm.cu";
  Record.ModuleId = "00ff";
  const Failure Bad = failureOf([&] { Modules.container(Record); });
  EXPECT_EQ(Bad.Code, ExitCode::BadUsage);
  EXPECT_NE(Bad.Message.find("the module of gemm.cu"), std::string::npos);
}

TEST(Modules, ArchitectureOfAnUnknownDeviceIsThatOfTheFirst) {
  RuntimeLog Log;
  EXPECT_EQ(deviceArch(Log, 0), "");
  Log.Devices.resize(2);
  Log.Devices[0].Arch = "sm_90";
  Log.Devices[1].Device = 1;
  Log.Devices[1].Arch = "sm_80";
  EXPECT_EQ(deviceArch(Log, 1), "sm_80");
  EXPECT_EQ(deviceArch(Log, -1), "sm_90");
}

TEST(Modules, LaunchesWithoutAModuleAreCountedAsUnmarked) {
  RuntimeLog Log;
  Log.Launches.resize(2);
  ModuleSet Modules;
  LaunchCounts Counts;
  EXPECT_TRUE(findUses({&Log}, {}, Modules, Counts).empty());
  EXPECT_EQ(Counts.All, 2u);
  EXPECT_EQ(Counts.Marked, 0u);
}
