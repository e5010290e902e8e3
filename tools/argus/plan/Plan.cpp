//===- Plan.cpp - which runs answer a query -------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Plan.h"

#include "argus/Abi.h"
#include "query/Regions.h"
#include "support/Text.h"

#include <algorithm>
#include <limits>
#include <set>

namespace argus {

const char *toString(RunKind Kind) {
  switch (Kind) {
  case RunKind::Reference:
    return "reference";
  case RunKind::Sizing:
    return "sizing";
  case RunKind::Trace:
    return "trace";
  case RunKind::Truth:
    return "truth";
  }
  return "";
}

std::vector<RunKind> runOrder(unsigned Groups, bool Virtual) {
  std::vector<RunKind> Order;
  for (unsigned I = 0; I < Groups; ++I) {
    Order.insert(Order.end(), {RunKind::Reference, RunKind::Trace});
    if (!Virtual)
      Order.insert(Order.end(), {RunKind::Trace, RunKind::Reference});
  }
  return Order;
}

uint32_t eventsPerChunk(uint64_t MaxEvents, uint64_t MaxRequested, uint64_t ArenaMib) {
  // With the header, whole sectors of device memory: 32 bytes.
  constexpr uint64_t Granularity = 4;
  constexpr uint64_t Most = uint64_t(1) << 27; // the runtime's limit
  const uint64_t ArenaBytes =
      std::min<uint64_t>(ArenaMib << 20, std::numeric_limits<uint32_t>::max());
  const uint64_t ChunkBytes =
      (ArenaBytes - sizeof(ArgusArenaHeader)) / std::max<uint64_t>(MaxRequested, 1);
  const uint64_t Room =
      ChunkBytes > sizeof(ArgusChunkHeader)
          ? (ChunkBytes - sizeof(ArgusChunkHeader)) / sizeof(ArgusEvent)
          : 0;
  const uint64_t Wanted = MaxEvents + std::max<uint64_t>(MaxEvents / 16, Granularity);
  const uint64_t Events =
      std::min({(Wanted + Granularity - 1) / Granularity * Granularity, Room, Most});
  return static_cast<uint32_t>(std::max<uint64_t>(Events, SizingEvents));
}

std::optional<Arch> parseArch(const std::string &Name) {
  if (Name.rfind("sm_", 0) != 0)
    return std::nullopt;
  std::string_view Digits = std::string_view(Name).substr(3);
  Arch A;
  if (!Digits.empty() && (Digits.back() == 'a' || Digits.back() == 'f')) {
    A.Suffix = Digits.back();
    Digits.remove_suffix(1);
  }
  const auto Number = parseNumber(Digits);
  if (!Number || *Number < 10 || *Number > 999)
    return std::nullopt;
  A.Number = static_cast<unsigned>(*Number);
  return A;
}

bool loadable(const Arch &Code, const Arch &Device) {
  if (Code.Suffix == 'a')
    return Code.Number == Device.Number;
  return Code.major() == Device.major() && Code.Number <= Device.Number;
}

std::vector<size_t> pickCapsules(const std::vector<std::string> &Archs,
                                 const std::string &Device) {
  std::vector<size_t> Picked;
  const auto Target = parseArch(Device);
  unsigned Best = 0;
  for (size_t I = 0; Target && I < Archs.size(); ++I) {
    const auto Code = parseArch(Archs[I]);
    if (!Code || !loadable(*Code, *Target) || Code->Number < Best)
      continue;
    if (Code->Number > Best)
      Picked.clear();
    Best = Code->Number;
    Picked.push_back(I);
  }
  return Picked;
}

std::optional<size_t> pickPtx(const std::vector<std::string> &Archs,
                              const std::string &Device) {
  std::optional<size_t> Picked;
  const auto Target = parseArch(Device);
  unsigned Best = 0;
  for (size_t I = 0; Target && I < Archs.size(); ++I) {
    const auto Code = parseArch(Archs[I]);
    // PTX for sm_90a or sm_100f may use what later GPUs no longer have.
    if (!Code || Code->Suffix || Code->Number > Target->Number || Code->Number < Best)
      continue;
    Best = Code->Number;
    Picked = I;
  }
  return Picked;
}

static void addLoops(const CapsuleInfo &Capsule, std::set<unsigned> &Sites) {
  for (unsigned I = 0; I < Capsule.Sites.size(); ++I)
    if (Capsule.Sites[I].Form == SiteForm::Iteration)
      Sites.insert(I);
}

std::vector<unsigned> sitesToTrace(const CapsuleInfo &Capsule,
                                   const std::vector<std::string> &Patterns) {
  std::set<unsigned> Sites;
  for (unsigned I = 0; I < Capsule.Sites.size(); ++I)
    // A site may be reached only behind an indirect call, where no path is known.
    if (Patterns.empty() || anyRegionMatches(Patterns, Capsule.Sites[I].Name))
      Sites.insert(I);
  for (const RegionInfo &Region : Capsule.Regions)
    // A kernel is traced only where it records something.
    if (anyRegionMatches(Patterns, Region.Path) ||
        anyRegionMatches(Patterns, Capsule.Kernels[Region.Kernel].Name))
      Sites.insert(Region.Stack.begin(), Region.Stack.end());
  for (const KernelInfo &Kernel : Capsule.Kernels)
    if (anyRegionMatches(Patterns, Kernel.Name))
      addLoops(Capsule, Sites); // those outside of all regions count to the kernel
  return {Sites.begin(), Sites.end()};
}

} // namespace argus
