//===- TraceEmitter.h - device code that records events -----------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_TRACEEMITTER_H
#define ARGUS_PASSES_TRACEEMITTER_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace argus {

/// What each lane carries through a kernel, as pointers to 32-bit variables: Cursor,
/// the place of the next event, and Limit, the one behind the last that fits, both in
/// events from the arena's begin. A lane without a chunk has Limit 0; one that found
/// none free has Limit 4 and counts from Cursor 8. Leader: the lane was elected at
/// kernel entry. Kernel: the kernel's number, for chunks that are opened later.
struct LaneState {
  llvm::Value *Cursor;
  llvm::Value *Limit;
  llvm::Value *Leader;
  llvm::Value *Kernel;
};

/// The control variable (ArgusTraceControl) of the module's image, in this module or,
/// for one of several units of an image, in another.
llvm::GlobalVariable *declareTraceControl(llvm::Module &M, bool Define);

/// Writes the instructions of the trace variant; the layouts are argus/Abi.h's.
class TraceEmitter {
public:
  explicit TraceEmitter(llvm::Module &M);

  /// At kernel entry: elects the lowest active lane and opens a chunk for it.
  void emitEntry(llvm::Instruction *At, const LaneState &State, unsigned Kernel);
  /// Before a kernel returns: closes the chunk of each lane that has one.
  void emitExit(llvm::Instruction *At, const LaneState &State);

  /// An event in code that all lanes of the warp reach together. `OnlyLeader` where
  /// other lanes may have chunks too.
  void emitUniformEvent(llvm::Instruction *At, const LaneState &State, uint32_t Payload,
                        bool OnlyLeader);
  /// An event in code that some lanes may not reach: the lowest lane that is there
  /// records it in its own chunk, opened when first needed.
  void emitDivergentEvent(llvm::Instruction *At, const LaneState &State,
                          uint32_t Payload, bool IsEnd);

private:
  llvm::Value *control(llvm::IRBuilder<> &B, unsigned Offset, llvm::Type *Type);
  llvm::Value *arenaAddress(llvm::IRBuilder<> &B, llvm::Value *Offset);
  llvm::Value *special(llvm::IRBuilder<> &B, llvm::StringRef Register);
  llvm::Value *ctaIndex(llvm::IRBuilder<> &B);
  llvm::Value *warpIndex(llvm::IRBuilder<> &B);
  llvm::Value *isLowestActiveLane(llvm::IRBuilder<> &B);
  void emitAnchor(llvm::IRBuilder<> &B, llvm::Value *Header, unsigned Offset);
  llvm::Value *readClock(llvm::IRBuilder<> &B);
  void storePair(llvm::IRBuilder<> &B, llvm::Value *Low, llvm::Value *High,
                 llvm::Value *Header, unsigned Offset);
  llvm::Value *join(llvm::IRBuilder<> &B, llvm::Value *Low, llvm::Value *High);
  llvm::Value *takeChunk(llvm::IRBuilder<> &B);
  llvm::Value *warpsChunk(llvm::Instruction *At);
  void emitOpen(llvm::Instruction *At, const LaneState &State, llvm::Value *Index);
  llvm::Value *emitRecord(llvm::IRBuilder<> &B, llvm::Value *Cursor, llvm::Value *Limit,
                          uint32_t Payload, llvm::Value *Clock = nullptr);

  llvm::Module &M;
  llvm::Type *I32, *I64;
  llvm::GlobalVariable *Control;
};

} // namespace argus

#endif // ARGUS_PASSES_TRACEEMITTER_H
