//===- ProcessTest.cpp - the runtime in a program's process ----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestFiles.h"

#include <chrono>
#include <csignal>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace argus::test;

namespace {

class Process : public testing::Test {
protected:
  /// Runs the probe with the runtime. Returns what waitpid says.
  int run(const std::string &Way, bool Record = true, bool Swap = true);

  /// The files of all processes that wrote any, by name.
  std::vector<std::string> files(const std::string &Kind) const;
  std::vector<Json> records(const std::string &Type) const;
  /// Chunks that drain records tell of; checks them against the files' sizes.
  size_t chunks() const;
  std::string output() const { return Streams.read("out"); }

  TempDir Out, Images, Streams;
};

int Process::run(const std::string &Way, bool Record, bool Swap) {
  if (Swap)
    Images.write("aa.fatbin", fatbin());
  const pid_t Child = fork();
  if (Child == 0) {
    setenv("LD_PRELOAD", ARGUS_TEST_RUNTIME, 1);
    // A relative path, which the program may leave behind.
    const size_t Slash = Out.str().rfind('/');
    if (chdir(Out.str().substr(0, Slash).c_str()) != 0)
      _exit(125);
    setenv("ARGUS_RT_OUT", Record ? Out.str().substr(Slash + 1).c_str() : "", 1);
    setenv("ARGUS_RT_IMAGES", Images.str().c_str(), 1);
    setenv("ARGUS_RT_EVENTS_PER_CHUNK", "4", 1);
    setenv("ARGUS_RT_ARENA_MIB", "1", 1);
    if (!std::freopen((Streams / "out").c_str(), "w", stdout) ||
        !std::freopen((Streams / "err").c_str(), "w", stderr))
      _exit(126);
    execl(ARGUS_TEST_PROBE, ARGUS_TEST_PROBE, Way.c_str(), nullptr);
    _exit(127);
  }
  int Status = 0;
  EXPECT_EQ(waitpid(Child, &Status, 0), Child);
  return Status;
}

std::vector<std::string> Process::files(const std::string &Kind) const {
  std::vector<std::string> Names;
  for (const auto &Entry : std::filesystem::directory_iterator(Out.str()))
    if (Entry.path().filename().string().rfind(Kind, 0) == 0)
      Names.push_back(Entry.path().filename().string());
  return Names;
}

std::vector<Json> Process::records(const std::string &Type) const {
  std::vector<Json> Found;
  for (const std::string &Name : files("runtime-"))
    for (const Json &Line : parseLines(Out.read(Name)))
      if (Line.at("type") == Type)
        Found.push_back(Line);
  return Found;
}

size_t Process::chunks() const {
  size_t Chunks = 0, Bytes = 0, Sizes = 0;
  for (const Json &D : records("drain")) {
    Chunks += D.at("chunks").get<size_t>();
    Bytes += D.at("bytes").get<size_t>();
  }
  for (const std::string &Name : files("trace-"))
    Sizes += Out.read(Name).size();
  EXPECT_EQ(Bytes, Sizes);
  return Chunks;
}

TEST_F(Process, WithoutADirectoryImagesAreSwappedAndNothingIsRecorded) {
  EXPECT_EQ(run("exit", false), 5 << 8);
  EXPECT_EQ(output(), "swapped image\n");
  EXPECT_TRUE(files("").empty());
}

TEST_F(Process, WithoutADirectoryAndImagesTheRuntimeIsIdle) {
  EXPECT_EQ(run("exit", false, false), 5 << 8);
  EXPECT_EQ(output(), "own image\n");
  EXPECT_TRUE(files("").empty());
}

TEST_F(Process, WithoutAnImageNothingIsSwapped) {
  EXPECT_EQ(run("exit", true, false), 5 << 8);
  EXPECT_EQ(output(), "own image\n");
  EXPECT_EQ(records("launch").size(), 2u);
  EXPECT_EQ(records("time").size(), 2u);
  EXPECT_TRUE(files("trace-").empty());
}

TEST_F(Process, AModuleOfAnotherVersionIsLeftAlone) {
  EXPECT_EQ(run("old"), 0);
  EXPECT_EQ(output(), "own image\n");
  EXPECT_NE(Streams.read("err").find("another version of Argus"), std::string::npos);
  EXPECT_TRUE(files("").empty());
}

TEST_F(Process, AProgramThatLaunchesNothingSaysSo) {
  EXPECT_EQ(run("no launch"), 0);
  ASSERT_EQ(records("end").size(), 1u);
  EXPECT_EQ(records("end")[0].at("launches"), 0);
  EXPECT_EQ(records("end")[0].at("reason"), "exit");
}

/// How the probe ends, what its parent sees, and the reason that is recorded.
struct Way {
  const char *Name;
  int Status;
  const char *Reason;
};

class Ends : public Process, public testing::WithParamInterface<Way> {};

TEST_P(Ends, EverythingIsDrainedAndTheProgramEndsAsEver) {
  const int Status = run(GetParam().Name);
  EXPECT_EQ(Status & ~0x80, GetParam().Status) << "but for the core dump's bit";
  EXPECT_EQ(output(), "swapped image\n");
  EXPECT_EQ(Streams.read("err"), "");
  ASSERT_EQ(records("process").size(), 1u);
  EXPECT_EQ(records("process")[0].at("exe"), ARGUS_TEST_PROBE);
  EXPECT_EQ(records("process")[0].at("argv"),
            (std::vector<std::string>{ARGUS_TEST_PROBE, GetParam().Name}));
  EXPECT_EQ(records("module").at(0).at("path"), ARGUS_TEST_PROBE);
  EXPECT_EQ(records("launch").size(), 2u);
  EXPECT_EQ(records("time").size(), 2u);
  EXPECT_EQ(chunks(), 4u);
  ASSERT_EQ(records("end").size(), 1u);
  EXPECT_EQ(records("end")[0].at("reason"), GetParam().Reason);
  EXPECT_EQ(records("message").size(), 0u);
}

INSTANTIATE_TEST_SUITE_P(
    Ways, Ends,
    testing::Values(Way{"return", 0, "exit"}, Way{"exit", 5 << 8, "exit"},
                    Way{"_exit", 5 << 8, "_exit"}, Way{"_Exit", 5 << 8, "_Exit"},
                    Way{"quick_exit", 5 << 8, "quick_exit"},
                    Way{"thread", 5 << 8, "exit"}, Way{"abort", SIGABRT, "signal 6"},
                    Way{"segv", SIGSEGV, "signal 11"},
                    Way{"term", SIGTERM, "signal 15"}, Way{"handled", 6 << 8, "_Exit"},
                    Way{"fork", 0, "exit"}, Way{"vfork", 0, "exit"},
                    Way{"chdir", 0, "exit"}, Way{"unload", 0, "exit"}),
    [](const auto &Info) { return std::string(Info.param.Name); });

TEST_F(Process, AChildHasItsOwnFiles) {
  EXPECT_EQ(run("fork first"), 0);
  EXPECT_EQ(files("runtime-").size(), 2u);
  EXPECT_EQ(files("trace-").size(), 2u);
  EXPECT_EQ(records("launch").size(), 3u);
  EXPECT_EQ(records("end").size(), 2u);
  EXPECT_EQ(chunks(), 6u);
}

TEST_F(Process, AProgramThatReplacesItselfKeepsTheFile) {
  EXPECT_EQ(run("exec"), 5 << 8);
  EXPECT_EQ(files("runtime-").size(), 1u);
  EXPECT_EQ(records("process").size(), 2u);
  EXPECT_EQ(records("launch").size(), 4u);
  EXPECT_EQ(chunks(), 4u) << "what was on the device at the exec is lost";
}

TEST_F(Process, ALaunchAfterTheDrainIsDrainedToo) {
  EXPECT_EQ(run("late"), 0);
  EXPECT_EQ(records("launch").size(), 3u);
  EXPECT_EQ(records("end").size(), 2u);
  EXPECT_EQ(chunks(), 6u);
}

TEST_F(Process, ACrashWhileTheDeviceHangsEndsSoon) {
  const auto Begin = std::chrono::steady_clock::now();
  EXPECT_EQ(run("crash in driver") & 0x7f, SIGSEGV);
  EXPECT_LT(std::chrono::steady_clock::now() - Begin, std::chrono::seconds(8));
  EXPECT_EQ(records("launch").size(), 2u);
  EXPECT_EQ(records("end").at(0).at("reason"), "signal 11");
}

} // namespace
