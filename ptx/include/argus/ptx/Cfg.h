//===- Cfg.h - the control flow graph of a PTX function -----------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTX_CFG_H
#define ARGUS_PTX_CFG_H

#include "argus/ptx/Module.h"

namespace argus::ptx {

constexpr unsigned NoBlock = ~0u;

struct Block {
  /// Statements [First, Last) of the body; the last instruction among them is the only
  /// one that may leave the block (a guarded one falls through, too). A block may hold
  /// directives alone.
  unsigned First = 0, Last = 0;
  std::vector<unsigned> Successors; ///< in program order of the targets; no duplicates
  std::vector<unsigned> Predecessors;
  /// Where all paths from here meet again: the immediate post-dominator. NoBlock: only
  /// at the end of the function. A loop that nothing leaves counts as if its last block
  /// in the text could leave the function, so what diverges inside of it meets inside.
  unsigned Meet = NoBlock;
  bool Reachable = false;
};

struct Cfg {
  std::vector<Block> Blocks;     ///< Blocks[0] is the entry, in the text's order
  std::vector<unsigned> BlockOf; ///< by statement
};

/// A call falls through, whether or not it returns; running off the last block is a
/// `ret`. Unreachable blocks are there, with their edges. Throws ParseError, with
/// `Name` for the file, where a branch's target is not a label of the function.
Cfg buildCfg(const Function &F, const std::string &Name);

} // namespace argus::ptx

#endif // ARGUS_PTX_CFG_H
