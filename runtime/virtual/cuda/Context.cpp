//===- Context.cpp - what a context holds -----------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"

#include "Occupancy.h"

#include <algorithm>
#include <cstdio>

namespace argus::vcuda {

constexpr int ErrorInvalidClusterSize = 912;
constexpr uint64_t PortableCluster = 8, LargestCluster = 16;

int Context::function(const Registry &R, const void *Stub, Function *&F) {
  const auto *Handle = static_cast<const Function *>(Stub);
  if (Modules.isFunction(Handle)) {
    F = const_cast<Function *>(Handle);
    return Success;
  }
  const Symbol *S = R.kernel(Stub);
  if (!S)
    return ErrorInvalidDeviceFunction;
  Module *M = nullptr;
  if (int Error = Modules.of(*S->Owner, M))
    return Error;
  return Modules.function(*M, S->Name, F);
}

int Context::variable(const Registry &R, const void *Host, uint64_t &Address,
                      size_t &Bytes) {
  const Symbol *S = R.variable(Host);
  if (!S)
    return ErrorInvalidSymbol;
  Module *M = nullptr;
  if (int Error = Modules.of(*S->Owner, M))
    return Error;
  const auto [Base, Size] = M->Code->variable(S->Name);
  if (!Base)
    return ErrorInvalidSymbol;
  Address = Base;
  Bytes = Size;
  return Success;
}

static std::string sharedProblem(const Function &F, uint64_t Asked) {
  const uint64_t Most =
      vm::limits().SharedPerBlockOptin -
      std::min(vm::limits().SharedPerBlockOptin, F.Kernel->StaticShared);
  const std::string Text = "kernel '" + F.Kernel->Name + "': launched with " +
                           std::to_string(Asked) +
                           " bytes of dynamic shared memory, of which it may have ";
  if (Asked > Most)
    return Text + std::to_string(Most) + " at most beside its " +
           std::to_string(F.Kernel->StaticShared) + " static ones";
  return Text + std::to_string(dynamicSharedLimit(F)) +
         "; cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, "
         "BYTES) allows up to " +
         std::to_string(Most);
}

/// What CUDA refuses because of what cudaFuncSetAttribute said. The machine checks the
/// rest.
int Context::checkShape(const Function &F, const LaunchShape &L) const {
  if (L.DynamicShared > dynamicSharedLimit(F)) {
    report(sharedProblem(F, L.DynamicShared));
    return ErrorInvalidValue;
  }
  const uint64_t Cluster = uint64_t(L.Cluster.X) * L.Cluster.Y * L.Cluster.Z;
  if (Cluster > (F.NonPortableCluster ? LargestCluster : PortableCluster))
    return ErrorInvalidClusterSize;
  return Success;
}

/// Errors that end a kernel half-way. CUDA has none for an instruction that it does not
/// know; going on with what such a kernel left would give wrong results.
static bool endsContext(int Code) {
  return Code == vm::IllegalAddress || Code == vm::LaunchTimeout ||
         Code == vm::Assert || (Code >= 714 && Code <= vm::LaunchFailure) ||
         Code == vm::UnsupportedInstruction;
}

int Context::fault(const Function &Of, const vm::Fault &F, CountsFile &Counts,
                   unsigned Number) {
  report(F.Text);
  if (!endsContext(F.Code))
    return F.Code;
  Counts.fault(Of.Kernel->Name, Number, F);
  Sticky = F.Code;
  return F.Code == vm::UnsupportedInstruction ? F.Code : Success;
}

static vm::LaunchRequest requestFor(const Function &F, const LaunchShape &L,
                                    void **Arguments) {
  vm::LaunchRequest R;
  R.Grid = L.Grid;
  R.Block = L.Block;
  const Dim3 &Required = F.Kernel->RequiredCluster;
  R.Cluster = L.Cluster.X ? L.Cluster : Required.X ? Required : Dim3{1, 1, 1};
  R.DynamicShared = L.DynamicShared;
  R.Cooperative = L.Cooperative;
  for (size_t I = 0; Arguments && I < F.Kernel->ParameterSizes.size(); ++I) {
    const auto *Bytes = static_cast<const uint8_t *>(Arguments[I]);
    R.Parameters.emplace_back(Bytes, Bytes + F.Kernel->ParameterSizes[I]);
  }
  return R;
}

int Context::launch(Function &F, const LaunchShape &L, void **Arguments,
                    CountsFile &Counts, unsigned Number) {
  StreamState *S = Time.stream(L.Stream);
  EventState *Completed = L.Completed ? Time.event(L.Completed) : nullptr;
  if (!S || (L.Completed && !Completed))
    return ErrorInvalidResourceHandle;
  if (!Arguments && !F.Kernel->ParameterSizes.empty())
    return ErrorInvalidValue;
  if (int Error = checkShape(F, L))
    return Error;
  vm::LaunchRequest Request = requestFor(F, L, Arguments);
  Request.StartNs = Time.startOf(*S);
  Request.Count = Number != 0 && Counts.wanted();
  const vm::LaunchResult R = E->launch(*F.Owner->Code, F.Kernel->Name, Request);
  if (!R.Printed.empty())
    (void)std::fwrite(R.Printed.data(), 1, R.Printed.size(), stdout);
  if (R.Error)
    return fault(F, R.Error, Counts, Number);
  Time.add(*S, R.Cycles); // a cycle is a nanosecond
  if (Completed)
    Time.record(*Completed, *S);
  if (Request.Count)
    Counts.write(*F.Owner, F.Kernel->Name, Number, R);
  return Success;
}

} // namespace argus::vcuda
