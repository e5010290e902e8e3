//===- Modules.h - loaded modules of a context --------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_CUDA_MODULES_H
#define ARGUS_VIRTUAL_CUDA_MODULES_H

#include "Executor.h"
#include "Images.h"
#include "Registry.h"

#include <list>
#include <map>
#include <set>

namespace argus::vcuda {

struct Module;

/// What a thread is said to have of kernels that come without machine code.
constexpr unsigned UsualRegisters = 32;

/// cudaFunction_t, cudaKernel_t, CUfunction.
struct Function {
  Module *Owner = nullptr;
  const vm::KernelInfo *Kernel = nullptr;
  uint64_t DynamicShared = 0; ///< bytes that cudaFuncSetAttribute allowed
  bool NonPortableCluster = false;
  unsigned Registers = UsualRegisters; ///< a thread, for who asks; limits nothing
};

/// CUmodule.
struct Module {
  std::string Hash; ///< of its PTX
  std::shared_ptr<vm::Program> Code;
  std::map<std::string, Function> Functions;
  size_t StacksWritten = 1; ///< of Code->stacks(), to the counts file
};

class ModuleTable {
public:
  explicit ModuleTable(Executor &E) : E(E) {}

  /// Loads a module of the program at its first use. Else an error, with the reason on
  /// standard error the first time.
  int of(Binary &B, Module *&M);
  int load(const PtxImage &Image, const std::string &Name, Module *&M);
  /// Its handles mean nothing any more.
  void forget(const Binary &B);

  int function(Module &M, const std::string &Name, Function *&F);
  bool isModule(const Module *M) const;
  bool isFunction(const Function *F) const { return Functions.count(F) != 0; }

private:
  struct Outcome {
    int Error = 0;
    Module *Loaded = nullptr;
  };
  Executor &E;
  std::list<Module> Modules;
  std::map<const Binary *, Outcome> OfBinary;
  std::set<const Function *> Functions;
};

/// "argus virtual device: TEXT" on standard error.
void report(const std::string &Text);

} // namespace argus::vcuda

#endif // ARGUS_VIRTUAL_CUDA_MODULES_H
