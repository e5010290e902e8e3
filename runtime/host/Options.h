//===- Options.h - what the environment asks of the runtime ----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_RUNTIME_OPTIONS_H
#define ARGUS_RUNTIME_OPTIONS_H

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace argus::rt {

using Milliseconds = std::chrono::milliseconds;

struct Options {
  std::string Out;          ///< empty: the runtime is idle
  std::string Images;       ///< empty: nothing is swapped
  bool ImagesRecord = true; ///< those in Images write traces
  uint64_t EventsPerChunk = 1024;
  uint64_t ArenaBytes = uint64_t(2048) << 20;
  uint64_t FirstLaunch = 0;        ///< whose chunks are kept
  uint64_t EndLaunch = UINT64_MAX; ///< behind the last of these
  std::optional<unsigned> Rank;    ///< of the process in its program

  // How long the runtime waits for the GPU before it does without. A program whose
  // kernels wait for the host must not hang because Argus waits for its kernels.
  Milliseconds SetupWait{10000};
  Milliseconds RecycleWait{30000};
  Milliseconds ExitWait{10000};
  Milliseconds SignalWait{3000};

  std::vector<std::string> Problems; ///< values that were not understood
};

/// From ARGUS_RT_* and what tells the rank, read by Get (getenv).
Options readOptions(const char *(*Get)(const char *));

} // namespace argus::rt

#endif // ARGUS_RUNTIME_OPTIONS_H
