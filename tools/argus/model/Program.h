//===- Program.h - what a binary's capsules say about it ----------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The capsule's tables as plain values, for the stages that do not see LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_MODEL_PROGRAM_H
#define ARGUS_TOOL_MODEL_PROGRAM_H

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace argus {

/// Role and Iteration are scope coordinates and no part of a region's path.
enum class SiteForm { Statement, Function, Scope, Span, Role, Iteration };

struct SiteInfo {
  std::string Name;
  SiteForm Form = SiteForm::Statement;
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;

  bool isRegion() const {
    return Form != SiteForm::Role && Form != SiteForm::Iteration;
  }
};

struct KernelInfo {
  std::string Mangled;
  /// Qualified; with template arguments (and parameters) only where the binary has
  /// another kernel that would be called the same.
  std::string Name;
  std::vector<std::string> Roles = {}; ///< that its warps can take: "producer/tma"
  std::string NvccMangled = {}; ///< nvcc's mangled name where it differs; else empty

  /// What the IDs of the kernel's regions are made from.
  const std::string &identity() const {
    return NvccMangled.empty() ? Mangled : NvccMangled;
  }
};

/// A region that can be reached from a kernel.
struct RegionInfo {
  unsigned Kernel = 0;
  std::vector<unsigned> Stack; ///< sites of regions, outermost first
  std::string Path; ///< begins with the kernel's name as it is shown; Id's does not
  uint64_t Id = 0;
  std::vector<std::string> Roles = {}; ///< innermost ones that are open where it begins
  bool Counted = false;                ///< begins in a counted loop somewhere
  bool Indirect = false; ///< behind calls through pointers, which may never lead there
};

struct CapsuleInfo {
  std::string Arch; ///< "sm_90a"
  std::string Source;
  std::string Directory; ///< where it was compiled
  std::vector<std::string> Command;
  /// What of it decides how LLVM optimises: "-O3", "-unroll-threshold=2000"; of a
  /// linked image, what any of its units has.
  std::vector<std::string> Optimisation;
  std::string Digest; ///< of everything that variants are made from
  std::vector<SiteInfo> Sites;
  std::vector<KernelInfo> Kernels;
  std::vector<RegionInfo> Regions;
  bool ByNvcc = false; ///< holds nvcc's PTX, not bitcode
  /// By nvcc: full names of the files that have marks, and their SHA-256 when they were
  /// compiled.
  std::map<std::string, std::string> SourceDigests;
  /// Of a linked image by nvcc: what ptxas got for each unit, in their order.
  std::vector<std::vector<std::string>> UnitOptions;
  /// Of a linked image by nvcc: which of its units have code for nvlink to optimise
  /// (-dlto); by unit.
  std::vector<bool> LinkTimeUnits;
  std::vector<std::string> UnitSources; ///< likewise: their main files
};

struct ContainerInfo {
  std::string ModuleId;
  std::string Binary; ///< the file that it was read from
  std::vector<CapsuleInfo> Capsules;
  /// Of an image that is linked of several units (-fgpu-rdc): theirs; else empty.
  std::vector<std::string> Units;
  // Where the compile could store no capsule:
  std::string Source;
  std::string Unmapped; ///< why

  /// Whether the image is registered, by a program's runtime, under this module id.
  bool is(const std::string &Id) const {
    return Id == ModuleId || std::find(Units.begin(), Units.end(), Id) != Units.end();
  }
};

} // namespace argus

#endif // ARGUS_TOOL_MODEL_PROGRAM_H
