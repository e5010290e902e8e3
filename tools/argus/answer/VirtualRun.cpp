//===- VirtualRun.cpp - what a run on the virtual device needs ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "answer/VirtualRun.h"

#include "build/Cudart.h"
#include "driver/Layout.h"
#include "driver/Toolkit.h"
#include "support/Failure.h"

namespace argus {

void requireSharedCudart(const std::string &Program) {
  if (hasStaticCudart(Program))
    throw badUsage(Program + ": is linked with the static CUDA runtime, which the "
                             "virtual device cannot take the place of",
                   "link with 'argus clang++', which uses the shared one, with "
                   "'-lcudart', or with 'argus nvcc -cudart shared'; CMake: "
                   "-DCMAKE_CUDA_RUNTIME_LIBRARY=Shared");
}

VirtualDevice virtualDevice(const fs::path &Directory, double TimeLimit) {
  if (!fs::exists(ownLayout().VirtualDevice))
    throw Failure(ExitCode::Internal,
                  "the virtual device is missing: " + ownLayout().VirtualDevice,
                  "install argus again, whole");
  VirtualDevice Device;
  Device.Library = preloadablePath(ownLayout().VirtualDevice, Directory);
  Device.CudartDir = findCudaToolkit().LibDir;
  Device.TimeLimit = TimeLimit;
  return Device;
}

} // namespace argus
