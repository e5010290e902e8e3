//===- FakeMachine.cpp - a machine without an interpreter -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeMachine.h"

#include <sstream>

using namespace argus;
using namespace argus::test;

namespace {

class FakeProgram : public vm::Program {
public:
  FakeProgram(vm::Memory &M, const FakeGpu &Gpu) : M(M), Gpu(Gpu) {}
  ~FakeProgram() override {
    for (const auto &[Name, Place] : Variables)
      M.release(Place.first);
  }

  /// False where a line is none.
  bool read(std::string_view Text) {
    std::istringstream Lines{std::string(Text)};
    for (std::string Line; std::getline(Lines, Line);)
      if (!readLine(Line))
        return false;
    return true;
  }

  const std::vector<vm::KernelInfo> &kernels() const override { return Kernels; }
  std::pair<uint64_t, uint64_t> variable(const std::string &Name) const override {
    auto At = Variables.find(Name);
    return At == Variables.end() ? std::pair<uint64_t, uint64_t>() : At->second;
  }
  const std::vector<vm::RegionStack> &stacks() const override { return Gpu.Stacks; }

private:
  bool readLine(const std::string &Line) {
    std::istringstream Words(Line);
    std::string Word, Name;
    uint64_t Size = 0;
    Words >> Word >> Name;
    if (Word == "kernel") {
      vm::KernelInfo &K = Kernels.emplace_back();
      K.Name = Name;
      for (uint64_t Offset = 0; Words >> Size; Offset += Size) {
        K.ParameterSizes.push_back(Size);
        K.ParameterOffsets.push_back(Offset);
      }
      return true;
    }
    Words >> Size;
    if (Word == "shared")
      Kernels.back().StaticShared = Size;
    else if (Word == "variable")
      Variables[Name] = {M.allocate(Size).Base, Size};
    else
      return false;
    return true;
  }

  vm::Memory &M;
  const FakeGpu &Gpu;
  std::vector<vm::KernelInfo> Kernels;
  std::map<std::string, std::pair<uint64_t, uint64_t>> Variables;
};

class FakeExecutor : public vcuda::Executor {
public:
  explicit FakeExecutor(FakeGpu &Gpu) : Gpu(Gpu) {}
  vm::Memory &memory() override { return Bytes; }

  std::shared_ptr<vm::Program> load(std::string_view Ptx, const std::string &Name,
                                    vm::Fault &Error) override {
    Gpu.Loads.push_back(Name);
    auto P = std::make_shared<FakeProgram>(Bytes, Gpu);
    if (P->read(Ptx))
      return P;
    Error = {vm::InvalidPtx, Name + ":1:1: expected a directive"};
    return nullptr;
  }

  vm::LaunchResult launch(vm::Program &, const std::string &Name,
                          const vm::LaunchRequest &R) override {
    Gpu.Launches.push_back(R);
    auto At = Gpu.Kernels.find(Name);
    if (At != Gpu.Kernels.end())
      return At->second(R);
    vm::LaunchResult Result;
    Result.Cycles = 100;
    return Result;
  }

private:
  FakeGpu &Gpu;
  vm::Memory Bytes;
};

} // namespace

vcuda::ExecutorFactory argus::test::fakeMachine(FakeGpu &Gpu) {
  return [&Gpu] { return std::make_unique<FakeExecutor>(Gpu); };
}
