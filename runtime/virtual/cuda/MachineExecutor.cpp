//===- MachineExecutor.cpp - the interpreter behind the API -----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Executor.h"

namespace argus::vcuda {

namespace {

class MachineExecutor : public Executor {
public:
  explicit MachineExecutor(double TimeLimit) : Interpreter(Bytes) {
    if (TimeLimit > 0)
      Interpreter.setTimeLimit(TimeLimit);
  }

  vm::Memory &memory() override { return Bytes; }

  std::shared_ptr<vm::Program> load(std::string_view Ptx, const std::string &Name,
                                    vm::Fault &Error) override {
    return Interpreter.load(Ptx, Name, Error);
  }

  vm::LaunchResult launch(vm::Program &P, const std::string &Kernel,
                          const vm::LaunchRequest &R) override {
    return Interpreter.launch(P, Kernel, R);
  }

private:
  vm::Memory Bytes;
  vm::Machine Interpreter;
};

} // namespace

std::unique_ptr<Executor> makeMachine(double TimeLimit) {
  return std::make_unique<MachineExecutor>(TimeLimit);
}

} // namespace argus::vcuda
