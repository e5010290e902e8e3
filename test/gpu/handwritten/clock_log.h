//===- clock_log.h - region durations as one measures them by hand ----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a kernel author writes to time a part of a kernel: at the begin and the end, one
// lane of each warp reads clock64 and stores it, with a number, in a list of its warp.
// The peer of Argus' trace: same kernels, no tool. There is more than one way to write
// it, and in regions of some ten cycles the way itself is what one sees, so there are
// three; CLOCK_LOG chooses:
//   CLOCK_LOG_PLAIN   clock64(), a branch for the lane that stores, an 8-byte store
//   CLOCK_LOG_PAIRED  the begin stays in a register; one 16-byte store at the end
//   CLOCK_LOG_PACKED  a predicated store as economical as Argus' own
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_CLOCK_LOG_H
#define ARGUS_TEST_CLOCK_LOG_H

#define CLOCK_LOG_PLAIN 0
#define CLOCK_LOG_PAIRED 1
#define CLOCK_LOG_PACKED 2
#ifndef CLOCK_LOG
#define CLOCK_LOG CLOCK_LOG_PLAIN
#endif

#include "../../../examples/common.h"
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

__constant__ unsigned long long logMemory;
__constant__ unsigned logBytes; ///< a warp

/// A warp's list in logMemory. It begins with a record of what a reader needs: CTA,
/// warp, SM, then globaltimer and clock64. A mark is 2 * region + 1 at a begin, + 2 at
/// an end: in the low 8 bits below clock64 or, packed, from bit 32 between clock bits
/// 0..31 and 32..39.
struct ClockLog {
  static constexpr unsigned MaxRegions = 8;
  unsigned cursor, limit; ///< in entries; limit is 0 in all lanes but one
  bool leader;
  unsigned long long opened[MaxRegions]; ///< registers: all indices are constants

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

#if CLOCK_LOG == CLOCK_LOG_PACKED
  template <unsigned Id> __device__ void mark() {
    asm volatile("{\n\t.reg .pred p;\n\t.reg .b32 lo, hi, w;\n\t.reg .b64 c, a, b;\n\t"
                 "mov.u64 c, %%clock64;\n\tmov.b64 {lo, hi}, c;\n\t"
                 "shl.b32 hi, hi, 24;\n\tadd.u32 w, hi, %2;\n\t"
                 "setp.lt.u32 p, %0, %1;\n\tld.const.u64 b, [logMemory];\n\t"
                 "mad.wide.u32 a, %0, 8, b;\n\t"
                 "@p st.global.v2.b32 [a], {lo, w};\n\t"
                 "add.u32 %0, %0, 1;\n\t}"
                 : "+r"(cursor)
                 : "r"(limit), "n"(Id));
  }
  template <unsigned Region> __device__ void begin() { mark<2 * Region + 1>(); }
  template <unsigned Region> __device__ void end() { mark<2 * Region + 2>(); }
#elif CLOCK_LOG == CLOCK_LOG_PAIRED
  template <unsigned Region> __device__ void begin() { opened[Region] = clock64(); }
  template <unsigned Region> __device__ void end() {
    unsigned long long now = clock64();
    if (leader)
      *at<ulonglong2>(cursor * 8) = {opened[Region] << 8 | (2 * Region + 1),
                                     now << 8 | (2 * Region + 2)};
    cursor += 2;
  }
#else
  template <unsigned Id> __device__ void mark() {
    unsigned long long now = clock64();
    if (leader)
      *at<unsigned long long>(cursor * 8) = now << 8 | Id;
    ++cursor;
  }
  template <unsigned Region> __device__ void begin() { mark<2 * Region + 1>(); }
  template <unsigned Region> __device__ void end() { mark<2 * Region + 2>(); }
#endif

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

/// Gathers the durations of a launch and prints them. As in a trace, the lists of all
/// launches are kept: each launch writes to memory of its own.
class LogReader {
public:
  /// Marks: that a warp makes, at most.
  LogReader(size_t warps, size_t marks, std::vector<std::string> names, size_t launches)
      : warps(warps), words((6 + marks + 3 + 3) / 4 * 4), names(std::move(names)),
        log(warps * words * launches), cycles(this->names.size()) {
    const unsigned bytes = unsigned(words * 8);
    CUDA_CHECK(cudaMemcpyToSymbol(logBytes, &bytes, sizeof(bytes)));
  }

  /// Before each launch.
  void begin() {
    const unsigned long long *memory = log.get() + begun++ * warps * words;
    CUDA_CHECK(cudaMemcpyToSymbolAsync(logMemory, &memory, sizeof(memory)));
  }

  /// The log of the launch before.
  void collect() {
    const std::vector<unsigned long long> host = log.toHost();
    for (size_t w = 0; w < warps; ++w)
      collectWarp(&host[((begun - 1) * warps + w) * words]);
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
    const unsigned long long *e = entries + 6;
    for (; *e != 0; ++e) {
#if CLOCK_LOG == CLOCK_LOG_PACKED
      unsigned id = (*e >> 32 & 0xffffff) - 1;
      unsigned long long clock = (*e & 0xffffffff) | *e >> 56 << 32;
#else
      unsigned id = (*e & 255) - 1;
      unsigned long long clock = *e >> 8;
#endif
      if (id % 2 == 0)
        open[id / 2] = clock;
      else
        cycles[id / 2].push_back(clock - open[id / 2]);
    }
    timerNs += double(e[1] - entries[2]);
    clockCycles += double(e[2] - entries[3]);
  }

  size_t warps, words; ///< words: of 8 bytes, a warp
  size_t begun = 0;    ///< launches
  std::vector<std::string> names;
  DeviceArray<unsigned long long> log;
  std::vector<std::vector<unsigned long long>> cycles;
  double timerNs = 0, clockCycles = 0;
};

#endif // ARGUS_TEST_CLOCK_LOG_H
