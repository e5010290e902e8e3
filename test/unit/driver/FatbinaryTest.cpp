//===- FatbinaryTest.cpp - translation of clang 19's fatbinary call ---------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TempDir.h"
#include <cstdio>
#include <cstdlib>
#include <gtest/gtest.h>

using argus::test::TempDir;

namespace {

/// Runs the overlay's script with arguments as a shell reads them; the real fatbinary
/// is a program that prints its arguments in brackets and fails with 7.
std::string translate(const TempDir &Dir, const std::string &Args, int &Status) {
  std::string Real =
      Dir.write("real fatbinary",
                "#!/bin/sh\nfor a do printf '[%s]' \"$a\"; done\nexit 7\n", true);
  std::string Command =
      "ARGUS_FATBINARY='" + Real + "' '" ARGUS_TEST_FATBINARY "' " + Args + " 2>&1";
  FILE *Pipe = ::popen(Command.c_str(), "r");
  std::string Output;
  for (int C; (C = std::fgetc(Pipe)) != EOF;)
    Output += static_cast<char>(C);
  Status = WEXITSTATUS(::pclose(Pipe));
  return Output;
}

TEST(Fatbinary, TranslatesImagesAndKeepsTheRest) {
  TempDir Dir;
  int Status = 0;
  EXPECT_EQ(
      translate(Dir,
                "-64 --create 'a b.fatbin' --image=profile=sm_90a,file='/t/a b.o' "
                "--image=profile=compute_90a,file=/t/x.s --cmdline='a \"b\"'",
                Status),
      "[-64][--create][a b.fatbin][--image3=kind=elf,sm=90a,file=/t/a b.o]"
      "[--image3=kind=ptx,sm=90a,file=/t/x.s][--cmdline=a \"b\"]");
  EXPECT_EQ(Status, 7) << "the real program's status must come through";
}

TEST(Fatbinary, OneDashAndNewSpellingPass) {
  TempDir Dir;
  int Status = 0;
  EXPECT_EQ(translate(Dir, "-image=profile=sm_80,file=f --image3=kind=elf,sm=80,file=g",
                      Status),
            "[--image3=kind=elf,sm=80,file=f][--image3=kind=elf,sm=80,file=g]");
}

TEST(Fatbinary, NoArguments) {
  TempDir Dir;
  int Status = 0;
  EXPECT_EQ(translate(Dir, "", Status), "");
}

} // namespace
