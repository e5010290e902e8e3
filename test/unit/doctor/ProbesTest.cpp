//===- ProbesTest.cpp - probes that every machine can answer ----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "doctor/Probes.h"
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

using namespace argus;

namespace {

TEST(Probes, CommandOutputAndStatus) {
  CommandResult Result =
      runCommand({"/bin/sh", "-c", "echo out; echo err >&2; exit 3"});
  EXPECT_TRUE(Result.Started);
  EXPECT_EQ(Result.Status, 3);
  EXPECT_EQ(Result.Output, "out\nerr\n");
}

TEST(Probes, CommandKilledBySignal) {
  EXPECT_EQ(runCommand({"/bin/sh", "-c", "kill -9 $$"}).Status, 137);
}

TEST(Probes, CommandHasNoInput) { EXPECT_EQ(runCommand({"/bin/cat"}).Status, 0); }

TEST(Probes, CommandThatDoesNotExist) {
  CommandResult Result = runCommand({"/no/such/program"});
  EXPECT_FALSE(Result.Started);
  EXPECT_EQ(Result.Output, "No such file or directory");
}

TEST(Probes, RuntimeThatIsNone) {
  EXPECT_EQ(probeRuntime("/no/such/file.so"), "No such file or directory");
  EXPECT_NE(probeRuntime("/etc/passwd"), "");
  Dl_info Libc;
  ASSERT_NE(::dladdr(reinterpret_cast<void *>(&::getpid), &Libc), 0);
  EXPECT_EQ(probeRuntime(Libc.dli_fname), "it does not export argus_runtime_v1");
}

} // namespace
