//===- Exec.cpp - argus exec: a program on the virtual device -------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "answer/Tools.h"
#include "answer/VirtualRun.h"
#include "build/BuildSteps.h"
#include "build/Capsules.h"
#include "commands/Commands.h"
#include "driver/Layout.h"
#include "driver/Toolkit.h"
#include "execute/Process.h"
#include "support/Text.h"

#include <cstdlib>
#include <fmt/format.h>

namespace argus {

namespace {

std::string environmentValue(const char *Name) {
  const char *Value = std::getenv(Name);
  return Value ? Value : "";
}

bool isElf(const std::string &Path) {
  return MappedFile(Path).bytes().substr(0, 4) == "\177ELF";
}

/// From the program's capsules, images with source lines, so that what goes wrong can
/// be told by file and line. Without capsules or a toolkit it runs its own PTX.
bool makeImages(const std::string &Program, const fs::path &Scratch,
                const fs::path &Images) {
  const std::vector<ContainerInfo> Containers = loadContainers(Program);
  if (Containers.empty() || !findCudaToolkit())
    return false;
  Store Kept(Scratch / "store");
  VariantShelf Shelf(Kept, "", Scratch / "variants");
  const BuildTools Tools = findBuildTools(&Shelf);
  const std::vector<VariantJob> Jobs = linesJobs(Containers, VirtualArch);
  writeLinesImages(Containers, Jobs, buildVariants(Jobs, Tools), Images);
  return true;
}

} // namespace

ExitCode execProgram(const std::vector<std::string> &Command, double TimeLimit) {
  const std::string Program = findProgram(Command.front());
  const TemporaryDirectory Scratch(makeUniqueDirectory(temporaryDirectory(), "argus-"));
  ProgramRun Run;
  Run.Id = "exec";
  Run.Command = Command;
  Run.Virtual = virtualDevice(Scratch.path(), TimeLimit);
  Run.Interactive = true;
  if (isElf(Program)) {
    requireSharedCudart(Program);
    const fs::path Images = Scratch.path() / "images";
    if (makeImages(Program, Scratch.path(), Images)) {
      Run.Images = Images;
      Run.Runtime = preloadablePath(ownLayout().Runtime, Scratch.path());
    }
  }
  const ProcessResult Result = runProcess(programRequest(Run, environmentValue));
  if (Result.ok())
    return ExitCode::Done;
  throw Failure(
      ExitCode::ProgramFailed,
      fmt::format("the program failed: {}: {}", shellQuote(Command), Result.text()));
}

} // namespace argus
