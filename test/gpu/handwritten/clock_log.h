//===- clock_log.h - region durations as one measures them by hand ----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a kernel author writes to time a part of a kernel: at the begin and the end, one
// lane of each warp reads clock64 and stores it, with a number, in a list of its warp.
// The peer of Argus' trace: same kernels, no tool. The store is written as economically
// as Argus' own, since in regions of some ten cycles the store itself is what one sees;
// where to put the marks, matching them and making times of them is done by hand.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_CLOCK_LOG_H
#define ARGUS_TEST_CLOCK_LOG_H

#include "../../../examples/common.h"
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

__constant__ unsigned long long logMemory;
__constant__ unsigned logBytes; ///< a warp

/// A warp's list in logMemory. It begins with a record of what a reader needs: CTA,
/// warp, SM, then globaltimer and clock64. A mark is the low half of clock64 and,
/// above, the id and clock bits 32..39.
struct ClockLog {
  unsigned cursor, limit; ///< in entries; limit is 0 in all lanes but one
  bool leader;

  __device__ ClockLog() {
    unsigned cta = blockIdx.y * gridDim.x + blockIdx.x;
    unsigned warp = threadIdx.x / 32;
    leader = threadIdx.x % 32 == 0;
    unsigned start = (cta * (blockDim.x / 32) + warp) * logBytes;
    cursor = start / 8 + 6;
    limit = leader ? (start + logBytes) / 8 : 0;
    unsigned sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    if (leader) {
      *at<ulonglong2>(start) = {cta, warp};
      *at<ulonglong2>(start + 16) = anchor();
      *at<ulonglong2>(start + 32) = {sm, 0};
    }
  }
  template <typename T> __device__ T *at(unsigned where) {
    return reinterpret_cast<T *>(logMemory + where);
  }
  __device__ ulonglong2 anchor() {
    ulonglong2 both;
    asm volatile("mov.u64 %0, %%globaltimer;\n\tmov.u64 %1, %%clock64;"
                 : "=l"(both.x), "=l"(both.y));
    return both;
  }
  template <unsigned Id> __device__ void mark() {
    asm volatile("{\n\t.reg .pred p;\n\t.reg .b32 lo, hi, w;\n\t.reg .b64 c, a, b;\n\t"
                 "mov.u64 c, %%clock64;\n\tmov.b64 {lo, hi}, c;\n\t"
                 "shl.b32 hi, hi, 24;\n\tadd.u32 w, hi, %2;\n\t"
                 "setp.lt.u32 p, %0, %1;\n\tld.const.u64 b, [logMemory];\n\t"
                 "mad.wide.u32 a, %0, 8, b;\n\t"
                 "@p st.global.v2.b32 [a], {lo, w};\n\t"
                 "add.u32 %0, %0, 1;\n\t}"
                 : "+r"(cursor)
                 : "r"(limit), "n"(Id + 1));
  }
  /// Where a part of the warp may be missing: the lowest lane that is there records.
  template <unsigned Id> __device__ void markByLowest() {
    if (threadIdx.x % 32 == __ffs(__activemask()) - 1)
      mark<Id>();
  }
  template <unsigned Region> __device__ void begin() { mark<2 * Region>(); }
  template <unsigned Region> __device__ void end() { mark<2 * Region + 1>(); }
  /// Ends the list: an entry of zeroes, then globaltimer and clock64.
  __device__ void close() {
    if (!leader)
      return;
    *at<unsigned long long>(cursor * 8) = 0;
    const ulonglong2 end = anchor();
    *at<unsigned long long>(cursor * 8 + 8) = end.x;
    *at<unsigned long long>(cursor * 8 + 16) = end.y;
  }
};

/// Gathers the durations of a launch and prints them.
class LogReader {
public:
  /// Marks: that a warp makes, at most.
  LogReader(size_t warps, size_t marks, std::vector<std::string> names)
      : warps(warps), words((6 + marks + 3 + 3) / 4 * 4), names(std::move(names)),
        log(warps * words), cycles(this->names.size()) {
    const unsigned long long *memory = log.get();
    const unsigned bytes = unsigned(words * 8);
    CUDA_CHECK(cudaMemcpyToSymbol(logMemory, &memory, sizeof(memory)));
    CUDA_CHECK(cudaMemcpyToSymbol(logBytes, &bytes, sizeof(bytes)));
  }

  /// The log of the launch before.
  void collect() {
    std::vector<unsigned long long> host = log.toHost();
    for (size_t w = 0; w < warps; ++w)
      collectWarp(&host[w * words]);
  }

  /// Of all launches but the first, which finds cold caches.
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
    const unsigned long long *e = entries + 6;
    for (; *e != 0; ++e) {
      unsigned id = (*e >> 32 & 0xffffff) - 1;
      unsigned long long clock = (*e & 0xffffffff) | *e >> 56 << 32;
      if (id % 2 == 0)
        open[id / 2] = clock;
      else
        cycles[id / 2].push_back(clock - open[id / 2]);
    }
    timerNs += double(e[1] - entries[2]);
    clockCycles += double(e[2] - entries[3]);
  }

  size_t warps, words; ///< words: of 8 bytes, a warp
  std::vector<std::string> names;
  DeviceArray<unsigned long long> log;
  std::vector<std::vector<unsigned long long>> cycles;
  double timerNs = 0, clockCycles = 0;
};

#endif // ARGUS_TEST_CLOCK_LOG_H
