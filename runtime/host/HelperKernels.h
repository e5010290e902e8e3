//===- Pace.h - keeps launch latency out of kernel times -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In an idle stream the event before a launch is reached at once, while the CPU still
// prepares the launch: the time between the events then holds microseconds of that, or
// tens of them at a first launch. So the stream gets something short to do first, and
// event, kernel and event are all there when it is done.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_RUNTIME_PACE_H
#define ARGUS_RUNTIME_PACE_H

#include "Driver.h"

namespace argus::rt {

/// One context's, which must be current.
class Pace {
public:
  explicit Pace(const Driver &D) : D(D) {}

  /// Has the stream wait for a fixed time. It ends by itself: unlike a wait for the CPU
  /// it can't hang a launch that waits for the stream.
  Result delay(Stream S);

private:
  Result load();

  const Driver &D;
  Function Spin = nullptr;
  Result LoadResult = Success;
};

} // namespace argus::rt

#endif // ARGUS_RUNTIME_PACE_H
