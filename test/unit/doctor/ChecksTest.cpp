//===- ChecksTest.cpp - findings and remedies -------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "doctor/Checks.h"
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace argus;

namespace {

CommandResult output(const std::string &Text, int Status = 0) {
  return {true, Status, Text};
}

ToolkitLocation toolkit(int Major, int Minor) {
  ToolkitLocation T;
  T.Path = "/cuda";
  T.Version = {Major, Minor};
  T.Ptxas = "/cuda/bin/ptxas";
  T.LibDir = "/cuda/lib64";
  return T;
}

DriverProbe driver(int Version) {
  DriverProbe Driver;
  Driver.Version = Version;
  Driver.Gpus = {{"NVIDIA H200", "GPU-0", 9, 0}};
  return Driver;
}

bool contains(const std::string &Text, const std::string &Part) {
  return Text.find(Part) != std::string::npos;
}

TEST(DoctorChecks, Clang) {
  Check Good =
      checkClang("/c", "", output("Debian clang version 19.1.7 (3~deb12u1)\nTarget"));
  EXPECT_EQ(Good.Status, CheckStatus::Ok);
  EXPECT_EQ(Good.Detail, "19.1.7, /c");
  Check Other = checkClang("/c", "", output("clang version 20.1.0\n"));
  EXPECT_EQ(Other.Status, CheckStatus::Missing);
  EXPECT_TRUE(contains(Other.Detail, "20.1.0; the plugin needs 19.1")) << Other.Detail;
  Check None = checkClang("", "no clang 19", {});
  EXPECT_EQ(None.Status, CheckStatus::Missing);
  EXPECT_EQ(None.Detail, "no clang 19");
  Check Broken = checkClang("/c", "", {false, -1, "Permission denied"});
  EXPECT_TRUE(contains(Broken.Detail, "Permission denied"));
}

TEST(DoctorChecks, PluginShowsClangsMessage) {
  Check Failed = checkPlugin("/p.so", output("error: unable to load plugin\nmore", 1));
  EXPECT_EQ(Failed.Status, CheckStatus::Missing);
  EXPECT_TRUE(contains(Failed.Detail, "status 1: error: unable to load plugin"));
  EXPECT_FALSE(contains(Failed.Detail, "more"));
  EXPECT_EQ(checkPlugin("/p.so", output("")).Status, CheckStatus::Ok);
}

TEST(DoctorChecks, Toolkit) {
  EXPECT_EQ(checkToolkit(toolkit(13, 0), "").Status, CheckStatus::Ok);
  EXPECT_EQ(checkToolkit(toolkit(13, 0), "/cuda/").Status, CheckStatus::Ok);
  Check Other = checkToolkit(toolkit(13, 0), "/wrong");
  EXPECT_EQ(Other.Status, CheckStatus::Warning);
  EXPECT_TRUE(contains(Other.Detail, "CUDA_HOME=/wrong is not usable"));
  Check None = checkToolkit(findCudaToolkitIn({"/none"}), "");
  EXPECT_EQ(None.Status, CheckStatus::Missing);
  EXPECT_EQ(None.Detail, "no usable CUDA toolkit\n  /none: no such directory");
  ToolkitLocation NoLibrary = toolkit(12, 4);
  NoLibrary.LibDir.clear();
  EXPECT_EQ(checkToolkit(NoLibrary, "").Status, CheckStatus::Missing);
}

TEST(DoctorChecks, Ptxas) {
  EXPECT_EQ(checkPtxas(toolkit(13, 0),
                       output("Cuda compilation tools, release 13.0, V13.0.88\nBuild"))
                .Detail,
            "13.0.88, /cuda/bin/ptxas");
  EXPECT_EQ(checkPtxas(toolkit(13, 0), output("", 127)).Status, CheckStatus::Missing);
  EXPECT_EQ(checkPtxas(toolkit(13, 0), output("hello")).Status, CheckStatus::Missing);
}

TEST(DoctorChecks, Nvcc) {
  const CommandResult Fine = output("V13.0.88"), None = {false, -1, "no such file"};
  EXPECT_EQ(checkNvcc(Fine, Fine, Fine).Detail, "13.0.88");
  EXPECT_EQ(checkNvcc(None, Fine, Fine).Status, CheckStatus::Warning);
  EXPECT_TRUE(contains(checkNvcc(Fine, None, Fine).Detail, "objcopy: no such file"));
  EXPECT_TRUE(contains(checkNvcc(Fine, Fine, None).Remedy, "binutils"));
}

TEST(DoctorChecks, Driver) {
  EXPECT_EQ(checkDriver(driver(13000), toolkit(13, 0)).Detail, "for CUDA 13.0");
  EXPECT_EQ(checkDriver(driver(12080), toolkit(12, 9)).Status, CheckStatus::Ok);
  Check Old = checkDriver(driver(12080), toolkit(13, 0));
  EXPECT_EQ(Old.Status, CheckStatus::Missing);
  EXPECT_TRUE(contains(Old.Remedy, "CUDA 12 toolkit"));
  DriverProbe None;
  None.LoadError = "libcuda.so.1: cannot open shared object file";
  EXPECT_EQ(checkDriver(None, toolkit(13, 0)).Detail, None.LoadError);
  DriverProbe Failed = driver(13000);
  Failed.InitStatus = 803;
  Failed.InitError = "system has unsupported display driver / cuda driver combination";
  EXPECT_TRUE(contains(checkDriver(Failed, toolkit(13, 0)).Detail, "803: system has"));
}

TEST(DoctorChecks, DriverWithoutDeviceIsTheGpusFault) {
  DriverProbe Driver = driver(13000);
  Driver.InitStatus = 100;
  Driver.Gpus.clear();
  EXPECT_EQ(checkDriver(Driver, toolkit(13, 0)).Status, CheckStatus::Ok);
  EXPECT_EQ(checkGpus(Driver).at(0).Status, CheckStatus::Missing);
}

TEST(DoctorChecks, Gpus) {
  std::vector<Check> Checks = checkGpus(driver(13000));
  ASSERT_EQ(Checks.size(), 1u);
  EXPECT_EQ(Checks[0].Detail, "NVIDIA H200, sm_90");
}

TEST(DoctorChecks, Counters) {
  EXPECT_EQ(checkCounters({true, true, true}).Status, CheckStatus::Ok);
  EXPECT_EQ(checkCounters({false, true, false}).Status, CheckStatus::Ok);
  EXPECT_EQ(checkCounters({false, false, false}).Status, CheckStatus::Warning);
  Check Restricted = checkCounters({false, true, true});
  EXPECT_EQ(Restricted.Status, CheckStatus::Warning);
  EXPECT_TRUE(contains(Restricted.Detail, "ERR_NVGPUCTRPERM"));
  EXPECT_TRUE(contains(Restricted.Remedy, "NVreg_RestrictProfilingToAdminUsers=0"));
}

TEST(DoctorChecks, Text) {
  std::vector<Check> Checks = {
      {"clang", CheckStatus::Ok, "19.1.7", ""},
      {"gpu", CheckStatus::Missing, "none\nat all", "buy one"}};
  EXPECT_EQ(formatText(Checks), "ok       clang         19.1.7\n"
                                "missing  gpu           none\n"
                                "                       at all\n"
                                "                       remedy: buy one\n"
                                "Programs cannot be traced on a GPU here; "
                                "'argus run --device virtual' needs none.\n");
  Checks[1].Status = CheckStatus::Warning;
  EXPECT_TRUE(contains(formatText(Checks), "\nPrograms can be traced here.\n"));
}

TEST(DoctorChecks, Json) {
  std::vector<Check> Checks = {{"clang", CheckStatus::Ok, "a\xff", ""},
                               {"gpu", CheckStatus::Missing, "none", "buy one"}};
  auto Json = nlohmann::json::parse(formatJson(Checks));
  EXPECT_FALSE(Json["can_trace"]);
  EXPECT_FALSE(Json["checks"][0].contains("remedy"));
  EXPECT_EQ(Json["checks"][1], (nlohmann::json{{"name", "gpu"},
                                               {"status", "missing"},
                                               {"detail", "none"},
                                               {"remedy", "buy one"}}));
}

} // namespace
