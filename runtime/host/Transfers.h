//===- Transfers.h - the runtime's own copies to and from a device ---------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_RUNTIME_TRANSFERS_H
#define ARGUS_RUNTIME_TRANSFERS_H

#include "Driver.h"
#include "Options.h"

#include <functional>

namespace argus::rt {

/// Asks Query until it answers other than "not ready" or the time is over.
Result waitUntil(const std::function<Result()> &Query, Milliseconds Limit);

/// Copies in one context through a stream of their own, which waits for no other
/// stream. Each returns when done, failed, or "not ready" when the time is over. The
/// context must be current.
class Transfers {
public:
  explicit Transfers(const Driver &D) : D(D) {}

  Result zero(DevicePtr To, size_t Bytes, Milliseconds Limit);
  Result upload(DevicePtr To, const void *From, size_t Bytes, Milliseconds Limit);
  /// Hands the bytes over piece by piece; Sink answers false to stop.
  Result download(DevicePtr From, size_t Bytes, Milliseconds Limit,
                  const std::function<bool(const void *, size_t)> &Sink);

  /// What CUDA says to the stream, if there is one.
  Result probe() const { return Own ? D.streamQuery(Own) : Success; }

private:
  Result open();
  Result wait(Milliseconds Limit);

  const Driver &D;
  Stream Own = nullptr;
  void *Staging = nullptr;
};

} // namespace argus::rt

#endif // ARGUS_RUNTIME_TRANSFERS_H
