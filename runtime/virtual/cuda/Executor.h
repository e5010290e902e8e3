//===- Executor.h - who executes the kernels ----------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The seam between the API and the machine: tests put something smaller behind it.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_CUDA_EXECUTOR_H
#define ARGUS_VIRTUAL_CUDA_EXECUTOR_H

#include "Machine.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace argus::vcuda {

/// See vm::Machine. Lives from the initialisation of a context to its reset.
class Executor {
public:
  virtual ~Executor() = default;
  virtual vm::Memory &memory() = 0;
  virtual std::shared_ptr<vm::Program>
  load(std::string_view Ptx, const std::string &Name, vm::Fault &Error) = 0;
  virtual vm::LaunchResult launch(vm::Program &P, const std::string &Kernel,
                                  const vm::LaunchRequest &R) = 0;
};

using ExecutorFactory = std::function<std::unique_ptr<Executor>()>;

/// The machine of runtime/virtual/machine. `TimeLimit`: seconds a launch may take on
/// the host; 0: no limit.
std::unique_ptr<Executor> makeMachine(double TimeLimit);

} // namespace argus::vcuda

#endif // ARGUS_VIRTUAL_CUDA_EXECUTOR_H
