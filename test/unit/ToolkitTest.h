//===- ToolkitTest.h - tests that call the CUDA toolkit ----------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_UNIT_TOOLKITTEST_H
#define ARGUS_TEST_UNIT_TOOLKITTEST_H

#include "driver/Toolkit.h"
#include "execute/Process.h"
#include "support/Files.h"

#include <gtest/gtest.h>

namespace argus {

/// With the toolkit and a directory of its own.
class ToolkitTest : public testing::Test {
protected:
  void SetUp() override {
    // ./dev installs a toolkit where there is none: its lack is a failure.
    ASSERT_TRUE(Cuda) << Cuda.Problem;
  }

  /// Fails the test where the tool does, with what it said.
  void runTool(std::vector<std::string> Command) {
    ProcessRequest Request;
    Request.Command = std::move(Command);
    Request.Stdin = "/dev/null";
    Request.Stdout = Request.Stderr = (Root.path() / "log").string();
    ASSERT_TRUE(runProcess(Request).ok()) << readFile(Root.path() / "log");
  }

  ToolkitLocation Cuda = findCudaToolkit();
  TemporaryDirectory Root{
      makeUniqueDirectory(fs::temp_directory_path(), "argus-test-")};
};

} // namespace argus

#endif // ARGUS_TEST_UNIT_TOOLKITTEST_H
