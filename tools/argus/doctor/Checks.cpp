//===- Checks.cpp - what each probe's result means --------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include <algorithm>
#include <regex>

namespace argus {

static Check ok(std::string Name, std::string Detail) {
  return {std::move(Name), CheckStatus::Ok, std::move(Detail), ""};
}

static Check warning(std::string Name, std::string Detail, std::string Remedy) {
  return {std::move(Name), CheckStatus::Warning, std::move(Detail), std::move(Remedy)};
}

static Check missing(std::string Name, std::string Detail, std::string Remedy) {
  return {std::move(Name), CheckStatus::Missing, std::move(Detail), std::move(Remedy)};
}

static std::string firstLine(const std::string &Text) {
  return Text.substr(0, Text.find('\n'));
}

static std::string describe(const CommandResult &Result) {
  if (!Result.Started)
    return firstLine(Result.Output);
  return "status " + std::to_string(Result.Status) +
         (Result.Output.empty() ? "" : ": " + firstLine(Result.Output));
}

/// The first match of `Pattern`'s group in `Text`, or empty.
static std::string extract(const std::string &Text, const char *Pattern) {
  std::smatch Match;
  return std::regex_search(Text, Match, std::regex(Pattern)) ? Match[1].str() : "";
}

static const char InstallClang[] =
    "install the package clang-19 (Debian 12, Ubuntu 24.04), use the bundle, or name "
    "clang++ 19 in ARGUS_CLANG";

Check checkClang(const std::string &Clang, const std::string &Problem,
                 const CommandResult &Version) {
  if (Clang.empty())
    return missing("clang", Problem, InstallClang);
  if (!Version.Started || Version.Status != 0)
    return missing("clang", Clang + " does not run: " + describe(Version),
                   InstallClang);
  std::string Number = extract(Version.Output, "clang version ([0-9.]+)");
  // The plugin is bound to the interfaces of the LLVM version that it was built with.
  std::string Built = extract(ARGUS_LLVM_VERSION, "^([0-9]+\\.[0-9]+)");
  if (extract(Number, "^([0-9]+\\.[0-9]+)") != Built)
    return missing("clang",
                   Clang + " is version " + (Number.empty() ? "unknown" : Number) +
                       "; the plugin needs " + Built,
                   InstallClang);
  return ok("clang", Number + ", " + Clang);
}

Check checkPlugin(const std::string &Plugin, const CommandResult &Compile) {
  if (Compile.Started && Compile.Status == 0)
    return ok("plugin", Plugin);
  return missing("plugin",
                 "clang cannot compile with " + Plugin + ": " + describe(Compile),
                 "reinstall Argus so that bin, lib and share stay together; where the "
                 "message names a C++ header, install g++");
}

Check checkRuntime(const std::string &Runtime, const std::string &LoadError) {
  if (LoadError.empty())
    return ok("runtime", Runtime);
  return missing("runtime", Runtime + ": " + LoadError,
                 "reinstall Argus so that bin, lib and share stay together");
}

Check checkToolkit(const ToolkitLocation &Cuda, const std::string &CudaHome) {
  if (!Cuda) {
    std::string Where = Cuda.Problem.substr(0, Cuda.Problem.rfind('\n'));
    return missing("cuda toolkit", Where,
                   "install CUDA " + OldestCuda.str() + " to " +
                       std::to_string(NewestCudaMajor) +
                       ".x and name its directory in CUDA_HOME");
  }
  std::string Detail = Cuda.Version.str() + ", " + Cuda.Path;
  if (Cuda.LibDir.empty())
    return missing("cuda toolkit", Detail + " has no libcudart.so",
                   "install the toolkit's CUDA runtime (cuda-cudart-dev)");
  std::string Home = CudaHome;
  while (Home.size() > 1 && Home.back() == '/')
    Home.pop_back();
  if (!Home.empty() && Home != Cuda.Path)
    return warning("cuda toolkit",
                   Detail + "; CUDA_HOME=" + CudaHome + " is not usable",
                   "correct or unset CUDA_HOME");
  return ok("cuda toolkit", Detail);
}

Check checkPtxas(const ToolkitLocation &Cuda, const CommandResult &Version) {
  static const char Remedy[] = "repair the toolkit or name another in CUDA_HOME";
  if (!Cuda)
    return missing("ptxas", "no toolkit", Remedy);
  if (!Version.Started || Version.Status != 0)
    return missing("ptxas", Cuda.Ptxas + " does not run: " + describe(Version), Remedy);
  std::string Number = extract(Version.Output, "V([0-9.]+)");
  if (Number.empty())
    return missing("ptxas", Cuda.Ptxas + " tells no version", Remedy);
  return ok("ptxas", Number + ", " + Cuda.Ptxas);
}

Check checkNvcc(const CommandResult &Nvcc, const CommandResult &Objcopy,
                const CommandResult &Ld) {
  const auto Runs = [](const CommandResult &R) { return R.Started && R.Status == 0; };
  if (!Runs(Nvcc))
    return warning(
        "nvcc", "argus nvcc does not work: " + describe(Nvcc),
        "install the toolkit's nvcc (cuda-nvcc), or compile with argus clang++");
  if (!Runs(Objcopy) || !Runs(Ld))
    return warning(
        "nvcc",
        std::string("argus nvcc cannot hook objects: ") +
            (Runs(Objcopy) ? "ld: " + describe(Ld) : "objcopy: " + describe(Objcopy)),
        "install the package binutils");
  return ok("nvcc", extract(Nvcc.Output, "V([0-9.]+)"));
}

Check checkDriver(const DriverProbe &Driver, const ToolkitLocation &Cuda) {
  if (!Driver.LoadError.empty())
    return missing("driver", Driver.LoadError,
                   "install the NVIDIA driver; in a container, start it with the GPUs "
                   "(docker run --gpus all)");
  // 100 is CUDA_ERROR_NO_DEVICE: the driver itself is fine.
  if (Driver.InitStatus != 0 && Driver.InitStatus != 100)
    return missing("driver",
                   "cuInit fails with " + std::to_string(Driver.InitStatus) + ": " +
                       Driver.InitError,
                   "see that nvidia-smi works; after a driver update, reboot");
  CudaVersion Version{Driver.Version / 1000, Driver.Version % 1000 / 10};
  std::string Detail = "for CUDA " + Version.str();
  if (Cuda && Version.Major < Cuda.Version.Major)
    return missing("driver",
                   Detail + " cannot run what CUDA " + Cuda.Version.str() + " builds",
                   "update the driver or name a CUDA " + std::to_string(Version.Major) +
                       " toolkit in CUDA_HOME");
  return ok("driver", Detail);
}

std::vector<Check> checkGpus(const DriverProbe &Driver) {
  if (Driver.Gpus.empty())
    return {missing("gpu", "no NVIDIA GPU",
                    "run on a machine with one; if CUDA_VISIBLE_DEVICES is set, see "
                    "that it names a GPU")};
  std::vector<Check> Checks;
  for (const GpuInfo &Gpu : Driver.Gpus)
    Checks.push_back(ok("gpu", Gpu.Name + ", sm_" + std::to_string(Gpu.Major) +
                                   std::to_string(Gpu.Minor)));
  return Checks;
}

Check checkCounters(const CounterProbe &Counters) {
  if (Counters.Privileged)
    return ok("counters", "allowed: this process has CAP_SYS_ADMIN");
  if (!Counters.KnowsDriver)
    return warning("counters", "unknown: /proc/driver/nvidia/params says nothing",
                   "only signals from hardware counters depend on it");
  if (!Counters.AdminOnly)
    return ok("counters", "allowed for every user");
  return warning(
      "counters",
      "only for administrators (ERR_NVGPUCTRPERM); tracing does not need them",
      "run as root or with CAP_SYS_ADMIN, or put 'options nvidia "
      "NVreg_RestrictProfilingToAdminUsers=0' into /etc/modprobe.d/ and reload the "
      "driver");
}

bool canTrace(const std::vector<Check> &Checks) {
  return std::none_of(Checks.begin(), Checks.end(),
                      [](const Check &C) { return C.Status == CheckStatus::Missing; });
}

} // namespace argus
