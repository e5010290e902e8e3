//===- NvccBuild.cpp - what nvcc makes of a capsule's source --------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/NvccBuild.h"

#include "execute/Process.h"
#include "support/Failure.h"
#include "support/Files.h"
#include "support/Text.h"

#include <algorithm>
#include <fmt/format.h>

namespace argus {

namespace {

bool startsWith(const std::string &Text, std::string_view Prefix) {
  return Text.compare(0, Prefix.size(), Prefix) == 0;
}

bool endsWith(const std::string &Text, std::string_view Suffix) {
  return Text.size() >= Suffix.size() &&
         Text.compare(Text.size() - Suffix.size(), Suffix.size(), Suffix) == 0;
}

/// Macros that the driver defines because nvcc does by itself.
bool isNvccsOwn(const std::string &Macro) {
  for (const char *Name :
       {"__CUDACC_VER_", "__CUDACC_RELAXED_CONSTEXPR__", "__CUDA_ARCH_", "__GCC_HAVE_",
        "__nv_sqrtf=", "ARGUS_EXTENDED_LAMBDA"})
    if (startsWith(Macro, Name))
      return true;
  return false;
}

/// Paths that are for clang, or that nvcc adds by itself.
bool isClangsOwn(const std::string &Path) {
  return endsWith(Path, "share/argus/cuda/include") || endsWith(Path, "include/cccl") ||
         startsWith(Path, "__clang_cuda_") || endsWith(Path, "argus_cuda_dialect.h");
}

/// An option of cc1 whose value is the next argument, and how nvcc spells it.
const char *spellingOf(const std::string &Option) {
  for (const char *Same : {"-D", "-U", "-I", "-isystem", "-include"})
    if (Option == Same)
      return Same;
  if (Option == "-iquote" || Option == "-idirafter")
    return "-I";
  return nullptr;
}

/// An option of cc1 without value; empty where nvcc needs none.
std::string translationOf(const std::string &Option) {
  if (Option == "-ffast-math")
    return "--use_fast_math";
  if (Option == "-ffp-contract=off")
    return "--fmad=false";
  if (startsWith(Option, "-fdenormal-fp-math-f32=preserve-sign"))
    return "--ftz=true";
  if (Option == "-fgpu-rdc")
    return "--relocatable-device-code=true";
  // nvcc's C++ always has GNU's extensions, and no name for that.
  if (startsWith(Option, "-std=gnu++"))
    return "-std=c++" + Option.substr(10);
  return startsWith(Option, "-std=c++") ? Option : "";
}

bool namesSource(const std::vector<std::string> &Options) {
  return std::any_of(Options.begin(), Options.end(), [](const std::string &Word) {
    return Word[0] != '-' && (endsWith(Word, ".cu") || endsWith(Word, ".cuh"));
  });
}

Failure unbuilt(const std::string &Problem) {
  return Failure(ExitCode::Unmeasured, Problem,
                 "options and another source for nvcc follow --: argus regions "
                 "--against-nvcc BINARY -- kernel.cu -DNAME");
}

/// nvcc compiles the features of sm_90a for compute_90a only.
std::string generateCode(const std::string &Arch) {
  return fmt::format("arch=compute_{},code={}", Arch.substr(3), Arch);
}

} // namespace

std::vector<std::string> nvccArguments(const std::vector<std::string> &Cc1) {
  std::vector<std::string> Result;
  for (size_t I = 0; I < Cc1.size(); ++I) {
    const char *Spelling = spellingOf(Cc1[I]);
    if (Spelling && I + 1 < Cc1.size()) {
      const std::string &Value = Cc1[++I];
      if (!isNvccsOwn(Value) && !isClangsOwn(Value))
        Result.insert(Result.end(), {Spelling, Value});
    } else if (std::string Option = translationOf(Cc1[I]); !Option.empty()) {
      Result.push_back(std::move(Option));
    }
  }
  return Result;
}

NvccBuild buildWithNvcc(const CapsuleInfo &Capsule, const std::string &CudaPath,
                        const std::vector<std::string> &Options) {
  if (Capsule.ByNvcc)
    throw Failure(ExitCode::Unmeasured, Capsule.Source + " is nvcc's build already");
  const std::string Nvcc = CudaPath + "/bin/nvcc";
  if (!fs::exists(Nvcc))
    throw Failure(ExitCode::Unmeasured, "no nvcc in " + CudaPath + "/bin",
                  "name a toolkit that has it in CUDA_HOME");
  const bool Known = !Capsule.Directory.empty() && fs::is_directory(Capsule.Directory);
  const fs::path Directory = Known ? fs::path(Capsule.Directory) : fs::current_path();
  const bool OwnSource = namesSource(Options);
  if (!OwnSource && !fs::exists(Directory / Capsule.Source))
    throw unbuilt("nvcc: the source " + Capsule.Source + " is not in " +
                  Directory.string());
  const TemporaryDirectory Scratch(
      makeUniqueDirectory(temporaryDirectory(), "argus-"));
  const fs::path Log = Scratch.path() / "nvcc.txt";
  ProcessRequest Request;
  Request.Command = {"env",
                     "-C",
                     OwnSource ? fs::current_path().string() : Directory.string(),
                     Nvcc,
                     "-cubin",
                     "-O3",
                     "-w",
                     "-Xptxas",
                     "-v",
                     "-gencode",
                     generateCode(Capsule.Arch),
                     "--expt-relaxed-constexpr",
                     "--extended-lambda",
                     "-o",
                     (Scratch.path() / "nvcc.cubin").string()};
  for (const auto &Words : {nvccArguments(Capsule.Command), Options})
    Request.Command.insert(Request.Command.end(), Words.begin(), Words.end());
  if (!OwnSource)
    Request.Command.insert(Request.Command.end(), {"-x", "cu", Capsule.Source});
  Request.Stdin = "/dev/null";
  Request.Stdout = Request.Stderr = Log.string();
  const ProcessResult Result = runProcess(Request);
  const std::string Said = readFile(Log);
  if (!Result.ok())
    throw unbuilt(fmt::format("nvcc failed ({}): {}\n{}", Result.text(),
                              shellQuote(Request.Command), Said));
  return {parseResources(Said), parseNotes(Said)};
}

} // namespace argus
