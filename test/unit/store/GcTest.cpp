//===- GcTest.cpp - what kept runs need stays, and the rest goes -------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"

#include "support/Digest.h"

#include <csignal>

using namespace argus;

namespace {

class GcTest : public StorePlace {
protected:
  /// By a process that has ended: its runs are kept by their directories alone.
  void inOtherProcess(const std::function<void(Store &)> &Body) {
    EXPECT_EQ(waitFor(startChild([&] {
                Store S(Place);
                Body(S);
              })),
              0);
  }
  static std::vector<std::string> keysOf(Store &S) {
    std::vector<std::string> Keys;
    for (const Artifact &A : S.all())
      Keys.push_back(A.Key);
    return Keys;
  }
  using Keys = std::vector<std::string>;
};

} // namespace

TEST_F(GcTest, WhatARunNeedsStaysAsLongAsItsDirectory) {
  makeRun("first");
  makeRun("second");
  inOtherProcess([](Store &S) {
    addTo(S, "a", {{"x", "of a"}, {"y", "shared"}}, "first");
    addTo(S, "b", {{"x", "of both"}}, "first");
    S.find("b", "second");
    addTo(S, "c", {{"x", "shared"}}, "second");
  });
  Store S(Place);
  EXPECT_EQ(S.gc({}).Artifacts, 0u);
  EXPECT_EQ(keysOf(S), (Keys{"a", "b", "c"}));

  dropRun("first");
  const Collected Freed = S.gc({});
  EXPECT_EQ(Freed.Artifacts, 1u);
  EXPECT_EQ(Freed.Blobs, 1u);
  EXPECT_EQ(Freed.Bytes, 4u);
  EXPECT_EQ(keysOf(S), (Keys{"b", "c"}));
  EXPECT_TRUE(S.verify().Damaged.empty());
  EXPECT_EQ(S.verify().Orphans, 0u);

  dropRun("second");
  EXPECT_EQ(S.gc({}).Artifacts, 2u);
  EXPECT_EQ(countBelow(Place / "blobs"), 0u);
}

TEST_F(GcTest, InputsStayAsLongAsWhatWasMadeFromThem) {
  makeRun("traced");
  inOtherProcess([](Store &S) {
    addTo(S, "capsule", {{"f", "1"}}, "build");
    addTo(S, sample("image", {"capsule", "unknown"}), {{"f", "2"}}, "build");
    addTo(S, sample("trace", {"image"}), {{"f", "3"}}, "traced");
    addTo(S, "other", {{"f", "4"}}, "build");
  });
  Store S(Place);
  EXPECT_EQ(S.gc({}).Artifacts, 1u);
  EXPECT_EQ(keysOf(S), (Keys{"capsule", "image", "trace"}));
}

TEST_F(GcTest, ARunWithoutDirectoryIsKeptByItsProcess) {
  int Ready[2];
  ASSERT_EQ(pipe(Ready), 0);
  const pid_t Child = startChild([&] {
    Store S(Place);
    addTo(S, "a", {{"f", "1"}}, "at work");
    addTo(S, "b", {{"f", "2"}}, "");
    EXPECT_EQ(write(Ready[1], "x", 1), 1);
    pause();
  });
  char Byte;
  ASSERT_EQ(read(Ready[0], &Byte, 1), 1);
  Store S(Place);
  const Collected Freed = S.gc({false, 0});
  EXPECT_EQ(Freed.Artifacts, 0u);
  EXPECT_EQ(Freed.Unfinished, 0u);
  EXPECT_EQ(S.keepers()["a"], Keys{"at work"});
  kill(Child, SIGKILL);
  waitFor(Child);
  EXPECT_TRUE(S.keepers()["a"].empty());
  const Collected After = S.gc({});
  EXPECT_EQ(After.Artifacts, 2u);
  EXPECT_EQ(After.Unfinished, 1u);
  close(Ready[0]);
  close(Ready[1]);
}

TEST_F(GcTest, WhatWasTakenForNoRunGoesWithItsObject) {
  Store S(Place);
  {
    Store Other(Place);
    addTo(Other, "a", {{"f", "1"}}, "");
    EXPECT_EQ(S.gc({}).Artifacts, 0u);
  }
  EXPECT_EQ(S.gc({}).Artifacts, 1u);
}

TEST_F(GcTest, OnlyTheLatestRunsAreKeptOnDemand) {
  for (const char *Run : {"20260101-a", "20260103-b", "20260102-c"}) {
    makeRun(Run);
    writeFile(Place / "runs" / Run / "report.json", "12345");
    inOtherProcess([&](Store &S) { addTo(S, Run, {{"f", Run}}, Run); });
  }
  Store S(Place);
  const Collected Freed = S.gc({false, 1});
  EXPECT_EQ(Freed.Runs, (Keys{"20260102-c", "20260101-a"}));
  EXPECT_EQ(Freed.Bytes, 2 * (5 + 10u));
  EXPECT_EQ(keysOf(S), (Keys{"20260103-b"}));
  EXPECT_FALSE(fs::exists(Place / "runs" / "20260101-a"));
  EXPECT_EQ(readFile(Place / "runs" / "20260103-b" / "report.json"), "12345");
  EXPECT_EQ(S.gc({false, 5}).Runs, Keys{});
}

TEST_F(GcTest, ARunAtWorkStaysThoughItIsNotOfTheLatest) {
  makeRun("20260101-a");
  makeRun("20260102-b");
  Store Other(Place);
  Other.claim("20260101-a");
  EXPECT_EQ(Store(Place).gc({false, 0}).Runs, Keys{"20260102-b"});
  EXPECT_TRUE(fs::exists(Place / "runs" / "20260101-a"));
}

TEST_F(GcTest, ForeignDirectoriesAreNoRuns) {
  makeRun("20260101-a");
  makeRun("notes");
  makeRun("2020-my");
  EXPECT_EQ(Store(Place).gc({false, 0}).Runs, Keys{"20260101-a"});
  EXPECT_TRUE(fs::exists(Place / "runs" / "notes"));
  EXPECT_TRUE(fs::exists(Place / "runs" / "2020-my"));
}

TEST_F(GcTest, ADryRunSaysTheSameAndRemovesNothing) {
  makeRun("20260101-a");
  makeRun("20260102-b");
  createDirectories(Place / "variants" / "v");
  writeFile(Place / "variants" / "v" / "image", "1234567");
  inOtherProcess([&](Store &S) {
    addTo(S, "a", {{"f", "1"}, {"g", "22"}}, "20260101-a");
    addTo(S, "b", {{"f", "1"}}, "20260102-b");
    addTo(S, "c", {{"f", "333"}}, "gone");
    writeFile(S.scratch("task-") / "half", "4444");
    std::fflush(nullptr);
    _exit(0); // no destructor
  });
  Store S(Place);
  StoredFile Nobodys;
  Nobodys.Digest = std::string(64, 'a');
  createDirectories(S.blob(Nobodys).parent_path());
  writeFile(S.blob(Nobodys), "55555");
  const size_t Before = countBelow(Place / "blobs");
  const Collected Would = S.gc({true, 1});
  EXPECT_EQ(countBelow(Place / "blobs"), Before);
  EXPECT_EQ(S.all().size(), 3u);
  EXPECT_TRUE(fs::exists(Place / "runs" / "20260101-a"));
  EXPECT_TRUE(fs::exists(Place / "variants"));

  const Collected Did = S.gc({false, 1});
  EXPECT_EQ(Did.Runs, Keys{"20260101-a"});
  EXPECT_EQ(Did.Artifacts, 2u);
  EXPECT_EQ(Did.Blobs, 3u);
  EXPECT_EQ(Did.Unfinished, 1u);
  EXPECT_TRUE(Did.Variants);
  EXPECT_EQ(Did.Bytes, 2 + 3 + 4 + 5 + 7u);
  EXPECT_EQ(Would.Runs, Did.Runs);
  EXPECT_EQ(Would.Artifacts, Did.Artifacts);
  EXPECT_EQ(Would.Blobs, Did.Blobs);
  EXPECT_EQ(Would.Unfinished, Did.Unfinished);
  EXPECT_EQ(Would.Variants, Did.Variants);
  EXPECT_EQ(Would.Bytes, Did.Bytes);
  EXPECT_EQ(keysOf(S), Keys{"b"});
  EXPECT_FALSE(fs::exists(Place / "variants"));
}

TEST_F(GcTest, ABlobWhoseRowIsStillToComeStays) {
  makeStore();
  makeRun("run");
  // Before there is a connection, which a child must not have.
  const fs::path Begin = Root.path() / "begin";
  const pid_t Collector = startChild([&] {
    while (!fs::exists(Begin))
      usleep(1000);
    Store(Place).gc({});
  });
  Artifact A = sample("a");
  A.Files = {{"f", digestOf("12345"), 5}};
  const fs::path Blob = Store(Place).blob(A.Files[0]);
  {
    // As add does it, and slower.
    Index Rows(Place / "index.sqlite", Database::Access::Change);
    Transaction Change(Rows.database());
    createDirectories(Blob.parent_path());
    writeFile(Blob, "12345");
    writeFile(Begin, "");
    usleep(300000);
    Rows.insert(A);
    Rows.claim("run", "");
    Rows.link("a", "run");
    Change.commit();
  }
  EXPECT_EQ(waitFor(Collector), 0);
  EXPECT_TRUE(Store(Place).find("a", "run"));
}

TEST_F(GcTest, FilesThatAreNotTheStoresStay) {
  Store S(Place);
  createDirectories(Place / "blobs" / "ab");
  writeFile(Place / "blobs" / "ab" / "notes.txt", "mine");
  S.gc({});
  EXPECT_EQ(readFile(Place / "blobs" / "ab" / "notes.txt"), "mine");
}
