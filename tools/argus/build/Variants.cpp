//===- Variants.cpp - makes the images that a run needs -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variant in the store is a directory `variants/<key>` with PTX, its description,
// the cubin and what ptxas wrote. It is made elsewhere and renamed when complete, so
// that several argus processes may share a store.
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
#include <iterator>
#include <memory>
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
  size_t Index;
  const VariantJob *Job;
  fs::path Final;
  std::unique_ptr<TemporaryDirectory> Directory;
  fs::path file(const char *Name) const { return Directory->path() / Name; }
};

ProcessRequest workerRequest(const Pending &P, const BuildTools &Tools) {
  WorkerRequest Worker;
  Worker.Binary = P.Job->Container->Binary;
  Worker.ModuleId = P.Job->Container->ModuleId;
  Worker.Capsule = P.Job->Capsule;
  Worker.Unit = P.Job->Unit;
  Worker.LinkTimeOptions = P.Job->LinkTimeOptions;
  Worker.Kind = P.Job->Kind;
  Worker.Sites = P.Job->Sites;
  Worker.Registers = P.Job->Registers;
  Worker.CudaPath = Tools.CudaPath;
  Worker.Directory = P.Directory->path().string();
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
  Request.Command = {Tools.Ptxas, "-v", "-m64", "--gpu-name", P.Job->Arch};
  Request.Command.insert(Request.Command.end(), P.Job->PtxasOptions.begin(),
                         P.Job->PtxasOptions.end());
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
Failure stepFailure(const Pending &P, const char *What, const ProcessRequest &Request,
                    const ProcessResult &Result, const std::string &Said,
                    const BuildTools &Tools) {
  const VariantJob &Job = *P.Job;
  if (isTooOld(Said))
    return badUsage(
        fmt::format("{} for {}: the CUDA toolkit in {} is older than the "
                    "one that compiled it:\n{}",
                    Job.capsule().Source, Job.Arch, Tools.CudaPath, Said),
        "name a newer toolkit in CUDA_HOME, or compile again with this one");
  P.Directory->keep(); // the command to repeat needs it
  return Failure(ExitCode::Internal,
                 fmt::format("{} of the {} variant of {} for {} failed ({}):\n{}", What,
                             Job.kind(), Job.capsule().Source, Job.Arch, Result.text(),
                             Said),
                 "repeat: " + shellQuote(Request.Command));
}

/// Runs one step of all pending jobs and adds its time to theirs.
template <typename MakeRequest>
void runStep(const std::vector<Pending *> &Jobs, const BuildTools &Tools,
             std::vector<BuiltVariant> &Results, const char *Output, const char *What,
             MakeRequest Make) {
  std::vector<ProcessRequest> Requests;
  for (const Pending *P : Jobs)
    Requests.push_back(Make(*P, Tools));
  const std::vector<ProcessResult> Done = runProcesses(Requests, Tools.Parallel);
  for (size_t I = 0; I < Jobs.size(); ++I) {
    Results[Jobs[I]->Index].Seconds += Done[I].Seconds;
    if (!Done[I].ok())
      throw stepFailure(*Jobs[I], What, Requests[I], Done[I],
                        readFile(Jobs[I]->file(Output)), Tools);
  }
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

void publishVariant(const fs::path &Made, const fs::path &Final) {
  std::error_code Error;
  fs::rename(Made, Final, Error);
  if (Error && !fs::exists(Final / VariantJson))
    throw badUsage("cannot create " + Final.string() + ": " + Error.message());
}

/// One variant for each job; of a linked image, of the one unit that the job names.
static std::vector<BuiltVariant> buildEach(const std::vector<VariantJob> &Jobs,
                                           const BuildTools &Tools) {
  std::vector<BuiltVariant> Results(Jobs.size());
  std::vector<Pending> Missing;
  const fs::path Variants = Tools.Store / "variants";
  for (size_t I = 0; I < Jobs.size(); ++I) {
    Results[I].Key = keyOf(Jobs[I], Tools);
    const fs::path Final = Variants / Results[I].Key;
    Results[I].Reused = fs::exists(Final / VariantJson);
    if (!Results[I].Reused)
      Missing.push_back({I, &Jobs[I], Final,
                         std::make_unique<TemporaryDirectory>(
                             makeUniqueDirectory(Variants, "new-"))});
  }
  std::vector<Pending *> All;
  for (Pending &P : Missing)
    All.push_back(&P);
  runStep(All, Tools, Results, WorkerOutput, "code generation", workerRequest);
  std::vector<Pending *> Assembled;
  for (Pending &P : Missing)
    if (P.Job->needsPtxas())
      Assembled.push_back(&P);
  runStep(Assembled, Tools, Results, PtxasOutput, "ptxas", ptxasRequest);
  for (const Pending &P : Missing)
    publishVariant(P.Directory->path(), P.Final);
  for (BuiltVariant &Result : Results)
    readVariant(Variants / Result.Key, Result);
  return Results;
}

std::vector<BuiltVariant> buildVariants(const std::vector<VariantJob> &Jobs,
                                        const BuildTools &Tools) {
  std::vector<VariantJob> Parts;
  for (const VariantJob &Job : Jobs) {
    const size_t Units = Job.parts();
    for (size_t Unit = 0; Unit < std::max<size_t>(1, Units); ++Unit) {
      Parts.push_back(Job);
      if (Units)
        Parts.back().Unit = static_cast<unsigned>(Unit);
    }
  }
  std::vector<BuiltVariant> Built = buildEach(Parts, Tools), Results;
  auto Next = std::make_move_iterator(Built.begin());
  for (const VariantJob &Job : Jobs) {
    const size_t Units = Job.parts();
    if (Units == 0) {
      Results.push_back(*Next++);
      continue;
    }
    const std::vector<BuiltVariant> Own(Next, Next + Units);
    Next += Units;
    Results.push_back(linkVariants(Job, Own, Tools));
  }
  return Results;
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
