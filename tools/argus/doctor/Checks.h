//===- Checks.h - what each probe's result means ------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pure: probes (Probes.h) look at the machine, these functions judge what they saw.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_DOCTOR_CHECKS_H
#define ARGUS_DOCTOR_CHECKS_H

#include "Probes.h"
#include "driver/Toolkit.h"
#include <string>
#include <vector>

namespace argus {

enum class CheckStatus {
  Ok,
  Warning, ///< tracing works, something else does not
  Missing, ///< tracing does not work
};

struct Check {
  std::string Name;
  CheckStatus Status;
  std::string Detail;
  std::string Remedy; ///< empty when ok
};

/// `Problem` is findClang's where `Clang` is empty; `Version` is clang's --version.
Check checkClang(const std::string &Clang, const std::string &Problem,
                 const CommandResult &Version);
/// `Compile` is a run of clang with the plugin on an empty program.
Check checkPlugin(const std::string &Plugin, const CommandResult &Compile);
Check checkRuntime(const std::string &Runtime, const std::string &LoadError);
/// `CudaHome` is $CUDA_HOME: worth a warning when another toolkit was taken.
Check checkToolkit(const ToolkitLocation &Cuda, const std::string &CudaHome);
Check checkPtxas(const ToolkitLocation &Cuda, const CommandResult &Version);
/// What `argus nvcc` needs: --version of nvcc, objcopy and ld.
Check checkNvcc(const CommandResult &Nvcc, const CommandResult &Objcopy,
                const CommandResult &Ld);
Check checkDriver(const DriverProbe &Driver, const ToolkitLocation &Cuda);
std::vector<Check> checkGpus(const DriverProbe &Driver);
Check checkCounters(const CounterProbe &Counters);

/// No check is missing.
bool canTrace(const std::vector<Check> &Checks);

std::string formatText(const std::vector<Check> &Checks);
std::string formatJson(const std::vector<Check> &Checks);

} // namespace argus

#endif // ARGUS_DOCTOR_CHECKS_H
