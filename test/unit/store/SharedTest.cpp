//===- SharedTest.cpp - several processes use one store ----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"

#include <csignal>

using namespace argus;

namespace {

constexpr int Processes = 8;
constexpr int Keys = 25;

using SharedTest = StorePlace;

std::string sharedKey(int I) { return "shared" + std::to_string(I); }
std::string ownKey(int Process, int I) {
  return "own" + std::to_string(Process) + "-" + std::to_string(I);
}

/// The artifact, made where it is not there. No two processes make it alike.
Artifact need(Store &S, const std::string &Key, int Process) {
  const std::string Run = "run" + std::to_string(Process);
  if (std::optional<Artifact> Found = S.find(Key, Run))
    return *Found;
  return addTo(S, Key,
               {{"maker", Key + " by " + std::to_string(Process)}, {"part", "of all"}},
               Run);
}

/// Needs all keys, begins each time with another, and in the end finds the same.
void work(const fs::path &Place, int Process) {
  Store S(Place);
  std::map<std::string, std::string> Digests;
  for (int I = 0; I < Keys; ++I)
    for (const std::string &Key :
         {sharedKey((I + Process / 2 * 5) % Keys), ownKey(Process, I)})
      Digests[Key] = need(S, Key, Process).Digest;
  for (const auto &[Key, Digest] : Digests) {
    const std::optional<Artifact> Again = S.find(Key, "run" + std::to_string(Process));
    ASSERT_TRUE(Again) << Key;
    EXPECT_EQ(Again->Digest, Digest) << Key;
    for (const StoredFile &File : Again->Files)
      EXPECT_EQ(fs::file_size(S.blob(File)), File.Bytes);
  }
}

std::vector<pid_t> startAll(const fs::path &Place) {
  std::vector<pid_t> Children;
  for (int Process = 0; Process < Processes; ++Process)
    Children.push_back(startChild([&] { work(Place, Process); }));
  return Children;
}

} // namespace

TEST_F(SharedTest, NoArtifactIsLostOrDouble) {
  for (const pid_t Child : startAll(Place)) // all of them make the store, too
    EXPECT_EQ(waitFor(Child), 0);
  Store S(Place);
  std::set<std::string> Seen;
  for (const Artifact &A : S.all())
    EXPECT_TRUE(Seen.insert(A.Key).second) << A.Key;
  EXPECT_EQ(Seen.size(), size_t(Keys + Processes * Keys));
  const Verification Found = S.verify();
  EXPECT_TRUE(Found.Damaged.empty());
  // Who was slower has left nothing behind.
  EXPECT_EQ(Found.Orphans, 0u);
  EXPECT_EQ(Found.Blobs, Seen.size() + 1);
}

TEST_F(SharedTest, GarbageCollectionTakesNothingFromRunsAtWork) {
  makeStore();
  const pid_t Collector = startChild([&] {
    Store S(Place);
    while (!fs::exists(Root.path() / "enough"))
      S.gc({false, 0});
  });
  for (const pid_t Child : startAll(Place)) // they check what they have found
    EXPECT_EQ(waitFor(Child), 0);
  writeFile(Root.path() / "enough", "");
  EXPECT_EQ(waitFor(Collector), 0);
  Store S(Place);
  EXPECT_TRUE(S.verify().Damaged.empty());
  S.gc({});
  EXPECT_TRUE(S.all().empty());
  EXPECT_EQ(countBelow(Place / "blobs"), 0u);
}
