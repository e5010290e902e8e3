//===- Report.h - the content of report.json ----------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_REPORT_REPORT_H
#define ARGUS_TOOL_REPORT_REPORT_H

#include "build/Identity.h"
#include "build/Ptxas.h"
#include "collect/GpuState.h"
#include "collect/RuntimeLog.h"
#include "join/Compare.h"
#include "join/Join.h"
#include "join/Statistics.h"
#include "query/Query.h"

#include <optional>
#include <string>
#include <vector>

namespace argus {

/// One measured number and where it comes from.
struct Field {
  struct Spread {
    const char *LowName; ///< "p10" or "min"
    const char *HighName;
    double Low;
    double High;
  };
  std::string Name; ///< "duration.p50"
  double Value = 0;
  std::string Unit;
  std::string Qualifier; ///< "observed", "attributed" or "derived"
  size_t Samples = 0;
  std::optional<Field::Spread> Range;
  std::vector<std::string> Provenance; ///< artifacts: "run:trace-1", "variant:..."
  /// Of what single runs say; none where less than two do.
  std::optional<ConfidenceInterval> Ci95 = {};
};

struct ReportRegion {
  uint64_t Id = 0;
  std::string Path;
  std::string Kernel;              ///< mangled
  std::optional<unsigned> Process; ///< where the program has several
  std::optional<unsigned> Rank;    ///< of that process
  std::optional<SiteInfo> Site;    ///< none: the kernel itself
  std::string Role;                ///< "producer/tma"; empty: over all in scope
  std::vector<Field> Fields;
  std::vector<std::string> Flags; ///< sentences: what limits the values
  bool Unended = false;           ///< it began, and no execution of it ended

  const Field *field(std::string_view Name) const;
};

/// The role and trips that the row of a region is about, as the scope of the query and
/// the row itself say; empty where it is about all.
struct RowScope {
  std::string Role, Iter;
};
RowScope rowScope(const ReportRegion &Row, const Scope &Asked);

struct ReportKernel {
  std::string Name, Mangled, Source, Arch;
  std::optional<unsigned> Process, Rank;
  KernelIdentity Identity;
  std::optional<Resources> Reference;
  std::optional<unsigned> ReferenceRegisters; ///< known even where Reference is not
  std::optional<Resources> Trace;
  Distribution ReferenceUs, TraceUs; ///< kernel times; Count 0: not timed
  std::optional<ConfidenceInterval> ReferenceCi95, TraceCi95; ///< of the runs' medians
  std::optional<TimeRatio> Ratio;
  double Launches = 0;
  std::vector<std::string> Flags;
};

struct ReportRun {
  std::string Id;
  std::string Kind; ///< "build", "reference" or "trace"
  std::vector<std::string> Tasks;
  std::string Artifact; ///< key in the store
  bool Reused = false;
  bool Discarded = false; ///< no number comes from it
  std::vector<std::string> Command;
  double Seconds = 0;
  std::string Directory;              ///< empty for builds
  std::optional<GpuSummary> Gpu = {}; ///< while it went on
};

struct Unmeasured {
  std::string Signal;
  std::string Region; ///< path; empty: the whole signal
  std::string Reason;
};

struct ReportMessage {
  std::string Run;
  std::string Level; ///< "warning" or "error"
  std::string Text;
};

/// Sums over the trace runs that the values come from.
struct TraceSummary {
  uint64_t Events = 0;
  uint64_t Dropped = 0;
  uint64_t LostEvents = 0; ///< of warps without trace memory; the most of any run
  uint64_t LostChunks = 0; ///< lanes that found no memory; their events are in Dropped
  uint64_t OpenWarps = 0;
  uint64_t ClockErrors = 0;
  MatchCounts Matches;
  uint32_t EventsPerChunk = 0;
  std::vector<IncompleteLaunch> Incomplete;
  std::vector<ClockQuality> Clocks;
};

struct TimelineSummary {
  std::string File; ///< in the report's directory
  uint64_t Intervals = 0;
  uint64_t Omitted = 0;
};

/// Whether the runs were as precise as asked, and why there were not more.
struct PrecisionSummary {
  double AskedPercent = 0;
  std::optional<bool> Reached; ///< none: no value to tell it by
  unsigned Groups = 0;
  std::string Stopped;                ///< "reached", "fixed", "repeats" or "time"
  std::string Worst;                  ///< the least precise value; empty: there is none
  std::optional<double> WorstPercent; ///< none where less than two runs have it
};

struct Report {
  Query Asked;
  std::string Program;
  std::string ProgramDigest;
  std::optional<DeviceRecord> Device;
  std::vector<ReportKernel> Kernels;
  std::vector<ReportRegion> Regions;
  std::vector<ReportRun> Runs;
  std::vector<Unmeasured> Missing;
  std::vector<std::string>
      OutOfScope; ///< regions that ran in other roles or trips only
  std::vector<ReportMessage> Messages;
  TraceSummary Trace;
  std::optional<PrecisionSummary> Precision;
  std::optional<TimelineSummary> Timeline;

  /// Of all kernels; none where one could not be compared and no other differs.
  std::optional<bool> referenceIdentical() const;
};

/// The document that docs/schema/report.schema.json describes.
std::string reportAsJson(const Report &R);

} // namespace argus

#endif // ARGUS_TOOL_REPORT_REPORT_H
