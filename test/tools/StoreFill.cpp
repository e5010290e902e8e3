//===- StoreFill.cpp - puts an artifact into a store -----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   argus-store-fill STORE RUN KEY NAME=CONTENT... [-- INPUT-KEY...]
//
// Makes the run's directory, too, unless RUN is empty.
//
//===----------------------------------------------------------------------===//

#include "store/Store.h"

#include <cstdio>
#include <cstring>

using namespace argus;

static Artifact sample(const char *Key) {
  Artifact A;
  A.Key = Key;
  A.Kind = "build";
  A.Task = std::string("trace-build ") + Key;
  A.Program = "0123";
  A.Tools = {{"argus", "1.0"}};
  A.Host = "node7";
  A.Arguments = {"./a program", "7"};
  A.Environment = {{"CUDA_VISIBLE_DEVICES", "0"}};
  A.Time = 1764567890;
  A.Seconds = 1.5;
  return A;
}

static void fill(int argc, char **argv) {
  Store To(argv[1]);
  Artifact A = sample(argv[3]);
  const fs::path Made = To.scratch("fill-");
  int I = 4;
  for (; I < argc && std::strcmp(argv[I], "--") != 0; ++I) {
    const std::string Word = argv[I];
    const size_t Equal = Word.find('=');
    const fs::path File = Made / Word.substr(0, Equal);
    createDirectories(File.parent_path());
    writeFile(File, Word.substr(Equal + 1));
  }
  for (++I; I < argc; ++I)
    A.Inputs.push_back(argv[I]);
  if (*argv[2])
    createDirectories(To.runs() / argv[2]);
  To.add(A, Made, argv[2]);
}

int main(int argc, char **argv) {
  if (argc < 4)
    return 2;
  try {
    fill(argc, argv);
    return 0;
  } catch (const Failure &Thrown) {
    std::fprintf(stderr, "argus-store-fill: %s\n", Thrown.Message.c_str());
    return 1;
  }
}
