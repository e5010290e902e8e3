//===- ProgramRunTest.cpp - how the user's program is started -------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/ProgramRun.h"

#include "../Failures.h"
#include "argus/Abi.h"
#include "argus/VirtualCounts.h"

using namespace argus;

/// Argus' own environment.
static Environment environment(std::map<std::string, std::string> Values) {
  return [Values = std::move(Values)](const char *Name) {
    const auto At = Values.find(Name);
    return At == Values.end() ? std::string() : At->second;
  };
}

static ProgramRun traceRun() {
  ProgramRun Run;
  Run.Id = "trace-1";
  Run.Command = {"./gemm", "a b"};
  Run.Runtime = "/opt/argus/lib/libargus_runtime.so";
  Run.Directory = "/store/trace-1";
  Run.Images = "/store/images";
  Run.Events = 77;
  return Run;
}

TEST(ProgramRun, EnvironmentOfTheRuntime) {
  const ProcessRequest R = programRequest(traceRun(), environment({}));
  EXPECT_EQ(R.Environment.at("LD_PRELOAD"), "/opt/argus/lib/libargus_runtime.so");
  EXPECT_EQ(R.Environment.at(ARGUS_ENV_OUT), "/store/trace-1");
  EXPECT_EQ(R.Environment.at(ARGUS_ENV_IMAGES), "/store/images");
  EXPECT_EQ(R.Environment.at(ARGUS_ENV_EVENTS), "77");
  EXPECT_EQ(R.Environment.count("CUDA_VISIBLE_DEVICES"), 0u);
  EXPECT_EQ(R.Stdin, "/dev/null");
  EXPECT_EQ(R.Stdout, "/store/trace-1/stdout.txt");
}

TEST(ProgramRun, ReferenceKeepsTheProgramsImages) {
  ProgramRun Run = traceRun();
  Run.Images.clear();
  Run.Interactive = true;
  const ProcessRequest R =
      programRequest(Run, environment({{"LD_PRELOAD", "libother.so"}}));
  EXPECT_EQ(R.Environment.count(ARGUS_ENV_IMAGES), 0u);
  EXPECT_EQ(R.Environment.at("LD_PRELOAD"),
            "/opt/argus/lib/libargus_runtime.so:libother.so");
  EXPECT_EQ(R.Stdin + R.Stdout + R.Stderr, "");
}

TEST(ProgramRun, DeviceCountsAmongThoseThatTheUserLeftVisible) {
  ProgramRun Run = traceRun();
  Run.Device = 1;
  EXPECT_EQ(programRequest(Run, environment({})).Environment.at("CUDA_VISIBLE_DEVICES"),
            "1");
  EXPECT_EQ(programRequest(Run, environment({{"CUDA_VISIBLE_DEVICES", "4,GPU-7"}}))
                .Environment.at("CUDA_VISIBLE_DEVICES"),
            "GPU-7");
}

TEST(ProgramRun, VirtualDeviceIsPreloadedBehindTheRuntime) {
  ProgramRun Run = traceRun();
  Run.Virtual = VirtualDevice{"/opt/argus/lib/libargus_virtual.so", "/opt/cuda/lib",
                              2.5, "/store/truth-1", "/store/faults"};
  const ProcessRequest R =
      programRequest(Run, environment({{"LD_LIBRARY_PATH", "/usr/local/lib"}}));
  EXPECT_EQ(R.Environment.at("LD_PRELOAD"), "/opt/argus/lib/libargus_runtime.so:"
                                            "/opt/argus/lib/libargus_virtual.so");
  EXPECT_EQ(R.Environment.at("LD_LIBRARY_PATH"), "/usr/local/lib:/opt/cuda/lib");
  EXPECT_EQ(R.Environment.at(ARGUS_ENV_VIRTUAL_TIME_LIMIT), "2.5");
  EXPECT_EQ(R.Environment.at(ARGUS_ENV_VIRTUAL_COUNTS), "/store/truth-1");
  EXPECT_EQ(R.Environment.at(ARGUS_ENV_VIRTUAL_FAULTS), "/store/faults");
}

TEST(ProgramRun, ImagesThatRecordNothing) {
  ProgramRun Run = traceRun();
  EXPECT_EQ(programRequest(Run, environment({})).Environment.count(ARGUS_ENV_RECORDS),
            0u);
  Run.ImagesRecord = false;
  EXPECT_EQ(programRequest(Run, environment({})).Environment.at(ARGUS_ENV_RECORDS),
            "0");
}

TEST(ProgramRun, WithoutADirectoryNothingIsRecorded) {
  ProgramRun Run = traceRun();
  Run.Directory.clear();
  Run.Runtime.clear();
  Run.Interactive = true;
  const ProcessRequest R = programRequest(Run, environment({}));
  EXPECT_EQ(R.Environment.count(ARGUS_ENV_OUT), 0u);
  EXPECT_EQ(R.Environment.at("LD_PRELOAD"), "");
}

TEST(ProgramRun, ReproCommandIsOneShellLine) {
  ProgramRun Run = traceRun();
  Run.Images.clear();
  Run.Events.reset();
  EXPECT_EQ(reproCommand(programRequest(Run, environment({}))),
            "env ARGUS_RT_OUT=/store/trace-1 "
            "LD_PRELOAD=/opt/argus/lib/libargus_runtime.so ./gemm 'a b'");
}

TEST(ProgramRun, RuntimeBehindASpaceIsReachedByALink) {
  const TemporaryDirectory Root(
      makeUniqueDirectory(fs::temp_directory_path(), "argus-run-"));
  const fs::path Spaced = Root.path() / "with space";
  createDirectories(Spaced);
  writeFile(Spaced / "runtime.so", "x");
  EXPECT_EQ(preloadablePath("/opt/runtime.so", Root.path()), "/opt/runtime.so");
  const std::string Link =
      preloadablePath((Spaced / "runtime.so").string(), Root.path());
  EXPECT_EQ(readFile(Link), "x");
  EXPECT_EQ(preloadablePath((Spaced / "runtime.so").string(), Root.path()), Link);
  EXPECT_EQ(failureOf([&] {
              preloadablePath((Spaced / "runtime.so").string(), Spaced);
            }).Code,
            ExitCode::BadUsage);
}

TEST(ProgramRun, FailureTellsHowToRepeatIt) {
  const TemporaryDirectory Root(
      makeUniqueDirectory(fs::temp_directory_path(), "argus-run-"));
  ProgramRun Run;
  Run.Id = "trace-2";
  Run.Command = {"/bin/sh", "-c", "echo out; exit 5"};
  Run.Directory = Root.path();
  Run.Images = Root.path();
  const Failure Failed = failureOf([&] { runProgram(Run); });
  EXPECT_EQ(Failed.Code, ExitCode::ProgramFailed);
  EXPECT_NE(Failed.Message.find("failed in run trace-2"), std::string::npos);
  EXPECT_NE(Failed.Message.find("exit status 5"), std::string::npos);
  EXPECT_NE(Failed.Message.find("perhaps the variant's images changed what it does"),
            std::string::npos);
  EXPECT_NE(Failed.Remedy.find("ARGUS_RT_IMAGES="), std::string::npos);
  EXPECT_EQ(readFile(Root.path() / "stdout.txt"), "out\n");
}
