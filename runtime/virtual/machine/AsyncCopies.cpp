//===- AsyncCopies.cpp - cp.async -----------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.9.25.3. The bytes are copied at the issue, which a program without
// races cannot tell from later; what takes time is the wait for the group.
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "Launch.h"
#include "Operations.h"

#include <algorithm>
#include <cstring>

namespace argus::vm {

/// Refs: destination, source, size, source size or whether to ignore the source (Wide).
static void copy(Lanes &X, const Op &I) {
  Warp &W = warpOf(X);
  const uint32_t Size = rowOf<uint32_t>(X, I.Refs[2])[W.lane()];
  if (Size != 4 && Size != 8 && Size != 16)
    W.L->fault(W, IllegalInstruction,
               "copies " + std::to_string(Size) + " bytes, not 4, 8 or 16");
  uint32_t Take[WarpSize];
  uint32_t Reading = 0;
  forActive(X.Mask, [&](unsigned L) {
    Take[L] = Size;
    if (I.Refs[3] != NoRef)
      Take[L] = I.Bytes == IgnoresSource
                    ? (predicateOf(X, I.Refs[3]) >> L & 1 ? 0 : Size)
                    : std::min(Size, rowOf<uint32_t>(X, I.Refs[3])[L]);
    Reading |= uint32_t(Take[L] != 0) << L;
  });
  Op To = I, From = I;
  To.Where = ptx::Space::Shared;
  To.Generic = false;
  To.Wide = I.Mode & 1;
  From.Where = ptx::Space::Global;
  From.Generic = false;
  From.Wide = I.Mode & 2;
  Access Out, In;
  access(W, To, I.Refs[0], I.Imm, Size, true, Out);
  W.ExtraLatency = 0;
  uint32_t All = X.Mask;
  X.Mask = Reading;
  if (Reading)
    access(W, From, I.Refs[1], 0, Size, false, In);
  X.Mask = All;
  forActive(All, [&](unsigned L) {
    std::memset(Out.At[L], 0, Size);
    if (Take[L])
      std::memcpy(Out.At[L], In.At[L], Take[L]);
  });
  uint64_t Done = W.Start + costOf(CostClass::AsyncCopy).Latency + W.ExtraLatency -
                  std::min(W.ExtraLatency, uint32_t(costOf(CostClass::Global).Latency));
  W.OpenCopies = std::max(W.OpenCopies, Done);
  W.ExtraLatency = 0;
}

static void commit(Lanes &X, const Op &) {
  Warp &W = warpOf(X);
  W.CopyGroups.push_back(W.OpenCopies);
  W.OpenCopies = 0;
}

/// Until all groups but the newest Pending are complete.
static void waitFor(Warp &W, size_t Pending) {
  size_t Complete = W.CopyGroups.size() - std::min(W.CopyGroups.size(), Pending);
  for (size_t G = 0; G < Complete; ++G)
    W.Clock = std::max(W.Clock, W.CopyGroups[G]);
  W.CopyGroups.erase(W.CopyGroups.begin(), W.CopyGroups.begin() + ptrdiff_t(Complete));
}

static void waitSome(Lanes &X, const Op &I) {
  Warp &W = warpOf(X);
  waitFor(W, rowOf<uint32_t>(X, I.Refs[0])[W.lane()]);
}

static void waitForAll(Lanes &X, const Op &I) {
  commit(X, I);
  waitFor(warpOf(X), 0);
}

ExecFn asyncCopy(const ptx::Instruction &, const Variant &) { return &copy; }
ExecFn commitGroup(const ptx::Instruction &, const Variant &) { return &commit; }
ExecFn waitGroup(const ptx::Instruction &, const Variant &) { return &waitSome; }
ExecFn waitAll(const ptx::Instruction &, const Variant &) { return &waitForAll; }

} // namespace argus::vm
