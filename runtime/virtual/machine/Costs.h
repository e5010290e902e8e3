//===- Costs.h - the cost model -----------------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_COSTS_H
#define ARGUS_VIRTUAL_COSTS_H

#include <cstdint>

namespace argus::vm {

enum class CostClass : uint8_t {
#define ARGUS_VM_COST(Class, Issue, Latency) Class,
#include "Costs.def"
};

struct Cost {
  uint16_t Issue, Latency;
};

inline constexpr Cost Costs[] = {
#define ARGUS_VM_COST(Class, Issue, Latency) {Issue, Latency},
#include "Costs.def"
};

inline constexpr Cost costOf(CostClass C) { return Costs[unsigned(C)]; }

/// Each wavefront of shared memory beyond the first.
constexpr unsigned WavefrontCycles = 2;
/// Each further line of 128 bytes of global memory, and each sector of 32 bytes.
constexpr unsigned LineCycles = 4, SectorCycles = 1;
/// Lanes of one warp whose atomics meet at one address, each beyond the first.
constexpr unsigned AtomicCollisionCycles = 8;
/// A branch whose lanes part.
constexpr unsigned DivergenceCycles = 8;
/// From the last arrival at a CTA's barrier until its warps go on.
constexpr unsigned BarrierCycles = 16;
/// A CTA's start on an SM.
constexpr unsigned LaunchCycles = 600;
/// How far a warp may run ahead of the others before they get their turn.
constexpr unsigned Quantum = 32;

/// One slot a cycle: a scheduler of an SM issues one instruction. Warps ask out of
/// order, so it remembers which of the last cycles are taken, as bits in a ring.
class IssueSlots {
public:
  /// The first free cycle from Time on, which is taken.
  uint64_t take(uint64_t Time) {
    for (uint64_t Chunk = Time >> 6;; ++Chunk) {
      Slot &S = Ring[Chunk % Size];
      if (S.Chunk != Chunk) {
        if (S.Chunk > Chunk)
          return Time; // long ago: nobody knows any more
        S = {Chunk, 0};
      }
      uint64_t From = Chunk == Time >> 6 ? ~uint64_t(0) << (Time & 63) : ~uint64_t(0);
      uint64_t Free = ~S.Taken & From;
      if (!Free)
        continue;
      auto Bit = unsigned(__builtin_ctzll(Free));
      S.Taken |= uint64_t(1) << Bit;
      return Chunk << 6 | Bit;
    }
  }

private:
  static constexpr unsigned Size = 64;
  struct Slot {
    uint64_t Chunk = 0, Taken = 0;
  };
  Slot Ring[Size];
};

} // namespace argus::vm

#endif // ARGUS_VIRTUAL_COSTS_H
