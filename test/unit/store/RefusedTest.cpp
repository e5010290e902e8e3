//===- RefusedTest.cpp - what is no store, or none for us -----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"

#include <grp.h>
#include <sys/stat.h>

using namespace argus;

namespace {

class RefusedTest : public StorePlace {
protected:
  /// The way out is told in all cases.
  std::string messageFor(Store::Access How = Store::Access::Create) {
    const Failure Thrown = failureOf([&] { Store S(Place, How); });
    EXPECT_EQ(Thrown.Code, ExitCode::BadUsage);
    EXPECT_NE(Thrown.Remedy.find("--store DIR"), std::string::npos) << Thrown.Remedy;
    return Thrown.Message;
  }
  void expectRefused(const std::string &Message,
                     Store::Access How = Store::Access::Create) {
    EXPECT_EQ(messageFor(How), Message);
  }

  /// Permissions say nothing to root.
  static void becomeNobody() {
    if (geteuid() != 0)
      return;
    ASSERT_EQ(setgroups(0, nullptr), 0);
    ASSERT_EQ(setgid(65534), 0);
    ASSERT_EQ(setuid(65534), 0);
  }
  void forbidWriting() {
    for (const fs::directory_entry &Entry : fs::recursive_directory_iterator(Place))
      if (Entry.is_directory())
        chmod(Entry.path().c_str(), 0555);
    chmod((Place / "index.sqlite").c_str(), 0444);
    chmod(Place.c_str(), 0555);
  }
  void allowWriting() {
    chmod(Place.c_str(), 0755);
    for (const fs::directory_entry &Entry : fs::recursive_directory_iterator(Place))
      if (Entry.is_directory())
        chmod(Entry.path().c_str(), 0755);
  }
  const fs::path File = Place / "index.sqlite";
};

} // namespace

TEST_F(RefusedTest, AFormatOfANewerVersion) {
  makeStore();
  Database(File, Database::Access::Change).execute("PRAGMA user_version = 2");
  expectRefused("the store's index " + File.string() +
                " has format 2, which a newer version of Argus made; this one knows "
                "format 1");
}

TEST_F(RefusedTest, AnIndexOfAnotherProgram) {
  createDirectories(Place);
  Database(File, Database::Access::Create).execute("CREATE TABLE x(y)");
  expectRefused(File.string() + " is not the index of a store of Argus");
}

TEST_F(RefusedTest, AnIndexThatIsNoDatabase) {
  createDirectories(Place);
  writeFile(File, std::string(5000, 'x'));
  expectRefused("the store's index " + File.string() + ": file is not a database");
}

TEST_F(RefusedTest, ADamagedIndexIsToldByVerify) {
  {
    Store S(Place);
    for (int I = 0; I < 200; ++I)
      addTo(S, "key" + std::to_string(I), {{"f", std::to_string(I)}}, "r");
  }
  std::string Bytes = readFile(File);
  ASSERT_GT(Bytes.size(), 20000u);
  for (size_t I = 8192; I < Bytes.size(); ++I)
    Bytes[I] = 'x';
  writeFile(File, Bytes);
  const Failure Damaged =
      failureOf([&] { Store(Place, Store::Access::Read).verify(); });
  EXPECT_EQ(Damaged.Code, ExitCode::BadUsage);
  EXPECT_NE(Damaged.Message.find(File.string()), std::string::npos);
  EXPECT_NE(Damaged.Remedy.find("remove the store's index.sqlite"), std::string::npos);

  // The way out leads out.
  for (const char *Suffix : {"", "-wal", "-shm"})
    fs::remove(File.string() + Suffix);
  Store S(Place);
  addTo(S, "key1", {{"f", "1"}}, "r");
  EXPECT_TRUE(S.verify().Damaged.empty());
}

TEST_F(RefusedTest, AWriteAheadLogOfARemovedIndexIsNotTaken) {
  EXPECT_EQ(waitFor(startChild([&] {
              Store S(Place);
              addTo(S, "a", {{"f", "1"}}, "r");
              _exit(0); // leaves the log
            })),
            0);
  ASSERT_TRUE(fs::exists(File.string() + "-wal"));
  fs::remove(File);
  Store S(Place);
  EXPECT_TRUE(S.all().empty());
  addTo(S, "a", {{"f", "1"}}, "r");
  expectWhole(S);
}

TEST_F(RefusedTest, AFile) {
  writeFile(Place, "");
  expectRefused(Place.string() + " is no store: it is no directory");
}

TEST_F(RefusedTest, ADirectoryOfOtherThings) {
  createDirectories(Place / "src");
  for (const Store::Access How :
       {Store::Access::Create, Store::Access::Change, Store::Access::Read})
    expectRefused(Place.string() +
                      " is no store: it has no index.sqlite, but other files: src",
                  How);
  EXPECT_FALSE(fs::exists(Place / "index.sqlite"));
}

TEST_F(RefusedTest, NothingIsNotReadOrChanged) {
  for (const Store::Access How : {Store::Access::Change, Store::Access::Read})
    expectRefused("there is no store at " + Place.string(), How);
  EXPECT_FALSE(fs::exists(Place));
}

TEST_F(RefusedTest, AnIrregularFileIsNotStored) {
  Store S(Place);
  const fs::path Made = S.scratch("task-");
  fs::create_symlink("/etc/passwd", Made / "link");
  EXPECT_EQ(failureOf([&] { S.add(sample("a"), Made, "r"); }).Message,
            (Made / "link").string() + " is no regular file: it cannot be stored");
  EXPECT_FALSE(S.find("a", "r"));
}

TEST_F(RefusedTest, AStoreOfAnOlderVersionIsEmpty) {
  createDirectories(Place / "variants" / "0123");
  createDirectories(Place / "runs" / "20260101-a");
  EXPECT_TRUE(Store(Place, Store::Access::Read).all().empty());
  EXPECT_FALSE(fs::exists(File));
  Store S(Place);
  EXPECT_TRUE(S.all().empty());
  EXPECT_TRUE(fs::exists(Place / "variants" / "0123"));
}

TEST_F(RefusedTest, WhereNothingMayBeWrittenItCanBeRead) {
  {
    Store S(Place);
    addTo(S, "a", {{"f", "1"}}, "r");
  }
  forbidWriting();
  EXPECT_EQ(waitFor(startChild([&] {
              becomeNobody();
              Store S(Place, Store::Access::Read);
              ASSERT_EQ(S.all().size(), 1u);
              EXPECT_EQ(readFile(S.blob(S.all()[0].Files[0])), "1");
              EXPECT_TRUE(S.verify().Damaged.empty());
              expectRefused("the store is not writable: " + Place.string() +
                            ": Permission denied");
            })),
            0);
  allowWriting();
}

TEST_F(RefusedTest, WhatIsBeingWrittenCanBeReadByOthers) {
  Store S(Place);
  makeRun("r");
  addTo(S, "a", {{"f", "1"}}, "r");
  forbidWriting();
  EXPECT_EQ(waitFor(startChild([&] {
              becomeNobody();
              Store Reader(Place, Store::Access::Read);
              EXPECT_EQ(Reader.all().size(), 1u);
              EXPECT_EQ(Reader.keepers()["a"], std::vector<std::string>{"r"});
            })),
            0);
  allowWriting();
}
