//===- StoreTest.cpp - what was made is found again ------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"

#include "support/Digest.h"
#include <fstream>

#include <sys/stat.h>
#include <thread>

using namespace argus;

using StoreTest = StorePlace;

TEST_F(StoreTest, AnArtifactKeepsAllThatIsRecorded) {
  Artifact A = sample("abc", {"in2", "in1"});
  A.Kind = "run";
  A.Tools = {{"argus", "1.0"}, {"driver", "580.95"}};
  A.Host = "node7";
  A.Gpu = "GPU-1234";
  A.Arguments = {"./a b", "", "\xff\xfe not UTF-8"};
  A.Environment = {{"CUDA_VISIBLE_DEVICES", "0"}, {"EMPTY", ""}};
  A.Time = 1764567890;
  A.Seconds = 1.25;
  {
    Store S(Place);
    addTo(S, A, {{"stdout.txt", "out"}, {"trace/0.bin", std::string("\0x", 2)}}, "r");
  }
  Store S(Place);
  const std::optional<Artifact> Found = S.find("abc", "r");
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Kind, A.Kind);
  EXPECT_EQ(Found->Task, A.Task);
  EXPECT_EQ(Found->Program, A.Program);
  EXPECT_EQ(Found->Inputs, A.Inputs);
  EXPECT_EQ(Found->Tools, A.Tools);
  EXPECT_EQ(Found->Host, A.Host);
  EXPECT_EQ(Found->Gpu, A.Gpu);
  EXPECT_EQ(Found->Arguments, A.Arguments);
  EXPECT_EQ(Found->Environment, A.Environment);
  EXPECT_EQ(Found->Time, A.Time);
  EXPECT_EQ(Found->Seconds, A.Seconds);
  ASSERT_EQ(Found->Files.size(), 2u);
  EXPECT_EQ(Found->Files[0].Name, "stdout.txt");
  EXPECT_EQ(Found->Files[0].Digest, digestOf("out"));
  EXPECT_EQ(Found->Files[1].Name, "trace/0.bin");
  EXPECT_EQ(readFile(S.blob(Found->Files[1])), std::string("\0x", 2));
  EXPECT_EQ(Found->bytes(), 5u);
}

TEST_F(StoreTest, WhatIsNotThereIsNotFound) {
  Store S(Place);
  EXPECT_FALSE(S.find("abc", "r"));
  addTo(S, "abcd", {{"f", "1"}}, "r");
  EXPECT_FALSE(S.find("abc", "r"));
}

TEST_F(StoreTest, EqualContentsAreStoredOnceAndCannotBeWritten) {
  Store S(Place);
  const Artifact A = addTo(S, "a", {{"x", "same"}, {"y", "same"}}, "r");
  const Artifact B = addTo(S, "b", {{"z", "same"}}, "r");
  EXPECT_EQ(countBelow(Place / "blobs"), 1u);
  struct stat Is;
  ASSERT_EQ(stat(S.blob(B.Files[0]).c_str(), &Is), 0);
  EXPECT_EQ(Is.st_mode & 0222, 0u);
  EXPECT_NE(A.Digest, B.Digest); // names count
  EXPECT_EQ(addTo(S, "c", {{"z", "same"}}, "r").Digest, B.Digest);
}

TEST_F(StoreTest, WhoeverAddsSecondGetsTheFirst) {
  Store S(Place), Other(Place);
  const Artifact First = addTo(S, "a", {{"x", "first"}}, "r");
  const fs::path Made = Other.scratch("task-");
  writeFile(Made / "x", "second");
  const Artifact Second = Other.add(sample("a"), Made, "q");
  EXPECT_EQ(Second.Digest, First.Digest);
  EXPECT_EQ(readFile(Other.blob(Second.Files[0])), "first");
  EXPECT_FALSE(fs::exists(Made));
  EXPECT_EQ(S.all().size(), 1u);
  EXPECT_EQ(countBelow(Place / "blobs"), 1u);
}

TEST_F(StoreTest, AnArtifactMayBeEmpty) {
  Store S(Place);
  addTo(S, "none", {}, "r");
  addTo(S, "empty", {{"f", ""}}, "r");
  EXPECT_TRUE(S.find("none", "r"));
  EXPECT_TRUE(S.find("empty", "r"));
  expectWhole(S);
}

TEST_F(StoreTest, WhatLacksABlobIsForgottenAndMadeAgain) {
  Store S(Place);
  const Artifact A = addTo(S, "a", {{"x", "one"}, {"y", "two"}}, "r");
  fs::remove(S.blob(A.Files[1]));
  EXPECT_FALSE(S.find("a", "r"));
  EXPECT_TRUE(S.all().empty());
  addTo(S, "a", {{"x", "one"}, {"y", "two"}}, "r");
  EXPECT_TRUE(S.find("a", "r"));
}

TEST_F(StoreTest, WhatHasATruncatedBlobIsForgottenAndHealed) {
  Store S(Place);
  const Artifact A = addTo(S, "a", {{"x", "content"}}, "r");
  fs::permissions(S.blob(A.Files[0]), fs::perms::owner_all);
  fs::resize_file(S.blob(A.Files[0]), 3);
  // Who adds need not ask first.
  addTo(S, "a", {{"x", "content"}}, "r");
  EXPECT_EQ(readFile(S.blob(A.Files[0])), "content");
  expectWhole(S);
}

TEST_F(StoreTest, WhatHasADamagedBlobIsForgotten) {
  Store S(Place);
  const Artifact A = addTo(S, "a", {{"x", "content"}}, "r");
  fs::permissions(S.blob(A.Files[0]), fs::perms::owner_all);
  std::ofstream(S.blob(A.Files[0])) << "c0ntent";
  EXPECT_FALSE(S.find("a", "r"));
}

TEST_F(StoreTest, WhoWasFasterIsTold) {
  Store S(Place), Other(Place);
  addTo(S, "a", {{"x", "1"}}, "r");
  const fs::path Made = Other.scratch("task-");
  writeFile(Made / "x", "2");
  bool Faster = false;
  Other.add(sample("a"), Made, "q", &Faster);
  EXPECT_TRUE(Faster);
}

TEST_F(StoreTest, LinksLeadToTheBlobsWhereverTheStoreIsMoved) {
  {
    Store S(Place);
    const Artifact A = addTo(S, "a", {{"out", "1"}, {"deep/in/it", "2"}}, "r");
    S.show(A, Place / "runs" / "r" / "trace-1");
    S.show(A, Place / "runs" / "r" / "trace-1"); // once more changes nothing
    // Where a directory is a link, a link's path counts from what it leads to.
    createDirectories(Root.path() / "far" / "away");
    fs::create_directory_symlink(Root.path() / "far" / "away", Root.path() / "near");
    S.show(A, Root.path() / "near" / "shown");
    EXPECT_EQ(readFile(Root.path() / "near" / "shown" / "out"), "1");
  }
  const fs::path Moved = Root.path() / "elsewhere" / "moved";
  createDirectories(Moved.parent_path());
  fs::rename(Place, Moved);
  EXPECT_EQ(readFile(Moved / "runs/r/trace-1/out"), "1");
  EXPECT_EQ(readFile(Moved / "runs/r/trace-1/deep/in/it"), "2");
  EXPECT_TRUE(fs::is_symlink(Moved / "runs/r/trace-1/out"));
  EXPECT_TRUE(Store(Moved).find("a", "r"));
}

TEST_F(StoreTest, ANameThatLeadsOutOfTheDirectoryIsNotShown) {
  Store S(Place);
  Artifact A = addTo(S, "a", {{"out", "1"}}, "r");
  A.Files[0].Name = "../../out";
  EXPECT_NE(failureOf([&] {
              S.show(A, Root.path() / "a" / "b");
            }).Message.find("leads out of its directory"),
            std::string::npos);
  EXPECT_FALSE(fs::exists(fs::symlink_status(Root.path() / "out")));
}

TEST_F(StoreTest, KeysAreFoundByTheirBeginning) {
  Store S(Place);
  for (const char *Key : {"ab1", "ab2", "ac1", "b"})
    addTo(S, Key, {{"f", Key}}, "r");
  EXPECT_EQ(S.withPrefix("ab").size(), 2u);
  EXPECT_EQ(S.withPrefix("ac1").at(0).Key, "ac1");
  EXPECT_TRUE(S.withPrefix("ad").empty());
  EXPECT_EQ(S.withPrefix("").size(), 4u);
}

TEST_F(StoreTest, ThreadsMayShareAStore) {
  Store S(Place);
  std::vector<std::thread> Threads;
  for (int T = 0; T < 4; ++T)
    Threads.emplace_back([&, T] {
      for (int I = 0; I < 20; ++I) {
        const std::string Key = std::to_string(I % 10 + 10 * (T % 2));
        if (!S.find(Key, "r"))
          addTo(S, Key, {{"f", Key}}, "r");
      }
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(S.all().size(), 20u);
  expectWhole(S);
}

TEST_F(StoreTest, NothingIsLeftInTmp) {
  addTo(*std::make_unique<Store>(Place), "a", {{"f", "1"}}, "r");
  EXPECT_TRUE(fs::is_empty(Place / "tmp"));
}
