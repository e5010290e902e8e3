//===- Terminal.cpp - the report as a table -------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Terminal.h"

#include "report/Precision.h"
#include "support/Text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace argus {

namespace {

/// The value of a field, "-" where the region lacks it.
std::string value(const ReportRegion &Region, const char *Name) {
  const Field *F = Region.field(Name);
  return F ? shortNumber(F->Value) : "-";
}

std::string wholeNumber(const ReportRegion &Region, const char *Name) {
  const Field *F = Region.field(Name);
  return F ? fmt::format("{:.0f}", F->Value) : "-";
}

std::string percentOf(const ReportRegion &Region, const char *Name, double Factor) {
  const Field *F = Region.field(Name);
  return F ? fmt::format("{:.1f} %", F->Value * Factor) : "-";
}

/// "gemm/mainloop [role producer]"
std::string pathOf(const ReportRegion &Region, const Scope &Asked) {
  std::vector<std::string> Marks;
  if (Region.Process)
    Marks.push_back(fmt::format("process {}", *Region.Process));
  if (Region.Rank)
    Marks.push_back(fmt::format("rank {}", *Region.Rank));
  const RowScope Part = rowScope(Region, Asked);
  if (!Part.Role.empty())
    Marks.push_back("role " + Part.Role);
  if (!Part.Iter.empty())
    Marks.push_back("iter " + Part.Iter);
  return Region.Path + (Marks.empty() ? "" : " [" + join(Marks, ", ") + "]");
}

std::string qualifierOf(const ReportRegion &Region, bool Virtual) {
  const Field *F = Region.field("duration.p50");
  if (!F) {
    const Field *Dropped = Region.field("trace.dropped");
    return Dropped && Dropped->Value > 0 ? "events dropped"
           : Region.Unended              ? "never ended"
                                         : "never executed";
  }
  return (Virtual ? "virtual, " : "") + F->Qualifier +
         (Region.Flags.empty() ? "" : " !");
}

std::string regionTable(const Report &R, const TextStyle &Style) {
  const bool Trips =
      std::any_of(R.Regions.begin(), R.Regions.end(), [](const ReportRegion &Region) {
        return Region.field("iterations.count") != nullptr;
      });
  std::vector<std::string> Header = {"region", "count",        "total us", "p10 us",
                                     "p50 us", "p90 us",       "kernel",   "warps",
                                     "drops",  "perturbation", "qualifier"};
  if (Trips)
    Header.insert(Header.begin() + 2, "trips");
  const std::string Alignment = "l" + std::string(Header.size() - 2, 'r') + "l";
  TextTable Table(Alignment, std::move(Header));
  for (const ReportRegion &Region : R.Regions) {
    std::string Perturbation = "-";
    if (const Field *F = Region.field("perturbation.time"))
      Perturbation = fmt::format("{:+.1f} %", F->Value);
    std::vector<std::string> Row = {
        pathOf(Region, R.Asked.Scope),          wholeNumber(Region, "duration.count"),
        value(Region, "duration.total"),        value(Region, "duration.p10"),
        value(Region, "duration.p50"),          value(Region, "duration.p90"),
        percentOf(Region, "share.kernel", 100), wholeNumber(Region, "trace.warps"),
        wholeNumber(Region, "trace.dropped"),   Perturbation,
        qualifierOf(Region, R.Asked.Virtual)};
    if (Trips)
      Row.insert(Row.begin() + 2, wholeNumber(Region, "iterations.count"));
    if (Region.Flags.empty() && Region.field("duration.p50"))
      Table.add(std::move(Row));
    else
      Table.addWarning(std::move(Row));
  }
  return Table.text(Style);
}

std::string identityText(const KernelIdentity &Identity) {
  if (!Identity.Identical)
    return "not compared";
  return *Identity.Identical ? "identical" : "differs";
}

std::string change(std::optional<uint64_t> Before, std::optional<uint64_t> After) {
  const auto Text = [](std::optional<uint64_t> N) {
    return N ? std::to_string(*N) : "?";
  };
  if (Before == After)
    return Text(Before);
  return Text(Before) + " > " + Text(After);
}

std::string nameOf(const ReportKernel &K) {
  if (!K.Process)
    return K.Name;
  const std::string Rank = K.Rank ? fmt::format(", rank {}", *K.Rank) : "";
  return fmt::format("{} [process {}{}]", K.Name, *K.Process, Rank);
}

std::string kernelTable(const Report &R, const TextStyle &Style) {
  TextTable Table("lrrrrrrrl",
                  {"kernel", "launches", R.Asked.Virtual ? "virtual us" : "time us",
                   "traced us", "slower", "registers", "spills B", "shared B",
                   "reference"});
  for (const ReportKernel &K : R.Kernels) {
    const auto Part =
        [&](auto Resources::*Member,
            const std::optional<Resources> &Of) -> std::optional<uint64_t> {
      return Of ? std::optional<uint64_t>((*Of).*Member) : std::nullopt;
    };
    const auto Changed = [&](auto Resources::*Member) {
      return change(Part(Member, K.Reference), Part(Member, K.Trace));
    };
    const auto Median = [](const Distribution &D) {
      return D.Count ? shortNumber(D.P50) : "-";
    };
    std::string Registers = Changed(&Resources::Registers);
    if (!K.Reference && K.ReferenceRegisters && K.Trace)
      Registers = change(*K.ReferenceRegisters, K.Trace->Registers);
    std::vector<std::string> Row = {
        nameOf(K),
        fmt::format("{:.0f}", K.Launches),
        Median(K.ReferenceUs),
        Median(K.TraceUs),
        K.Ratio ? fmt::format("{:+.1f} %", (K.Ratio->Ratio - 1) * 100) : "-",
        Registers,
        Changed(&Resources::SpillBytes),
        Changed(&Resources::SharedBytes),
        identityText(K.Identity)};
    if (K.Identity.Identical.value_or(false) && K.Flags.empty())
      Table.add(std::move(Row));
    else
      Table.addWarning(std::move(Row));
  }
  return Table.text(Style);
}

/// What was executed, on the virtual device: by the line table and by markers.
std::string truthTable(const Report &R, const TextStyle &Style) {
  TextTable Table("lrrrrl", {"region", "entries", "instructions", "by markers",
                             "agreement", "qualifier"});
  for (const ReportRegion &Region : R.Regions)
    if (Region.field("truth.instructions"))
      Table.add({pathOf(Region, R.Asked.Scope), wholeNumber(Region, "truth.count"),
                 wholeNumber(Region, "instructions.executed"),
                 wholeNumber(Region, "truth.instructions"),
                 percentOf(Region, "truth.agreement", 100), "virtual, attributed"});
  return Table.text(Style);
}

/// Flags, reasons and messages: each once, with what it is about.
std::string remarks(const Report &R) {
  std::string Text;
  for (const ReportRegion &Region : R.Regions)
    for (const std::string &Flag : Region.Flags)
      if (Flag.rfind("truth:", 0) == 0) // the others are the kernel's
        Text += fmt::format("! {}: {}\n", pathOf(Region, R.Asked.Scope), Flag);
  for (const ReportKernel &K : R.Kernels) {
    for (const std::string &Flag : K.Flags)
      Text += fmt::format("! {}: {}\n", K.Name, Flag);
    if (!K.Identity.Reason.empty())
      Text += fmt::format("! {}: reference {}: {}\n", K.Name,
                          K.Identity.Identical ? "differs" : "not compared",
                          K.Identity.Reason);
  }
  if (!R.Trace.Incomplete.empty()) {
    const IncompleteLaunch &First = R.Trace.Incomplete.front();
    Text += fmt::format("! {} launches were not traced by exactly the warps of their "
                        "grid (launch {}: {} of {}{})\n",
                        R.Trace.Incomplete.size(), First.Launch, First.SeenWarps,
                        First.ExpectedWarps,
                        First.Concurrent ? "; it ran beside others of its module" : "");
  }
  if (!R.OutOfScope.empty())
    Text += fmt::format("out of the scope {}: {}\n", toString(R.Asked.Scope),
                        join(R.OutOfScope, ", "));
  for (const Unmeasured &U : R.Missing)
    if (!U.Region.empty())
      Text += fmt::format("not measured: {} of {}: {}\n", U.Signal, U.Region, U.Reason);
  std::map<std::string, std::pair<std::string, size_t>> Messages;
  for (const ReportMessage &M : R.Messages) {
    auto &[Run, Count] = Messages[M.Level + ": " + M.Text];
    Run = Count++ ? Run : M.Run;
  }
  for (const auto &[Message, From] : Messages)
    Text += fmt::format("{} (run {}{})\n", Message, From.first,
                        From.second > 1 ? fmt::format(", {} times", From.second) : "");
  return Text;
}

} // namespace

std::string reportAsText(const Report &R, const TextStyle &Style) {
  std::string Text;
  if (R.Device)
    Text += fmt::format(
        "{} on {} ({}){}\n", shellQuote(R.Asked.Command), R.Device->Name,
        R.Device->Arch,
        R.Asked.Virtual ? ": virtual numbers, no prediction of any hardware" : "");
  const auto Add = [&](const std::string &Part) {
    Text += (Text.empty() || Part.empty() ? "" : "\n") + Part;
  };
  if (!R.Regions.empty())
    Add(regionTable(R, Style));
  if (!R.Kernels.empty())
    Add(kernelTable(R, Style));
  if (R.Asked.Virtual && !R.Regions.empty())
    Add(truthTable(R, Style));
  if (R.Precision)
    Add(precisionLine(*R.Precision));
  Add(remarks(R));
  if (R.Timeline)
    Add(fmt::format(
        "timeline: {} intervals{}, open {} in ui.perfetto.dev\n", R.Timeline->Intervals,
        R.Timeline->Omitted ? fmt::format(" ({} omitted)", R.Timeline->Omitted) : "",
        R.Timeline->File));
  return Text;
}

} // namespace argus
