//===- PtxPaths.h - regions that a kernel of marked PTX reaches ---------- ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_NVCC_PTXPATHS_H
#define ARGUS_NVCC_PTXPATHS_H

#include "argus/passes/RegionTable.h"
#include <string>
#include <vector>

namespace argus {

/// The regions, roles and counted loops that the kernels of `Table` reach, by the
/// markers in PTX (`.pragma "argus.begin N"`), across direct calls; calls through
/// registers may lead to every function whose name is used as a value. Throws
/// ptx::ParseError.
RegionPaths pathsOfMarkedPtx(const std::string &Ptx, const RegionTable &Table);

/// Likewise of the units of a linked image, whose marks are numbered by one table.
RegionPaths pathsOfMarkedUnits(const std::vector<std::string> &Units,
                               const RegionTable &Table);

} // namespace argus

#endif // ARGUS_NVCC_PTXPATHS_H
