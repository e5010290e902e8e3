//===- Counts.cpp - the counts file -----------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Counts.h"

#include "../../host/Log.h"
#include "argus/VirtualCounts.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace argus::vcuda {

using rt::JsonLine;

CountsFile::CountsFile(std::string Directory, bool Counting)
    : Directory(std::move(Directory)), Counting(Counting) {}

CountsFile::~CountsFile() {
  if (File >= 0)
    close(File);
}

bool CountsFile::open() {
  if (File >= 0 && Pid == getpid())
    return true;
  if (File >= 0)
    close(File); // a child of fork: the parent's
  Pid = getpid();
  const std::string Path = Directory + "/" ARGUS_VIRTUAL_COUNTS_PREFIX +
                           std::to_string(Pid) + ARGUS_VIRTUAL_COUNTS_SUFFIX;
  File = ::open(Path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (File >= 0)
    return true;
  report("cannot write " + Path + ": " + std::strerror(errno) +
         "; nothing is counted. " +
         (Counting ? ARGUS_ENV_VIRTUAL_COUNTS : ARGUS_ENV_VIRTUAL_FAULTS) +
         " must name a directory that the program may write to");
  Directory.clear();
  return false;
}

static bool writeAll(int File, const std::string &Text) {
  for (size_t Done = 0; Done < Text.size();) {
    const ssize_t Written = ::write(File, Text.data() + Done, Text.size() - Done);
    if (Written < 0 && errno == EINTR)
      continue;
    if (Written <= 0)
      return false;
    Done += size_t(Written);
  }
  return true;
}

static std::string newStacks(Module &M) {
  std::string Text;
  const std::vector<vm::RegionStack> &Stacks = M.Code->stacks();
  for (; M.StacksWritten < Stacks.size(); ++M.StacksWritten) {
    const vm::RegionStack &S = Stacks[M.StacksWritten];
    Text += JsonLine("stack")
                .text("ptx", M.Hash)
                .number("stack", int64_t(M.StacksWritten))
                .number("parent", S.Parent)
                .number("site", S.Site)
                .str();
  }
  return Text;
}

void CountsFile::write(Module &M, const std::string &Kernel, unsigned Launch,
                       const vm::LaunchResult &R) {
  if (!wanted() || !open())
    return;
  auto Line = [&](const char *Type) {
    return JsonLine(Type)
        .text("ptx", M.Hash)
        .text("kernel", Kernel)
        .number("launch", Launch);
  };
  std::string Text =
      newStacks(M) + Line("kernel")
                         .number("cycles", int64_t(R.Cycles))
                         .number("warp_instructions", int64_t(R.WarpInstructions))
                         .number("thread_instructions", int64_t(R.ThreadInstructions))
                         .str();
  auto Add = [&](const char *Type, const std::vector<vm::Entries> &Of) {
    for (const vm::Entries &E : Of)
      Text += Line(Type)
                  .number("stack", E.Stack)
                  .number("warps", int64_t(E.Warps))
                  .number("threads", int64_t(E.Threads))
                  .str();
  };
  Add("entered", R.Counts.Entered);
  Add("trips", R.Counts.Trips);
  for (const vm::Execution &E : R.Counts.Executed)
    Text += Line("executed")
                .number("line", E.PtxLine)
                .number("source_file", E.SourceFile)
                .number("source_line", E.SourceLine)
                .number("stack", E.Stack)
                .number("warps", int64_t(E.Warps))
                .number("threads", int64_t(E.Threads))
                .str();
  append(Text);
}

void CountsFile::append(const std::string &Text) {
  if (!writeAll(File, Text))
    report("writing the counts failed: " + std::string(std::strerror(errno)));
}

void CountsFile::fault(const std::string &Kernel, unsigned Launch, const vm::Fault &F) {
  if (Directory.empty() || !open())
    return;
  append(JsonLine("fault")
             .text("kernel", Kernel)
             .number("launch", Launch)
             .number("code", F.Code)
             .text("text", F.Text)
             .str());
}

} // namespace argus::vcuda
