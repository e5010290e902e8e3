//===- FilesTest.cpp - files whose failures say which and why ----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support/Files.h"

#include "../Failures.h"

#include <cstdlib>

using namespace argus;

static fs::path makeRoot() {
  return makeUniqueDirectory(fs::temp_directory_path(), "argus-files-");
}

TEST(Files, WriteThenRead) {
  const TemporaryDirectory Root(makeRoot());
  const fs::path File = Root.path() / "report.json";
  writeFile(File, "first");
  writeFile(File, "second");
  EXPECT_EQ(readFile(File), "second");
  EXPECT_EQ(MappedFile(File).bytes(), "second");
  // No temporary file is left beside it.
  EXPECT_EQ(
      std::distance(fs::directory_iterator(Root.path()), fs::directory_iterator()), 1);
}

TEST(Files, EmptyFileCanBeMapped) {
  const TemporaryDirectory Root(makeRoot());
  writeFile(Root.path() / "empty", "");
  EXPECT_EQ(MappedFile(Root.path() / "empty").bytes().size(), 0u);
}

TEST(Files, MissingFileIsNamedWithTheReason) {
  const Failure Missing = failureOf([] { readFile("/nonexistent/q.json"); });
  EXPECT_EQ(Missing.Code, ExitCode::BadUsage);
  EXPECT_EQ(Missing.Message,
            "cannot read /nonexistent/q.json: No such file or directory");
  EXPECT_EQ(failureOf([] { MappedFile M("/nonexistent/x"); }).Message,
            "cannot read /nonexistent/x: No such file or directory");
}

TEST(Files, UnwritableStoreIsNamedWithTheReason) {
  const TemporaryDirectory Root(makeRoot());
  writeFile(Root.path() / "file", "");
  // A file in the way stops root too, whom permissions do not.
  const Failure Bad =
      failureOf([&] { requireWritable(Root.path() / "file" / "store", "the store"); });
  EXPECT_EQ(Bad.Code, ExitCode::BadUsage);
  EXPECT_EQ(Bad.Message,
            "the store is not writable: " + (Root.path() / "file" / "store").string() +
                ": Not a directory");
  EXPECT_NO_THROW(requireWritable(Root.path() / "new" / "store", "the store"));
}

TEST(Files, UniqueDirectoriesDiffer) {
  const TemporaryDirectory Root(makeRoot());
  EXPECT_NE(makeUniqueDirectory(Root.path(), "run-"),
            makeUniqueDirectory(Root.path(), "run-"));
}

TEST(Files, TemporaryDirectoryIsRemovedWithItsContent) {
  fs::path Path;
  {
    const TemporaryDirectory Root(makeRoot());
    Path = Root.path();
    writeFile(Path / "file", "x");
  }
  EXPECT_FALSE(fs::exists(Path));
}
