//===- ChunkFilter.cpp - the chunks of the launches that were asked for ----===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChunkFilter.h"

#include <algorithm>
#include <cstring>

namespace argus::rt {

const std::vector<char> &ChunkFilter::kept(const char *Piece, size_t Bytes) {
  Kept.clear();
  if (all()) {
    Kept.assign(Piece, Piece + Bytes);
    return Kept;
  }
  while (Bytes > 0) {
    const bool InHeader = Position < sizeof(Header);
    const size_t Part = std::min<size_t>(
        Bytes, (InHeader ? uint32_t(sizeof(Header)) : ChunkBytes) - Position);
    if (InHeader)
      std::memcpy(Header + Position, Piece, Part);
    else if (Keep)
      Kept.insert(Kept.end(), Piece, Piece + Part);
    Piece += Part;
    Bytes -= Part;
    Position += uint32_t(Part);
    if (InHeader && Position == sizeof(Header)) {
      ArgusChunkHeader H;
      std::memcpy(&H, Header, sizeof(H));
      Keep = H.launch >= First && H.launch < End;
      LeftOut += Keep ? 0 : 1;
      if (Keep)
        Kept.insert(Kept.end(), Header, Header + sizeof(Header));
    }
    if (Position == ChunkBytes)
      Position = 0;
  }
  return Kept;
}

} // namespace argus::rt
