//===- Variants.cpp - makes the images that a run needs -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variant is a directory with PTX, its description, the cubin and what ptxas wrote.
//
//===----------------------------------------------------------------------===//

#include "build/Variants.h"

#include "build/Capsules.h"
#include "build/LinkedVariants.h"
#include "build/OriginsJson.h"
#include "build/Worker.h"
#include "execute/Process.h"
#include "support/Failure.h"
#include "support/Text.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace argus {

using nlohmann::json;

namespace {

constexpr const char WorkerOutput[] = "worker.txt";

/// Everything that the result follows from.
std::string keyOf(const VariantJob &Job, const BuildTools &Tools) {
  json Inputs = {{"capsule", Job.capsule().Digest},
                 {"kind", Job.kind()},
                 {"sites", Job.Sites},
                 {"registers", Job.Registers},
                 {"arch", Job.Arch},
                 {"options", Job.PtxasOptions},
                 {"unit", Job.Unit ? int(*Job.Unit) : -1},
                 {"argus", Tools.ArgusDigest},
                 {"ptxas", Tools.PtxasVersion}};
  if (Job.LinkTimeOptions)
    Inputs["link_time"] = {{"options", *Job.LinkTimeOptions}, {"whole", Job.Whole}};
  return digestOf(Inputs.dump()).substr(0, 32);
}

/// A job that the store could not answer, in the directory where it is made.
struct Pending {
  const VariantJob &Job;
  TemporaryDirectory Directory;
  fs::path file(const char *Name) const { return Directory.path() / Name; }
};

ProcessRequest workerRequest(const Pending &P, const BuildTools &Tools) {
  WorkerRequest Worker;
  Worker.Binary = P.Job.Container->Binary;
  Worker.ModuleId = P.Job.Container->ModuleId;
  Worker.Capsule = P.Job.Capsule;
  Worker.Unit = P.Job.Unit;
  Worker.LinkTimeOptions = P.Job.LinkTimeOptions;
  Worker.Kind = P.Job.Kind;
  Worker.Sites = P.Job.Sites;
  Worker.Registers = P.Job.Registers;
  Worker.CudaPath = Tools.CudaPath;
  Worker.Directory = P.Directory.path().string();
  ProcessRequest Request;
  Request.Command = {Tools.Argus, WorkerCommand};
  for (std::string &Argument : toArguments(Worker))
    Request.Command.push_back(std::move(Argument));
  Request.Stdin = "/dev/null";
  Request.Stdout = Request.Stderr = P.file(WorkerOutput).string();
  return Request;
}

ProcessRequest ptxasRequest(const Pending &P, const BuildTools &Tools) {
  ProcessRequest Request;
  Request.Command = {Tools.Ptxas, "-v", "-m64", "--gpu-name", P.Job.Arch};
  Request.Command.insert(Request.Command.end(), P.Job.PtxasOptions.begin(),
                         P.Job.PtxasOptions.end());
  for (const std::string &Word :
       {P.file(VariantPtx).string(), std::string("-o"), P.file(ImageCubin).string()})
    Request.Command.push_back(Word);
  Request.Stdin = "/dev/null";
  Request.Stdout = Request.Stderr = P.file(PtxasOutput).string();
  return Request;
}

/// ptxas reads the PTX versions up to its own ("Unsupported .version 9.0; current
/// version is '8.4'") and knows the GPUs of its time.
bool isTooOld(const std::string &Said) {
  return Said.find("Unsupported .version") != std::string::npos ||
         Said.find("is not defined for option 'gpu-name'") != std::string::npos;
}

/// Why a step's program ended with an error.
Failure stepFailure(Pending &P, const char *What, const ProcessRequest &Request,
                    const ProcessResult &Result, const std::string &Said,
                    const BuildTools &Tools) {
  const VariantJob &Job = P.Job;
  if (isTooOld(Said))
    return badUsage(
        fmt::format("{} for {}: the CUDA toolkit in {} is older than the "
                    "one that compiled it:\n{}",
                    Job.capsule().Source, Job.Arch, Tools.CudaPath, Said),
        "name a newer toolkit in CUDA_HOME, or compile again with this one");
  P.Directory.keep(); // the command to repeat needs it
  return Failure(ExitCode::Internal,
                 fmt::format("{} of the {} variant of {} for {} failed ({}):\n{}", What,
                             Job.kind(), Job.capsule().Source, Job.Arch, Result.text(),
                             Said),
                 "repeat: " + shellQuote(Request.Command));
}

/// Returns the seconds that it took.
double runStep(Pending &P, const ProcessRequest &Request, const char *Output,
               const char *What, const BuildTools &Tools) {
  const ProcessResult Result = runProcess(Request);
  if (!Result.ok())
    throw stepFailure(P, What, Request, Result, readFile(P.file(Output)), Tools);
  return Result.Seconds;
}

} // namespace

void readVariant(const fs::path &Directory, BuiltVariant &Result) {
  const json Document = json::parse(readFile(Directory / VariantJson));
  readOrigins(Document, Result.Origins);
  Result.Notes = Document.at("notes").get<std::vector<std::string>>();
  Result.Ptx = Directory / VariantPtx;
  if (!fs::exists(Directory / ImageCubin))
    return;
  Result.Cubin = Directory / ImageCubin;
  const std::string Said = readFile(Directory / PtxasOutput);
  Result.Kernels = parseResources(Said);
  Result.PtxasNotes = parseNotes(Said);
}

/// "Build cuda_13.0.r13.0/compiler.36424714_0", the last of several lines.
static std::string buildOf(const std::string &Version) {
  std::string Last;
  for (const std::string &Line : split(Version, '\n'))
    if (!Line.empty())
      Last = Line;
  return Last;
}

Artifact artifactOf(const VariantJob &Job, const BuiltVariant &Built,
                    const BuildTools &Tools) {
  Artifact Of;
  Of.Key = Built.Key;
  Of.Kind = "build";
  Of.Task = fmt::format("{}-build {} {}", Job.kind(), Job.capsule().Source, Job.Arch);
  if (Job.Unit)
    Of.Task += fmt::format(" unit {}", *Job.Unit);
  Of.Program = Job.capsule().Digest;
  Of.Tools = {{"argus", Tools.ArgusDigest}, {"ptxas", buildOf(Tools.PtxasVersion)}};
  Of.Arguments = Job.PtxasOptions;
  Of.Seconds = Built.Seconds;
  return Of;
}

BuiltVariant buildPart(const VariantJob &Part, const BuildTools &Tools) {
  BuiltVariant Result;
  Result.Key = keyOf(Part, Tools);
  auto Kept = Tools.Shelf->find(Result.Key);
  Result.Reused = Kept.has_value();
  if (!Kept) {
    Pending P{Part, TemporaryDirectory(Tools.Shelf->scratch())};
    Result.Seconds =
        runStep(P, workerRequest(P, Tools), WorkerOutput, "code generation", Tools);
    if (Part.needsPtxas())
      Result.Seconds += runStep(P, ptxasRequest(P, Tools), PtxasOutput, "ptxas", Tools);
    Kept = Tools.Shelf->add(artifactOf(Part, Result, Tools), P.Directory.path());
  }
  Result.Seconds = Kept->Seconds;
  readVariant(Kept->Directory, Result);
  return Result;
}

std::vector<VariantJob> partsOf(const VariantJob &Job) {
  std::vector<VariantJob> Parts(std::max<size_t>(1, Job.parts()), Job);
  for (size_t Unit = 0; Unit < Job.parts(); ++Unit)
    Parts[Unit].Unit = static_cast<unsigned>(Unit);
  return Parts;
}

void linkFatbin(const std::vector<FatbinPart> &Parts, const fs::path &Output,
                const BuildTools &Tools) {
  ProcessRequest Request;
  Request.Command = {Tools.Fatbinary, "-64", "--create", Output.string()};
  for (const FatbinPart &Part : Parts)
    Request.Command.push_back(fmt::format("--image3=kind=elf,sm={},file={}",
                                          Part.Arch.substr(3), Part.Cubin.string()));
  const fs::path Log = Output.string() + ".txt";
  Request.Stdin = "/dev/null";
  Request.Stdout = Request.Stderr = Log.string();
  const ProcessResult Result = runProcess(Request);
  const std::string Text = readFile(Log);
  fs::remove(Log);
  if (!Result.ok() || !fs::exists(Output))
    throw Failure(ExitCode::Internal,
                  fmt::format("fatbinary failed ({}):\n{}", Result.text(), Text),
                  "repeat: " + shellQuote(Request.Command));
}

} // namespace argus
