//===- PtxCapsule.h - the capsule of a compile by nvcc ------------------- ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_NVCC_PTXCAPSULE_H
#define ARGUS_NVCC_PTXCAPSULE_H

#include "nvcc/SourceMarks.h"
#include <string>
#include <vector>

namespace argus {

/// What a compile for one architecture gave.
struct PtxCompile {
  std::string Arch; ///< "sm_90a"
  std::string Source;
  std::string WorkingDirectory;
  std::vector<std::string> Command;   ///< of cicc
  std::vector<std::string> Assembler; ///< options of ptxas
  MarkedText Marks;
  std::string Shipped; ///< PTX of Marks.Mapped
  std::string Marked;  ///< PTX of Marks.Traced; empty where there are no marks
  std::string LinkShipped, LinkMarked; ///< LinkTimeCode of both, where nvlink optimises
};

/// LinkTimeCode::Unit.
std::string unitName(const std::string &Source, const std::string &Text);

/// What the section `.argus_capsule` holds of one translation unit.
struct CapsuleBytes {
  std::string ModuleId; ///< 32 hex digits, digest of the content
  std::string Bytes;
};

CapsuleBytes containerOf(const std::vector<PtxCompile> &Compiles);

/// The same for one that has no capsule, and why.
CapsuleBytes containerWithout(const std::string &Source, const std::string &Reason);

} // namespace argus

#endif // ARGUS_NVCC_PTXCAPSULE_H
