//===- Session.cpp - what answering a query has at hand -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "answer/Session.h"

#include "answer/RunKey.h"
#include "answer/VirtualRun.h"
#include "driver/Layout.h"
#include "execute/Process.h"
#include "support/Digest.h"
#include "support/Failure.h"
#include "support/Text.h"

#include <algorithm>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

namespace argus {

/// What is in the store is the store's to remove.
static void requireOutside(const fs::path &Out, const fs::path &Store) {
  const fs::path Root = fs::weakly_canonical(Store), Place = fs::weakly_canonical(Out);
  if (std::search(Place.begin(), Place.end(), Root.begin(), Root.end()) ==
      Place.begin())
    throw badUsage("--out " + Out.string() + " is in the store " + Store.string() +
                       ", which may remove what is there",
                   "name another directory; without --out the report goes to the run's "
                   "directory in the store");
}

static std::string checkedProgram(const Query &Q) {
  const std::string Program = findProgram(Q.Command.front());
  requireWritable(Q.Store, "the store");
  if (!Q.Out.empty()) {
    requireWritable(Q.Out, "the report's directory");
    requireOutside(Q.Out, Q.Store);
  }
  return Program;
}

static fs::path newRun(const Store &Kept) {
  const std::time_t Now = std::time(nullptr);
  return makeUniqueDirectory(Kept.runs(),
                             fmt::format("{:%Y%m%d-%H%M%S}-", fmt::localtime(Now)));
}

Session::Session(const Query &Q)
    : Q(Q), Program(checkedProgram(Q)), Digest(digestOf(MappedFile(Program).bytes())),
      Kept(fs::absolute(Q.Store)), Directory(newRun(Kept)),
      Id(Directory.filename().string()),
      Out(Q.Out.empty() ? Directory : fs::absolute(Q.Out)),
      Shelf(Kept, Id, Directory / "variants"), PipedInput(inputIsAPipe()),
      InputOffset(std::max<off_t>(0, lseek(STDIN_FILENO, 0, SEEK_CUR))),
      Stamps(argumentStamps(Q.Command)) {
  // A report of before would pass for this query's where this one fails.
  std::error_code None;
  fs::remove(Out / "report.json", None);
}

/// The GPUs that the program may use: all, or the one that is asked for.
static std::vector<std::string> usableGpus(const DriverProbe &Driver,
                                           const std::optional<unsigned> &Only) {
  std::vector<std::string> Uuids;
  for (size_t I = 0; I < Driver.Gpus.size(); ++I)
    if ((!Only || *Only == I) && !Driver.Gpus[I].Uuid.empty())
      Uuids.push_back(Driver.Gpus[I].Uuid);
  std::sort(Uuids.begin(), Uuids.end());
  return Uuids;
}

static std::string findGpu(Session &S) {
  S.Driver = probeDriver();
  const DriverProbe &Driver = S.Driver;
  const std::string Remedy = "; 'argus doctor' tells what to do, and --device virtual "
                             "needs no GPU";
  if (!Driver.LoadError.empty())
    return "no NVIDIA driver: " + Driver.LoadError + Remedy;
  if (Driver.InitStatus != 0)
    return "the CUDA driver does not start: " + Driver.InitError + Remedy;
  if (Driver.Gpus.empty())
    return "the CUDA driver finds no GPU" + Remedy;
  if (S.Q.Device && *S.Q.Device >= Driver.Gpus.size())
    throw badUsage(fmt::format("--device cuda:{}: the driver offers {} GPU{}",
                               *S.Q.Device, Driver.Gpus.size(),
                               Driver.Gpus.size() > 1 ? "s" : ""));
  S.Gpus = usableGpus(Driver, S.Q.Device);
  S.Identity = fmt::format("{} driver {}", join(S.Gpus, " "), Driver.Version);
  return "";
}

std::string findDevice(Session &S) {
  const std::string Launched =
      S.Q.Launcher.empty() ? "" : "by " + shellQuote(S.Q.Launcher) + " ";
  if (!S.Q.Virtual) {
    if (Launched.empty())
      return findGpu(S);
    S.Identity = Launched; // which GPU, only the runs will tell
    return "";
  }
  requireSharedCudart(S.Program);
  S.Identity = Launched + "virtual " +
               digestOf(MappedFile(ownLayout().VirtualDevice).bytes()).substr(0, 16);
  return "";
}

} // namespace argus
