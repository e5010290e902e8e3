//===- Recording.cpp - which functions take part in a trace --------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recording.h"

#include "CallGraph.h"

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
                        std::vector<std::string> &Notes) {
  const CallGraph Calls(M);
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
  return Result;
}

} // namespace argus::ptxpasses
