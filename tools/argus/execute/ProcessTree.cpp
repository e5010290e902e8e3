//===- ProcessTree.cpp - the processes below one, and their memory --------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/ProcessTree.h"

#include "support/Text.h"

#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <thread>
#include <unistd.h>

namespace argus {

namespace fs = std::filesystem;

/// What is in a file of /proc; empty where the process has ended.
static std::string procFile(const std::string &Path) {
  std::ifstream File(Path);
  // The process may end meanwhile, which iterators over the buffer would throw for.
  std::ostringstream Text;
  Text << File.rdbuf();
  return Text.str();
}

/// The names in a directory of /proc that are numbers.
static std::vector<pid_t> numbersIn(const std::string &Directory) {
  std::vector<pid_t> Numbers;
  std::error_code Error;
  for (fs::directory_iterator At(Directory, Error), End; !Error && At != End;
       At.increment(Error))
    if (const auto Number = parseNumber(At->path().filename().string()))
      Numbers.push_back(static_cast<pid_t>(*Number));
  return Numbers;
}

/// The parent of a process that has not ended.
static std::optional<pid_t> parentOf(pid_t Pid) {
  const std::string Stat = procFile("/proc/" + std::to_string(Pid) + "/stat");
  const size_t Name = Stat.rfind(')'); // the name may hold anything
  if (Name == std::string::npos || Name + 4 >= Stat.size())
    return std::nullopt;
  const char State = Stat[Name + 2];
  pid_t Parent = 0;
  std::from_chars(Stat.data() + Name + 4, Stat.data() + Stat.size(), Parent);
  return State == 'Z' || State == 'X' ? std::nullopt : std::optional(Parent);
}

std::vector<pid_t> descendants(pid_t Root) {
  std::multimap<pid_t, pid_t> Children;
  for (const pid_t Pid : numbersIn("/proc"))
    if (const auto Parent = parentOf(Pid))
      Children.emplace(*Parent, Pid);
  std::vector<pid_t> Found = {Root};
  for (size_t I = 0; I < Found.size(); ++I) {
    const auto [Begin, End] = Children.equal_range(Found[I]);
    for (auto At = Begin; At != End; ++At)
      Found.push_back(At->second);
  }
  Found.erase(Found.begin());
  return Found;
}

std::vector<pid_t> descendantsAtAGlance(pid_t Root) {
  static const bool Listed = fs::exists("/proc/thread-self/children");
  if (!Listed)
    return descendants(Root);
  std::vector<pid_t> Found = {Root};
  for (size_t I = 0; I < Found.size(); ++I) {
    const std::string Tasks = "/proc/" + std::to_string(Found[I]) + "/task";
    for (const pid_t Thread : numbersIn(Tasks)) {
      std::ifstream List(Tasks + "/" + std::to_string(Thread) + "/children");
      Found.insert(Found.end(), std::istream_iterator<pid_t>(List), {});
    }
  }
  Found.erase(Found.begin());
  return Found;
}

/// The number behind "NAME:" in a status file, in kB.
static uint64_t statusField(const std::string &Status, const std::string &Name) {
  const size_t At = Status.find("\n" + Name + ":");
  if (At == std::string::npos)
    return 0;
  const size_t Digits = Status.find_first_of("0123456789", At);
  uint64_t Value = 0;
  if (Digits != std::string::npos)
    std::from_chars(Status.data() + Digits, Status.data() + Status.size(), Value);
  return Value;
}

uint64_t residentBytes(pid_t Pid) {
  const std::string Status = procFile("/proc/" + std::to_string(Pid) + "/status");
  return 1024 * (statusField(Status, "RssAnon") + statusField(Status, "RssShmem"));
}

void killAllWith(const std::string &Variable) {
  using namespace std::chrono_literals;
  const std::string Entry = '\0' + Variable + '\0';
  for (int I = 0; I < 200; ++I) {
    bool Found = false;
    for (const pid_t Pid : numbersIn("/proc")) {
      if (Pid == getpid() || !parentOf(Pid))
        continue;
      const std::string Environment =
          '\0' + procFile("/proc/" + std::to_string(Pid) + "/environ");
      if (Environment.find(Entry) != std::string::npos)
        Found |= kill(Pid, SIGKILL) == 0;
    }
    if (!Found)
      return;
    std::this_thread::sleep_for(10ms);
  }
}

} // namespace argus
