//===- Modules.cpp - loaded modules of a context ----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Modules.h"

#include "Transfers.h"

#include <algorithm>
#include <cstdio>

namespace argus::vcuda {

void report(const std::string &Text) {
  std::fprintf(stderr, "argus virtual device: %s\n", Text.c_str());
}

int ModuleTable::load(const PtxImage &Image, const std::string &Name, Module *&M) {
  if (Image.Error) {
    report(Name + ": " + Image.Problem);
    return Image.Error;
  }
  vm::Fault Fault;
  std::shared_ptr<vm::Program> Code = E.load(Image.Text, Name, Fault);
  if (!Code) {
    report(Fault.Text);
    return Fault ? Fault.Code : ErrorUnknown;
  }
  M = &Modules.emplace_back();
  M->Hash = hashOf(Image.Text);
  M->Code = std::move(Code);
  for (const vm::KernelInfo &K : M->Code->kernels()) {
    Function &F = M->Functions[K.Name];
    F.Owner = M;
    F.Kernel = &K;
    if (const auto At = Image.Registers.find(K.Name); At != Image.Registers.end())
      F.Registers = At->second;
    Functions.insert(&F);
  }
  return Success;
}

int ModuleTable::of(Binary &B, Module *&M) {
  const auto [At, New] = OfBinary.try_emplace(&B);
  Outcome &O = At->second;
  if (New) {
    PtxImage Image = choosePtxAt(B.Wrapper.Data);
    if (Image.Error == ErrorNoImageForDevice && B.Wrapper.Version == LinkedFatbin)
      Image.Problem = "device code of several files was linked (-rdc=true), which "
                      "leaves machine code only: compile without -rdc=true, with all "
                      "that a kernel calls in its own file; " +
                      Image.Problem;
    O.Error =
        load(Image, Image.Arch.empty() ? B.Name : B.Name + " (" + Image.Arch + ")",
             O.Loaded);
    for (const auto &[Place, Name] : B.Managed)
      if (O.Loaded)
        *Place = pointerTo(O.Loaded->Code->variable(Name).first);
  }
  M = O.Loaded;
  return O.Error;
}

void ModuleTable::forget(const Binary &B) {
  auto At = OfBinary.find(&B);
  if (At == OfBinary.end())
    return;
  Module *M = At->second.Loaded;
  OfBinary.erase(At);
  if (!M)
    return;
  for (auto &[Name, F] : M->Functions)
    Functions.erase(&F);
  Modules.remove_if([&](const Module &Known) { return &Known == M; });
}

int ModuleTable::function(Module &M, const std::string &Name, Function *&F) {
  auto At = M.Functions.find(Name);
  if (At == M.Functions.end())
    return ErrorInvalidDeviceFunction;
  F = &At->second;
  return Success;
}

bool ModuleTable::isModule(const Module *M) const {
  return std::any_of(Modules.begin(), Modules.end(),
                     [&](const Module &Known) { return &Known == M; });
}

} // namespace argus::vcuda
