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

static std::string noteOn(const Function &F, const CallGraph &Calls) {
  const char *Reason = Calls.Pointed.count(F.Name)
                           ? "it may be called through a pointer"
                       : Calls.Outside.count(F.Name)
                           ? "it may be called from another module"
                           : "it is called by a function that may be called through a "
                             "pointer or from another module";
  return "regions in " + F.Name + " are not traced: " + Reason;
}

Recording findRecording(const ptx::Module &M, const MarkersByItem &Markers,
                        std::vector<std::string> &Notes, bool Whole) {
  const CallGraph Calls(M, Whole);
  Recording Result;
  std::set<std::string> Unknown = Calls.Pointed;
  Unknown.insert(Calls.Outside.begin(), Calls.Outside.end());
  Unknown = Calls.withCallees(std::move(Unknown));
  std::set<std::string> Marked;
  for (const auto &[Item, Its] : Markers) {
    const auto &F = std::get<Function>(M.Items[Item]);
    if (Its.empty())
      continue;
    if (!F.Entry && Unknown.count(F.Name)) {
      Result.Silent.insert(Item);
      Notes.push_back(noteOn(F, Calls));
    } else {
      Marked.insert(F.Name);
    }
  }
  const std::set<std::string> All = Calls.withCallers(std::move(Marked));
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
