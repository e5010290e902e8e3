//===- ChunkFilter.h - the chunks of the launches that were asked for ------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that launches a kernel a thousand times records a thousand launches, since
// the device code does not know which are asked for. What nobody asked for is not
// written to the disk, which it would fill.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_RUNTIME_CHUNKFILTER_H
#define ARGUS_RUNTIME_CHUNKFILTER_H

#include "argus/Abi.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace argus::rt {

/// Takes the chunks of an arena, one behind the other, in pieces of any size.
class ChunkFilter {
public:
  /// Keeps launches of [First, End).
  ChunkFilter(uint32_t ChunkBytes, uint64_t First, uint64_t End)
      : ChunkBytes(ChunkBytes), First(First), End(End) {}

  /// What is to be kept of the next piece, and of a header that a piece before cut.
  /// Good until the next call.
  const std::vector<char> &kept(const char *Piece, size_t Bytes);

  uint64_t leftOut() const { return LeftOut; } ///< chunks so far

private:
  bool all() const { return First == 0 && End == UINT64_MAX; }

  const uint32_t ChunkBytes;
  const uint64_t First, End;
  uint32_t Position = 0; ///< in the chunk
  bool Keep = true;      ///< the chunk, once its header is complete
  char Header[sizeof(ArgusChunkHeader)] = {};
  std::vector<char> Kept;
  uint64_t LeftOut = 0;
};

} // namespace argus::rt

#endif // ARGUS_RUNTIME_CHUNKFILTER_H
