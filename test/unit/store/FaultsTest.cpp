//===- FaultsTest.cpp - kill -9, full disks -----------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"

#include <csignal>
#include <random>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>

using namespace argus;

namespace {

class FaultsTest : public StorePlace {
protected:
  /// Kills the process at a random time within `Most` of its start.
  void killAtRandom(pid_t Child, std::chrono::microseconds Most) {
    std::uniform_int_distribution<long> Any(0, Most.count());
    usleep(static_cast<useconds_t>(Any(Random)));
    kill(Child, SIGKILL);
    waitFor(Child);
  }
  std::mt19937 Random{20261201};
};

std::string keyOf(int Round, int I) {
  return std::to_string(Round) + "-" + std::to_string(I);
}

Artifact addKey(Store &S, int Round, int I) {
  const std::string Key = keyOf(Round, I);
  return addTo(
      S, Key,
      {{"own", Key}, {"shared", "by all"}, {"sub/big", Key + std::string(20000, 'x')}},
      "run");
}

/// Adds until nothing fits any more.
Failure addUntilFull(Store &S, int &Added) {
  return failureOf([&] {
    for (; Added < 100000; ++Added) {
      Artifact A = sample("key" + std::to_string(Added));
      A.Arguments = {std::string(5000, 'a')};
      addTo(S, A, {}, "run");
    }
  });
}

} // namespace

TEST_F(FaultsTest, AStoreIsWholeWhereverWhoAddsToItIsKilled) {
  using namespace std::chrono_literals;
  constexpr int Rounds = 50;
  size_t Cut = 0;
  for (int Round = 0; Round < Rounds; ++Round) {
    // The first round makes the store: an early kill leaves a part of that.
    killAtRandom(startChild([&] {
                   Store S(Place);
                   for (int I = 0;; ++I)
                     addKey(S, Round, I);
                 }),
                 40ms);
    Store S(Place);
    expectWhole(S);
    // What was being made can be made.
    for (int I = 0; I < 3; ++I) {
      if (!S.find(keyOf(Round, I), "run"))
        addKey(S, Round, I);
      EXPECT_TRUE(S.find(keyOf(Round, I), "run"));
    }
    Cut += S.gc({true, {}}).Unfinished;
  }
  EXPECT_GT(Cut, 0u); // some were killed at work
  Store S(Place);
  S.gc({});
  EXPECT_TRUE(S.all().empty());
  EXPECT_EQ(countBelow(Place / "blobs"), 0u);
  EXPECT_EQ(countBelow(Place / "tmp"), 1u); // our own lock
}

TEST_F(FaultsTest, AStoreIsWholeWhereverGarbageCollectionIsKilled) {
  using namespace std::chrono_literals;
  makeRun("run");
  for (int Round = 0; Round < 20; ++Round) {
    {
      Store S(Place);
      if (!S.find(keyOf(0, 0), "run"))
        addKey(S, 0, 0);
      for (int I = 0; I < 40; ++I)
        addTo(S, keyOf(Round + 1, I), {{"f", keyOf(Round + 1, I)}, {"g", "by all"}},
              "");
    }
    killAtRandom(startChild([&] { Store(Place).gc({}); }), 20ms);
    Store S(Place);
    expectWhole(S);
    EXPECT_TRUE(S.find(keyOf(0, 0), "run"));
  }
}

TEST_F(FaultsTest, AFileSizeLimitIsToldAndHarmsNothing) {
  EXPECT_EQ(waitFor(startChild([&] {
              signal(SIGXFSZ, SIG_IGN);
              Store S(Place);
              rlimit Before;
              ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &Before), 0);
              const rlimit Small{300000, Before.rlim_max};
              ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &Small), 0);
              int Added = 0;
              const Failure Full = addUntilFull(S, Added);
              EXPECT_EQ(Full.Code, ExitCode::BadUsage);
              EXPECT_NE(Full.Message.find("File too large"), std::string::npos)
                  << Full.Message;
              ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &Before), 0);
              EXPECT_EQ(S.all().size(), size_t(Added));
              expectWhole(S);
              addTo(S, "key" + std::to_string(Added), {}, "run");
            })),
            0);
  Store S(Place);
  expectWhole(S);
}

TEST_F(FaultsTest, AFullDiskIsToldAndHarmsNothing) {
  const fs::path Disk = Root.path() / "disk";
  createDirectories(Disk);
  constexpr int NotAllowed = 77;
  const int Status = waitFor(startChild([&] {
    if (unshare(geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWUSER | CLONE_NEWNS) != 0 ||
        mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        mount("none", Disk.c_str(), "tmpfs", 0, "size=2m") != 0)
      _exit(NotAllowed);
    writeFile(Disk / "something", std::string(600000, 'x'));
    int Added = 0;
    {
      Store S(Disk / "store");
      addTo(S, "big", {{"f", std::string(300000, 'x')}}, "run");
      const Failure Full = addUntilFull(S, Added);
      EXPECT_EQ(Full.Code, ExitCode::BadUsage);
      EXPECT_NE(Full.Message.find("full"), std::string::npos) << Full.Message;
      EXPECT_NE(Full.Remedy.find("argus store gc"), std::string::npos) << Full.Remedy;
      EXPECT_EQ(S.all().size(), size_t(Added) + 1);
      EXPECT_TRUE(S.verify().Damaged.empty());
    }
    Store S(Disk / "store");
    EXPECT_EQ(S.all().size(), size_t(Added) + 1);
    fs::remove(Disk / "something"); // as the remedy says
    EXPECT_EQ(S.gc({}).Artifacts, size_t(Added) + 1);
    addTo(S, "again", {{"f", std::string(300000, 'y')}}, "run");
    expectWhole(S);
  }));
  if (WIFEXITED(Status) && WEXITSTATUS(Status) == NotAllowed)
    GTEST_SKIP() << "no file system can be mounted here";
  EXPECT_EQ(Status, 0);
}
