//===- RegionTable.h - the regions and kernels of a translation unit -*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_REGIONTABLE_H
#define ARGUS_PASSES_REGIONTABLE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace argus {

/// How a site was marked: a region, or one of the two scope coordinates.
enum class RegionForm {
  Statement, ///< #pragma argus region
  Function,  ///< [[argus::region]]
  Scope,     ///< ARGUS_REGION: to the end of the enclosing block
  Span,      ///< ARGUS_BEGIN / ARGUS_END
  Role,      ///< #pragma argus role: names the warps that execute the statement
  Iteration, ///< #pragma argus iteration: a loop whose trips are counted
};

/// One place in the source that carries a mark. All instantiations of a template
/// and all inlined copies share the site.
struct RegionSite {
  std::string Name; ///< empty: an iteration mark
  RegionForm Form = RegionForm::Statement;
  std::string File; ///< as the compiler was given it
  unsigned Line = 0;
  unsigned Column = 0;

  /// Roles and iterations are coordinates: they are no part of a region's path.
  bool isRegion() const {
    return Form != RegionForm::Role && Form != RegionForm::Iteration;
  }
};

struct KernelEntry {
  std::string Mangled; ///< the entry's name in PTX and cubin
  std::string Name;    ///< qualified, without template arguments and parameters
  /// The mangled name as nvcc makes it, where clang's differs; else empty.
  std::string NvccMangled = {};

  /// What the IDs of the kernel's regions are made from.
  const std::string &identity() const {
    return NvccMangled.empty() ? Mangled : NvccMangled;
  }
};

/// Sites are numbered by position; the number is what events carry.
struct RegionTable {
  std::vector<RegionSite> Sites;
  std::vector<KernelEntry> Kernels;

  /// The number of the kernel with this mangled name, if it is one.
  std::optional<unsigned> kernel(llvm::StringRef Mangled) const {
    for (unsigned I = 0; I < Kernels.size(); ++I)
      if (Kernels[I].Mangled == Mangled)
        return I;
    return std::nullopt;
  }
  bool isKernel(llvm::StringRef Mangled) const { return kernel(Mangled).has_value(); }

  /// The regions of a stack of sites, and its roles; both outermost first.
  std::vector<unsigned> regionsOf(const std::vector<unsigned> &Stack) const;
  std::vector<unsigned> rolesOf(const std::vector<unsigned> &Stack) const;

  /// "gemm/mainloop/wait", of a kernel's number and a stack of regions.
  std::string pathOf(unsigned Kernel, const std::vector<unsigned> &Stack) const;
};

/// A region as it can be reached from a kernel, known without running.
struct RegionPath {
  unsigned Kernel = 0;         ///< index in the region table
  std::vector<unsigned> Stack; ///< region sites, outermost first
  std::string Path;            ///< "gemm/mainloop/wait"
  uint64_t Id = 0;
  /// The innermost roles that are open somewhere the region begins: "producer/tma".
  std::vector<std::string> Roles;
  bool Counted = false;  ///< begins in a counted loop somewhere
  bool Indirect = false; ///< found behind calls through pointers alone: perhaps never
};

/// What a kernel's regions can be selected by, known without running.
struct KernelScopes {
  std::vector<std::string>
      Roles; ///< "producer", "producer/tma": in order of appearance
};

/// All that the call graph before optimisation tells of the regions of a table.
struct RegionPaths {
  std::vector<RegionPath> Paths;    ///< kernel by kernel, in order of first appearance
  std::vector<KernelScopes> Scopes; ///< by kernel
};

/// A kernel's mangled name without what a compiler adds of its own where the linkage is
/// internal: the unit and its hash (clang's and nvcc's), the letter L (clang's).
std::string sourceKernelName(llvm::StringRef Mangled);

/// Stable across variants, builds, machines and compilers: XXH3 of the sourceKernelName
/// of the kernel's identity() and the region's path ("gemm/mainloop/wait").
uint64_t regionId(llvm::StringRef KernelIdentity, llvm::StringRef Path);

} // namespace argus

#endif // ARGUS_PASSES_REGIONTABLE_H
