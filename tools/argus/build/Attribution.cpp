//===- Attribution.cpp - instructions of a mapped build by region ---------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Attribution.h"

#include <algorithm>
#include <optional>

namespace argus {

namespace {

using Stack = std::vector<unsigned>;

class Counter {
public:
  Counter(const CapsuleInfo &Capsule, unsigned Kernel, const CubinKernel &Code,
          const std::vector<ContextInfo> &Contexts)
      : Capsule(Capsule), Kernel(Kernel), Code(Code), Contexts(Contexts) {}

  KernelInstructions count() {
    Result.Regions.resize(Capsule.Regions.size());
    Result.Total = Code.Text.size() / InstructionBytes;
    for (size_t I = 0; I < Result.Total; ++I)
      countOne(I);
    return std::move(Result);
  }

private:
  void countOne(size_t Index) {
    const uint32_t Line = Index < Code.Lines.size() ? Code.Lines[Index] : 0;
    const ContextInfo *Context = Line < Contexts.size() ? &Contexts[Line] : nullptr;
    if (!Context || (Context->File.empty() && Context->Stack.empty())) {
      ++Result.Unattributed;
      return;
    }
    Result.Merged += Context->File.empty();
    const bool Called = inFunction(Index * InstructionBytes);
    if (!Called && Context->Stack.empty()) {
      ++Result.Outside;
      return;
    }
    const auto Region = Called ? bySuffix(Context->Stack) : exactly(Context->Stack);
    if (!Region) {
      ++Result.Shared;
      return;
    }
    ++Result.Regions[*Region].Exclusive;
    addInclusive(Capsule.Regions[*Region].Stack);
  }

  bool inFunction(uint64_t Offset) const {
    return std::any_of(Code.Functions.begin(), Code.Functions.end(),
                       [&](const auto &F) {
                         return Offset >= F.Offset && Offset < F.Offset + F.Size;
                       });
  }

  std::optional<size_t> exactly(const Stack &S) const {
    for (size_t I = 0; I < Capsule.Regions.size(); ++I)
      if (Capsule.Regions[I].Kernel == Kernel && Capsule.Regions[I].Stack == S)
        return I;
    return std::nullopt;
  }

  /// A called function knows its own regions, not its callers': its code has an owner
  /// where one path alone ends in them.
  std::optional<size_t> bySuffix(const Stack &S) const {
    std::optional<size_t> Found;
    for (size_t I = 0; I < Capsule.Regions.size(); ++I) {
      const Stack &Whole = Capsule.Regions[I].Stack;
      if (Capsule.Regions[I].Kernel != Kernel || S.empty() || Whole.size() < S.size() ||
          !std::equal(S.rbegin(), S.rend(), Whole.rbegin()))
        continue;
      if (Found)
        return std::nullopt;
      Found = I;
    }
    return Found;
  }

  void addInclusive(const Stack &S) {
    for (size_t I = 0; I < Capsule.Regions.size(); ++I) {
      const Stack &Outer = Capsule.Regions[I].Stack;
      if (Capsule.Regions[I].Kernel == Kernel && Outer.size() <= S.size() &&
          std::equal(Outer.begin(), Outer.end(), S.begin()))
        ++Result.Regions[I].Inclusive;
    }
  }

  const CapsuleInfo &Capsule;
  unsigned Kernel;
  const CubinKernel &Code;
  const std::vector<ContextInfo> &Contexts;
  KernelInstructions Result;
};

} // namespace

KernelInstructions countInstructions(const CapsuleInfo &Capsule, unsigned Kernel,
                                     const CubinKernel &Code,
                                     const std::vector<ContextInfo> &Contexts) {
  return Counter(Capsule, Kernel, Code, Contexts).count();
}

} // namespace argus
