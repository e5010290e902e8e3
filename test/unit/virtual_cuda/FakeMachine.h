//===- FakeMachine.h - a machine without an interpreter -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_FAKE_MACHINE_H
#define ARGUS_TEST_FAKE_MACHINE_H

#include "Executor.h"

#include <map>

namespace argus::test {

using Kernel = std::function<vm::LaunchResult(const vm::LaunchRequest &)>;

/// What the machine of the next context does.
struct FakeGpu {
  std::map<std::string, Kernel> Kernels; ///< what launches do; others take 100 cycles
  std::vector<vm::LaunchRequest> Launches;
  std::vector<std::string> Loads; ///< names that modules were loaded under
  std::vector<vm::RegionStack> Stacks{{}};
};

/// Its "PTX" has a line for each thing: "kernel NAME SIZE...", "shared NAME BYTES",
/// "variable NAME BYTES"; a line "error" does not parse.
vcuda::ExecutorFactory fakeMachine(FakeGpu &Gpu);

} // namespace argus::test

#endif // ARGUS_TEST_FAKE_MACHINE_H
