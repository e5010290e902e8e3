//===- Linked.cpp - capsules of units that one device image is linked of ----===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/passes/Linked.h"
#include "PtxVariant.h"
#include "RecordingFunctions.h"
#include "RegionPaths.h"
#include "argus/passes/Markers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace argus {

bool isRelocatable(const Capsule &C) {
  return is_contained(C.Command, C.Ptx ? "--device-c" : "-fgpu-rdc");
}

namespace {

Expected<std::unique_ptr<Module>> parse(const Capsule &C, LLVMContext &Context) {
  return parseBitcodeFile(MemoryBufferRef(C.Bitcode, C.Source), Context);
}

/// The table of the image, as it grows by units.
class SharedTable {
public:
  /// The image's numbers of a unit's sites.
  std::vector<unsigned> add(const RegionTable &Unit) {
    std::vector<unsigned> Numbers;
    for (const RegionSite &S : Unit.Sites) {
      auto Key = std::make_tuple(S.File, S.Line, S.Column, S.Form, S.Name);
      auto [At, New] = Known.try_emplace(std::move(Key), Table.Sites.size());
      if (New)
        Table.Sites.push_back(S);
      Numbers.push_back(At->second);
    }
    for (const KernelEntry &K : Unit.Kernels)
      if (!Table.isKernel(K.Mangled))
        Table.Kernels.push_back(K);
    return Numbers;
  }

  RegionTable Table;

private:
  std::map<std::tuple<std::string, unsigned, unsigned, RegionForm, std::string>,
           unsigned>
      Known;
};

void renumberMarkers(Module &M, ArrayRef<unsigned> Numbers) {
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      std::optional<Marker> Mark = asMarker(I);
      if (!Mark || Mark->Site >= Numbers.size())
        continue;
      auto &Call = cast<CallInst>(I);
      auto *Old = cast<InlineAsm>(Call.getCalledOperand());
      Call.setCalledOperand(InlineAsm::get(
          Old->getFunctionType(), markerText(Mark->Kind, Numbers[Mark->Site]),
          Old->getConstraintString(), Old->hasSideEffects()));
    }
}

/// Markers of nvcc's PTX: `.pragma "argus.begin 3";`.
std::string renumberPragmas(StringRef Ptx, ArrayRef<unsigned> Numbers) {
  constexpr StringLiteral Begin = "\"argus.";
  std::string Out;
  for (size_t At = Ptx.find(Begin); At != StringRef::npos; At = Ptx.find(Begin)) {
    const size_t Digits = Ptx.find_first_of("0123456789\"", At + Begin.size());
    Out += Ptx.take_front(std::min(Digits, Ptx.size()));
    Ptx = Ptx.drop_front(std::min(Digits, Ptx.size()));
    unsigned Site = 0;
    if (!Ptx.consumeInteger(10, Site))
      Out += utostr(Site < Numbers.size() ? Numbers[Site] : Site);
  }
  return Out += Ptx;
}

void renumber(PtxSource &Ptx, ArrayRef<unsigned> Numbers) {
  Ptx.Marked = renumberPragmas(Ptx.Marked, Numbers);
  for (PtxLine &Line : Ptx.Lines)
    for (unsigned &Site : Line.Sites)
      Site = Numbers[Site];
}

Error renumber(Capsule &C, ArrayRef<unsigned> Numbers) {
  if (C.Ptx) {
    renumber(*C.Ptx, Numbers);
    return Error::success();
  }
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M = parse(C, Context);
  if (!M)
    return M.takeError();
  renumberMarkers(**M, Numbers);
  C.Bitcode.clear();
  raw_string_ostream Out(C.Bitcode);
  // Optimisations follow the order of uses.
  WriteBitcodeToFile(**M, Out, /*ShouldPreserveUseListOrder=*/true);
  return Error::success();
}

/// All units as one module: for questions, not for code. Of functions that several
/// units have, one stays, as in the image.
Expected<std::unique_ptr<Module>> linkUnits(ArrayRef<Capsule> Units,
                                            LLVMContext &Context) {
  auto Whole = std::make_unique<Module>("argus", Context);
  for (const Capsule &C : Units) {
    Expected<std::unique_ptr<Module>> M = parse(C, Context);
    if (!M)
      return M.takeError();
    Whole->setTargetTriple((*M)->getTargetTriple());
    Whole->setDataLayout((*M)->getDataLayout());
    if (Linker::linkModules(*Whole, std::move(*M)))
      return createStringError(std::errc::invalid_argument,
                               "'%s' does not link with the other units",
                               C.Source.c_str());
  }
  return Whole;
}

} // namespace

Error shareRegionTable(std::vector<Capsule> &Units,
                       std::vector<std::vector<unsigned>> *Given) {
  SharedTable Shared;
  std::vector<std::vector<unsigned>> Own;
  std::vector<std::vector<unsigned>> &Numbers = Given ? *Given : Own;
  for (const Capsule &C : Units)
    Numbers.push_back(Shared.add(C.Regions));
  for (auto [C, Of] : zip(Units, Numbers)) {
    if (Error E = renumber(C, Of))
      return E;
    C.Regions = Shared.Table;
    C.Paths.reset();
  }
  return Error::success();
}

Expected<std::vector<RegionPath>>
enumerateLinkedPaths(ArrayRef<Capsule> Units, std::vector<KernelScopes> &Scopes) {
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M = linkUnits(Units, Context);
  if (!M)
    return M.takeError();
  Expected<RegionPaths> Found = enumerateRegionPaths(**M, Units.front().Regions);
  if (!Found)
    return Found.takeError();
  Scopes = std::move(Found->Scopes);
  return std::move(Found->Paths);
}

static bool holdsOne(const Function &F, ArrayRef<unsigned> Sites) {
  return any_of(instructions(F), [&](const Instruction &I) {
    const std::optional<Marker> Mark = asMarker(I);
    return Mark && is_contained(Sites, Mark->Site);
  });
}

static std::set<std::string> namesOf(const SetVector<Function *> &Functions,
                                     const RegionTable &Regions) {
  std::set<std::string> Names;
  for (const Function *F : Functions)
    if (!F->hasLocalLinkage() && !Regions.isKernel(F->getName()))
      Names.insert(F->getName().str());
  return Names;
}

Expected<LinkedTrace> planLinkedTrace(ArrayRef<Capsule> Units, unsigned Unit,
                                      ArrayRef<unsigned> Sites) {
  if (Units.front().Ptx)
    return planLinkedPtxTrace(Units, Unit, Sites);
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M = linkUnits(Units, Context);
  if (!M)
    return M.takeError();
  const RegionTable &Regions = Units.front().Regions;
  LinkedTrace Plan;
  Plan.Role.DefinesControl = Unit == 0;
  Plan.Sites = sitesToRecord(**M, Sites, Regions);
  std::vector<Function *> Targets = pointerTargets(**M, Regions);
  SetVector<Function *> Silent;
  if (const Function *Outside = unchangeable(Targets)) {
    Plan.Role.Outside = Outside->getName().str();
    Silent = withCallees(Targets);
    Plan.Role.Silent = namesOf(Silent, Regions);
    Targets.clear();
  }
  const RecordingFunctions Functions = closeRecording(**M, Targets, [&](Function &F) {
    return !Silent.contains(&F) && holdsOne(F, Plan.Sites);
  });
  Plan.Role.Helpers = namesOf(Functions.Found, Regions);
  Plan.Role.Indirect = Functions.Indirect;
  return Plan;
}

} // namespace argus
