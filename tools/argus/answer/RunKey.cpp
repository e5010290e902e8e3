//===- RunKey.cpp - what the result of a program's run follows from -------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "answer/RunKey.h"

#include "driver/Layout.h"
#include "support/Digest.h"
#include "support/Text.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

namespace argus {

using nlohmann::json;

namespace {

bool startsWithAny(const std::string &Name,
                   std::initializer_list<const char *> Begins) {
  return std::any_of(Begins.begin(), Begins.end(), [&](const char *Begin) {
    return Name.compare(0, std::strlen(Begin), Begin) == 0;
  });
}

bool isOneOf(const std::string &Name, std::initializer_list<const char *> Names) {
  return std::find(Names.begin(), Names.end(), Name) != Names.end();
}

/// What terminals, shells and logins set anew each time and no program computes with.
bool isOfTheShell(const std::string &Name) {
  return isOneOf(Name, {"_", "SHLVL", "PWD", "OLDPWD", "TERM", "DISPLAY", "WINDOWID",
                        "STY", "PS1", "HISTFILE", "LS_COLORS", "COLORTERM",
                        "INVOCATION_ID", "JOURNAL_STREAM", "MAIL"}) ||
         startsWithAny(Name, {"SSH_", "XDG_SESSION_", "DBUS_", "TMUX", "VTE_", "GPG_",
                              "ITERM_", "VSCODE_"});
}

std::map<std::string, std::string> environment() {
  std::map<std::string, std::string> All;
  for (char **Entry = environ; *Entry; ++Entry) {
    const std::string Name(*Entry, std::strcspn(*Entry, "="));
    const size_t Value = std::min(Name.size() + 1, std::strlen(*Entry));
    if (!isOfTheShell(Name))
      All[Name] = *Entry + Value;
  }
  return All;
}

/// Changes when the file is written; empty where it is none.
std::string stampOf(const char *Path, int File = -1) {
  struct stat S;
  if ((File < 0 ? stat(Path, &S) : fstat(File, &S)) != 0 || !S_ISREG(S.st_mode))
    return "";
  return fmt::format("{} {}.{:09}", S.st_size, S.st_mtim.tv_sec, S.st_mtim.tv_nsec);
}

/// The libraries of Argus are in the key by themselves.
bool isOurs(const std::string &Path) {
  std::error_code Error;
  for (const std::string &Own : {ownLayout().Runtime, ownLayout().VirtualDevice})
    if (fs::equivalent(Path, Own, Error))
      return true;
  return false;
}

/// What a run reads from its standard input. What comes through a pipe can be known to
/// nobody before it is read, and so is like nothing else.
std::string inputStamp(const Session &S, const RunSpec &Run) {
  if (const std::string File = stampOf(nullptr, STDIN_FILENO); !File.empty())
    return fmt::format("{} at {}", File, S.InputOffset);
  return Run.Interactive && S.PipedInput ? S.Id : "";
}

} // namespace

bool inputIsAPipe() {
  struct stat Is;
  if (fstat(STDIN_FILENO, &Is) != 0 || !(S_ISFIFO(Is.st_mode) || S_ISSOCK(Is.st_mode)))
    return false;
  pollfd Input = {STDIN_FILENO, POLLIN, 0};
  int Waiting = 0;
  const bool Ended = poll(&Input, 1, 0) > 0 && (Input.revents & POLLHUP) &&
                     ioctl(STDIN_FILENO, FIONREAD, &Waiting) == 0 && Waiting == 0;
  return !Ended;
}

std::vector<std::string> argumentStamps(const std::vector<std::string> &Command) {
  std::vector<std::string> Stamps;
  for (size_t I = 1; I < Command.size(); ++I) {
    const std::string &Word = Command[I];
    const size_t Value = Word.find('=');
    Stamps.push_back(stampOf(Word.c_str()));
    if (Stamps.back().empty() && Value != std::string::npos)
      Stamps.back() = stampOf(Word.c_str() + Value + 1);
  }
  return Stamps;
}

std::string taskOf(const Session &S, const RunSpec &Run) {
  json Task = {{"run", Run.id()},
               {"beside", Run.Beside},
               {"images", Run.ImageKeys},
               {"records", Run.Records},
               {"counts", Run.Counts},
               {"program", S.Digest},
               {"command", S.Q.Command},
               {"files", argumentStamps(S.Q.Command)},
               {"directory", fs::current_path().string()},
               {"environment", environment()},
               {"input", inputStamp(S, Run)},
               {"device", S.Identity},
               {"visible", S.Q.Device ? int(*S.Q.Device) : -1},
               {"runtime", digestOf(MappedFile(ownLayout().Runtime).bytes())}};
  if (Run.Events)
    Task["events"] = *Run.Events;
  if (Run.Records && S.Q.Scope.Launch)
    Task["launches"] = {S.Q.Scope.Launch->Begin, S.Q.Scope.Launch->End};
  if (S.Q.Virtual)
    Task["time_limit"] = S.Q.TimeLimitSeconds;
  return Run.Name + " " +
         digestOf(Task.dump(-1, ' ', false, json::error_handler_t::replace))
             .substr(0, 32);
}

std::string keyOf(const std::string &Task, const FileStates &Binaries) {
  return digestOf(json{Task, Binaries}.dump()).substr(0, 32);
}

static std::string digestOfFile(const std::string &Path) {
  std::error_code Error;
  return fs::is_regular_file(Path, Error) ? digestOf(MappedFile(Path).bytes()) : "";
}

FileStates binariesOf(const std::vector<CollectedProcess> &Processes,
                      const std::string &Program) {
  FileStates States;
  for (const CollectedProcess &P : Processes)
    for (const ModuleRecord &Module : P.Log.Modules)
      if (Module.Path != Program && !States.count(Module.Path))
        States[Module.Path] = digestOfFile(Module.Path);
  for (const CollectedProcess &P : Processes)
    for (const std::string &Path : P.Log.Files)
      if (!States.count(Path) && !isOurs(Path))
        States[Path] = stampOf(Path.c_str());
  return States;
}

bool areUnchanged(const FileStates &Binaries) {
  return std::all_of(Binaries.begin(), Binaries.end(), [](const auto &Each) {
    const auto &[Path, State] = Each;
    const bool Stamped = State.find(' ') != std::string::npos;
    return (Stamped ? stampOf(Path.c_str()) : digestOfFile(Path)) == State;
  });
}

std::map<std::string, std::string> notedEnvironment() {
  std::map<std::string, std::string> Noted;
  for (const auto &[Name, Value] : environment())
    if (startsWithAny(Name, {"CUDA_", "NVIDIA_", "NCCL_", "NVSHMEM_", "OMP_",
                             "ARGUS_RT_", "LD_LIBRARY_PATH", "LD_PRELOAD"}))
      Noted[Name] = Value;
  return Noted;
}

} // namespace argus
