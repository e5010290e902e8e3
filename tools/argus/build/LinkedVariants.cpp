//===- LinkedVariants.cpp - one image of several units' variants ----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/LinkedVariants.h"

#include "argus/ptx/Link.h"
#include "argus/ptx/Parser.h"
#include "argus/ptx/Printer.h"
#include "build/Capsules.h"
#include "build/LinkedContexts.h"
#include "build/OriginsJson.h"
#include "execute/Process.h"
#include "support/Failure.h"
#include "support/Text.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace argus {

using nlohmann::json;

namespace {

std::string keyOf(const VariantJob &Job, const std::vector<BuiltVariant> &Units,
                  const BuildTools &Tools) {
  json Inputs = {{"link", Job.kind()},          {"arch", Job.Arch},
                 {"options", Job.PtxasOptions}, {"nvlink", Job.NvlinkOptions},
                 {"argus", Tools.ArgusDigest},  {"ptxas", Tools.PtxasVersion}};
  for (const BuiltVariant &Unit : Units)
    Inputs["units"].push_back(Unit.Key);
  return digestOf(Inputs.dump()).substr(0, 32);
}

class Link {
public:
  Link(const VariantJob &Job, const std::vector<BuiltVariant> &Units,
       const BuildTools &Tools, fs::path Directory)
      : Job(Job), Units(Units), Tools(Tools), Directory(std::move(Directory)) {}

  void run() {
    const std::vector<std::string> Texts = numberThrough();
    json Notes = json::array();
    std::vector<ptx::Module> Modules;
    for (size_t I = 0; I < Units.size(); ++I) {
      for (const std::string &Note : Units[I].Notes)
        Notes.push_back(Note);
      writeFile(unitFile(I, "ptx"), Texts[I]);
      Modules.push_back(ptx::parse(Texts[I], Units[I].Ptx.string()));
    }
    writeFile(Directory / VariantPtx, ptx::print(ptx::link(std::move(Modules))));
    if (Job.needsPtxas())
      makeCubin();
    json Document = {{"sites", Job.Sites}, {"notes", Notes}};
    addOrigins(Document, Contexts.table());
    writeFile(Directory / VariantJson, Document.dump());
  }

private:
  /// The units' PTX, with contexts that are unique in the image.
  std::vector<std::string> numberThrough() {
    std::vector<std::string> Texts;
    for (const BuiltVariant &Unit : Units)
      Texts.push_back(readFile(Unit.Ptx));
    if (Job.Kind != BuildKind::Mapped && Job.Kind != BuildKind::Truth)
      return Texts;
    std::vector<ptx::Module> Modules;
    for (size_t I = 0; I < Units.size(); ++I)
      Modules.push_back(ptx::parse(Texts[I], Units[I].Ptx.string()));
    const std::vector<ptx::SymbolChanges> Changes = ptx::symbolChanges(Modules);
    for (size_t I = 0; I < Units.size(); ++I)
      Texts[I] =
          shiftContexts(Texts[I], Contexts.add(Units[I].Origins, Changes[I].Renamed,
                                               Changes[I].Dropped));
    return Texts;
  }

  fs::path unitFile(size_t Unit, const char *Extension) const {
    return Directory / fmt::format("unit-{}.{}", Unit, Extension);
  }

  /// Runs a tool and returns what it wrote.
  std::string tool(std::vector<std::string> Command, const char *What) const {
    ProcessRequest Request;
    Request.Command = std::move(Command);
    const fs::path Log = Directory / "tool.txt";
    Request.Stdin = "/dev/null";
    Request.Stdout = Request.Stderr = Log.string();
    const ProcessResult Result = runProcess(Request);
    const std::string Text = readFile(Log);
    fs::remove(Log);
    if (!Result.ok())
      throw Failure(ExitCode::Internal,
                    fmt::format("{} of the {} variant of {} for {} failed ({}):\n{}",
                                What, Job.kind(), Job.capsule().Source, Job.Arch,
                                Result.text(), Text),
                    "repeat: " + shellQuote(Request.Command));
    return Text;
  }

  /// A linked image notes one unit's options; a capsule by nvcc knows its own.
  const std::vector<std::string> &optionsOf(size_t Unit) const {
    if (Job.LinkTimeOptions) // nvlink's for all units, as the image notes them
      return Job.PtxasOptions;
    const auto &Own = Job.capsule().UnitOptions;
    return Unit < Own.size() ? Own[Unit] : Job.PtxasOptions;
  }

  /// nvlink refuses a kernel with a limit of registers that calls a function which
  /// takes more ("entry function 'k' with max regcount of 64 calls function 'f' with
  /// regcount of 252"). Only then functions get the limit: other kernels of their unit
  /// do, too.
  void makeCubin() const {
    const bool Limited = Job.Kind == BuildKind::Trace && !Job.Registers.empty();
    try {
      linkCubin(assembleUnits(0));
    } catch (const Failure &Refused) {
      if (!Limited || Refused.Message.find("max regcount") == std::string::npos)
        throw;
      unsigned Least = Job.Registers.begin()->second;
      for (const auto &[Kernel, Registers] : Job.Registers)
        Least = std::min(Least, Registers);
      linkCubin(assembleUnits(Least));
    }
  }

  /// Returns what ptxas says. Limit: of registers; 0: none but the unit's own.
  std::string assembleUnits(unsigned Limit) const {
    std::string Log;
    for (size_t I = 0; I < Units.size(); ++I) {
      std::vector<std::string> Assemble = {Tools.Ptxas, "-v",         "-m64",
                                           "-c",        "--gpu-name", Job.Arch};
      for (const std::string &Option : optionsOf(I))
        if (Option != "-c" && Option != "--compile-only")
          Assemble.push_back(Option);
      // With a limit ptxas would not ignore `setmaxnreg` any more: RegisterLimits.cpp.
      const std::string Ptx = unitFile(I, "ptx").string();
      if (Limit && readFile(Ptx).find("setmaxnreg") == std::string::npos)
        Assemble.push_back(fmt::format("--maxrregcount={}", Limit));
      Assemble.insert(Assemble.end(), {Ptx, "-o", unitFile(I, "cubin").string()});
      Log += tool(std::move(Assemble), "ptxas");
    }
    return Log;
  }

  void linkCubin(const std::string &Log) const {
    std::vector<std::string> Command = {
        (fs::path(Tools.Ptxas).parent_path() / "nvlink").string(), "-v", "-arch",
        Job.Arch};
    for (const std::string &Option : Job.NvlinkOptions)
      Command.push_back(Option);
    for (size_t I = 0; I < Units.size(); ++I)
      Command.push_back(unitFile(I, "cubin").string());
    if (Job.capsule().ByNvcc) // nvcc always gives it, for launches from kernels
      Command.insert(Command.end(), {"-L", Tools.CudaPath + "/lib64", "-lcudadevrt"});
    Command.insert(Command.end(), {"-o", (Directory / ImageCubin).string()});
    const std::string Linked = tool(std::move(Command), "nvlink");
    writeFile(Directory / PtxasOutput, ofKernels(Log) + asPtxas(Linked));
  }

  /// What ptxas says of kernels, without what it says of functions: compiled apart,
  /// these belong to no kernel.
  std::string ofKernels(const std::string &Log) const {
    constexpr std::string_view Properties = "Function properties for ";
    std::string Text;
    bool Keep = true;
    for (const std::string &Line : split(Log, '\n')) {
      if (const size_t At = Line.find(Properties); At != std::string::npos)
        Keep = isKernel(Line.substr(At + Properties.size()));
      if (Keep)
        Text += Line + "\n";
    }
    return Text;
  }

  bool isKernel(const std::string &Name) const {
    for (const KernelInfo &K : Job.capsule().Kernels)
      if (K.Mangled == Name)
        return true;
    return false;
  }

  /// The registers of the linked kernels, those of called functions included, as ptxas
  /// would write them.
  static std::string asPtxas(const std::string &Nvlink) {
    constexpr std::string_view Properties = "Function properties for '";
    std::string Text, Kernel;
    for (const std::string &Line : split(Nvlink, '\n')) {
      if (const size_t At = Line.find(Properties); At != std::string::npos) {
        const size_t Begin = At + Properties.size();
        Kernel = Line.substr(Begin, Line.find('\'', Begin) - Begin);
      } else if (const size_t At = Line.find("used "); At != std::string::npos) {
        const size_t End = Line.find(" registers");
        if (End != std::string::npos && !Kernel.empty())
          Text += fmt::format("Compiling entry function '{}'\nUsed {} registers\n",
                              Kernel, Line.substr(At + 5, End - At - 5));
      }
    }
    return Text;
  }

  const VariantJob &Job;
  const std::vector<BuiltVariant> &Units;
  const BuildTools &Tools;
  fs::path Directory;
  LinkedContexts Contexts;
};

} // namespace

BuiltVariant linkVariants(const VariantJob &Job, const std::vector<BuiltVariant> &Units,
                          const BuildTools &Tools) {
  BuiltVariant Result;
  Result.Key = keyOf(Job, Units, Tools);
  auto Kept = Tools.Shelf->find(Result.Key);
  Result.Reused = Kept.has_value();
  for (const BuiltVariant &Unit : Units)
    Result.Seconds += Unit.Seconds;
  if (!Kept) {
    const TemporaryDirectory Made(Tools.Shelf->scratch());
    Link(Job, Units, Tools, Made.path()).run();
    Artifact Linked = artifactOf(Job, Result, Tools);
    for (const BuiltVariant &Unit : Units)
      Linked.Inputs.push_back(Unit.Key);
    Kept = Tools.Shelf->add(Linked, Made.path());
  }
  Result.Seconds = Kept->Seconds;
  readVariant(Kept->Directory, Result);
  return Result;
}

} // namespace argus
