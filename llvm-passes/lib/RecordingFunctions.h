//===- RecordingFunctions.h - which functions take part in a trace -*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_RECORDINGFUNCTIONS_H
#define ARGUS_PASSES_RECORDINGFUNCTIONS_H

#include "argus/passes/RegionTable.h"
#include "argus/passes/Variant.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <optional>
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

/// A target that cannot take the lane's state: it is defined elsewhere, or takes
/// arguments that no signature tells. Null where there is none.
const llvm::Function *unchangeable(llvm::ArrayRef<llvm::Function *> Targets);

/// The functions and all that they call, directly or not.
llvm::SetVector<llvm::Function *>
withCallees(llvm::ArrayRef<llvm::Function *> Functions);

/// The functions that record by themselves, and all that follow from them.
RecordingFunctions closeRecording(llvm::Module &M,
                                  llvm::ArrayRef<llvm::Function *> Targets,
                                  llvm::function_ref<bool(llvm::Function &)> Records);

/// Where a call through a pointer may leave the image, its targets can't be changed:
/// their events and those of functions that they call are erased, and notes say so.
/// Unit: what is known of the image, where M is one of its several units.
RecordingFunctions findRecordingFunctions(llvm::Module &M, const RegionTable &Regions,
                                          const std::optional<UnitRole> &Unit,
                                          std::vector<std::string> &Notes);

} // namespace argus

#endif // ARGUS_PASSES_RECORDINGFUNCTIONS_H
