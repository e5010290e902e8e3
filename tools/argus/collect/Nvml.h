//===- Nvml.h - the few functions of NVML that are used -----------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_COLLECT_NVML_H
#define ARGUS_TOOL_COLLECT_NVML_H

#include "collect/GpuState.h"

#include <string>
#include <vector>

namespace argus {

/// One GPU, by libnvidia-ml.so.1. Functions are found by name, so that argus starts
/// where there is none, and older drivers serve as far as they go.
class Nvml {
public:
  /// `Problem` is set, and nothing else may be called, where it cannot be had.
  Nvml(const std::string &Library, const std::string &Gpu, std::string &Problem);
  ~Nvml();
  Nvml(const Nvml &) = delete;
  Nvml &operator=(const Nvml &) = delete;

  /// Without time and other programs.
  GpuSample sample() const;
  /// The processes that compute on it; none where the driver does not tell.
  std::optional<std::vector<unsigned>> processes() const;

private:
  template <typename... Args> int call(const char *Name, Args... Values) const;
  std::optional<double> number(const char *Name) const;
  std::optional<double> number(const char *Name, int Which) const;
  std::string error(int Status) const;
  std::string open(const std::string &Gpu);

  void *Handle = nullptr;
  bool Started = false;
  void *Device = nullptr;
};

} // namespace argus

#endif // ARGUS_TOOL_COLLECT_NVML_H
