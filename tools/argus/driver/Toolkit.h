//===- Toolkit.h - finds the CUDA toolkit -------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_DRIVER_TOOLKIT_H
#define ARGUS_DRIVER_TOOLKIT_H

#include <functional>
#include <string>
#include <vector>

namespace argus {

struct CudaVersion {
  int Major = 0;
  int Minor = 0;

  bool operator<(const CudaVersion &O) const {
    return Major != O.Major ? Major < O.Major : Minor < O.Minor;
  }
  std::string str() const {
    return std::to_string(Major) + "." + std::to_string(Minor);
  }
};

/// Argus is made for and tested with 12.4 to 13.x.
constexpr CudaVersion OldestCuda{12, 4};
constexpr int NewestCudaMajor = 13;

struct ToolkitLocation {
  std::string Path; ///< the toolkit's root; empty: no usable toolkit
  CudaVersion Version;
  unsigned Build = 0; ///< of the compiler tools; 0 where nobody asked ptxas
  std::string Ptxas;
  std::string Fatbinary;
  std::string Nvdisasm;  ///< empty where the toolkit lacks it
  std::string Cuobjdump; ///< empty where the toolkit lacks it
  std::string LibDir;    ///< has libcudart.so
  std::string CcclDir;   ///< libcu++ and its kin; empty where include/ itself has them
  /// Without a usable toolkit: each place tried, what was wrong there, and the remedy.
  std::string Problem;

  explicit operator bool() const { return !Path.empty(); }
};

/// Value of an environment variable, or empty.
using Environment = std::function<std::string(const char *)>;
std::string processEnvironment(const char *Name);

/// `Explicit` (what --cuda-path named) where not empty and no other; else the first
/// usable of $CUDA_HOME, $CUDA_PATH, /usr/local/cuda, the prefix that ./dev fills, and
/// the toolkit whose ptxas is on PATH.
ToolkitLocation findCudaToolkit(const std::string &Explicit = "",
                                const Environment &Env = processEnvironment);

/// The same over a given list of roots, first usable one wins.
ToolkitLocation findCudaToolkitIn(const std::vector<std::string> &Roots);

/// The roots that findCudaToolkit tries, in order.
std::vector<std::string> toolkitCandidates(const Environment &Env);

} // namespace argus

#endif // ARGUS_DRIVER_TOOLKIT_H
