//===- VerifyTest.cpp - damage is found and mended --------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"

using namespace argus;

namespace {

class VerifyTest : public StorePlace {
protected:
  /// Two artifacts that share a content, and one apart.
  void fill(Store &S) {
    addTo(S, "a", {{"x", "shared"}, {"y", "of a"}}, "r");
    addTo(S, "b", {{"z", "shared"}}, "r");
    addTo(S, "c", {{"x", "of c"}}, "r");
  }
  static void overwrite(const fs::path &Blob, const std::string &Content) {
    fs::permissions(Blob, fs::perms::owner_all);
    writeFile(Blob, Content);
  }
};

} // namespace

TEST_F(VerifyTest, AWholeStoreIsWhole) {
  Store S(Place);
  fill(S);
  const Verification Found = S.verify();
  EXPECT_EQ(Found.Artifacts, 3u);
  EXPECT_EQ(Found.Blobs, 3u);
  EXPECT_EQ(Found.Bytes, 14u);
  EXPECT_EQ(Found.Orphans, 0u);
  EXPECT_TRUE(Found.Damaged.empty());
}

TEST_F(VerifyTest, AChangedByteIsFoundInAllArtifactsThatHaveIt) {
  Store S(Place);
  fill(S);
  const fs::path Blob = S.blob(S.withPrefix("b").at(0).Files[0]);
  overwrite(Blob, "sharet");
  const Verification Found = S.verify();
  ASSERT_EQ(Found.Damaged.size(), 2u);
  EXPECT_EQ(Found.Damaged[0].Key, "a");
  EXPECT_EQ(Found.Damaged[0].File, "x");
  EXPECT_EQ(Found.Damaged[0].What, Blob.string() + ": has another content");
  EXPECT_EQ(Found.Damaged[1].Key, "b");
}

TEST_F(VerifyTest, MissingAndShortBlobsAreFound) {
  Store S(Place);
  fill(S);
  const fs::path Missing = S.blob(S.withPrefix("a").at(0).Files[1]);
  const fs::path Short = S.blob(S.withPrefix("c").at(0).Files[0]);
  fs::remove(Missing);
  overwrite(Short, "of");
  const Verification Found = S.verify();
  ASSERT_EQ(Found.Damaged.size(), 2u);
  EXPECT_EQ(Found.Damaged[0].What, Missing.string() + ": is missing");
  EXPECT_EQ(Found.Damaged[1].What, Short.string() + ": has 2 bytes instead of 4");
}

TEST_F(VerifyTest, WhatIsNoReadableFileIsDamaged) {
  Store S(Place);
  fill(S);
  const fs::path Blob = S.blob(S.withPrefix("c").at(0).Files[0]);
  fs::remove(Blob);
  fs::create_directory(Blob);
  ASSERT_EQ(S.verify().Damaged.size(), 1u);
}

TEST_F(VerifyTest, RepairForgetsWhatIsDamagedAndNothingElse) {
  Store S(Place);
  fill(S);
  overwrite(S.blob(S.withPrefix("b").at(0).Files[0]), "sharet");
  EXPECT_EQ(S.repair(S.verify()), 2u);
  EXPECT_TRUE(S.verify().Damaged.empty());
  EXPECT_FALSE(S.find("a", "r"));
  EXPECT_TRUE(S.find("c", "r"));
  // The bad content is still there, and nobody gets it.
  fill(S);
  EXPECT_TRUE(S.verify().Damaged.empty());
  EXPECT_EQ(readFile(S.blob(S.withPrefix("b").at(0).Files[0])), "shared");
}

TEST_F(VerifyTest, RepairLeavesWhatSomebodyHasMadeAgain) {
  Store S(Place);
  fill(S);
  fs::remove(S.blob(S.withPrefix("c").at(0).Files[0]));
  const Verification Found = S.verify();
  ASSERT_EQ(Found.Damaged.size(), 1u);
  fill(S);
  EXPECT_EQ(S.repair(Found), 0u);
  EXPECT_TRUE(S.find("c", "r"));
}

TEST_F(VerifyTest, ABlobOfNoArtifactIsCountedAndNoDamage) {
  Store S(Place);
  fill(S);
  StoredFile Nobodys;
  Nobodys.Digest = std::string(64, 'a');
  createDirectories(S.blob(Nobodys).parent_path());
  writeFile(S.blob(Nobodys), "12345");
  const Verification Found = S.verify();
  EXPECT_TRUE(Found.Damaged.empty());
  EXPECT_EQ(Found.Orphans, 1u);
  EXPECT_EQ(Found.OrphanBytes, 5u);
}
