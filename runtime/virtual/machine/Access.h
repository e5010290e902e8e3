//===- Access.h - from addresses to bytes -------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_ACCESS_H
#define ARGUS_VIRTUAL_ACCESS_H

#include "Warp.h"

namespace argus::vm {

/// "0x7f00"
std::string hexadecimal(uint64_t Value);

/// Where each executing lane's operand lies.
struct Access {
  uint8_t *At[WarpSize];
  uint64_t Address[WarpSize]; ///< in its window
  /// The window that all lanes hit, or the first one's.
  Window Where = GlobalWindow;
  bool Uniform = true;     ///< all lanes hit one window
  bool Contiguous = false; ///< a full warp, lane after lane without gaps
  bool Adjacent = false;   ///< and all of it in one piece of memory
};

/// Resolves and checks [base + Imm], `Bytes` a lane, for the lanes of Mask. Charges the
/// time that conflicts and lines take to the warp; Atomic and the like add their own.
/// Faults where an address is wrong.
void access(Warp &W, const Op &I, Ref Base, uint64_t Offset, unsigned Bytes,
            bool Writes, Access &Result);

/// A byte by its generic address, which is checked.
uint8_t *genericByte(Warp &W, unsigned Lane, uint64_t Address, unsigned Bytes,
                     bool Writes);

/// Wavefronts that shared memory takes: 32 banks of 4 bytes.
unsigned wavefronts(const uint64_t (&Address)[WarpSize], uint32_t Mask, unsigned Bytes);

/// The cycles of lines and sectors beyond the first. What is aligned and has up to 32
/// bytes lies in one sector.
unsigned globalCycles(const uint64_t (&Address)[WarpSize], uint32_t Mask);

} // namespace argus::vm

#endif // ARGUS_VIRTUAL_ACCESS_H
