//===- TraceEmitter.h - PTX that records events -----------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTXPASSES_TRACEEMITTER_H
#define ARGUS_PTXPASSES_TRACEEMITTER_H

#include "argus/ptx/Edit.h"

#include <set>

namespace argus::ptxpasses {

/// Writes the instructions of the trace variant into one function; the layouts are
/// argus/Abi.h's. Each lane carries two registers: the cursor, which is the place of
/// the next event, and the limit, the one behind the last that fits, both in events
/// from the arena's begin. A lane without a chunk has limit 0; one that found none free
/// has limit 4 and counts from cursor 8. Where a function that is called records, both
/// lie in local memory while it runs, and it gets their address.
class TraceEmitter {
public:
  explicit TraceEmitter(ptx::Function &F);
  static constexpr const char CursorName[] = "%argus_cursor"; ///< no user's register

  /// Kernels. HandsOn: calls functions that record. Reserved: takes the chunk that the
  /// host reserved for the warp, if any. Elects the lowest active lane and opens a
  /// chunk for it.
  void enterKernel(unsigned Kernel, bool HandsOn, bool Reserved);
  /// Functions that are called: the state's address is the last parameter.
  void enterFunction();
  /// For a function's declaration, too.
  static void addParameter(ptx::Function &F);

  /// An event in code that all lanes of the warp reach together. OnlyLeader where other
  /// lanes may have chunks too.
  void uniformEvent(unsigned At, uint32_t Payload, bool OnlyLeader);
  /// An event in code that some lanes may not reach: the lowest lane that is there
  /// records it in its own chunk, opened when first needed.
  void divergentEvent(unsigned At, uint32_t Payload, bool IsEnd);
  /// Around a call of a function that records; changes the call at this place.
  void handOn(unsigned Call);
  /// Before an instruction that ends the thread, or at the body's end: closes the chunk
  /// of each lane that leaves and has one.
  void close(unsigned At);
  /// Before a called function returns.
  void giveBack(unsigned At);

  void erase(unsigned At) { Edit.erase(At); }
  void apply() { Edit.apply(); }

private:
  void widenPrototype(const ptx::Instruction &Call);
  void insert(unsigned At, const std::string &Code);
  static std::string open(const std::string &Head);
  static std::string closing();

  ptx::Function &F;
  ptx::BodyEditor Edit;
  std::string Head; ///< code that puts the first word of a chunk's header into %argus_t
  std::set<uint32_t> Widened; ///< prototypes that have the state's parameter
  unsigned Labels = 0, Arguments = 0;
};

} // namespace argus::ptxpasses

#endif // ARGUS_PTXPASSES_TRACEEMITTER_H
