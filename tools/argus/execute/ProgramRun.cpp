//===- ProgramRun.cpp - runs the user's program with the runtime ----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/ProgramRun.h"

#include "argus/Abi.h"
#include "argus/VirtualCounts.h"
#include "plan/Plan.h"
#include "support/Failure.h"
#include "support/Files.h"
#include "support/Text.h"

#include <cstdlib>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace argus {

/// The user's own list of devices, if any, is what cuda:N counts in.
static std::string visibleDevice(unsigned Device, const std::string &Inherited) {
  if (Inherited.empty())
    return std::to_string(Device);
  const std::vector<std::string> Listed = split(Inherited, ',');
  return Device < Listed.size() ? Listed[Device] : std::to_string(Device);
}

std::string repeatableInput() {
  struct stat Status;
  const bool File = fstat(STDIN_FILENO, &Status) == 0 && S_ISREG(Status.st_mode);
  return File ? "/proc/self/fd/0" : "/dev/null";
}

std::string preloadablePath(const std::string &Library, const fs::path &Directory) {
  const auto Splits = [](const std::string &Path) {
    return Path.find_first_of(" :") != std::string::npos;
  };
  if (!Splits(Library))
    return Library;
  const std::string Link = (Directory / fs::path(Library).filename()).string();
  if (Splits(Link))
    throw badUsage(fmt::format("LD_PRELOAD can name neither {} nor a link in {}: both "
                               "have a space or colon",
                               Library, Directory.string()),
                   "choose another directory with --store DIR");
  std::error_code Error;
  fs::create_symlink(Library, Link, Error);
  if (Error && !fs::exists(Link))
    throw badUsage("cannot create " + Link + ": " + Error.message());
  return Link;
}

std::map<std::string, std::string> environmentOf(const VirtualDevice &Device,
                                                 const std::string &LibraryPath) {
  std::map<std::string, std::string> Variables;
  Variables[ARGUS_ENV_VIRTUAL_TIME_LIMIT] = fmt::format("{}", Device.TimeLimit);
  if (!Device.Counts.empty())
    Variables[ARGUS_ENV_VIRTUAL_COUNTS] = Device.Counts.string();
  if (!Device.Faults.empty())
    Variables[ARGUS_ENV_VIRTUAL_FAULTS] = Device.Faults.string();
  if (!Device.CudartDir.empty())
    Variables["LD_LIBRARY_PATH"] =
        LibraryPath.empty() ? Device.CudartDir : LibraryPath + ":" + Device.CudartDir;
  return Variables;
}

ProcessRequest programRequest(const ProgramRun &Run, const Environment &Get) {
  ProcessRequest Request;
  Request.Command = Run.Command;
  Request.TimeoutSeconds = Run.TimeoutSeconds;
  auto &Variables = Request.Environment;
  std::vector<std::string> Preload;
  if (!Run.Runtime.empty())
    Preload.push_back(Run.Runtime);
  if (Run.Virtual) {
    Variables = environmentOf(*Run.Virtual, Get("LD_LIBRARY_PATH"));
    Preload.push_back(Run.Virtual->Library);
  }
  if (const std::string Own = Get("LD_PRELOAD"); !Own.empty())
    Preload.push_back(Own);
  Variables["LD_PRELOAD"] = join(Preload, ":");
  if (!Run.Directory.empty())
    Variables[ARGUS_ENV_OUT] = Run.Directory.string();
  if (!Run.Images.empty())
    Variables[ARGUS_ENV_IMAGES] = Run.Images.string();
  if (!Run.Images.empty() && !Run.ImagesRecord)
    Variables[ARGUS_ENV_RECORDS] = "0";
  if (Run.Events)
    Variables[ARGUS_ENV_EVENTS] = std::to_string(*Run.Events);
  if (Run.Launches)
    Variables[ARGUS_ENV_LAUNCHES] =
        fmt::format("{}:{}", Run.Launches->Begin, Run.Launches->End);
  if (Run.Device)
    Variables["CUDA_VISIBLE_DEVICES"] =
        visibleDevice(*Run.Device, Get("CUDA_VISIBLE_DEVICES"));
  if (!Run.Interactive) {
    Request.Stdin = Run.Input;
    Request.StdinOffset = Run.InputOffset;
    Request.Stdout = (Run.Directory / "stdout.txt").string();
    Request.Stderr = (Run.Directory / "stderr.txt").string();
  }
  return Request;
}

std::string reproCommand(const ProcessRequest &Request) {
  std::vector<std::string> Words = {"env"};
  for (const auto &[Name, Value] : Request.Environment)
    Words.push_back(Name + "=" + Value);
  Words.insert(Words.end(), Request.Command.begin(), Request.Command.end());
  return shellQuote(Words);
}

static std::string environmentValue(const char *Name) {
  const char *Value = std::getenv(Name);
  return Value ? Value : "";
}

/// The last line that says something, which often tells why.
static std::string lastWords(const std::string &File) {
  std::string Last;
  if (!fs::exists(File)) // it was never started
    return "";
  for (const std::string &Line : split(readFile(File), '\n'))
    if (Line.find_first_not_of(" \t\r") != std::string::npos)
      Last = Line;
  return Last.empty() ? "" : "\nits last words: " + Last;
}

IsolatedResult runProgram(const ProgramRun &Run) {
  const ProcessRequest Request = programRequest(Run, environmentValue);
  IsolatedRequest Isolated;
  Isolated.Program = Request;
  Isolated.MemoryBytes = Run.MemoryBytes;
  Isolated.Interactive = Run.Interactive;
  const IsolatedResult Result = runIsolated(
      Isolated,
      Run.Argus.empty() ? fs::read_symlink("/proc/self/exe").string() : Run.Argus,
      Run.Directory, Run.Launcher);
  if (Result.ok())
    return Result;
  if (!Result.NotStarted.empty())
    throw badUsage(Result.NotStarted);
  std::string Message = fmt::format("the program failed in run {}: {}: {}", Run.Id,
                                    shellQuote(Run.Command), Result.text());
  if (!Run.Images.empty() && Run.Kind != toString(RunKind::Reference))
    Message += "\nit had ended well in the reference run: perhaps the variant's images "
               "changed what it does";
  if (!Run.Interactive)
    Message += lastWords(Request.Stderr) +
               fmt::format("\noutput: {}\n        {}", Request.Stdout, Request.Stderr);
  throw Failure(ExitCode::ProgramFailed, Message, "repeat: " + reproCommand(Request));
}

} // namespace argus
