//===- Registry.h - what the program registered -------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_CUDA_REGISTRY_H
#define ARGUS_VIRTUAL_CUDA_REGISTRY_H

#include "argus/fatbin/Fatbin.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace argus::vcuda {

/// One fatbinary and what its translation unit declared. Survives a device reset.
struct Binary {
  FatbinWrapper Wrapper;
  std::string Name; ///< the file it lies in, for messages
  /// Where the program keeps the addresses of managed variables.
  std::vector<std::pair<void **, std::string>> Managed;
};

/// A kernel or variable: the host's address stands for it.
struct Symbol {
  Binary *Owner = nullptr;
  std::string Name; ///< in the PTX
  size_t Size = 0;  ///< of a variable, bytes
};

class Registry {
public:
  /// Null where the wrapper is none that CUDA 12 and 13 make.
  Binary *add(const void *Wrapper);
  /// False where there is none with this handle.
  bool remove(Binary *B);
  bool contains(const Binary *B) const;

  /// The linker keeps one stub of a template's instantiation, but each translation unit
  /// registers it: the first that is still there counts.
  void addKernel(const void *Stub, Symbol S) { Kernels[Stub].push_back(std::move(S)); }
  void addVariable(const void *Host, Symbol S) {
    Variables[Host].push_back(std::move(S));
  }

  /// Null where the address was not registered.
  const Symbol *kernel(const void *Stub) const { return find(Kernels, Stub); }
  const Symbol *variable(const void *Host) const { return find(Variables, Host); }

private:
  using Table = std::map<const void *, std::vector<Symbol>>;
  static const Symbol *find(const Table &T, const void *Address);

  std::vector<std::unique_ptr<Binary>> Binaries;
  Table Kernels, Variables;
};

} // namespace argus::vcuda

#endif // ARGUS_VIRTUAL_CUDA_REGISTRY_H
