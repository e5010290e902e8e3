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
                       const std::optional<KernelMap> &Map) {
  const RegionInfo &Region = Capsule.Regions[Index];
  const SiteInfo &Site = Capsule.Sites[Region.Stack.back()];
  json Object = {
      {"id", fmt::format("{:#018x}", Region.Id)},
      {"path", Region.Path},
      {"form", toString(Site.Form)},
      {"source", {{"file", Site.File}, {"line", Site.Line}, {"column", Site.Column}}},
      {"roles", Region.Roles},
      {"instructions", nullptr}};
  if (Map) {
    const RegionInstructions &R = Map->Regions[Index];
    Object["instructions"] = {{"exclusive", R.Exclusive},
                              {"inclusive", R.Inclusive},
                              {"inferred", R.Inferred},
                              {"shared", R.Shared}};
  }
  return Object;
}

static json classesJson(const KernelMap &Map) {
  json Object = {{"total", Map.Total}};
  for (const CodeClass Class :
       {CodeClass::Region, CodeClass::Outside, CodeClass::Inferred, CodeClass::Shared,
        CodeClass::SharedByCall, CodeClass::Unattributed, CodeClass::Padding})
    Object[toString(Class)] = Map.count(Class);
  Object["causes"] = json::object();
  for (const auto &[Cause, Count] : Map.Causes)
    Object["causes"][Cause] = Count;
  return Object;
}

static json rangeJson(const CapsuleInfo &Capsule, const KernelMap &Map,
                      const PcRange &R) {
  const PcOwner &O = Map.Owners[R.Owner];
  json Object = {
      {"begin", R.Begin},
      {"end", R.End},
      {"class", toString(O.Is.Class)},
      {"region", O.Region ? json(Capsule.Regions[*O.Region].Path) : json()},
      {"source", R.File.empty() ? json() : json(fmt::format("{}:{}", R.File, R.Line))}};
  if (O.Is.Class == CodeClass::Unattributed)
    Object["cause"] = O.Is.Cause;
  else if (O.Is.Class != CodeClass::Padding)
    Object["origin"] = toString(O.Is.From);
  if (!O.Sharing.empty())
    Object["sharing"] = O.Sharing;
  return Object;
}

static json functionJson(const CalledFunction &F) {
  return {{"symbol", F.Symbol},
          {"name", F.Name.empty() ? json() : json(F.Name)},
          {"begin", F.Begin},
          {"end", F.End},
          {"callers", F.Callers}};
}

static json resourcesJson(const Resources &R) {
  return {{"registers", R.Registers},
          {"shared_bytes", R.SharedBytes},
          {"stack_bytes", R.StackBytes},
          {"spill_bytes", R.SpillBytes}};
}

static json notesJson(const std::vector<PtxasNote> &Notes) {
  json Array = json::array();
  for (const PtxasNote &Note : Notes)
    Array.push_back({{"code", Note.Code}, {"text", Note.Text}, {"count", Note.Count}});
  return Array;
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
      {"ptxas_notes", notesJson(L.Notes)},
      {"nvcc", nullptr},
      {"instructions", nullptr},
      {"regions", json::array()},
      {"functions", json::array()},
      {"ranges", nullptr}};
  if (L.Taken)
    Object["resources"] = resourcesJson(*L.Taken);
  if (L.NvccTaken)
    Object["nvcc"] = {{"resources", resourcesJson(*L.NvccTaken)},
                      {"ptxas_notes", notesJson(L.NvccNotes)}};
  for (size_t I = 0; I < Capsule.Regions.size(); ++I)
    if (Capsule.Regions[I].Kernel == L.Kernel)
      Object["regions"].push_back(regionJson(Capsule, I, L.Map));
  if (!L.Map)
    return Object;
  Object["instructions"] = classesJson(*L.Map);
  for (const CalledFunction &F : L.Map->Functions)
    Object["functions"].push_back(functionJson(F));
  Object["ranges"] = json::array();
  for (const PcRange &R : L.Map->Ranges)
    Object["ranges"].push_back(rangeJson(Capsule, *L.Map, R));
  return Object;
}

std::string regionsAsJson(const std::string &Binary,
                          const std::vector<CapsuleListing> &List) {
  json Document = {{"schema_version", 2},
                   {"argus", {{"version", ARGUS_VERSION_STRING}}},
                   {"binary", Binary},
                   {"capsules", json::array()}};
  for (const CapsuleListing &L : List) {
    json Capsule = {{"module", L.Container->ModuleId},
                    {"source", L.Capsule->Source},
                    {"arch", L.Capsule->Arch},
                    {"optimisation", L.Capsule->Optimisation},
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

static std::string classesText(const KernelMap &Map) {
  const uint64_t Padding = Map.count(CodeClass::Padding);
  std::string Text = fmt::format(
      "  {} instructions: {} in regions, {} outside, {} inferred, {} shared, {} shared "
      "by call, {} unattributed",
      Map.Total - Padding, Map.count(CodeClass::Region), Map.count(CodeClass::Outside),
      Map.count(CodeClass::Inferred), Map.count(CodeClass::Shared),
      Map.count(CodeClass::SharedByCall), Map.count(CodeClass::Unattributed));
  std::vector<std::string> Causes;
  for (const auto &[Cause, Count] : Map.Causes)
    Causes.push_back(fmt::format("{} {}", Count, Cause));
  if (!Causes.empty())
    Text += " (" + join(Causes, ", ") + ")";
  return Text + fmt::format("; {} of padding\n", Padding);
}

/// Who: "  ", or "  nvcc: " in front of another compiler's.
static std::string takenText(const std::string &Who, const Resources &R,
                             const std::vector<PtxasNote> &Notes) {
  std::string Text =
      fmt::format("{}{} registers, {} B shared, {} B stack, {} B spills\n", Who,
                  R.Registers, R.SharedBytes, R.StackBytes, R.SpillBytes);
  for (const PtxasNote &Note : Notes)
    Text += fmt::format("{}ptxas {}: {}{}\n", Who, Note.Code, Note.Text,
                        Note.Count > 1 ? fmt::format(" ({} times)", Note.Count) : "");
  return Text;
}

static std::string kernelText(const CapsuleInfo &Capsule, const KernelListing &L,
                              const TextStyle &Style) {
  const std::string Identity = identityText(L.Identity);
  std::string Text = fmt::format(
      "{}: {}\n", Style.bold("kernel " + Capsule.Kernels[L.Kernel].Name),
      L.Identity.Identical.value_or(false) ? Identity : Style.warning(Identity));
  if (L.Taken)
    Text += takenText("  ", *L.Taken, L.Notes);
  if (L.NvccTaken)
    Text += takenText("  nvcc: ", *L.NvccTaken, L.NvccNotes);
  if (L.Map)
    Text += classesText(*L.Map);
  return Text;
}

/// "12 of 0x0040..0x07c0": how many runs of instructions, and from where to where.
static std::string rangesText(const RegionInstructions &R) {
  if (R.Exclusive == 0)
    return "-";
  return fmt::format("{} in {:#06x}..{:#06x}", R.Ranges, R.First, R.Last);
}

static std::string regionsText(const CapsuleInfo &Capsule, const KernelListing &L,
                               const TextStyle &Style) {
  TextTable Table("lrrrrlll", {"region", "instructions", "inclusive", "inferred",
                               "shared", "ranges", "id", "source"});
  size_t Rows = 0;
  for (size_t I = 0; I < Capsule.Regions.size(); ++I) {
    const RegionInfo &Region = Capsule.Regions[I];
    if (Region.Kernel != L.Kernel)
      continue;
    const SiteInfo &Site = Capsule.Sites[Region.Stack.back()];
    const auto Count = [&](uint64_t RegionInstructions::*Field) {
      return L.Map ? std::to_string(L.Map->Regions[I].*Field) : "-";
    };
    Table.add({Region.Path, Count(&RegionInstructions::Exclusive),
               Count(&RegionInstructions::Inclusive),
               Count(&RegionInstructions::Inferred), Count(&RegionInstructions::Shared),
               L.Map ? rangesText(L.Map->Regions[I]) : "-",
               fmt::format("{:#018x}", Region.Id),
               fmt::format("{}:{}{}", Site.File, Site.Line,
                           Region.Roles.empty()
                               ? ""
                               : " [role " + join(Region.Roles, ", ") + "]")});
    ++Rows;
  }
  return Rows ? Table.text(Style, 2) : "  no region\n";
}

static std::string functionsText(const KernelMap &Map, const TextStyle &Style) {
  if (Map.Functions.empty())
    return "";
  TextTable Table("lrll", {"called function", "instructions", "range", "called in"});
  for (const CalledFunction &F : Map.Functions)
    Table.add({F.Name.empty() ? F.Symbol : F.Name,
               std::to_string((F.End - F.Begin) / InstructionBytes),
               fmt::format("{:#06x}..{:#06x}", F.Begin, F.End),
               F.Callers.empty() ? "unknown" : join(F.Callers, ", ")});
  return Table.text(Style, 2);
}

std::string regionsAsText(const std::vector<CapsuleListing> &List,
                          const TextStyle &Style) {
  std::string Text;
  for (const CapsuleListing &L : List) {
    Text += fmt::format("{}{} for {}\n", Text.empty() ? "" : "\n", L.Capsule->Source,
                        L.Capsule->Arch);
    if (!L.Capsule->Optimisation.empty())
      Text += "  optimisation: " + join(L.Capsule->Optimisation, " ") + "\n";
    for (const std::string &Note : L.Notes)
      Text += "  note: " + Note + "\n";
    for (const KernelListing &K : L.Kernels) {
      Text += kernelText(*L.Capsule, K, Style);
      Text += regionsText(*L.Capsule, K, Style);
      if (K.Map)
        Text += functionsText(*K.Map, Style);
    }
  }
  return Text;
}

} // namespace argus
