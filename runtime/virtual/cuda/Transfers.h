//===- Transfers.h - copies and memsets ---------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_CUDA_TRANSFERS_H
#define ARGUS_VIRTUAL_CUDA_TRANSFERS_H

#include "Memory.h"
#include "Timeline.h"

namespace argus::vcuda {

/// A box of bytes in memory: `Depth` slices of `Rows` rows of `Width` bytes.
struct Box {
  size_t Width = 0, Rows = 1, Depth = 1;
  bool empty() const { return !Width || !Rows || !Depth; }
  /// Bytes without the padding between rows.
  size_t bytes() const { return Width * Rows * Depth; }
};

/// Where a box lies. A single row needs no pitches.
struct Place {
  uint64_t Base = 0;
  size_t Pitch = 0;      ///< bytes from row to row
  size_t SlicePitch = 0; ///< bytes from slice to slice
};

inline uint64_t addressOf(const void *P) { return reinterpret_cast<uint64_t>(P); }
/// A device address is the host's.
inline void *pointerTo(uint64_t Address) {
  return reinterpret_cast<void *>(Address); // NOLINT(performance-no-int-to-ptr)
}

class Transfers {
public:
  Transfers(const vm::Memory &M, Timeline &T) : M(M), T(T) {}

  /// Bytes on the device, or on the host as `Kind` says, which must agree with where
  /// the pointers point. `Wait`: the host waits for the end (unless both are on the
  /// device). Errors: InvalidValue, InvalidPitch, InvalidMemcpyDirection,
  /// InvalidResourceHandle.
  int copy(const Place &To, const Place &From, const Box &B, int Kind, StreamHandle S,
           bool Wait);
  int copy(void *To, const void *From, size_t Bytes, int Kind, StreamHandle S,
           bool Wait) {
    return copy({addressOf(To), Bytes, Bytes}, {addressOf(From), Bytes, Bytes},
                {Bytes, 1, 1}, Kind, S, Wait);
  }
  int copy3D(const Copy3D &C, StreamHandle S, bool Wait);

  /// `Value` in each unit of `Unit` bytes (1, 2 or 4).
  int set(const Place &To, const Box &B, uint32_t Value, unsigned Unit, StreamHandle S);

private:
  enum class Side { Host, Device };
  int check(const Place &P, const Box &B, Side &Where, bool Declared) const;

  const vm::Memory &M;
  Timeline &T;
};

} // namespace argus::vcuda

#endif // ARGUS_VIRTUAL_CUDA_TRANSFERS_H
