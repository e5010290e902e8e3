//===- Contexts.h - what the runtime keeps for one CUDA context ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_RUNTIME_CONTEXTS_H
#define ARGUS_RUNTIME_CONTEXTS_H

#include "Arena.h"
#include "HelperKernels.h"
#include "Timing.h"

#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <thread>
#include <unordered_map>

namespace argus::rt {

/// Which kernel of which module a CUDA function is.
struct KernelIdentity {
  const Module *M = nullptr;
  std::string Name;
  CudaModule Loaded = nullptr;
};

/// One CUDA context. Members that use the device need it current.
class ContextState {
public:
  ContextState(const Driver &D, const Options &O, Context Handle, uint64_t Id,
               int Ordinal)
      : Handle(Handle), Id(Id), Ordinal(Ordinal), Copies(D), Times(D), Helpers(D), D(D),
        O(O) {}

  const Context Handle;
  const uint64_t Id; ///< handles are used again, ids are not
  const int Ordinal; ///< of the device
  Transfers Copies;
  Timing Times;
  HelperKernels Helpers;
  std::map<std::pair<CudaModule, unsigned>, std::unique_ptr<Arena>> Arenas;
  bool Drained = true;  ///< nothing was launched since all was written
  bool Suspect = false; ///< libraries came or went: the context may be another one

  /// Numbers the stream that a launch names. Of one that is captured nothing is asked.
  StreamInfo streamInfo(Stream S, bool Captured);

  /// The arena of a module, set up at the first call. Problem: why there is none.
  Arena &arena(const KernelIdentity &K, uint64_t Warps, bool Graph,
               std::string &Problem);

  /// The kernel that a function is; found by stub among the modules. Null: none of
  /// theirs. Sure is false where several modules own the stub and nothing tells which.
  const KernelIdentity *identify(Function F, const void *Stub, const Module *Given,
                                 const ModuleTable &Modules, bool &Sure);

  /// The function of a stub that was identified before; null if none was.
  Function knownFunction(const void *Stub, const ModuleTable &Modules) const;
  /// A module goes, and what CUDA loads next may get its handles.
  void forget(const Module &M);

  /// Notes a failure. The text for the first of its kind, else empty. After an error
  /// that a context does not survive, it is broken and left alone.
  std::string failed(std::string_view What, Result R);
  bool broken() const { return Broken; }
  /// Whether the context was destroyed, although its handle and number are in use
  /// again.
  bool gone() const;

private:
  const Module *ownerOf(CudaModule Loaded, const void *Stub, const Module *Given,
                        const ModuleTable &Modules, bool &Sure);
  void forgetKernels();
  void learnFromOtherKernels(const Module &M, const ModuleTable &Modules);

  const Driver &D;
  const Options &O;
  bool Broken = false, Gone = false;
  std::set<std::pair<std::string, Result>> Failures;
  std::map<std::pair<Stream, std::thread::id>, unsigned> Streams;
  std::unordered_map<Function, KernelIdentity> Kernels;
  std::unordered_map<const void *, Function> Functions; ///< by stub
  size_t KnownModules = 0; ///< how many there were when Kernels was filled
  std::unordered_map<CudaModule, const Module *> Owners;
};

} // namespace argus::rt

#endif // ARGUS_RUNTIME_CONTEXTS_H
