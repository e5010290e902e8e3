//===- Modules.h - the CUDA modules of the process and their images --------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_RUNTIME_MODULES_H
#define ARGUS_RUNTIME_MODULES_H

#include "argus/Abi.h"

#include <deque>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace argus::rt {

/// What __cudaRegisterFatBinary gets.
struct FatbinWrapper {
  uint32_t Magic;
  uint32_t Version;
  const void *Data;
  void *Unused;
};

constexpr uint32_t FatbinWrapperMagic = 0x466243b1;

/// One registered translation unit, or the units of relocatable device code of a
/// binary, which share an image. A copy: the library that it came from may go.
struct Module {
  unsigned Number = 0; ///< by order of registration
  std::string Id;
  std::string Source;
  std::string Path;  ///< the binary
  std::string Image; ///< file of the swapped image; empty: the binary's own
  FatbinWrapper Wrapper = {};
  bool Linked = false; ///< of relocatable device code
  bool Closed = false; ///< a linked module that takes no more units
  int (*GetFunction)(void **, const void *) = nullptr;
  std::vector<std::pair<const void *, std::string>> Kernels; ///< by stub

  bool swapped() const { return !Image.empty(); }
};

/// A fatbinary file in memory; it stays mapped, as CUDA loads from it when it likes.
struct MappedImage {
  const void *Data = nullptr;
  std::string Error; ///< why there is none; empty with no Data: no such file
};

MappedImage mapImage(const std::string &Path);

/// The file of the binary that an address belongs to.
std::string binaryOf(const void *Address);

class ModuleTable {
public:
  /// ImageDirectory: may be empty.
  explicit ModuleTable(std::string ImageDirectory)
      : ImageDirectory(std::move(ImageDirectory)) {}

  /// Enters a module. Problem: why its image could not be swapped, if it should.
  Module &add(const ArgusModule &M, std::string &Problem);

  /// Enters a kernel of a module that is there.
  void addKernel(const ArgusModule *M, const void *Stub, const char *Name);

  /// The descriptor and the kernels' addresses mean nothing any more.
  void remove(const ArgusModule *M);

  /// The module that was registered from this descriptor last, or null.
  Module *find(const ArgusModule *M) const;

  /// The modules that registered a kernel under this address, the latest first. Several
  /// where the linker kept one copy of a template's stub for several translation units.
  const std::vector<Module *> &owners(const void *Stub) const;

  /// The name under which M registered a stub; null if it did not.
  static const std::string *kernelName(const Module &M, const void *Stub);

  const std::deque<Module> &all() const { return Modules; }

private:
  Module &moduleFor(const ArgusModule &Descriptor);
  void enter(Module &M, const void *Stub, const char *Name);
  void swapLinked(Module &M, const ArgusModule &Descriptor, std::string &Problem) const;
  void forget(const ArgusModule *Descriptor);
  void swapImage(Module &M, std::string &Problem) const;

  std::string ImageDirectory;
  std::deque<Module> Modules;
  std::unordered_map<const ArgusModule *, Module *> ByDescriptor;
  std::unordered_map<const void *, std::vector<Module *>> ByStub;
};

} // namespace argus::rt

#endif // ARGUS_RUNTIME_MODULES_H
