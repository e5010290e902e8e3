//===- PlainCode.h - marked code becomes the code without marks ---*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang gives a block that is empty to its successor in some places: the block before
// the return block, a loop's header. A marker in it prevents that. So that deleting the
// markers gives exactly the code without them, what clang would have done is found by
// comparison with the plain code, and noted at the block's branch.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_PLAINCODE_H
#define ARGUS_PASSES_PLAINCODE_H

#include "llvm/IR/Module.h"
#include <string>

namespace argus {

/// Bitcode holds the numbers of the kinds of metadata that a context knows, those of
/// markers too: called for both contexts before code is generated, it makes them equal.
void numberMetadataAlike(llvm::LLVMContext &Context);

/// Notes in Marked the blocks that exist only because of the markers in them. Plain is
/// the same code without markers; the two may be of different contexts.
void noteFoldedBlocks(llvm::Module &Marked, const llvm::Module &Plain);

/// Deletes all markers, and the blocks that noteFoldedBlocks found.
void eraseMarkers(llvm::Module &M);

/// What tells two modules apart beside debug information, as a text for messages; empty
/// where nothing does, down to the order in which each value's uses are listed, which
/// optimisations follow. Deletes debug information from both.
std::string firstDifference(llvm::Module &A, llvm::Module &B);

} // namespace argus

#endif // ARGUS_PASSES_PLAINCODE_H
