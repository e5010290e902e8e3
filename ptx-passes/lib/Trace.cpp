//===- Trace.cpp - trace variants from PTX alone -------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/ptxpasses/Trace.h"

#include "Lowering.h"
#include "RegisterLimits.h"
#include "TraceEmitter.h"
#include "argus/Abi.h"
#include "argus/ptx/Parser.h"
#include "argus/ptx/Printer.h"

#include <stdexcept>

namespace argus::ptxpasses {

using ptx::Function;

namespace {

class Tracer {
public:
  Tracer(ptx::Module &M, const TraceRequest &R) : M(M), R(R) {}
  TraceResult run();

private:
  Recording recording();
  void requireTarget() const;
  void lower(size_t Item, Function &F);
  unsigned indexOf(const Function &Kernel) const;
  void requireUntraced(const Function &F) const;
  void addControl(bool Used);

  ptx::Module &M;
  const TraceRequest &R;
  MarkersByItem Wanted; ///< of each function with a body
  Recording Takes;
  TraceResult Result;
};

} // namespace

/// A unit of an image does as the image's plan says, not by what is seen of it here.
Recording Tracer::recording() {
  if (!R.Unit)
    return findRecording(M, Wanted, Result.Notes);
  Recording Planned;
  Planned.Launched = R.Unit->Launched;
  for (size_t I = 0; I < M.Items.size(); ++I)
    if (const auto *F = std::get_if<Function>(&M.Items[I])) {
      if (R.Unit->Recording.count(F->Name))
        (F->Entry ? Planned.Kernels : Planned.Functions).insert(F->Name);
      if (F->HasBody && R.Unit->Silent.count(F->Name))
        Planned.Silent.insert(I);
    }
  return Planned;
}

/// Without a version of PTX with `activemask`, or with 32-bit addresses, nothing works.
void Tracer::requireTarget() const {
  if (M.AddressBits != 64)
    throw std::runtime_error(R.Name +
                             ": regions are traced in 64-bit code only; this "
                             "PTX has .address_size " +
                             std::to_string(M.AddressBits));
  if (M.VersionMajor < 6 || (M.VersionMajor == 6 && M.VersionMinor < 2))
    throw std::runtime_error(
        R.Name + ": tracing regions needs PTX 6.2 or newer (CUDA 9.2); this is " +
        std::to_string(M.VersionMajor) + "." + std::to_string(M.VersionMinor));
}

unsigned Tracer::indexOf(const Function &Kernel) const {
  const auto Index = R.KernelIndex.find(Kernel.Name);
  if (Index == R.KernelIndex.end())
    throw std::runtime_error(
        R.Name + ": kernel '" + Kernel.Name +
        "' has regions to trace, but no index in the kernel table");
  if (Index->second > UINT16_MAX)
    throw std::runtime_error(R.Name + ": kernel '" + Kernel.Name + "' has index " +
                             std::to_string(Index->second) +
                             "; a chunk's header holds at most 65535");
  return Index->second;
}

void Tracer::lower(size_t Item, Function &F) {
  const std::vector<Marker> &Markers = Wanted[Item];
  if (Takes.Silent.count(Item))
    return eraseMarkers(F, Markers);
  const bool Records =
      F.Entry ? Takes.Kernels.count(F.Name) != 0 : Takes.Functions.count(F.Name) != 0;
  if (!Records)
    return;
  requireUntraced(F);
  if (F.Entry)
    lowerKernel(F, {indexOf(F), Takes.Launched.count(F.Name) != 0}, Markers, Takes,
                R.Name);
  else
    lowerFunction(F, Markers, Takes);
}

/// As the bitcode's trace variants have it, so that the runtime finds it alike.
void Tracer::addControl(bool Used) {
  if (!Used && R.Control != TraceControl::Defined)
    return;
  for (const ptx::Item &I : M.Items)
    if (const auto *V = std::get_if<ptx::Variable>(&I);
        V && V->Name == ARGUS_TRACE_CONTROL_NAME)
      return;
  ptx::Variable V;
  V.Link = R.Control == TraceControl::DeclaredIfUsed ? ptx::Linkage::Extern
                                                     : ptx::Linkage::Visible;
  V.Where = ptx::Space::Const;
  V.Align = 8;
  V.Name = ARGUS_TRACE_CONTROL_NAME;
  V.Dimensions = {sizeof(ArgusTraceControl)};
  M.Items.insert(M.Items.begin(), std::move(V));
}

void Tracer::requireUntraced(const Function &F) const {
  for (const ptx::Register &Each : F.Registers)
    if (Each.Name == TraceEmitter::CursorName)
      throw ptx::ParseError(R.Name, F.At,
                            "'" + F.Name +
                                "' has markers but records events already: make trace "
                                "variants from the PTX that nvcc wrote");
}

TraceResult Tracer::run() {
  // Before places in the text are taken down.
  Wanted = keepMarkers(M, R.Sites, R.Name);
  Takes = recording();
  std::set<unsigned> Sites;
  for (const auto &[Item, Markers] : Wanted)
    if (!Takes.Silent.count(Item))
      for (const Marker &Each : Markers)
        Sites.insert(Each.Site);
  if (!Sites.empty())
    requireTarget();
  for (size_t I = 0; I < M.Items.size(); ++I)
    if (auto *F = std::get_if<Function>(&M.Items[I])) {
      if (F->HasBody)
        lower(I, *F);
      else if (Takes.Functions.count(F->Name))
        TraceEmitter::addParameter(*F);
    }
  addControl(!Sites.empty());
  limitRegisters(M, R.Registers);
  Result.Sites.assign(Sites.begin(), Sites.end());
  Result.Ptx = ptx::print(M);
  return std::move(Result);
}

TraceResult tracePtx(const std::string &Ptx, const TraceRequest &Request) {
  return tracePtx(ptx::parse(Ptx, Request.Name), Request);
}

TraceResult tracePtx(ptx::Module M, const TraceRequest &Request) {
  return Tracer(M, Request).run();
}

} // namespace argus::ptxpasses
