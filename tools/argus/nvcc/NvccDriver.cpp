//===- NvccDriver.cpp - argus nvcc --------------------------------------- ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/NvccDriver.h"
#include "driver/Layout.h"
#include "driver/Toolkit.h"
#include "execute/Interrupts.h"
#include "execute/Leftovers.h"
#include "execute/Process.h"
#include "nvcc/DeviceCompile.h"
#include "nvcc/NvccArguments.h"
#include "nvcc/NvccSteps.h"
#include "support/Failure.h"
#include "support/Files.h"
#include "support/Status.h"
#include "support/Text.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <unistd.h>

namespace argus {

namespace {

std::string findNvcc() {
  const ToolkitLocation Cuda = findCudaToolkit("");
  const std::string Nvcc = Cuda.Path + "/bin/nvcc";
  if (Cuda && ::access(Nvcc.c_str(), X_OK) == 0)
    return Nvcc;
  throw badUsage(Cuda ? "no nvcc in " + Cuda.Path + "/bin" : Cuda.Problem,
                 "name a CUDA toolkit that has it in CUDA_HOME");
}

int runInPlace(std::vector<std::string> Command) {
  std::vector<char *> Raw;
  for (std::string &Word : Command)
    Raw.push_back(Word.data());
  Raw.push_back(nullptr);
  ::execvp(Raw[0], Raw.data());
  throw badUsage("cannot run " + Command[0] + ": " + errnoText(Command[0]));
}

/// The plugin is clang's; here its name asks for what is done anyway.
std::vector<std::string> withoutPlugin(const std::vector<std::string> &Words,
                                       bool &Plain) {
  Plain = false;
  std::vector<std::string> Result;
  for (const NvccArgument &Argument : readNvccArguments(Words))
    if (Argument.Option == "--no-argus")
      Plain = true;
    else if (Argument.Option != "-fplugin" ||
             Argument.Value.find("Argus") == std::string::npos)
      Result.insert(Result.end(), Argument.Words.begin(), Argument.Words.end());
  return Result;
}

/// One call of nvcc: its commands, run in their order.
class NvccRun {
public:
  NvccRun(std::string Nvcc, std::vector<std::string> Args)
      : Nvcc(std::move(Nvcc)), Args(std::move(Args)),
        Read(allNvccArguments(this->Args, processEnvironment)), Scratch("argus-nvcc-"),
        Device(Scratch.path()) {}

  int run() {
    const bool Compiles = plan() && std::any_of(Plan.Steps.begin(), Plan.Steps.end(),
                                                [](const NvccStep &S) {
                                                  return S.What == NvccStep::Tool::Cicc;
                                                });
    if (!Compiles) { // a link, host code alone, or what nvcc refuses
      Args.insert(Args.begin(), Nvcc);
      Scratch.remove(); // what follows does not come back
      return runInPlace(Args);
    }
    std::fputs(Plan.Said.c_str(), stderr);
    for (const auto &[Name, Value] : Plan.Environment)
      if (Name != Prepended &&
          Name != Appended) // shown in quotes, which are not theirs
        ::setenv(Name.c_str(), Value.c_str(), 1);
    // cicc leaves files there when it is interrupted.
    ::setenv("TMPDIR", Scratch.path().c_str(), 1);
    sayWhatIsLeft();
    readStandardInput();
    const bool Verbose = hasOption(Read, {"-v"});
    if (Verbose) // CMake reads where the toolkit is
      std::fputs(Plan.Assigned.c_str(), stderr);
    for (const NvccStep &Step : Plan.Steps) {
      if (Verbose)
        std::fprintf(stderr, "#$ %s\n", Step.Line.c_str());
      // make takes an object that is there for done.
      if (const std::string Product = productOf(Step); !Product.empty())
        Products.add(Product);
      if (const int Status = run(Step))
        return Status;
    }
    Products.complete();
    return 0;
  }

private:
  static constexpr char Prepended[] = "NVCC_PREPEND_FLAGS";
  static constexpr char Appended[] = "NVCC_APPEND_FLAGS";

  /// What nvcc would do; its temporary files go to a directory of this call. False
  /// where it would do nothing.
  bool plan() {
    const std::string Said = Scratch.path() + "/dryrun.txt";
    ProcessRequest Request;
    Request.Command = {Nvcc, "--dryrun", "-DARGUS_NVCC"};
    Request.Command.insert(Request.Command.end(), Args.begin(), Args.end());
    Request.Environment["TMPDIR"] = Scratch.path();
    Request.Stdin = "/dev/null"; // what comes from there is read once
    Request.Stdout = Scratch.path() + "/printed.txt"; // a list; nvcc prints it itself
    Request.Stderr = Said;
    const ProcessResult Result = runProcess(Request);
    Plan = parseDryRun(readFile(Said));
    return Result.ok();
  }

  /// What the step writes for the user: an object, or what no later step reads (with
  /// --keep, the files between are in no temporary directory). Empty: nothing.
  std::string productOf(const NvccStep &Step) const {
    std::string File = Step.valueOf("-o");
    const bool Mine = isScratch(File);
    if (Mine || Step.What == NvccStep::Tool::HostCompiler)
      return Mine ? "" : File;
    for (const NvccStep *Later = &Step + 1; Later <= &Plan.Steps.back(); ++Later)
      if (Later->Words.front() != "rm" && Later->mentions(File))
        return "";
    return File;
  }

  /// What nvcc does by itself, beside its commands, and what is not mapped.
  void sayWhatIsLeft() const {
    for (const NvccArgument &Argument : Read)
      if (Argument.Option == "-fdevice-time-trace" || Argument.Option == "-time")
        status("argus nvcc: " + Argument.Option +
               " measures nothing, since nvcc runs none of the commands itself; with "
               "--no-argus it does");
      else if (Argument.Option.empty() &&
               fs::absolute(Argument.Value).string().find('"') != std::string::npos)
        status(
            "argus nvcc: " + Argument.Value +
            ": PTX cannot name a file with '\"' in its path, so its regions cannot be "
            "mapped: compile it in another directory");
    if (hasOption(Read, {"-ewp"}))
      status("argus nvcc: code of -ewp (--extensible-whole-program) is not mapped: for "
             "regions, compile with -rdc=true");
  }

  /// nvcc reads a source from standard input into a file, which no command makes.
  void readStandardInput() {
    constexpr std::string_view End = "_stdin";
    for (const NvccStep &Step : Plan.Steps) {
      const std::string File = Step.input();
      const std::string_view Name = File;
      if (Step.What != NvccStep::Tool::Preprocessor || !isScratch(File) ||
          Name.size() < End.size() || Name.substr(Name.size() - End.size()) != End)
        continue;
      std::ofstream(File) << std::cin.rdbuf();
      StandardInput = File;
      return;
    }
  }

  bool isScratch(const std::string &File) const {
    return File.compare(0, Scratch.path().size(), Scratch.path()) == 0;
  }

  /// What -MD asks for, by nvcc's -M: what it does with the compiler's own list, it
  /// does by itself.
  int writeDependencies(const std::string &File) {
    ProcessRequest Request;
    Request.Command = {Nvcc, "-MF", File, "-DARGUS_NVCC"};
    std::vector<std::string> Words = nvccWordsOf(processEnvironment(Prepended));
    Words.insert(Words.end(), Args.begin(), Args.end());
    const auto Last = nvccWordsOf(processEnvironment(Appended));
    Words.insert(Words.end(), Last.begin(), Last.end());
    Words = dependencyWords(Words, Scratch.path());
    Request.Command.insert(Request.Command.end(), Words.begin(), Words.end());
    // nvcc sees no -M in them.
    Request.Environment[Prepended] = Request.Environment[Appended] = "";
    Request.Stdin = StandardInput;
    const ProcessResult Result = runProcess(Request);
    return Result.ok() ? 0 : std::max(1, Result.ExitStatus);
  }

  int run(const NvccStep &Step) {
    if (Step.Words.front() == "rm") // of temporary files, some of which nvcc never made
      return 0;
    if (Step.Words.front() == "--") // "-- Filter Dependencies -- > FILE": no command
      return writeDependencies(Step.Words.back());
    ProcessRequest Request;
    Request.Command = {"/bin/sh", "-c", Step.Line};
    const ProcessResult Result = runProcess(Request);
    if (!Result.ok())
      return std::max(1, Result.ExitStatus);
    switch (Step.What) {
    case NvccStep::Tool::Preprocessor:
      Device.preprocessed(Step);
      return 0;
    case NvccStep::Tool::Cudafe:
      Device.separated(Step);
      return 0;
    case NvccStep::Tool::Cicc:
      Device.compiled(Step);
      return 0;
    case NvccStep::Tool::Ptxas:
      Device.assembled(Step);
      return 0;
    case NvccStep::Tool::Fatbinary:
      Device.packed(Step);
      return 0;
    case NvccStep::Tool::HostCompiler:
      return Device.complete(Step) ? 0 : 1;
    case NvccStep::Tool::Other:
      return 0;
    }
    return 0;
  }

  std::string Nvcc;
  std::vector<std::string> Args;
  std::vector<NvccArgument> Read;
  ScratchDirectory Scratch;
  UnfinishedFiles Products;
  DeviceCompile Device;
  NvccSteps Plan;
  std::string StandardInput; ///< a file with it; empty: it is no source
};

} // namespace

int runNvccDriver(int argc, char **argv) {
  bool Plain = false;
  std::vector<std::string> Args = withoutPlugin(
      std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc), Plain);
  const std::string Nvcc = findNvcc();
  const std::vector<NvccArgument> Read = allNvccArguments(Args, processEnvironment);
  if (hasOption(Read, {"-h"})) {
    std::puts(
        "argus nvcc [--no-argus] ARGUMENTS...: nvcc with the regions that the source "
        "marks;\n--no-argus: nvcc alone. What follows is nvcc's own help.\n");
    std::fflush(stdout);
  }
  const bool Cut = std::any_of(Read.begin(), Read.end(),
                               [](const NvccArgument &A) { return A.Cut; });
  if (!Args.empty() && !Cut) // argus_region.h; what is cut would take the word
    Args.insert(Args.end(), {"-isystem", ownLayout().IncludeDir});
  if (Plain || Args.empty() || Cut || hasOption(Read, {"-dryrun", "-V", "-h", "-E"})) {
    Args.insert(Args.begin(), Nvcc);
    return runInPlace(std::move(Args));
  }
  handleInterrupts();
  return NvccRun(Nvcc, std::move(Args)).run();
}

} // namespace argus
