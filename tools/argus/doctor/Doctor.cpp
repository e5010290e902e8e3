//===- Doctor.cpp - argus doctor --------------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Doctor.h"
#include "Checks.h"
#include "driver/Driver.h"
#include <cstdio>

namespace argus {

static void checkCompiler(const Layout &Files, std::vector<Check> &Checks) {
  std::string Problem;
  std::string Clang = findClang(Files, processEnvironment, Problem);
  CommandResult Version, Compile;
  if (!Clang.empty()) {
    Version = runCommand({Clang, "--version"});
    // A C++ header shows that there is a host library to compile against, too.
    Compile = runCommand({Clang, "-fplugin=" + Files.Plugin, "-fsyntax-only",
                          "-include", "cstddef", "-x", "c++", "/dev/null"});
  }
  Checks.push_back(checkClang(Clang, Problem, Version));
  if (!Clang.empty())
    Checks.push_back(checkPlugin(Files.Plugin, Compile));
}

static ToolkitLocation checkCuda(std::vector<Check> &Checks) {
  ToolkitLocation Cuda = findCudaToolkit();
  Checks.push_back(checkToolkit(Cuda, processEnvironment("CUDA_HOME")));
  if (Cuda)
    Checks.push_back(checkPtxas(Cuda, runCommand({Cuda.Ptxas, "--version"})));
  if (Cuda)
    Checks.push_back(checkNvcc(runCommand({Cuda.Path + "/bin/nvcc", "--version"}),
                               runCommand({"objcopy", "--version"}),
                               runCommand({"ld", "--version"})));
  return Cuda;
}

static void checkDevice(const ToolkitLocation &Cuda, std::vector<Check> &Checks) {
  DriverProbe Driver = probeDriver();
  Checks.push_back(checkDriver(Driver, Cuda));
  for (Check &Gpu : checkGpus(Driver))
    Checks.push_back(std::move(Gpu));
  Checks.push_back(checkCounters(probeCounters()));
}

int runDoctor(bool json) {
  Layout Files = ownLayout();
  std::vector<Check> Checks;
  checkCompiler(Files, Checks);
  Checks.push_back(checkRuntime(Files.Runtime, probeRuntime(Files.Runtime)));
  ToolkitLocation Cuda = checkCuda(Checks);
  checkDevice(Cuda, Checks);
  std::fputs((json ? formatJson(Checks) : formatText(Checks)).c_str(), stdout);
  return canTrace(Checks) ? 0 : 1;
}

} // namespace argus
