//===- Variant.h - device code made from a capsule ----------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_VARIANT_H
#define ARGUS_PASSES_VARIANT_H

#include "argus/passes/Capsule.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace argus {

enum class VariantKind {
  Mapped, ///< the user's code; each instruction's line is a context number
  Trace,  ///< begin and end of each region recorded
  Lines,  ///< the user's code; each instruction's line is its source line
  Truth,  ///< as Mapped, and `.pragma "argus.begin N"`, "argus.end N" where regions
          ///< begin and end, for a machine that executes PTX as it stands
};

/// A place that instructions can come from: a line of the mapped build's line table.
struct Context {
  std::string File; ///< of the source; empty: no origin known
  unsigned Line = 0;
  unsigned Column = 0;
  std::vector<unsigned> Stack; ///< region sites, outermost first, inline chain included
};

/// A region as it can be reached from a kernel, known without running.
struct RegionPath {
  unsigned Kernel = 0;         ///< index in the region table
  std::vector<unsigned> Stack; ///< region sites, outermost first
  std::string Path;            ///< "gemm/mainloop/wait"
  uint64_t Id = 0;
};

/// What the units of an image that is linked of several agree on; see Linked.h.
struct UnitRole {
  /// Trace: functions, of this or other units, that get their caller's lane state.
  std::set<std::string> Helpers;
  /// Trace: the image's control variable lies in this unit.
  bool DefinesControl = false;
};

struct VariantRequest {
  VariantKind Kind = VariantKind::Mapped;
  /// Trace: the sites to record. Sites that may enclose them are added.
  std::vector<unsigned> Sites;
  /// Trace: the most registers a thread may use, by kernel (mangled), so that recording
  /// does not make a block too large to launch. Kernels with launch bounds need none.
  std::map<std::string, unsigned> Registers;
  /// For a unit of an image that is linked of several.
  std::optional<UnitRole> Unit;
};

struct Variant {
  std::string Ptx;
  std::vector<Context> Contexts;  ///< Mapped, Truth: by line number
  std::vector<unsigned> Sites;    ///< Trace: the sites recorded
  std::vector<std::string> Notes; ///< what could not be done, for the report
};

/// Runs clang's own pipeline on the capsule's bitcode. `-mllvm` options of the capsule
/// are global to the process, so a process should build variants of one capsule only.
/// Libdevice is taken from `CudaPath` where the capsule's own path does not exist.
llvm::Expected<Variant> buildVariant(const Capsule &C, const VariantRequest &Request,
                                     llvm::StringRef CudaPath);

/// Every region path of the capsule, found from the unoptimised call graph; kernel by
/// kernel, in order of first appearance. Regions behind indirect calls are not listed.
llvm::Expected<std::vector<RegionPath>> enumerateRegionPaths(const Capsule &C);

} // namespace argus

#endif // ARGUS_PASSES_VARIANT_H
