//===- Store.cpp - argus store --------------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "store/Store.h"
#include "commands/Commands.h"
#include "report/TextTable.h"
#include "support/Text.h"

#include <algorithm>
#include <cstdio>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace argus {

namespace {

using nlohmann::ordered_json;

constexpr size_t ShortKey = 12; ///< digits that tell artifacts apart

std::string ageText(std::time_t Made) {
  constexpr std::time_t Minute = 60, Hour = 60 * Minute, Day = 24 * Hour;
  const std::time_t Age = std::time(nullptr) - Made;
  if (Age < 2 * Minute)
    return fmt::format("{} s", Age);
  if (Age < 2 * Hour)
    return fmt::format("{} min", Age / Minute);
  if (Age < 2 * Day)
    return fmt::format("{} h", Age / Hour);
  return fmt::format("{} d", Age / Day);
}

std::string timeText(std::time_t Made) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(Made));
}

std::string countText(size_t Count, std::string_view What) {
  return fmt::format("{} {}{}", Count, What, Count == 1 ? "" : "s");
}

ordered_json toJson(const Store &Of, const Artifact &A,
                    const std::vector<std::string> &Runs) {
  auto Files = ordered_json::array();
  for (const StoredFile &File : A.Files)
    Files.push_back({{"name", File.Name},
                     {"bytes", File.Bytes},
                     {"digest", File.Digest},
                     {"blob", Of.blob(File).string()}});
  return {{"key", A.Key},
          {"digest", A.Digest},
          {"kind", A.Kind},
          {"task", A.Task},
          {"program", A.Program},
          {"inputs", A.Inputs},
          {"binaries", A.Binaries},
          {"tools", A.Tools},
          {"host", A.Host},
          {"gpu", A.Gpu.empty() ? ordered_json() : ordered_json(A.Gpu)},
          {"arguments", A.Arguments},
          {"environment", A.Environment},
          {"time", timeText(A.Time)},
          {"seconds", A.Seconds},
          {"bytes", A.bytes()},
          {"files", Files},
          {"runs", Runs}};
}

/// Words of a command need not be UTF-8.
void print(const ordered_json &Document) {
  std::printf(
      "%s\n",
      Document.dump(2, ' ', false, ordered_json::error_handler_t::replace).c_str());
}

void printField(const char *Name, const std::string &Value) {
  if (!Value.empty())
    std::printf("%-12s %s\n", Name, Value.c_str());
}

void printFields(const char *Name, const std::map<std::string, std::string> &Values) {
  for (const auto &[Key, Value] : Values)
    printField(Name, Key + "=" + Value);
}

void printText(const Store &Of, const Artifact &A,
               const std::vector<std::string> &Runs) {
  printField("key", A.Key);
  printField("digest", A.Digest);
  printField("kind", A.Kind);
  printField("task", A.Task);
  printField("program", A.Program);
  for (const std::string &Input : A.Inputs)
    printField("input", Input);
  printFields("binary", A.Binaries);
  printFields("tool", A.Tools);
  printField("host", A.Host);
  printField("gpu", A.Gpu);
  printField("command", shellQuote(A.Arguments));
  printFields("environment", A.Environment);
  printField("time", timeText(A.Time));
  printField("seconds", fmt::format("{:.3f}", A.Seconds));
  printField("kept by", Runs.empty() ? "no run" : join(Runs, ", "));
  for (const StoredFile &File : A.Files)
    printField("file", fmt::format("{} ({})\n{:13}{}", File.Name, sizeText(File.Bytes),
                                   "", Of.blob(File).string()));
}

/// "a, b and 7 more": a store may have many runs.
std::string runsText(const std::vector<std::string> &Runs) {
  constexpr size_t Shown = 2;
  if (Runs.empty())
    return "-";
  if (Runs.size() <= Shown + 1)
    return join(Runs, ", ");
  return fmt::format("{} and {} more", join({Runs.begin(), Runs.begin() + Shown}, ", "),
                     Runs.size() - Shown);
}

Artifact theOne(Store &Of, const std::string &Prefix, const std::string &Directory) {
  std::vector<Artifact> Found = Of.withPrefix(Prefix);
  if (Found.empty())
    throw badUsage(fmt::format("no artifact's key begins with '{}' in the store {}",
                               Prefix, Directory),
                   "'argus store ls' lists the keys");
  for (Artifact &A : Found)
    if (A.Key == Prefix || Found.size() == 1)
      return std::move(A);
  constexpr size_t Shown = 5;
  std::vector<std::string> Keys;
  for (size_t I = 0; I < std::min(Shown, Found.size()); ++I)
    Keys.push_back(fmt::format("{} ({})", Found[I].Key, Found[I].Task));
  throw badUsage(fmt::format("the keys of {} artifacts begin with '{}': {}{}",
                             Found.size(), Prefix, join(Keys, ", "),
                             Found.size() > Shown ? ", ..." : ""),
                 "give more digits");
}

std::string partsOf(const Collected &Freed) {
  std::vector<std::string> Parts{countText(Freed.Runs.size(), "run"),
                                 countText(Freed.Artifacts, "artifact"),
                                 countText(Freed.Blobs, "blob")};
  if (Freed.Unfinished > 0)
    Parts.push_back(countText(Freed.Unfinished, "unfinished task"));
  if (Freed.Variants)
    Parts.push_back("variants/ of an older version");
  return join(Parts, ", ");
}

} // namespace

ExitCode listStore(const std::string &Directory, bool Json) {
  Store Of(Directory, Store::Access::Read);
  std::map<std::string, std::vector<std::string>> Keepers = Of.keepers();
  auto List = ordered_json::array();
  TextTable Table("lllrrl", {"task", "kind", "key", "size", "age", "kept by"});
  for (const Artifact &A : Of.all()) {
    const std::vector<std::string> &Runs = Keepers[A.Key];
    if (Json)
      List.push_back(toJson(Of, A, Runs));
    else
      Table.add({A.Task, A.Kind, A.Key.substr(0, ShortKey), sizeText(A.bytes()),
                 ageText(A.Time), runsText(Runs)});
  }
  if (Json)
    print(List);
  else
    std::fputs(Table.text(styleOf(STDOUT_FILENO)).c_str(), stdout);
  return ExitCode::Done;
}

ExitCode showArtifact(const std::string &Directory, const std::string &Prefix,
                      bool Json) {
  Store Of(Directory, Store::Access::Read);
  const Artifact A = theOne(Of, Prefix, Directory);
  const std::vector<std::string> Runs = Of.keepers()[A.Key];
  if (Json)
    print(toJson(Of, A, Runs));
  else
    printText(Of, A, Runs);
  return ExitCode::Done;
}

ExitCode verifyStore(const std::string &Directory, bool Repair) {
  Store Of(Directory, Repair ? Store::Access::Change : Store::Access::Read);
  const Verification Found = Of.verify();
  for (const Damage &D : Found.Damaged)
    std::printf("damaged: %s %s: %s: %s\n", D.Key.substr(0, ShortKey).c_str(),
                D.Task.c_str(), D.File.c_str(), D.What.c_str());
  std::printf("read %s, %s, %s: %s\n", countText(Found.Artifacts, "artifact").c_str(),
              countText(Found.Blobs, "blob").c_str(), sizeText(Found.Bytes).c_str(),
              Found.Damaged.empty()
                  ? "all whole"
                  : countText(Found.Damaged.size(), "damaged file").c_str());
  if (Found.Orphans > 0)
    std::printf("%s of no artifact, %s: argus store gc removes them\n",
                countText(Found.Orphans, "blob").c_str(),
                sizeText(Found.OrphanBytes).c_str());
  if (Found.Damaged.empty())
    return ExitCode::Done;
  if (!Repair) {
    std::printf("argus store verify --repair forgets the damaged artifacts: they are "
                "made again when they are needed\n");
    return ExitCode::Unmeasured;
  }
  std::printf("forgot %s: made again when needed\n",
              countText(Of.repair(Found), "artifact").c_str());
  return ExitCode::Done;
}

ExitCode collectStore(const std::string &Directory, bool DryRun,
                      const std::optional<std::string> &Keep) {
  Collection How;
  How.DryRun = DryRun;
  if (Keep) {
    const std::optional<uint64_t> Count = parseNumber(*Keep);
    if (!Count)
      throw badUsage("--keep " + *Keep + ": no number of runs",
                     "argus store gc --help");
    How.Keep = static_cast<size_t>(*Count);
  }
  Store Of(Directory, Store::Access::Change);
  const Collected Freed = Of.gc(How);
  const char *Did = DryRun ? "would remove" : "removed";
  for (const std::string &Run : Freed.Runs)
    std::printf("%s run %s\n", Did, Run.c_str());
  std::printf("%s %s: %s\n", Did, partsOf(Freed).c_str(),
              sizeText(Freed.Bytes).c_str());
  return ExitCode::Done;
}

} // namespace argus
