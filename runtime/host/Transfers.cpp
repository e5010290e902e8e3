//===- Transfers.cpp - the runtime's own copies to and from a device -------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transfers.h"

#include <algorithm>
#include <cstring>
#include <thread>

namespace argus::rt {

/// Pinned, because a copy from pageable memory may block for as long as it likes.
constexpr size_t StagingBytes = size_t(8) << 20;

Result waitUntil(const std::function<Result()> &Query, Milliseconds Limit) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point End = Clock::now() + Limit;
  std::chrono::microseconds Pause(10);
  for (;;) {
    const Result R = Query();
    if (R != ErrorNotReady || Clock::now() >= End)
      return R;
    std::this_thread::sleep_for(Pause);
    Pause = std::min(Pause * 2, std::chrono::microseconds(1000));
  }
}

Result Transfers::open() {
  if (Staging)
    return Success;
  if (!Own)
    if (Result R = D.streamCreate(&Own, StreamNonBlocking))
      return R;
  return D.memAllocHost(&Staging, StagingBytes);
}

Result Transfers::wait(Milliseconds Limit) {
  return waitUntil([this] { return D.streamQuery(Own); }, Limit);
}

Result Transfers::zero(DevicePtr To, size_t Bytes, Milliseconds Limit) {
  if (Result R = open())
    return R;
  if (Result R = D.memsetD8Async(To, 0, Bytes, Own))
    return R;
  return wait(Limit);
}

Result Transfers::upload(DevicePtr To, const void *From, size_t Bytes,
                         Milliseconds Limit) {
  if (Result R = open())
    return R;
  std::memcpy(Staging, From, Bytes);
  if (Result R = D.memcpyHtoDAsync(To, Staging, Bytes, Own))
    return R;
  return wait(Limit);
}

Result Transfers::download(DevicePtr From, size_t Bytes, Milliseconds Limit,
                           const std::function<bool(const void *, size_t)> &Sink) {
  if (Result R = open())
    return R;
  while (Bytes > 0) {
    const size_t Piece = std::min(Bytes, StagingBytes);
    if (Result R = D.memcpyDtoHAsync(Staging, From, Piece, Own))
      return R;
    if (Result R = wait(Limit))
      return R;
    if (!Sink(Staging, Piece))
      return Success;
    From += Piece;
    Bytes -= Piece;
  }
  return Success;
}

} // namespace argus::rt
