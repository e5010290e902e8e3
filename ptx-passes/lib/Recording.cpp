//===- Recording.cpp - which functions take part in a trace --------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recording.h"

#include "CallGraph.h"
#include "Lowering.h"

namespace argus::ptxpasses {

using ptx::Function;

/// What keeps calls through pointers from handing the state on: a function that they
/// may lead to, or that may make them, without a state to take or to give. Empty: none.
static std::string elsewhere(const CallGraph &Calls, bool Linked) {
  for (const std::string &Name : Calls.Pointed)
    if (!Calls.Defined.count(Name))
      return Name;
  for (const std::string &Name : Calls.Outside)
    if (Calls.Defined.count(Name))
      Linked = true;
  return Linked ? "functions" : "";
}

static std::string noteOn(const Function &F, const CallGraph &Calls,
                          const std::string &Elsewhere) {
  const std::string Leads =
      " through a pointer, which may lead to " + Elsewhere + " outside of the module";
  const std::string Reason =
      Calls.Pointed.count(F.Name)   ? "it may be called" + Leads
      : Calls.Outside.count(F.Name) ? "it may be called from another module"
      : Calls.Pointed.empty()
          ? "it is called by a function that may be called from another module"
          : "it is called by a function that may be called from another module or" +
                Leads;
  return "regions in " + F.Name + " are not traced: " + Reason;
}

static bool meet(const std::set<std::string> &A, const std::set<std::string> &B) {
  for (const std::string &Each : A)
    if (B.count(Each))
      return true;
  return false;
}

/// With their callers. If one may be called through a pointer, so may all that a
/// pointer leads to, and whoever calls through one has to have the state.
static std::set<std::string> takePart(std::set<std::string> Marked,
                                      const CallGraph &Calls, bool &Indirect) {
  std::set<std::string> All = Calls.withCallers(std::move(Marked));
  Indirect = meet(All, Calls.Pointed);
  if (!Indirect)
    return All;
  All.insert(Calls.Pointed.begin(), Calls.Pointed.end());
  All.insert(Calls.PointerCallers.begin(), Calls.PointerCallers.end());
  return Calls.withCallers(std::move(All));
}

Recording findRecording(const ptx::Module &M, const MarkersByItem &Markers,
                        std::vector<std::string> &Notes, bool Whole) {
  const CallGraph Calls(M, Whole);
  const std::string Elsewhere = elsewhere(Calls, /*Linked=*/Whole);
  Recording Result;
  std::set<std::string> Unknown = Calls.Outside;
  if (!Elsewhere.empty())
    Unknown.insert(Calls.Pointed.begin(), Calls.Pointed.end());
  Unknown = Calls.withCallees(std::move(Unknown));
  std::set<std::string> Marked;
  for (const auto &[Item, Its] : Markers) {
    const auto &F = std::get<Function>(M.Items[Item]);
    if (Its.empty())
      continue;
    if (!F.Entry && Unknown.count(F.Name)) {
      Result.Silent.insert(Item);
      Notes.push_back(noteOn(F, Calls, Elsewhere));
    } else {
      Marked.insert(F.Name);
    }
  }
  const std::set<std::string> All = takePart(std::move(Marked), Calls, Result.Indirect);
  for (const ptx::Item &I : M.Items)
    if (const auto *F = std::get_if<Function>(&I); F && All.count(F->Name))
      (F->Entry ? Result.Kernels : Result.Functions).insert(F->Name);
  for (const std::string &Name : Calls.Launched)
    if (Result.Kernels.count(Name)) {
      Result.Launched.insert(Name);
      Notes.push_back("kernel " + Name +
                      " is launched by kernels, too: of these launches nothing is "
                      "known, and where it launches itself its counts are wrong");
    }
  return Result;
}

MarkersByItem keepMarkers(ptx::Module &M, const std::set<unsigned> &Sites,
                          const std::string &File) {
  MarkersByItem Kept;
  for (size_t I = 0; I < M.Items.size(); ++I) {
    auto *F = std::get_if<Function>(&M.Items[I]);
    if (!F || !F->HasBody)
      continue;
    std::vector<Marker> Others;
    for (const Marker &Each : findMarkers(*F, File))
      if (!Sites.count(Each.Site))
        Others.push_back(Each);
    if (!Others.empty())
      eraseMarkers(*F, Others);
    Kept[I] = findMarkers(*F, File);
  }
  return Kept;
}

} // namespace argus::ptxpasses
