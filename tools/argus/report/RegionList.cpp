//===- RegionList.cpp - what argus regions prints -------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/RegionList.h"

#include "support/Text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace argus {

using json = nlohmann::ordered_json;

const char *toString(SiteForm Form) {
  switch (Form) {
  case SiteForm::Statement:
    return "statement";
  case SiteForm::Function:
    return "function";
  case SiteForm::Scope:
    return "scope";
  case SiteForm::Span:
    return "span";
  case SiteForm::Role:
    return "role";
  case SiteForm::Iteration:
    return "iteration";
  }
  return "statement";
}

static json regionJson(const CapsuleInfo &Capsule, size_t Index,
                       const std::optional<KernelInstructions> &Counts) {
  const RegionInfo &Region = Capsule.Regions[Index];
  const SiteInfo &Site = Capsule.Sites[Region.Stack.back()];
  json Object = {
      {"id", fmt::format("{:#018x}", Region.Id)},
      {"path", Region.Path},
      {"form", toString(Site.Form)},
      {"source", {{"file", Site.File}, {"line", Site.Line}, {"column", Site.Column}}},
      {"roles", Region.Roles},
      {"instructions", nullptr}};
  if (Counts)
    Object["instructions"] = {{"exclusive", Counts->Regions[Index].Exclusive},
                              {"inclusive", Counts->Regions[Index].Inclusive}};
  return Object;
}

static json kernelJson(const CapsuleInfo &Capsule, const KernelListing &L) {
  const KernelInfo &Kernel = Capsule.Kernels[L.Kernel];
  const auto &Identity = L.Identity;
  json Object = {
      {"name", Kernel.Name},
      {"mangled", Kernel.Mangled},
      {"reference_identical", Identity.Identical ? json(*Identity.Identical) : json()},
      {"reason", Identity.Reason.empty() ? json() : json(Identity.Reason)},
      {"resources", nullptr},
      {"instructions", nullptr},
      {"regions", json::array()}};
  if (L.Taken)
    Object["resources"] = {{"registers", L.Taken->Registers},
                           {"shared_bytes", L.Taken->SharedBytes},
                           {"stack_bytes", L.Taken->StackBytes},
                           {"spill_bytes", L.Taken->SpillBytes}};
  if (L.Instructions)
    Object["instructions"] = {{"total", L.Instructions->Total},
                              {"outside", L.Instructions->Outside},
                              {"shared", L.Instructions->Shared},
                              {"merged", L.Instructions->Merged},
                              {"unattributed", L.Instructions->Unattributed}};
  for (size_t I = 0; I < Capsule.Regions.size(); ++I)
    if (Capsule.Regions[I].Kernel == L.Kernel)
      Object["regions"].push_back(regionJson(Capsule, I, L.Instructions));
  return Object;
}

std::string regionsAsJson(const std::string &Binary,
                          const std::vector<CapsuleListing> &List) {
  json Document = {{"schema_version", 1},
                   {"argus", {{"version", ARGUS_VERSION_STRING}}},
                   {"binary", Binary},
                   {"capsules", json::array()}};
  for (const CapsuleListing &L : List) {
    json Capsule = {{"module", L.Container->ModuleId},
                    {"source", L.Capsule->Source},
                    {"arch", L.Capsule->Arch},
                    {"notes", L.Notes},
                    {"kernels", json::array()}};
    for (const KernelListing &K : L.Kernels)
      Capsule["kernels"].push_back(kernelJson(*L.Capsule, K));
    Document["capsules"].push_back(std::move(Capsule));
  }
  return Document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

static std::string identityText(const KernelIdentity &Identity) {
  if (!Identity.Identical)
    return "reference not compared: " + Identity.Reason;
  return *Identity.Identical ? "reference identical"
                             : "reference differs: " + Identity.Reason;
}

static std::string kernelText(const CapsuleInfo &Capsule, const KernelListing &L,
                              const TextStyle &Style) {
  const std::string Identity = identityText(L.Identity);
  std::string Text = fmt::format(
      "{}: {}\n", Style.bold("kernel " + Capsule.Kernels[L.Kernel].Name),
      L.Identity.Identical.value_or(false) ? Identity : Style.warning(Identity));
  if (L.Taken)
    Text += fmt::format("  {} registers, {} B shared, {} B stack, {} B spills\n",
                        L.Taken->Registers, L.Taken->SharedBytes, L.Taken->StackBytes,
                        L.Taken->SpillBytes);
  if (L.Instructions)
    Text += fmt::format(
        "  {} instructions: {} outside regions, {} in shared functions, "
        "{} merged, {} unattributed\n",
        L.Instructions->Total, L.Instructions->Outside, L.Instructions->Shared,
        L.Instructions->Merged, L.Instructions->Unattributed);
  return Text;
}

std::string regionsAsText(const std::vector<CapsuleListing> &List,
                          const TextStyle &Style) {
  std::string Text;
  for (const CapsuleListing &L : List) {
    Text += fmt::format("{}{} for {}\n", Text.empty() ? "" : "\n", L.Capsule->Source,
                        L.Capsule->Arch);
    for (const std::string &Note : L.Notes)
      Text += "  note: " + Note + "\n";
    for (const KernelListing &K : L.Kernels) {
      Text += kernelText(*L.Capsule, K, Style);
      TextTable Table("lrrll", {"region", "instructions", "inclusive", "id", "source"});
      size_t Rows = 0;
      for (size_t I = 0; I < L.Capsule->Regions.size(); ++I) {
        const RegionInfo &Region = L.Capsule->Regions[I];
        if (Region.Kernel != K.Kernel)
          continue;
        const SiteInfo &Site = L.Capsule->Sites[Region.Stack.back()];
        const auto Count = [&](uint64_t RegionInstructions::*Field) {
          return K.Instructions ? std::to_string(K.Instructions->Regions[I].*Field)
                                : "-";
        };
        Table.add({Region.Path, Count(&RegionInstructions::Exclusive),
                   Count(&RegionInstructions::Inclusive),
                   fmt::format("{:#018x}", Region.Id),
                   fmt::format("{}:{}{}", Site.File, Site.Line,
                               Region.Roles.empty()
                                   ? ""
                                   : " [role " + join(Region.Roles, ", ") + "]")});
        ++Rows;
      }
      Text += Rows ? Table.text(Style, 2) : "  no region\n";
    }
  }
  return Text;
}

} // namespace argus
