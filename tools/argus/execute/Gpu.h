//===- Gpu.h - which GPUs the driver offers -----------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_EXECUTE_GPU_H
#define ARGUS_TOOL_EXECUTE_GPU_H

#include <string>
#include <vector>

namespace argus {

struct GpuInfo {
  std::string Name;
  std::string Arch; ///< "sm_90"
};

struct GpuState {
  std::vector<GpuInfo> Gpus; ///< by CUDA ordinal
  std::string Problem;       ///< why there is none; empty where there is one
};

/// Asks the CUDA driver without creating a context.
GpuState probeGpus();

} // namespace argus

#endif // ARGUS_TOOL_EXECUTE_GPU_H
