//===- Probes.h - looks at the machine ----------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_DOCTOR_PROBES_H
#define ARGUS_DOCTOR_PROBES_H

#include <string>
#include <vector>

namespace argus {

struct CommandResult {
  bool Started = false;
  int Status = -1;    ///< exit code; 128 + N after signal N
  std::string Output; ///< stdout and stderr
};

/// Runs a program without a shell, stdin empty, and waits for it.
CommandResult runCommand(const std::vector<std::string> &Command);

struct GpuInfo {
  std::string Name;
  std::string Uuid; ///< "GPU-" and hexadecimal digits in groups, as nvidia-smi -L
  int Major = 0;    ///< compute capability
  int Minor = 0;
};

/// What libcuda.so.1 says.
struct DriverProbe {
  std::string LoadError; ///< empty: loaded
  int InitStatus = 0;    ///< CUresult of cuInit
  std::string InitError; ///< its description
  int Version = 0;       ///< 13000 for CUDA 13.0
  std::vector<GpuInfo> Gpus;
};
DriverProbe probeDriver();

struct CounterProbe {
  bool Privileged = false; ///< root or CAP_SYS_ADMIN
  bool KnowsDriver = false;
  bool AdminOnly = false; ///< the driver's RmProfilingAdminOnly
};
CounterProbe probeCounters();

/// Why `Path` cannot serve as the preloaded runtime, or empty.
std::string probeRuntime(const std::string &Path);

} // namespace argus

#endif // ARGUS_DOCTOR_PROBES_H
