//===- Modules.h - the capsules of the modules that a program used -*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_MODULES_H
#define ARGUS_TOOL_BUILD_MODULES_H

#include "build/Images.h"
#include "collect/RuntimeLog.h"
#include "query/Scope.h"

#include <map>
#include <string>
#include <vector>

namespace argus {

/// Reads each binary's capsules once and finds the one that a module record names.
class ModuleSet {
public:
  /// All containers of a binary. Throws Failure(BadUsage), as loadContainers.
  const std::vector<ContainerInfo> &binary(const std::string &Path);

  /// Throws Failure(BadUsage) where the binary no longer has the module.
  const ContainerInfo &container(const ModuleRecord &Module);

  /// Kernels and region paths of every binary read so far.
  std::vector<std::string> knownPaths() const;

  /// The kernels among them that have regions.
  std::vector<KernelInfo> knownKernels() const;
  /// The roles of their kernels.
  std::vector<std::string> knownRoles() const;
  /// Whether a region of theirs lies in a counted loop.
  bool countTrips() const;

  /// Those of a binary that was read before; else none.
  const std::vector<ContainerInfo> &known(const std::string &Path) const;

private:
  std::map<std::string, std::vector<ContainerInfo>> Binaries;
};

/// Why a program's launches give nothing to measure.
struct LaunchCounts {
  size_t All = 0;
  size_t Marked = 0;  ///< of kernels that have a region
  size_t InScope = 0; ///< of those
};

/// The modules whose marked kernels were launched in scope.
std::vector<ModuleUse> findUses(const std::vector<const RuntimeLog *> &Logs,
                                const Scope &S, ModuleSet &Modules,
                                LaunchCounts &Counts);

/// The architecture of a device of a process, of its first one where that is unknown.
std::string deviceArch(const RuntimeLog &Log, int Device);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_MODULES_H
