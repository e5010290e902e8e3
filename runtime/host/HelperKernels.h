//===- HelperKernels.h - small kernels around the program's ----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_RUNTIME_HELPERKERNELS_H
#define ARGUS_RUNTIME_HELPERKERNELS_H

#include "Driver.h"

namespace argus::rt {

/// One context's, which must be current. Compiled by the driver when first needed.
class HelperKernels {
public:
  explicit HelperKernels(const Driver &D) : D(D) {}

  /// Has the stream wait for a fixed time, so that launch latency stays out of kernel
  /// times. In an idle stream the event before a launch is reached at once, while the
  /// CPU still prepares the launch; with something short to do first, event, kernel and
  /// event are all there when it is done. It ends by itself: unlike a wait for the CPU
  /// it can't hang a launch that waits for the stream.
  Result delay(Stream S);

  /// Takes a chunk for each warp of the launch that comes next in the stream, and tells
  /// its kernel the launch's number and its first chunk. On the device, because only
  /// there is it known how many chunks the launches before took.
  Result reserve(Stream S, DevicePtr Control, DevicePtr Arena, uint32_t Warps,
                 uint32_t Launch);

private:
  Result load();

  const Driver &D;
  Function Spin = nullptr, Reserve = nullptr;
  bool Tried = false;
  Result LoadResult = Success;
};

} // namespace argus::rt

#endif // ARGUS_RUNTIME_HELPERKERNELS_H
