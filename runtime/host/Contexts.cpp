//===- Contexts.cpp - what the runtime keeps for one CUDA context ----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contexts.h"

#include <algorithm>

namespace argus::rt {

StreamInfo ContextState::streamInfo(Stream S, bool Captured) {
  if (!S || S == legacyStream())
    return {S, 0, false};
  // One handle stands for a stream of each thread.
  const std::thread::id Thread =
      S == perThreadStream() ? std::this_thread::get_id() : std::thread::id();
  const unsigned Next = unsigned(Streams.size()) + 1;
  StreamInfo Info = {S, Streams.try_emplace({S, Thread}, Next).first->second, false};
  unsigned Flags = 0;
  if (!Captured && D.streamGetFlags(S, &Flags) == Success)
    Info.NonBlocking = Flags & StreamNonBlocking;
  return Info;
}

Arena &ContextState::arena(const KernelIdentity &K, uint64_t Warps, bool Graph,
                           std::string &Problem) {
  std::unique_ptr<Arena> &A = Arenas[{K.Loaded, K.M->Number}];
  if (!A) {
    A = std::make_unique<Arena>(D, O, *K.M, Ordinal);
    Problem = A->setUp(K.Loaded, Copies, Warps, Graph);
  }
  return *A;
}

/// Asks CUDA in which loaded module the kernels are that M alone owns.
void ContextState::learnFromOtherKernels(const Module &M, const ModuleTable &Modules) {
  for (const auto &[Stub, Name] : M.Kernels) {
    void *Found = nullptr;
    CudaModule Loaded = nullptr;
    if (Modules.owners(Stub).size() == 1 && M.GetFunction(&Found, Stub) == 0 &&
        D.funcGetModule(&Loaded, static_cast<Function>(Found)) == Success) {
      Owners[Loaded] = &M;
      return;
    }
  }
}

const Module *ContextState::ownerOf(CudaModule Loaded, const void *Stub,
                                    const Module *Given, const ModuleTable &Modules,
                                    bool &Sure) {
  Sure = true;
  const std::vector<Module *> &Candidates = Modules.owners(Stub);
  if (Candidates.empty())
    return nullptr;
  if (Candidates.size() == 1)
    return Candidates.front();
  // The linker keeps one stub of a template's instantiation, but each translation unit
  // registers its own copy of the kernel, and CUDA chooses among them.
  auto Known = Owners.find(Loaded);
  for (const Module *M : Candidates) {
    if (Known != Owners.end() && Known->second == M)
      return M;
    learnFromOtherKernels(*M, Modules);
    Known = Owners.find(Loaded);
  }
  if (Known != Owners.end() &&
      std::count(Candidates.begin(), Candidates.end(), Known->second))
    return Known->second;
  Sure = false;
  return Given ? Given : Candidates.front();
}

void ContextState::forgetKernels() {
  Kernels.clear();
  Owners.clear();
  Functions.clear();
}

void ContextState::forget(const Module &M) {
  forgetKernels();
  for (auto At = Arenas.begin(); At != Arenas.end();)
    if (At->first.second == M.Number && At->second->Open == 0)
      At = Arenas.erase(At);
    else
      ++At;
}

Function ContextState::knownFunction(const void *Stub,
                                     const ModuleTable &Modules) const {
  if (KnownModules != Modules.all().size())
    return nullptr;
  auto At = Functions.find(Stub);
  return At == Functions.end() ? nullptr : At->second;
}

const KernelIdentity *ContextState::identify(Function F, const void *Stub,
                                             const Module *Given,
                                             const ModuleTable &Modules, bool &Sure) {
  Sure = true;
  if (KnownModules != Modules.all().size()) {
    // A closed library's handles may be in use again.
    forgetKernels();
    KnownModules = Modules.all().size();
  }
  auto Known = Kernels.find(F);
  if (Known != Kernels.end())
    return &Known->second;
  KernelIdentity K;
  const Result R = D.funcGetModule(&K.Loaded, F);
  if (R != Success)
    K.Loaded = nullptr;
  K.M = ownerOf(K.Loaded, Stub, Given, Modules, Sure);
  const std::string *Name = K.M ? ModuleTable::kernelName(*K.M, Stub) : nullptr;
  if (!Name)
    return nullptr;
  K.Name = *Name;
  Functions[Stub] = F;
  return &Kernels.emplace(F, std::move(K)).first->second;
}

/// Errors after which every call in the context fails, or fails to end.
static bool fatal(Result R) {
  constexpr Result Deinitialized = 4, InvalidContext = 201, EccUncorrectable = 214;
  return R == Deinitialized || R == InvalidContext || R == EccUncorrectable ||
         (R >= 700 && R < 720);
}

/// What CUDA says to handles of a context that is no more.
static bool ofAnother(Result R) {
  constexpr Result InvalidContext = 201, InvalidHandle = 400;
  return R == InvalidContext || R == InvalidHandle || R == ErrorContextDestroyed;
}

bool ContextState::gone() const {
  return Gone || ofAnother(Times.probe()) || ofAnother(Copies.probe());
}

std::string ContextState::failed(std::string_view What, Result R) {
  Broken |= fatal(R);
  Gone |= Broken && ofAnother(R);
  if (!Failures.emplace(What, R).second)
    return "";
  std::string Text = std::string(What) + ": " + D.errorText(R);
  if (Broken)
    Text +=
        "; the device is left alone from here on, and what was recorded there since "
        "the last drain is lost";
  return Text;
}

} // namespace argus::rt
