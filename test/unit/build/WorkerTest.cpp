//===- WorkerTest.cpp - the arguments of the build worker --------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Worker.h"

#include "../Failures.h"

using namespace argus;

TEST(Worker, ArgumentsThereAndBack) {
  WorkerRequest A;
  A.Binary = "./a b";
  A.ModuleId = "00ff";
  A.Capsule = 2;
  A.Kind = BuildKind::Truth;
  A.Sites = {0, 7};
  A.Registers = {{"_Z4gemmv", 64}, {"_Z6reducev", 128}};
  A.CudaPath = "/usr/local/cuda";
  A.Directory = "/tmp/x";
  const WorkerRequest B = parseWorkerArguments(toArguments(A));
  EXPECT_EQ(toArguments(A), toArguments(B));
  EXPECT_EQ(B.Kind, A.Kind);
  EXPECT_EQ(B.Sites, A.Sites);
  EXPECT_EQ(B.Registers, A.Registers);
  A.Sites.clear();
  EXPECT_TRUE(parseWorkerArguments(toArguments(A)).Sites.empty());
}

TEST(Worker, MalformedArguments) {
  EXPECT_EQ(failureOf([] { parseWorkerArguments({"x"}); }).Code, ExitCode::BadUsage);
  std::vector<std::string> Words = toArguments({});
  Words[2] = "x";
  EXPECT_EQ(failureOf([&] { parseWorkerArguments(Words); }).Message,
            "build-variant is internal: bad capsule");
  Words = toArguments({});
  Words[3] = "other";
  EXPECT_EQ(failureOf([&] { parseWorkerArguments(Words); }).Message,
            "build-variant is internal: bad kind");
  Words = toArguments({});
  Words[5] = "_Z4gemmv";
  EXPECT_EQ(failureOf([&] { parseWorkerArguments(Words); }).Message,
            "build-variant is internal: bad register limit");
}
