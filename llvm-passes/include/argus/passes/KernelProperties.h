//===- KernelProperties.h - what CUDA's attributes say of kernels -*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang 19 knows neither __grid_constant__ nor __cluster_dims__, __block_size__ and
// __maxnreg__. What its back end can print becomes `nvvm.annotations`, as clang writes
// them for launch bounds; the rest becomes module-level assembly that the last step of
// code generation reads; see FinishPtx.h.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_KERNELPROPERTIES_H
#define ARGUS_PASSES_KERNELPROPERTIES_H

#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace argus {

/// x, y and z; x is 0 where the attribute is missing.
using Dimensions = std::array<unsigned, 3>;

struct KernelProperties {
  std::string Mangled;
  std::vector<unsigned> GridConstants; ///< parameters, counted from 0
  Dimensions Cluster{};                ///< CTAs of a cluster
  Dimensions Block{};        ///< threads of a CTA; the grid then counts clusters
  unsigned MaxRegisters = 0; ///< of a thread; 0: no limit
};

struct DeviceModuleProperties {
  std::vector<KernelProperties> Kernels;
  std::string PtxVersion; ///< that the toolkit's ptxas reads: "9.0"; empty: unknown
};

/// Adds them to a module that clang has just made. A grid constant that is no aggregate
/// has no address to keep: its annotation is left out.
void addProperties(llvm::Module &M, const DeviceModuleProperties &Properties);

/// The PTX version of a toolkit's ptxas, by the value of its CUDA_VERSION (12040);
/// empty for toolkits older than 12.4.
/// Source: the release notes in NVIDIA's "PTX ISA", section "Release Notes".
std::string ptxVersionOf(unsigned CudaVersion);

} // namespace argus

#endif // ARGUS_PASSES_KERNELPROPERTIES_H
