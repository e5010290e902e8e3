//===- LeftoversTest.cpp - what is removed of a failed call ---------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/Leftovers.h"
#include "support/Files.h"
#include <gtest/gtest.h>
#include <sys/stat.h>

using namespace argus;

namespace {

TEST(Leftovers, OnlyWhatWasWrittenAndIsAFile) {
  const ScratchDirectory Scratch("argus-test-");
  const std::string Dir = Scratch.path() + "/";
  writeFile(Dir + "before", "x");
  ASSERT_EQ(mkfifo((Dir + "pipe").c_str(), 0600), 0);
  {
    UnfinishedFiles Files;
    for (const char *Name : {"made", "before", "pipe", "missing"})
      Files.add(Dir + Name);
    writeFile(Dir + "made", "y");
  }
  EXPECT_FALSE(fs::exists(Dir + "made"));
  EXPECT_TRUE(fs::exists(Dir + "before"));
  EXPECT_TRUE(fs::exists(Dir + "pipe"));
}

TEST(Leftovers, WhatWasThereAndIsWrittenAnew) {
  const ScratchDirectory Scratch("argus-test-");
  const std::string File = Scratch.path() + "/object.o";
  writeFile(File, "old");
  {
    UnfinishedFiles Files;
    Files.add(File);
    writeFile(File, "new");
  }
  EXPECT_FALSE(fs::exists(File));
}

TEST(Leftovers, CompleteFilesStay) {
  const ScratchDirectory Scratch("argus-test-");
  const std::string File = Scratch.path() + "/object.o";
  {
    UnfinishedFiles Files;
    Files.add(File);
    writeFile(File, "new");
    Files.complete();
  }
  EXPECT_TRUE(fs::exists(File));
}

TEST(Leftovers, OfASignal) {
  std::string Path;
  {
    const ScratchDirectory Scratch("argus-test-");
    Path = Scratch.path();
    fs::create_directories(Path + "/a/b");
    writeFile(Path + "/a/b/file", "x");
    removeLeftovers();
    EXPECT_FALSE(fs::exists(Path));
  }
}

} // namespace
