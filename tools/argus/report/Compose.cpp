//===- Compose.cpp - results to the rows of a report ----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Compose.h"

#include "query/Regions.h"
#include "report/TextTable.h"

#include <algorithm>
#include <fmt/format.h>

namespace argus {

namespace {

std::optional<Field::Spread> percentiles(const Distribution &D) {
  return Field::Spread{"p10", "p90", D.P10, D.P90};
}

std::optional<Field::Spread> extremes(double Low, double High) {
  return Field::Spread{"min", "max", Low, High};
}

class Composer {
public:
  Composer(Report &R, const ComposeInput &Input) : R(R), Input(Input) {}

  void run() {
    for (const KernelResult &K : Input.Results->Kernels) {
      const CapsuleBuild *Build = buildOf(K.Capsule);
      R.Kernels.push_back(kernel(K, Build));
      for (const RegionResult &Region : Input.Results->Regions)
        if (Region.Process == K.Process && Region.Capsule == K.Capsule &&
            Region.Kernel == K.Kernel &&
            anyRegionMatches(R.Asked.Regions, Region.Path) && !outOfScope(Region))
          addRegion(Region, K, R.Kernels.back(), Build);
    }
  }

private:
  const CapsuleBuild *buildOf(const CapsuleInfo *Capsule) const {
    for (const ModuleBuild &Module : *Input.Modules)
      for (const CapsuleBuild &Build : Module.Capsules)
        if (&Module.Container->Capsules[Build.Capsule] == Capsule)
          return &Build;
    return nullptr;
  }

  std::optional<unsigned> process(unsigned Number) const {
    return Input.SeveralProcesses ? std::optional(Number) : std::nullopt;
  }

  std::optional<unsigned> rank(unsigned Number) const {
    const bool Known = Input.SeveralProcesses && Number < Input.Ranks.size();
    return Known ? Input.Ranks[Number] : std::nullopt;
  }

  ReportKernel kernel(const KernelResult &K, const CapsuleBuild *Build) {
    ReportKernel Row;
    const KernelInfo &Info = K.Capsule->Kernels[K.Kernel];
    Row.Name = Info.Name;
    Row.Mangled = Info.Mangled;
    Row.Source = K.Capsule->Source;
    Row.Arch = K.Capsule->Arch;
    Row.Process = process(K.Process);
    Row.Rank = rank(K.Process);
    Row.Launches = K.Launches.mean();
    if (Build) {
      Row.Arch = Build->Arch;
      if (const auto At = Build->Kernels.find(Info.Mangled);
          At != Build->Kernels.end()) {
        Row.Identity = At->second.Identity;
        Row.Reference = At->second.Reference;
        Row.ReferenceRegisters = At->second.ReferenceRegisters;
        if (Build->Trace)
          Row.Trace = At->second.Trace;
      }
    }
    addTimes(Row, {K.Process, Info.Mangled});
    addFlags(Row, K);
    return Row;
  }

  static std::vector<double> allTimes(const RunTimes &Times) {
    std::vector<double> All;
    for (const std::vector<double> &Run : Times)
      All.insert(All.end(), Run.begin(), Run.end());
    return All;
  }

  static std::optional<ConfidenceInterval> intervalOf(const RunTimes &Times) {
    std::vector<double> Medians;
    for (const std::vector<double> &Run : Times)
      if (!Run.empty())
        Medians.push_back(median(Run));
    return confidence95(Medians);
  }

  void addTimes(ReportKernel &Row, const KernelKey &Key) const {
    const auto Reference = Input.ReferenceTimes.find(Key);
    const auto Trace = Input.TraceTimes.find(Key);
    if (Reference != Input.ReferenceTimes.end()) {
      Row.ReferenceUs = distribution(allTimes(Reference->second));
      Row.ReferenceCi95 = intervalOf(Reference->second);
    }
    if (Trace != Input.TraceTimes.end()) {
      Row.TraceUs = distribution(allTimes(Trace->second));
      Row.TraceCi95 = intervalOf(Trace->second);
    }
    if (Row.ReferenceUs.Count && Row.TraceUs.Count)
      Row.Ratio = timeRatio(Reference->second, Trace->second);
  }

  void addFlags(ReportKernel &Row, const KernelResult &K) const {
    const auto Add = [&](std::string Text) { Row.Flags.push_back(std::move(Text)); };
    // Faster is as bad: the code is scheduled otherwise, and shares are of that code.
    const double Percent = Row.Ratio ? (Row.Ratio->Ratio - 1) * 100 : 0;
    if (std::abs(Percent) > R.Asked.BudgetPercent)
      Add(fmt::format(
          "perturbation: the trace build takes {:+.1f} % kernel time, beyond "
          "the budget of {:g} %{}",
          Percent, R.Asked.BudgetPercent,
          Percent < 0 ? ": its code is scheduled otherwise" : ""));
    if (Row.Reference && Row.Trace && Row.Trace->SpillBytes > Row.Reference->SpillBytes)
      Add(fmt::format("perturbation: the trace build spills {} bytes, the reference {}",
                      Row.Trace->SpillBytes, Row.Reference->SpillBytes));
    if (K.Dropped.max() > 0)
      Add(fmt::format(
          "dropped: {:.0f} events did not fit into the trace buffer; counts, "
          "totals and shares lack them",
          K.Dropped.max()));
    if (Input.LostEvents)
      Add(fmt::format("dropped: {} events of warps that found no trace memory",
                      Input.LostEvents));
    const uint64_t Unmatched = K.Matches.UnmatchedBegins + K.Matches.UnmatchedEnds;
    if (Unmatched)
      Add(fmt::format("unmatched: {} begins without end, {} ends without begin",
                      K.Matches.UnmatchedBegins, K.Matches.UnmatchedEnds));
    if (K.OpenWarps)
      Add(fmt::format("open: {} warps did not reach the kernel's end", K.OpenWarps));
    if (K.ClockErrors || K.Matches.UnknownEvents)
      Add(fmt::format("damaged: {} events have impossible clocks, {} unknown sites",
                      K.ClockErrors, K.Matches.UnknownEvents));
  }

  /// Whether the region need not run: calls through pointers could lead to it. Where it
  /// was asked for by name, that is no answer.
  bool perhapsNever(const RegionResult &Region) const {
    const auto &Known = Region.Capsule->Regions;
    return R.Asked.Regions.empty() &&
           std::any_of(Known.begin(), Known.end(), [&](const RegionInfo &I) {
             return I.Indirect && I.Kernel == Region.Kernel && I.Stack == Region.Stack;
           });
  }

  /// Whether the region runs, but in other roles or trips than the query is about.
  /// Where it was asked for by name, that is no answer.
  bool outOfScope(const RegionResult &Region) {
    if (Region.executed() || !Region.Elsewhere || !R.Asked.Regions.empty())
      return false;
    R.OutOfScope.push_back(Region.Path);
    return true;
  }

  void addRegion(const RegionResult &Region, const KernelResult &K,
                 const ReportKernel &Kernel, const CapsuleBuild *Build) {
    ReportRegion Row;
    Row.Path = Region.Path;
    Row.Role = Region.Role;
    Row.Kernel = Kernel.Mangled;
    Row.Id = Input.RegionId(Region.kernel(), plainPath(Row.Path));
    Row.Process = Kernel.Process;
    Row.Rank = Kernel.Rank;
    if (!Region.Stack.empty())
      Row.Site = Region.Capsule->Sites[Region.Stack.back()];
    Row.Flags = Kernel.Flags;
    Row.Unended = !Region.executed() && Region.Unended > 0;
    Provenance.clear();
    for (const std::string &Run : Input.TraceRuns)
      Provenance.push_back("run:" + Run);
    if (Build && Build->Trace)
      Provenance.push_back("variant:" + Build->Trace->Key);
    addDurations(Row, Region);
    if (Region.Trips.max() > 0)
      add(Row, "iterations.count", Region.Trips.mean(), "trips", "observed",
          Region.Us.Count, extremes(Region.Trips.min(), Region.Trips.max()));
    addTrace(Row, Region, K);
    addPerturbation(Row, Kernel, Build);
    R.Regions.push_back(std::move(Row));
    if (!Region.executed() && !perhapsNever(Region))
      R.Missing.push_back({"duration", Region.Path, whyNothing(K, Region)});
  }

  /// Why a kernel's trace holds nothing of a region.
  std::string whyNothing(const KernelResult &K, const RegionResult &Region) const {
    const double Lost = K.Dropped.max() + static_cast<double>(Input.LostEvents);
    if (Lost > 0)
      return fmt::format(
          "none of the events that found room is the region's; {:.0f} "
          "were dropped: ask for fewer regions, or raise ARGUS_RT_ARENA_MIB",
          Lost);
    if (Region.Unended)
      return fmt::format(
          "the region began {} times and never ended: its warps left it by "
          "a way without ARGUS_END",
          Region.Unended);
    return R.Asked.Scope.empty() ? "the region was never executed"
                                 : "the region was never executed in the query's scope";
  }

  void add(ReportRegion &Row, const char *Name, double Value, const char *Unit,
           const char *Qualifier, size_t Samples, std::optional<Field::Spread> Spread) {
    Row.Fields.push_back({Name, Value, Unit, Qualifier, Samples, Spread, Provenance});
  }

  void addDurations(ReportRegion &Row, const RegionResult &Region) {
    const size_t N = Region.Us.Count;
    const auto Add = [&](const char *Name, double Value, const char *Unit,
                         std::optional<Field::Spread> Spread) {
      add(Row, Name, Value, Unit, "observed", N, Spread);
    };
    const PerRun &Count = Region.Count, &Total = Region.TotalUs, &Share = Region.Share;
    Add("duration.count", Count.mean(), "occurrences",
        extremes(Count.min(), Count.max()));
    if (!Region.executed())
      return;
    Add("duration.total", Total.mean(), "us", extremes(Total.min(), Total.max()));
    Add("duration.mean", Region.Us.Mean, "us", percentiles(Region.Us));
    Add("duration.p10", Region.Us.P10, "us", std::nullopt);
    Add("duration.p50", Region.Us.P50, "us", percentiles(Region.Us));
    Add("duration.p90", Region.Us.P90, "us", std::nullopt);
    add(Row, "share.kernel", Share.mean(), "ratio", "derived", N,
        extremes(Share.min(), Share.max()));
    setInterval(Row, "duration.total", Total);
    setInterval(Row, "duration.p50", Region.MedianUs);
    setInterval(Row, "share.kernel", Share);
  }

  static void setInterval(ReportRegion &Row, std::string_view Name, const PerRun &Of) {
    for (Field &F : Row.Fields)
      if (F.Name == Name)
        F.Ci95 = confidence95(Of.Values);
  }

  void addTrace(ReportRegion &Row, const RegionResult &Region, const KernelResult &K) {
    const size_t N = Region.Us.Count;
    const PerRun &Warps = Region.Warps;
    // A kernel stands for all events of its warps, a region for its own begin and end.
    const double Events =
        Region.Stack.empty() && Region.Role.empty()
            ? K.Events.mean()
            : 2 * Region.Count.mean() * !Region.Stack.empty() + Region.Trips.mean();
    const double Lost = static_cast<double>(Input.LostEvents);
    add(Row, "trace.warps", Warps.mean(), "warps", "observed", N,
        extremes(Warps.min(), Warps.max()));
    add(Row, "trace.events", Events, "events", "observed", N, std::nullopt);
    add(Row, "trace.dropped", K.Dropped.max() + Lost, "events", "observed", N,
        std::nullopt);
  }

  void addPerturbation(ReportRegion &Row, const ReportKernel &Kernel,
                       const CapsuleBuild *Build) {
    if (Kernel.Ratio) {
      for (const std::string &Run : Input.ReferenceRuns)
        Provenance.push_back("run:" + Run);
      const auto Percent = [](double Ratio) { return (Ratio - 1) * 100; };
      add(Row, "perturbation.time", Percent(Kernel.Ratio->Ratio), "%", "derived",
          Kernel.Ratio->Samples,
          extremes(Percent(Kernel.Ratio->Low), Percent(Kernel.Ratio->High)));
    }
    if (!Kernel.Trace || !Build || !Build->Trace)
      return;
    Provenance = {"variant:" + Build->Trace->Key, "variant:" + Build->Mapped.Key};
    const auto Add = [&](const char *Name, double Trace, double Reference,
                         const char *Unit) {
      add(Row, Name, Trace - Reference, Unit, "observed", 1, std::nullopt);
    };
    if (Kernel.Reference) {
      const Resources &A = *Kernel.Reference, &B = *Kernel.Trace;
      Add("perturbation.registers", B.Registers, A.Registers, "registers");
      Add("perturbation.spill_bytes", static_cast<double>(B.SpillBytes),
          static_cast<double>(A.SpillBytes), "bytes");
      Add("perturbation.shared_bytes", static_cast<double>(B.SharedBytes),
          static_cast<double>(A.SharedBytes), "bytes");
    } else if (Kernel.ReferenceRegisters) {
      Add("perturbation.registers", Kernel.Trace->Registers, *Kernel.ReferenceRegisters,
          "registers");
    }
  }

  Report &R;
  const ComposeInput &Input;
  std::vector<std::string> Provenance; ///< of the fields being added
};

} // namespace

/// What the truth run says of a row; null where its counts cannot tell.
static const TruthCounts *truthOf(const ReportRegion &Row, const TruthTable &Truth,
                                  const Scope &Asked) {
  static const TruthCounts None;
  if (Asked.Iter)
    return nullptr;
  const auto At = Truth.find({Row.Kernel, Row.Path});
  const bool InRole = Asked.Role || !Row.Role.empty();
  if (InRole && (!Row.Site || At == Truth.end() || !At->second.RolesKnown))
    return nullptr;
  if (At == Truth.end())
    return &None;
  if (Row.Role.empty())
    return &At->second;
  const auto Role = At->second.Roles.find(Row.Role);
  return Role == At->second.Roles.end() ? &None : &Role->second;
}

/// Compares what trace and markers count.
static void compareCounts(ReportRegion &Row, const char *Name, uint64_t Truth,
                          const char *Text) {
  const Field *Traced = Row.field(Name);
  const double Value = Traced ? Traced->Value : 0;
  if (Value != static_cast<double>(Truth))
    Row.Flags.push_back(fmt::format(fmt::runtime(Text), Truth, Value));
}

void composeTruth(Report &R, const std::vector<TruthTable> &Truth,
                  const std::string &Run) {
  for (ReportRegion &Row : R.Regions) {
    const TruthCounts *Counts =
        truthOf(Row, Truth.at(Row.Process.value_or(0)), R.Asked.Scope);
    if (!Counts)
      continue;
    const auto Add = [&](const char *Name, double Value, const char *Unit,
                         const char *Qualifier) {
      Row.Fields.push_back(
          {Name, Value, Unit, Qualifier, size_t(1), std::nullopt, {"run:" + Run}});
    };
    const auto Number = [](uint64_t N) { return static_cast<double>(N); };
    Add("instructions.executed", Number(Counts->Attributed), "warp instructions",
        "attributed");
    if (Counts->Shared)
      Add("instructions.shared", Number(Counts->Shared), "warp instructions",
          "attributed");
    Add("truth.instructions", Number(Counts->Marked), "warp instructions", "observed");
    Add("truth.agreement", Counts->agreement(), "ratio", "derived");
    const bool Whole = !R.Asked.Scope.Cta && !R.Asked.Scope.Warp;
    if (Counts->Trips)
      Add("truth.iterations", Number(Counts->Trips), "trips", "observed");
    if (Whole)
      compareCounts(Row, "iterations.count", Counts->Trips,
                    "truth: its loops' trip markers were executed {} times, the trace "
                    "has {:.0f} trips");
    if (!Row.Site)
      continue; // a kernel has no marker
    Add("truth.count", Number(Counts->Entries), "occurrences", "observed");
    if (Whole && Row.field("duration.count"))
      compareCounts(Row, "duration.count", Counts->Entries,
                    "truth: its markers were executed {} times, the trace has {:.0f} "
                    "occurrences");
  }
}

void composeResults(Report &R, const ComposeInput &Input) { Composer(R, Input).run(); }

} // namespace argus
