//===- ToolkitMacros.h - what nvcc defines and clang does not -----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_DRIVER_TOOLKITMACROS_H
#define ARGUS_DRIVER_TOOLKITMACROS_H

#include "Toolkit.h"
#include <string>
#include <vector>

namespace argus {

/// Options of clang that define the toolkit's __CUDACC_VER_MAJOR__, MINOR and BUILD, and,
/// for the device code of sm_90a, what nvcc 12.9 and later define beside
/// __CUDA_ARCH_FEAT_SM90_ALL. CUTLASS, for one, leaves its TMA and mbarrier code out
/// where the version is unknown, without a word.
std::vector<std::string> toolkitMacros(const ToolkitLocation &Cuda);

/// 88 for "Cuda compilation tools, release 13.0, V13.0.88", as ptxas tells of itself;
/// its build is that of the toolkit's nvcc. 0 where it tells none.
unsigned ptxasBuild(const std::string &Ptxas);

} // namespace argus

#endif // ARGUS_DRIVER_TOOLKITMACROS_H
