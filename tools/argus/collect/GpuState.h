//===- GpuState.h - clocks and temperature while a run goes on ----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_COLLECT_GPUSTATE_H
#define ARGUS_TOOL_COLLECT_GPUSTATE_H

#include "support/Files.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace argus {

/// What NVML says at one moment; none: this GPU or driver does not tell.
struct GpuSample {
  double Seconds = 0; ///< since the first
  std::optional<double> SmMhz, MemoryMhz, TemperatureC, PowerW;
  std::optional<double> BusyPercent;     ///< of the time just past, with kernels on it
  std::optional<uint64_t> ClockReasons;  ///< bits of nvmlClocksEventReasons
  std::optional<unsigned> OtherPrograms; ///< compute processes that are not the run's
};

struct GpuState {
  std::string Gpu; ///< UUID, or its number in NVML's order
  std::vector<GpuSample> Samples;

  /// Where there are too many, each second one goes and fewer are taken from now on.
  void add(GpuSample Sample);

private:
  size_t Seen = 0, Stride = 1;
};
constexpr size_t MostGpuSamples = 4096;

/// The file in a run's directory.
constexpr const char GpuStateFile[] = "gpu-state.json";

/// Samples a GPU from its construction on, in a thread of its own. It has to be there
/// before the program is started: what computes on the GPU then is another's.
class GpuSampler {
public:
  /// `Gpu`: a UUID ("GPU-..."), or a number in NVML's order. NVML is loaded, never
  /// linked: `Library` may not be there.
  GpuSampler(const std::string &Gpu, fs::path Directory,
             const std::string &Library = "libnvidia-ml.so.1",
             std::chrono::milliseconds Interval = std::chrono::milliseconds(100));
  ~GpuSampler();
  GpuSampler(const GpuSampler &) = delete;
  GpuSampler &operator=(const GpuSampler &) = delete;

  /// Takes a last sample and writes the file. Returns why there is none; empty: it is
  /// written. Once only.
  std::string finish();

private:
  struct Worker;
  std::unique_ptr<Worker> Work; ///< null: nothing is sampled, or no more
  std::string Problem;
};

/// None where the run has no such file. `Problem` is set where it cannot be understood.
std::optional<GpuState> readGpuState(const fs::path &Directory, std::string &Problem);

struct Extent {
  double Min = 0, Median = 0, Max = 0;
};

/// Of the samples in which the GPU was busy, where any was: an idle GPU's clocks say
/// nothing of its kernels' times.
struct GpuSummary {
  size_t Samples = 0;
  bool Busy = false; ///< in any of them
  std::optional<Extent> SmMhz, MemoryMhz, TemperatureC, PowerW;
  std::vector<std::string> Throttled;    ///< by what: "power cap"
  std::optional<unsigned> OtherPrograms; ///< at most at once
};

GpuSummary summarise(const GpuState &State);

} // namespace argus

#endif // ARGUS_TOOL_COLLECT_GPUSTATE_H
