//===- Arena.h - the trace memory of one module on one device --------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_RUNTIME_ARENA_H
#define ARGUS_RUNTIME_ARENA_H

#include "HelperKernels.h"
#include "Log.h"
#include "Modules.h"
#include "Transfers.h"

namespace argus::rt {

struct ArenaPlan {
  uint32_t ChunkBytes = 0;
  uint32_t Chunks = 0; ///< 0: not even one fits
  uint64_t bytes() const {
    return sizeof(ArgusArenaHeader) + uint64_t(Chunks) * ChunkBytes;
  }
};

/// For a kernel of so many warps. Several launches fit, so that the buffer need not be
/// drained after each; the replays of a graph cannot be drained in between at all and
/// get what there is. At most half of the free memory, and less than 4 GiB.
ArenaPlan planArena(const Options &O, uint64_t Warps, bool Graph, uint64_t FreeBytes);

/// The arena of a module in a context, and the module's control variable there. All
/// members need the context current.
class Arena {
public:
  Arena(const Driver &D, const Options &O, const Module &M, int DeviceOrdinal)
      : D(D), O(O), M(M), DeviceOrdinal(DeviceOrdinal) {}

  /// Finds the control variable, allocates and zeroes the arena, writes the control.
  /// The reason if that is not possible; the kernels then run without recording.
  std::string setUp(CudaModule Loaded, Transfers &T, uint64_t Warps, bool Graph);
  bool ready() const { return Plan.Chunks > 0; }

  /// An upper bound of the chunks that a launch asks for: a chunk for each warp, or
  /// what the launches before asked for where control flow diverges.
  uint64_t bound(uint64_t Warps) const;
  /// Whether the launch still fits, as far as is known.
  bool fits(uint64_t Warps) const { return Claimed + bound(Warps) <= Plan.Chunks; }
  void claim(uint64_t Warps);

  /// From now on launches may overlap. Reservations that are still queued take nothing:
  /// carried out between another launch's number and its kernel, they would give both
  /// the same chunks.
  Result share(Transfers &T);

  // In the order of the stream:
  /// Writes the launch number; each warp will take the next free chunk.
  Result writeLaunch(unsigned Launch, Stream S) const;
  /// Writes the launch number and takes a chunk for each warp: in short kernels, the
  /// warps' own atomic additions would take longer than the kernel.
  Result reserve(HelperKernels &Helpers, unsigned Launch, uint64_t Warps,
                 Stream S) const;
  /// Behind a launch with reserved chunks.
  Result endReservation(Stream S) const;

  /// Copies the chunks to the trace file. No launch of the module may be in flight,
  /// unless the process is about to end.
  std::string drain(Transfers &T, Log &L, Milliseconds Limit);
  /// Zeroes what was used, for the next launches.
  std::string reset(Transfers &T, Milliseconds Limit);
  /// A larger arena, where even an empty one is too small for a launch.
  std::string grow(Transfers &T, uint64_t Warps);

  unsigned Open = 0;      ///< launches between launch_begin and launch_end
  bool Graph = false;     ///< replays may run at any time: no recycling
  bool Shared = false;    ///< launches may overlap: no reservations
  bool Recycling = false; ///< a thread waits for the launches to end
  bool GaveUp = false;    ///< recycling took too long once

private:
  std::string allocate(Transfers &T, uint64_t Warps);
  void logDrain(Log &L, const ArgusArenaHeader &H, int64_t Offset, uint64_t Bytes,
                uint64_t LeftOut) const;

  const Driver &D;
  const Options &O;
  const Module &M;
  int DeviceOrdinal;
  DevicePtr Control = 0;
  DevicePtr Memory = 0;
  ArenaPlan Plan;
  uint64_t Claimed = 0;       ///< since the last reset, by bound
  uint64_t LaunchedWarps = 0; ///< since the last reset
  double ChunksPerWarp = 1;
  uint64_t UsedBytes = 0; ///< as drain saw it
};

} // namespace argus::rt

#endif // ARGUS_RUNTIME_ARENA_H
