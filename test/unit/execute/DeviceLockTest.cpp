//===- DeviceLockTest.cpp - one measurement at a time on a GPU ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/DeviceLock.h"

#include "../Failures.h"

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace argus;

namespace {

using namespace std::chrono_literals;

/// A child that holds the lock until it is killed.
class Holder {
public:
  Holder(const std::string &Uuid, const DeviceLockPlaces &Places) {
    int Ready[2];
    EXPECT_EQ(pipe(Ready), 0);
    Pid = fork();
    if (Pid == 0) {
      const DeviceLock Lock(Uuid, Places, {});
      (void)!write(Ready[1], "", 1);
      while (true)
        pause();
    }
    close(Ready[1]);
    char Byte;
    EXPECT_EQ(read(Ready[0], &Byte, 1), 1);
    close(Ready[0]);
  }
  ~Holder() { end(); }
  void end() {
    if (Pid > 0) {
      kill(Pid, SIGKILL);
      waitpid(Pid, nullptr, 0);
    }
    Pid = 0;
  }
  pid_t Pid;
};

struct DeviceLockTest : testing::Test {
  DeviceLockTest()
      : Root(makeUniqueDirectory(fs::temp_directory_path(), "argus-lock-")) {
    Places.Directory = Root.path() / "locks";
    Places.Proc = Root.path() / "proc";
    Places.Dev = Root.path() / "dev";
    fs::create_directories(Places.Directory);
    fs::create_directories(Places.Dev);
  }
  fs::path file(const std::string &Uuid) const {
    return Places.Directory / ("argus-gpu-" + Uuid + ".lock");
  }
  void addGpu(const std::string &Slot, const std::string &Uuid,
              const std::string &Minor) {
    const fs::path Gpu = Places.Proc / "driver/nvidia/gpus" / Slot;
    fs::create_directories(Gpu);
    std::ofstream(Gpu / "information")
        << "Model: \t\t NVIDIA H200\nIRQ:   \t\t 128\nGPU UUID: \t " << Uuid
        << "\nVideo BIOS: \t 96\nDevice Minor: \t " << Minor << "\n";
    writeFile(Places.Dev / ("nvidia" + Minor), "");
  }
  DeviceLock::Tell tell() {
    return [this](const std::string &Text) {
      Told.push_back(Text);
      if (OnTold)
        OnTold();
    };
  }

  TemporaryDirectory Root;
  DeviceLockPlaces Places;
  std::vector<std::string> Told;
  std::function<void()> OnTold;
};

TEST_F(DeviceLockTest, FreeIsTakenAtOnce) {
  for (int I = 0; I < 2; ++I) { // and is free again afterwards
    const DeviceLock Lock("GPU-1", Places, tell());
    EXPECT_LT(Lock.waited(), 60);
  }
  EXPECT_TRUE(Told.empty());
  struct stat Status;
  ASSERT_EQ(stat(file("GPU-1").c_str(), &Status), 0);
  EXPECT_EQ(Status.st_mode & 0777, 0666u); // other users lock it too
}

TEST_F(DeviceLockTest, AnotherProcessIsWaitedForUntilItIsKilled) {
  Holder Other("GPU-1", Places);
  std::thread Killer;
  OnTold = [&] {
    Killer = std::thread([&] {
      std::this_thread::sleep_for(200ms);
      Other.end();
    });
  };
  const std::string Pid = std::to_string(Other.Pid);
  const DeviceLock Lock("GPU-1", Places, tell());
  ASSERT_TRUE(Killer.joinable()) << "it did not wait";
  Killer.join();
  EXPECT_GE(Lock.waited(), 0.15);
  ASSERT_EQ(Told.size(), 1u);
  EXPECT_EQ(Told[0].rfind("waiting for GPU GPU-1: process " + Pid + ", ", 0), 0u)
      << Told[0];
}

TEST_F(DeviceLockTest, TwoGpusDoNotBlockEachOther) {
  const Holder Other("GPU-1", Places);
  const DeviceLock Lock("GPU-2", Places, tell());
  EXPECT_TRUE(Told.empty());
}

TEST_F(DeviceLockTest, ContainersThatShareOnlyTheNode) {
  addGpu("0000:01:00.0", "GPU-1", "0");
  addGpu("0000:02:00.0", "GPU-2", "3");
  EXPECT_EQ(deviceNode("GPU-2", Places), Places.Dev / "nvidia3");
  EXPECT_EQ(deviceNode("GPU-7", Places), std::nullopt);
  DeviceLockPlaces Elsewhere = Places;
  Elsewhere.Directory = Root.path();
  Holder Other("GPU-2", Elsewhere);
  {
    const DeviceLock Free("GPU-1", Places, tell());
  }
  EXPECT_TRUE(Told.empty());
  std::thread Killer;
  OnTold = [&] { Killer = std::thread([&] { Other.end(); }); };
  const DeviceLock Lock("GPU-2", Places, tell());
  ASSERT_TRUE(Killer.joinable()) << "it did not wait";
  Killer.join();
  EXPECT_EQ(Told[0],
            "waiting for GPU GPU-2: a process of another container or user has " +
                (Places.Dev / "nvidia3").string());
}

TEST_F(DeviceLockTest, ProgramsThatAreStartedDoNotInheritIt) {
  addGpu("0000:01:00.0", "GPU-1", "0");
  pid_t Program = 0;
  {
    const DeviceLock Lock("GPU-1", Places, tell());
    Program = fork();
    if (Program == 0) {
      execl("/bin/sleep", "sleep", "20", nullptr);
      _exit(127);
    }
    std::string Name; // until it is the other program
    for (int I = 0; I < 500 && Name != "sleep"; ++I) {
      std::this_thread::sleep_for(10ms);
      std::getline(std::ifstream("/proc/" + std::to_string(Program) + "/comm"), Name);
    }
  }
  const DeviceLock Again("GPU-1", Places, tell());
  EXPECT_TRUE(Told.empty());
  kill(Program, SIGKILL);
  waitpid(Program, nullptr, 0);
}

TEST_F(DeviceLockTest, FileThatWasCleanedAwayMeanwhile) {
  Holder Other("GPU-1", Places);
  std::thread Cleaner;
  OnTold = [&] {
    Cleaner = std::thread([&] {
      fs::remove(file("GPU-1"));
      Other.end();
    });
  };
  const DeviceLock Lock("GPU-1", Places, tell());
  Cleaner.join();
  EXPECT_TRUE(fs::exists(file("GPU-1"))); // the lock is on the file that others find
}

TEST_F(DeviceLockTest, FileOfWhichNothingIsKnown) {
  Holder Other("GPU-1", Places);
  writeFile(Root.path() / "garbage", "x\n");
  fs::copy_file(Root.path() / "garbage", file("GPU-1"),
                fs::copy_options::overwrite_existing); // into the same file
  std::thread Killer;
  OnTold = [&] { Killer = std::thread([&] { Other.end(); }); };
  const DeviceLock Lock("GPU-1", Places, tell());
  ASSERT_TRUE(Killer.joinable());
  Killer.join();
  EXPECT_EQ(Told[0], "waiting for GPU GPU-1: another process");
}

TEST_F(DeviceLockTest, WhatCannotBeLocked) {
  const auto Message = [&](const std::string &Uuid) {
    const Failure Bad = failureOf([&] { DeviceLock(Uuid, Places, {}); });
    EXPECT_EQ(Bad.Code, ExitCode::BadUsage);
    EXPECT_NE(Bad.Remedy.find("ARGUS_LOCK_DIR"), std::string::npos);
    return Bad.Message;
  };
  writeFile(Root.path() / "target", "precious");
  fs::create_symlink(Root.path() / "target", file("GPU-1"));
  EXPECT_EQ(Message("GPU-1"), "cannot lock the GPU: " + file("GPU-1").string() +
                                  ": Too many levels of symbolic links");
  EXPECT_EQ(readFile(Root.path() / "target"), "precious");
  ASSERT_EQ(mkfifo(file("GPU-2").c_str(), 0666), 0);
  EXPECT_EQ(Message("GPU-2"),
            "cannot lock the GPU: " + file("GPU-2").string() + ": not a regular file");
  EXPECT_EQ(Message("../x"), "cannot lock the GPU: '../x' is no UUID");
  Places.Directory = Root.path() / "target";
  EXPECT_EQ(Message("GPU-1"),
            "cannot lock the GPU: " + file("GPU-1").string() + ": Not a directory");
  Places.Directory = Root.path() / "missing";
  EXPECT_EQ(Message("GPU-1"), "cannot lock the GPU: " + file("GPU-1").string() +
                                  ": No such file or directory");
}

TEST_F(DeviceLockTest, DirectoryOfTheEnvironment) {
  EXPECT_EQ(deviceLockPlaces().Directory, "/tmp");
  setenv("ARGUS_LOCK_DIR", "/run/argus", 1);
  EXPECT_EQ(deviceLockPlaces().Directory, "/run/argus");
  unsetenv("ARGUS_LOCK_DIR");
}

} // namespace
