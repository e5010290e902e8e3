//===- ImagesTest.cpp - which capsules are built for which devices -----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Images.h"

#include "../Failures.h"

using namespace argus;

static ContainerInfo containerFor(std::vector<std::string> Archs) {
  ContainerInfo Container;
  Container.Binary = "./gemm";
  for (const std::string &Arch : Archs) {
    CapsuleInfo C;
    C.Arch = Arch;
    Container.Capsules.push_back(C);
  }
  return Container;
}

static ModuleBuild plan(const ContainerInfo &Container, std::set<std::string> Devices) {
  ModuleUse Use;
  Use.Container = &Container;
  Use.DeviceArchs = std::move(Devices);
  return planBuild(Use);
}

TEST(Images, BestCapsuleForEachDevice) {
  const ContainerInfo C = containerFor({"sm_80", "sm_86", "sm_90a"});
  const ModuleBuild M = plan(C, {"sm_90", "sm_86"});
  ASSERT_EQ(M.Capsules.size(), 2u);
  EXPECT_EQ(M.forDevice("sm_90")->Capsule, 2u);
  EXPECT_EQ(M.forDevice("sm_86")->Capsule, 1u);
  EXPECT_EQ(M.forDevice("sm_80"), nullptr);
}

TEST(Images, AllThatADeviceMightPickAreBuilt) {
  const ModuleBuild M = plan(containerFor({"sm_90", "sm_90a"}), {"sm_90"});
  EXPECT_EQ(M.Capsules.size(), 2u);
}

TEST(Images, PtxIsAssembledForTheDeviceItself) {
  const ModuleBuild M = plan(containerFor({"sm_80"}), {"sm_90"});
  ASSERT_EQ(M.Capsules.size(), 1u);
  EXPECT_EQ(M.Capsules[0].Arch, "sm_90");
  EXPECT_EQ(M.Capsules[0].Capsule, 0u);
}

TEST(Images, NoCapsuleForADevice) {
  const Failure Bad = failureOf([] { plan(containerFor({"sm_90a"}), {"sm_80"}); });
  EXPECT_EQ(Bad.Code, ExitCode::BadUsage);
  EXPECT_EQ(Bad.Message,
            "./gemm: its capsules are for sm_90a, the program ran on sm_80");
  EXPECT_EQ(Bad.Remedy, "compile with --cuda-gpu-arch=sm_80");
}

TEST(Images, RegistersThatLetABlockLaunch) {
  EXPECT_EQ(registersFor(1024), 64u);
  EXPECT_EQ(registersFor(1000), 64u);
  EXPECT_EQ(registersFor(512), 128u);
  EXPECT_EQ(registersFor(384), 168u); // 170 and two thirds, in units of 8
  EXPECT_EQ(registersFor(256), 0u);
  EXPECT_EQ(registersFor(1), 0u);
  const ContainerInfo C = containerFor({"sm_90a"});
  ModuleUse Use;
  Use.Container = &C;
  Use.DeviceArchs = {"sm_90"};
  Use.BlockThreads = {{"small", 128}, {"large", 1024}};
  EXPECT_EQ(planBuild(Use).Registers, (std::map<std::string, unsigned>{{"large", 64}}));
}
