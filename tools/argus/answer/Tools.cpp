//===- Tools.cpp - finds what builds variants -----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "answer/Tools.h"

#include "build/Capsules.h"
#include "driver/Toolkit.h"
#include "execute/Process.h"
#include "support/Failure.h"

#include <fmt/format.h>

namespace argus {

static std::string ptxasVersion(const std::string &Ptxas) {
  const TemporaryDirectory Scratch(makeUniqueDirectory(temporaryDirectory(), "argus-"));
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

BuildTools findBuildTools(VariantShelf *Shelf) {
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
  Tools.Shelf = Shelf;
  return Tools;
}

std::string findTools(VariantShelf *Shelf, BuildTools &Tools) {
  try {
    Tools = findBuildTools(Shelf);
    return "";
  } catch (const Failure &Missing) {
    if (Missing.Code != ExitCode::Unmeasured)
      throw;
    return Missing.Message + "; " + Missing.Remedy;
  }
}

} // namespace argus
