//===- ReportJson.cpp - report.json ---------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace argus {

using json = nlohmann::ordered_json;

const Field *ReportRegion::field(std::string_view Name) const {
  for (const Field &F : Fields)
    if (F.Name == Name)
      return &F;
  return nullptr;
}

RowScope rowScope(const ReportRegion &Row, const Scope &Asked) {
  RowScope Result;
  Result.Role = Asked.Role ? *Asked.Role : Row.Role;
  // The kernel itself is in no loop.
  if (Asked.Iter && Row.Site)
    Result.Iter = toString(*Asked.Iter);
  return Result;
}

std::optional<bool> Report::referenceIdentical() const {
  bool Unknown = Kernels.empty();
  for (const ReportKernel &K : Kernels) {
    if (K.Identity.Identical && !*K.Identity.Identical)
      return false;
    Unknown |= !K.Identity.Identical;
  }
  return Unknown ? std::nullopt : std::optional<bool>(true);
}

namespace {

template <typename T> json orNull(const std::optional<T> &Value) {
  return Value ? json(*Value) : json();
}

json orNull(const std::string &Text) { return Text.empty() ? json() : json(Text); }

/// Counts as integers.
json number(double Value) {
  const auto Whole = static_cast<int64_t>(Value);
  return static_cast<double>(Whole) == Value ? json(Whole) : json(Value);
}

void addInterval(json &To, const std::optional<ConfidenceInterval> &Ci95) {
  if (Ci95)
    To["ci95"] = {number(Ci95->Low), number(Ci95->High)};
}

json fieldJson(const Field &F, bool Virtual) {
  json Spread;
  if (F.Range)
    Spread = {{F.Range->LowName, number(F.Range->Low)},
              {F.Range->HighName, number(F.Range->High)}};
  json Result = {{"value", number(F.Value)}, {"unit", F.Unit},
                 {"qualifier", F.Qualifier}, {"n", F.Samples},
                 {"spread", Spread},         {"provenance", F.Provenance},
                 {"ambiguity", nullptr}};
  addInterval(Result, F.Ci95);
  if (Virtual)
    Result["virtual"] = true;
  return Result;
}

json regionJson(const ReportRegion &R, const Query &Q) {
  const Scope &Asked = Q.Scope;
  json Scope = {{"kernel", R.Kernel}};
  if (R.Process)
    Scope["process"] = *R.Process;
  if (R.Rank)
    Scope["rank"] = *R.Rank;
  if (Asked.Launch)
    Scope["launch"] = toString(*Asked.Launch);
  if (Asked.Cta)
    Scope["cta"] = toString(*Asked.Cta);
  if (Asked.Warp)
    Scope["warp"] = toString(*Asked.Warp);
  const RowScope Part = rowScope(R, Asked);
  if (!Part.Role.empty())
    Scope["role"] = Part.Role;
  if (!Part.Iter.empty())
    Scope["iter"] = Part.Iter;
  json Source;
  if (R.Site)
    Source = {
        {"file", R.Site->File}, {"line", R.Site->Line}, {"column", R.Site->Column}};
  json Fields = json::object();
  for (const Field &F : R.Fields)
    Fields[F.Name] = fieldJson(F, Q.Virtual);
  return {{"id", fmt::format("{:#018x}", R.Id)},
          {"path", R.Path},
          {"scope", Scope},
          {"source", Source},
          {"fields", Fields},
          {"flags", R.Flags}};
}

json resourcesJson(const std::optional<Resources> &R,
                   std::optional<unsigned> Registers) {
  if (!R && !Registers)
    return nullptr;
  if (!R)
    return {{"registers", *Registers},
            {"shared_bytes", nullptr},
            {"stack_bytes", nullptr},
            {"spill_bytes", nullptr}};
  return {{"registers", R->Registers},
          {"shared_bytes", R->SharedBytes},
          {"stack_bytes", R->StackBytes},
          {"spill_bytes", R->SpillBytes}};
}

json timesJson(const Distribution &D, const std::optional<ConfidenceInterval> &Ci95) {
  if (D.Count == 0)
    return nullptr;
  json Result = {{"unit", "us"}, {"n", D.Count}, {"mean", D.Mean},
                 {"p10", D.P10}, {"p50", D.P50}, {"p90", D.P90}};
  addInterval(Result, Ci95);
  return Result;
}

json kernelJson(const ReportKernel &K, bool Virtual) {
  json Ratio;
  if (K.Ratio)
    Ratio = {{"value", K.Ratio->Ratio}, {"min", K.Ratio->Low}, {"max", K.Ratio->High}};
  json Object = {{"name", K.Name},
                 {"mangled", K.Mangled},
                 {"source", K.Source},
                 {"arch", K.Arch},
                 {"launches", number(K.Launches)},
                 {"reference_identical", orNull(K.Identity.Identical)},
                 {"reason", orNull(K.Identity.Reason)},
                 {"resources",
                  {{"reference", resourcesJson(K.Reference, K.ReferenceRegisters)},
                   {"trace", resourcesJson(K.Trace, std::nullopt)}}},
                 {"time",
                  {{"reference", timesJson(K.ReferenceUs, K.ReferenceCi95)},
                   {"trace", timesJson(K.TraceUs, K.TraceCi95)},
                   {"ratio", Ratio}}},
                 {"flags", K.Flags}};
  if (K.Process)
    Object["process"] = *K.Process;
  if (K.Rank)
    Object["rank"] = *K.Rank;
  if (Virtual)
    Object["virtual"] = true;
  return Object;
}

json extentJson(const std::optional<Extent> &E) {
  if (!E)
    return nullptr;
  return {
      {"min", number(E->Min)}, {"median", number(E->Median)}, {"max", number(E->Max)}};
}

json gpuJson(const std::optional<GpuSummary> &G) {
  if (!G)
    return nullptr;
  return {{"samples", G->Samples},
          {"busy", G->Busy},
          {"sm_mhz", extentJson(G->SmMhz)},
          {"memory_mhz", extentJson(G->MemoryMhz)},
          {"temperature_c", extentJson(G->TemperatureC)},
          {"power_w", extentJson(G->PowerW)},
          {"throttled", G->Throttled},
          {"other_programs", orNull(G->OtherPrograms)}};
}

json runJson(const ReportRun &R) {
  return {{"id", R.Id},
          {"kind", R.Kind},
          {"tasks", R.Tasks},
          {"reused", R.Reused},
          {"command", R.Command},
          {"duration_s", R.Seconds},
          {"discarded", R.Discarded},
          {"artifact", orNull(R.Artifact)},
          {"directory", orNull(R.Directory)},
          {"gpu", gpuJson(R.Gpu)}};
}

json deviceJson(const std::optional<DeviceRecord> &D, bool Virtual) {
  const char *Kind = Virtual ? "virtual" : "cuda";
  if (!D)
    return {{"kind", Kind}, {"name", nullptr}, {"arch", nullptr}};
  return {{"kind", Kind},       {"name", D->Name}, {"arch", D->Arch},
          {"uuid", D->Uuid},    {"sms", D->Sms},   {"clock_khz", D->ClockKhz},
          {"driver", D->Driver}};
}

json precisionJson(const std::optional<PrecisionSummary> &P) {
  if (!P)
    return nullptr;
  json Worst;
  if (!P->Worst.empty())
    Worst = {{"name", P->Worst}, {"percent", orNull(P->WorstPercent)}};
  return {{"asked_percent", P->AskedPercent},
          {"reached", orNull(P->Reached)},
          {"groups", P->Groups},
          {"stopped", P->Stopped},
          {"worst", Worst}};
}

json traceJson(const TraceSummary &T) {
  json Incomplete = json::array(), Clocks = json::array();
  for (const IncompleteLaunch &L : T.Incomplete)
    Incomplete.push_back({{"process", L.Process},
                          {"launch", L.Launch},
                          {"expected_warps", L.ExpectedWarps},
                          {"traced_warps", L.SeenWarps},
                          {"captured", L.Captured},
                          {"concurrent", L.Concurrent}});
  for (const ClockQuality &Q : T.Clocks)
    Clocks.push_back({{"process", Q.Process},
                      {"device", Q.Device},
                      {"timer_step_ns", Q.TimerStepNs},
                      {"residual_rms_ns", Q.ResidualRmsNs},
                      {"residual_max_ns", Q.ResidualMaxNs},
                      {"launches_fitted", Q.Launches[0]},
                      {"launches_by_run_fit", Q.Launches[1]},
                      {"launches_by_nominal_clock", Q.Launches[2]}});
  return {{"events", T.Events},
          {"dropped", T.Dropped},
          {"lanes_without_memory", T.LostChunks},
          {"events_per_chunk", T.EventsPerChunk},
          {"open_warps", T.OpenWarps},
          {"clock_errors", T.ClockErrors},
          {"unmatched_begins", T.Matches.UnmatchedBegins},
          {"unmatched_ends", T.Matches.UnmatchedEnds},
          {"unknown_events", T.Matches.UnknownEvents},
          {"incomplete_launches", Incomplete},
          {"clocks", Clocks}};
}

template <typename T, typename Convert>
json listJson(const std::vector<T> &Items, Convert ToJson) {
  json List = json::array();
  for (const T &Item : Items)
    List.push_back(ToJson(Item));
  return List;
}

} // namespace

std::string reportAsJson(const Report &R) {
  json Timeline;
  if (R.Timeline)
    Timeline = {{"file", R.Timeline->File},
                {"intervals", R.Timeline->Intervals},
                {"omitted", R.Timeline->Omitted}};
  const json Document = {
      {"schema_version", 1},
      {"argus", {{"version", ARGUS_VERSION_STRING}}},
      {"query", toJson(R.Asked)},
      {"program",
       {{"path", R.Program},
        {"digest", R.ProgramDigest},
        {"reference_identical", orNull(R.referenceIdentical())},
        {"kernels", listJson(R.Kernels,
                             [&](const ReportKernel &K) {
                               return kernelJson(K, R.Asked.Virtual);
                             })}}},
      {"device", deviceJson(R.Device, R.Asked.Virtual)},
      {"runs", listJson(R.Runs, runJson)},
      {"precision", precisionJson(R.Precision)},
      {"trace", traceJson(R.Trace)},
      {"regions",
       listJson(R.Regions,
                [&](const ReportRegion &G) { return regionJson(G, R.Asked); })},
      {"out_of_scope", R.OutOfScope},
      {"timeline", Timeline},
      {"unmeasured", listJson(R.Missing,
                              [](const Unmeasured &U) {
                                return json{{"signal", U.Signal},
                                            {"region", orNull(U.Region)},
                                            {"reason", U.Reason}};
                              })},
      {"messages", listJson(R.Messages, [](const ReportMessage &M) {
         return json{{"run", M.Run}, {"level", M.Level}, {"text", M.Text}};
       })}};
  return Document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

} // namespace argus
