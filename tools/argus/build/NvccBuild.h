//===- NvccBuild.h - what nvcc makes of a capsule's source --------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_NVCCBUILD_H
#define ARGUS_TOOL_BUILD_NVCCBUILD_H

#include "build/Ptxas.h"
#include "model/Program.h"

namespace argus {

struct NvccBuild {
  std::map<std::string, Resources> Kernels;            ///< by mangled name
  std::map<std::string, std::vector<PtxasNote>> Notes; ///< likewise
};

/// Compiles the capsule's source by the toolkit's nvcc, where it was compiled, with the
/// macros, include paths, language and floating-point options of the capsule's command.
/// A source among `Options` takes the place of the capsule's. Throws
/// Failure(Unmeasured) where there is no nvcc, no source, or nvcc refuses it.
NvccBuild buildWithNvcc(const CapsuleInfo &Capsule, const std::string &CudaPath,
                        const std::vector<std::string> &Options);

/// What nvcc understands of a cc1 command, in its own words.
std::vector<std::string> nvccArguments(const std::vector<std::string> &Cc1Arguments);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_NVCCBUILD_H
