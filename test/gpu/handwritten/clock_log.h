//===- clock_log.h - region durations as one measures them by hand ----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a kernel author writes to time a part of a kernel: lane 0 of each warp reads
// clock64 at the begin and the end and stores it, with a number, in a list of its warp.
// The peer of Argus' trace: same kernels, no tool.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_CLOCK_LOG_H
#define ARGUS_TEST_CLOCK_LOG_H

#include "../../../examples/common.h"
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

constexpr int LogCapacity = 1024; ///< entries a warp

/// A warp's list. The first two entries are the kernel's begin: globaltimer, clock64.
struct ClockLog {
  unsigned long long *at;
  bool leader;

  __device__ explicit ClockLog(unsigned long long *log) {
    unsigned cta = blockIdx.y * gridDim.x + blockIdx.x;
    unsigned warp = cta * (blockDim.x / 32) + threadIdx.x / 32;
    at = log + size_t(warp) * LogCapacity;
    leader = threadIdx.x % 32 == 0;
    anchor();
  }
  __device__ void anchor() {
    unsigned long long timer, clock;
    asm volatile("mov.u64 %0, %%globaltimer;\n\tmov.u64 %1, %%clock64;"
                 : "=l"(timer), "=l"(clock));
    if (leader) {
      at[0] = timer;
      at[1] = clock;
    }
    at += 2;
  }
  __device__ void mark(unsigned id) {
    unsigned long long now = clock64();
    if (leader)
      *at = now << 8 | id;
    ++at;
  }
  __device__ void begin(unsigned region) { mark(2 * region); }
  __device__ void end(unsigned region) { mark(2 * region + 1); }
  /// Ends the list: an entry of all ones, then the anchor.
  __device__ void close() {
    if (leader)
      *at = ~0ull;
    ++at;
    anchor();
  }
};

/// Gathers durations over launches and prints them.
class LogReader {
public:
  LogReader(size_t warps, std::vector<std::string> names)
      : warps(warps), names(std::move(names)), log(warps * LogCapacity),
        cycles(this->names.size()) {}

  unsigned long long *device() { return log.get(); }

  void collect() {
    std::vector<unsigned long long> host = log.toHost();
    for (size_t w = 0; w < warps; ++w)
      collectWarp(&host[w * LogCapacity]);
  }

  /// {"<region>":{"count":n,"mean_us":x},...}
  void print() const {
    const double nsPerCycle = timerNs / clockCycles;
    std::printf("{");
    for (size_t r = 0; r < names.size(); ++r) {
      double sum = 0;
      for (unsigned long long c : cycles[r])
        sum += double(c);
      std::printf("%s\"%s\":{\"count\":%zu,\"mean_us\":%.6f,\"mean_cycles\":%.2f}",
                  r ? "," : "", names[r].c_str(), cycles[r].size(),
                  sum / double(cycles[r].size()) * nsPerCycle / 1000,
                  sum / double(cycles[r].size()));
    }
    std::printf("}\n");
  }

private:
  void collectWarp(const unsigned long long *entries) {
    std::vector<unsigned long long> open(names.size());
    const unsigned long long *e = entries + 2;
    for (; *e != ~0ull; ++e) {
      unsigned id = *e & 255;
      if (id % 2 == 0)
        open[id / 2] = *e >> 8;
      else
        cycles[id / 2].push_back((*e >> 8) - open[id / 2]);
    }
    timerNs += double(e[1] - entries[0]);
    clockCycles += double(e[2] - entries[1]);
  }

  size_t warps;
  std::vector<std::string> names;
  DeviceArray<unsigned long long> log;
  std::vector<std::vector<unsigned long long>> cycles;
  double timerNs = 0, clockCycles = 0;
};

#endif // ARGUS_TEST_CLOCK_LOG_H
