//===- Samples.h - stores and artifacts for tests -----------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_UNIT_STORE_SAMPLES_H
#define ARGUS_TEST_UNIT_STORE_SAMPLES_H

#include "../Failures.h"
#include "store/Store.h"

#include <functional>
#include <sys/wait.h>
#include <unistd.h>

namespace argus {

/// A place for a store, and for what else a test writes.
class StorePlace : public testing::Test {
protected:
  const TemporaryDirectory Root{
      makeUniqueDirectory(fs::temp_directory_path(), "argus-store-")};
  const fs::path Place = Root.path() / "store";

  void makeStore() { const Store Made(Place); }
  /// As a run that is kept has one.
  void makeRun(const std::string &Run) { createDirectories(Place / "runs" / Run); }
  void dropRun(const std::string &Run) { fs::remove_all(Place / "runs" / Run); }
};

/// Contents by name.
using Files = std::map<std::string, std::string>;

inline Artifact sample(const std::string &Key, std::vector<std::string> Inputs = {}) {
  Artifact A;
  A.Key = Key;
  A.Kind = "build";
  A.Task = "task of " + Key;
  A.Program = "program";
  A.Inputs = std::move(Inputs);
  return A;
}

/// As a task does it: its files in a scratch directory, and then into the store.
inline Artifact addTo(Store &To, const Artifact &What, const Files &Contents,
                      const std::string &Run) {
  const fs::path Made = To.scratch("task-");
  for (const auto &[Name, Content] : Contents) {
    createDirectories((Made / Name).parent_path());
    writeFile(Made / Name, Content);
  }
  return To.add(What, Made, Run);
}

inline Artifact addTo(Store &To, const std::string &Key, const Files &Contents,
                      const std::string &Run) {
  return addTo(To, sample(Key), Contents, Run);
}

/// Starts a process that ends with status 0 where `Body` throws nothing and no
/// expectation of it failed.
inline pid_t startChild(const std::function<void()> &Body) {
  std::fflush(nullptr);
  const pid_t Child = fork();
  if (Child != 0)
    return Child;
  try {
    Body();
  } catch (const Failure &Thrown) {
    ADD_FAILURE() << Thrown.Message;
  }
  std::fflush(nullptr);
  _exit(testing::Test::HasFailure() ? 1 : 0);
}

inline int waitFor(pid_t Child) {
  int Status = -1;
  EXPECT_EQ(waitpid(Child, &Status, 0), Child);
  return Status;
}

inline size_t countBelow(const fs::path &Directory) {
  size_t Count = 0;
  for (const fs::directory_entry &Entry : fs::recursive_directory_iterator(Directory))
    Count += Entry.is_regular_file();
  return Count;
}

/// Nothing damaged, and every artifact is found.
inline void expectWhole(Store &Of) {
  const Verification Found = Of.verify();
  for (const Damage &D : Found.Damaged)
    ADD_FAILURE() << D.Key << ": " << D.What;
  for (const Artifact &A : Of.all())
    EXPECT_TRUE(Of.find(A.Key, "check")) << A.Key;
}

} // namespace argus

#endif // ARGUS_TEST_UNIT_STORE_SAMPLES_H
