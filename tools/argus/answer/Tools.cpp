//===- Tools.cpp - finds what builds variants -----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "commands/Tools.h"

#include "build/Capsules.h"
#include "driver/Toolkit.h"
#include "execute/Process.h"
#include "support/Failure.h"

#include <algorithm>
#include <fmt/format.h>
#include <thread>

namespace argus {

static std::string ptxasVersion(const std::string &Ptxas) {
  const TemporaryDirectory Scratch(
      makeUniqueDirectory(temporaryDirectory(), "argus-"));
  ProcessRequest Request;
  Request.Command = {Ptxas, "--version"};
  Request.Stdin = "/dev/null";
  Request.Stdout = Request.Stderr = (Scratch.path() / "version").string();
  const ProcessResult Result = runProcess(Request);
  if (!Result.ok())
    throw Failure(ExitCode::Unmeasured,
                  fmt::format("{} --version: {}", Ptxas, Result.text()),
                  "run 'argus doctor'");
  return readFile(Request.Stdout);
}

BuildTools findBuildTools(const fs::path &Store) {
  const ToolkitLocation Cuda = findCudaToolkit();
  if (!Cuda)
    throw Failure(ExitCode::Unmeasured, "no usable CUDA toolkit: " + Cuda.Problem,
                  "run 'argus doctor'");
  BuildTools Tools;
  Tools.Argus = fs::read_symlink("/proc/self/exe").string();
  Tools.ArgusDigest = digestOf(MappedFile("/proc/self/exe").bytes());
  Tools.CudaPath = Cuda.Path;
  Tools.Ptxas = Cuda.Ptxas;
  Tools.PtxasVersion = ptxasVersion(Cuda.Ptxas);
  Tools.Fatbinary = Cuda.Fatbinary;
  // Workers and tools run in other directories.
  Tools.Store = fs::absolute(Store);
  Tools.Parallel = std::max(1u, std::thread::hardware_concurrency());
  return Tools;
}

} // namespace argus
