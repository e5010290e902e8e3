//===- ProgramTest.cpp - a program on the virtual device -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/VirtualCounts.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

struct Program : testing::Test {
  Program() { fs::create_directories(Directory); }
  ~Program() override { fs::remove_all(Directory); }

  /// Runs the probe with the libraries preloaded; its exit status, or 128 and more.
  int run(const std::string &Way, const std::string &Preload = ARGUS_TEST_VIRTUAL) {
    const pid_t Child = fork();
    if (Child == 0) {
      setenv("LD_PRELOAD", Preload.c_str(), 1);
      // A sanitised library is preloaded before its sanitizer, which the probe has,
      // too.
      setenv("ASAN_OPTIONS", "verify_asan_link_order=0:detect_leaks=0", 0);
      if (!std::freopen((Directory / "out").c_str(), "w", stdout) ||
          !std::freopen((Directory / "err").c_str(), "w", stderr))
        _exit(126);
      execl(ARGUS_TEST_PROBE, ARGUS_TEST_PROBE, Way.c_str(), nullptr);
      _exit(127);
    }
    int Status = 0;
    EXPECT_EQ(waitpid(Child, &Status, 0), Child);
    Pid = Child;
    return WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
  }

  std::string read(const std::string &Name) const {
    std::ifstream In(Directory / Name);
    std::stringstream Text;
    Text << In.rdbuf();
    return Text.str();
  }

  std::vector<json> records(const std::string &Prefix, const std::string &Type) const {
    std::istringstream In(read(Prefix + std::to_string(Pid) + ".jsonl"));
    std::vector<json> Result;
    for (std::string Line; std::getline(In, Line);)
      if (json Record = json::parse(Line); Record["type"] == Type)
        Result.push_back(std::move(Record));
    return Result;
  }

  const fs::path Directory =
      fs::current_path() / ("program-" + std::to_string(getpid()));
  pid_t Pid = 0;
};

} // namespace

TEST_F(Program, ComputesOnTheVirtualDevice) {
  EXPECT_EQ(run("scale"), 0) << read("err");
  EXPECT_EQ(read("out"), "malloc: cudaSuccess\ncopy: cudaSuccess\nlaunch: cudaSuccess\n"
                         "copy back: cudaSuccess\nelapsed: cudaSuccess\nright\n");
  EXPECT_EQ(read("err"), "");
}

TEST_F(Program, CountsWhatItExecutes) {
  setenv(ARGUS_ENV_VIRTUAL_COUNTS, Directory.c_str(), 1);
  EXPECT_EQ(run("scale"), 0) << read("err");
  unsetenv(ARGUS_ENV_VIRTUAL_COUNTS);
  ASSERT_EQ(records("virtual-", "kernel").size(), 1u);
  EXPECT_GT(records("virtual-", "kernel")[0]["cycles"], 0);
  bool Found = false;
  for (const json &R : records("virtual-", "executed"))
    if (R["line"] == 22) { // the store
      Found = true;
      EXPECT_EQ(R["warps"], 4);
      EXPECT_EQ(R["threads"], 100);
    }
  EXPECT_TRUE(Found);
}

TEST_F(Program, RunsBesideTheMeasuringRuntime) {
  setenv("ARGUS_RT_OUT", Directory.c_str(), 1);
  EXPECT_EQ(run("scale", ARGUS_TEST_RUNTIME ":" ARGUS_TEST_VIRTUAL), 0) << read("err");
  unsetenv("ARGUS_RT_OUT");
  EXPECT_EQ(read("err"), "");
}

TEST_F(Program, AFaultIsReportedAndSticks) {
  EXPECT_EQ(run("fault"), 0);
  EXPECT_EQ(read("out"),
            "launch: cudaSuccess\nlast: cudaSuccess\n"
            "synchronize: cudaErrorIllegalAddress\nmalloc: cudaErrorIllegalAddress\n"
            "reset: cudaSuccess\nmalloc: cudaSuccess\n");
  const std::string Error = read("err");
  EXPECT_EQ(Error.find("argus virtual device: "), 0u) << Error;
  EXPECT_NE(Error.find("scale"), std::string::npos) << Error;
  EXPECT_EQ(std::count(Error.begin(), Error.end(), '\n'), 1) << Error;
}

TEST_F(Program, AnEndlessKernelEnds) {
  setenv(ARGUS_ENV_VIRTUAL_TIME_LIMIT, "0.2", 1);
  EXPECT_EQ(run("endless"), 0);
  unsetenv(ARGUS_ENV_VIRTUAL_TIME_LIMIT);
  EXPECT_NE(read("out").find("synchronize: cudaErrorLaunchTimeout"), std::string::npos)
      << read("out");
  EXPECT_NE(read("err").find("endless"), std::string::npos) << read("err");
}
