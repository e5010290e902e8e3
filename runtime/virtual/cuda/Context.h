//===- Context.h - what a context holds ---------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_CUDA_CONTEXT_H
#define ARGUS_VIRTUAL_CUDA_CONTEXT_H

#include "Allocations.h"
#include "Counts.h"
#include "Modules.h"
#include "Transfers.h"

namespace argus::vcuda {

struct LaunchShape {
  Dim3 Grid, Block;
  Dim3 Cluster{0, 0, 0};      ///< X 0: as the kernel says
  uint64_t DynamicShared = 0; ///< bytes
  StreamHandle Stream = nullptr;
  bool Cooperative = false;
  EventHandle Completed = nullptr; ///< to be recorded behind the kernel
};

/// From the first call that needs the device to its reset.
class Context {
public:
  Context(std::unique_ptr<Executor> Machine, unsigned Id)
      : Id(Id), E(std::move(Machine)), Modules(*E), Memory(E->memory()),
        Copies(E->memory(), Time) {}

  const unsigned Id;

private:
  std::unique_ptr<Executor> E;

public:
  Timeline Time;
  ModuleTable Modules;
  Allocations Memory;
  Transfers Copies;
  /// An error that the context does not survive: every later call returns it.
  int Sticky = Success;

  vm::Memory &bytes() { return E->memory(); }

  /// The function of a registered stub; loads its module. A handle stands for itself.
  int function(const Registry &R, const void *Stub, Function *&F);
  /// Address and bytes of a registered variable; loads its module.
  int variable(const Registry &R, const void *Host, uint64_t &Address, size_t &Bytes);

  /// Executes a kernel. As on a GPU, what goes wrong in it is not this call's result
  /// but the next one's. `Number` 0: a launch that is not counted.
  int launch(Function &F, const LaunchShape &L, void **Arguments, CountsFile &Counts,
             unsigned Number);

private:
  int checkShape(const Function &F, const LaunchShape &L) const;
  int fault(const Function &Of, const vm::Fault &F, CountsFile &Counts,
            unsigned Number);
};

} // namespace argus::vcuda

#endif // ARGUS_VIRTUAL_CUDA_CONTEXT_H
