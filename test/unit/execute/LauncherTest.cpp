//===- LauncherTest.cpp - commands that a launcher starts --------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/Launcher.h"

#include <gtest/gtest.h>

using namespace argus;
using Words = std::vector<std::string>;

TEST(Launcher, WordsInFront) {
  const Words Command = {"/opt/argus", "run-isolated", "/a b/request"};
  EXPECT_EQ(launchedCommand({}, Command), Command);
  EXPECT_EQ(launchedCommand({"srun", "-n1"}, Command),
            (Words{"srun", "-n1", "/opt/argus", "run-isolated", "/a b/request"}));
}

TEST(Launcher, SshTakesALineForTheOthersShell) {
  EXPECT_EQ(launchedCommand({"/usr/bin/ssh", "-q", "host"}, {"argus", "/a b/it's"}),
            (Words{"/usr/bin/ssh", "-q", "host", R"(argus '/a b/it'\''s')"}));
}
