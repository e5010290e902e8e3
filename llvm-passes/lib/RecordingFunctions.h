//===- RecordingFunctions.h - which functions take part in a trace -*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_RECORDINGFUNCTIONS_H
#define ARGUS_PASSES_RECORDINGFUNCTIONS_H

#include "argus/passes/RegionTable.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <string>
#include <vector>

namespace argus {

struct RecordingFunctions {
  /// Functions that record events, or call one that takes part.
  llvm::SetVector<llvm::Function *> Found;
  /// Whether one of them is called through a pointer: then every call through a pointer
  /// hands the lane's state on, and every function that such a call may reach takes it.
  bool Indirect = false;
};

bool isIndirectCall(const llvm::Instruction &I);

/// Functions whose address is taken and that are no kernel.
std::vector<llvm::Function *> pointerTargets(llvm::Module &M,
                                             const RegionTable &Regions);

/// Where a call through a pointer may leave the module, its targets can't be changed:
/// their events are erased, and a note says so.
RecordingFunctions findRecordingFunctions(llvm::Module &M, const RegionTable &Regions,
                                          std::vector<std::string> &Notes);

} // namespace argus

#endif // ARGUS_PASSES_RECORDINGFUNCTIONS_H
