//===- LinkedTrace.cpp - what the units of an image must agree on --------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/ptxpasses/LinkedTrace.h"

#include "Recording.h"
#include "argus/ptx/Link.h"
#include "argus/ptxpasses/RegionCalls.h"

#include <algorithm>

namespace argus::ptxpasses {

using ptx::Function;

/// The image's recording, by the names of its functions.
static UnitRecording byName(const ptx::Module &Image, const Recording &Found) {
  UnitRecording Names;
  Names.Recording = Found.Kernels;
  Names.Recording.insert(Found.Functions.begin(), Found.Functions.end());
  Names.Launched = Found.Launched;
  for (const size_t Item : Found.Silent)
    Names.Silent.insert(std::get<Function>(Image.Items[Item]).Name);
  return Names;
}

static UnitRecording ofUnit(const ptx::Module &Unit, const ptx::SymbolChanges &Changes,
                            const UnitRecording &Image) {
  UnitRecording Own;
  for (const ptx::Item &I : Unit.Items) {
    const auto *F = std::get_if<Function>(&I);
    if (!F)
      continue;
    const auto Renamed = Changes.Renamed.find(F->Name);
    const std::string &InImage =
        Renamed == Changes.Renamed.end() ? F->Name : Renamed->second;
    if (Image.Recording.count(InImage))
      Own.Recording.insert(F->Name);
    if (Image.Launched.count(InImage))
      Own.Launched.insert(F->Name);
    if (Image.Silent.count(InImage))
      Own.Silent.insert(F->Name);
  }
  return Own;
}

LinkedTrace planLinkedTrace(std::vector<ptx::Module> Units,
                            const std::set<unsigned> &Sites,
                            const CoordinateSites &Coordinates,
                            const std::string &Name) {
  LinkedTrace Plan;
  const std::vector<ptx::SymbolChanges> Changes = ptx::symbolChanges(Units);
  ptx::Module Image = ptx::together(Units);
  const RegionCalls Calls(Image, Name);
  Plan.Sites = sitesToRecord(Image, Calls, Sites, Coordinates);
  for (const unsigned Site : Calls.Unclosed)
    if (Plan.Sites.count(Site))
      Plan.Unclosed.insert(Site);
  const MarkersByItem Markers = keepMarkers(Image, Plan.Sites, Name);
  const UnitRecording Names =
      byName(Image, findRecording(Image, Markers, Plan.Notes, /*Whole=*/true));
  std::sort(Plan.Notes.begin(), Plan.Notes.end()); // two units may have the function
  Plan.Notes.erase(std::unique(Plan.Notes.begin(), Plan.Notes.end()), Plan.Notes.end());
  for (size_t U = 0; U < Units.size(); ++U)
    Plan.Units.push_back(ofUnit(Units[U], Changes[U], Names));
  return Plan;
}

} // namespace argus::ptxpasses
