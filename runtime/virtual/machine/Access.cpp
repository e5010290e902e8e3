//===- Access.cpp - from addresses to bytes -------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "Launch.h"

#include <algorithm>

namespace argus::vm {

std::string hexadecimal(uint64_t Value) {
  char Buffer[24];
  std::snprintf(Buffer, sizeof Buffer, "0x%llx", (unsigned long long)Value);
  return Buffer;
}

static std::string attempt(bool Writes, unsigned Bytes, unsigned Lane, uint64_t At) {
  return std::string(Writes ? "wrote " : "read ") + std::to_string(Bytes) +
         (Bytes == 1 ? " byte at " : " bytes at ") + hexadecimal(At) + " (lane " +
         std::to_string(Lane) + ")";
}

[[noreturn]] static void faultGlobal(Warp &W, unsigned Lane, uint64_t At,
                                     unsigned Bytes, bool Writes) {
  const Memory &M = W.L->M;
  std::string Near;
  if (Allocation Over = M.find(At))
    Near = ", which is over the end of the allocation of " + std::to_string(Over.Size) +
           " bytes at " + hexadecimal(Over.Base);
  else if (Allocation Close = M.nearest(At))
    Near = ", which is in no allocation; the nearest has " +
           std::to_string(Close.Size) + " bytes at " + hexadecimal(Close.Base);
  else
    Near = ", but nothing is allocated";
  W.L->fault(W, IllegalAddress,
             attempt(Writes, Bytes, Lane, At) + " of global memory" + Near);
}

static void checkGlobal(Warp &W, unsigned Lane, uint64_t At, unsigned Bytes,
                        bool Writes) {
  Launch &L = *W.L;
  if (L.CachedGeneration != L.M.generation()) {
    L.Cached = {};
    L.CachedGeneration = L.M.generation();
  }
  uint64_t Into = At - L.Cached.Base;
  if (L.Cached && Into < L.Cached.Size && Bytes <= L.Cached.Size - Into)
    return;
  L.Cached = L.M.find(At);
  Into = At - L.Cached.Base;
  if (!L.Cached || Bytes > L.Cached.Size - Into)
    faultGlobal(W, Lane, At, Bytes, Writes);
}

static uint8_t *sharedByte(Warp &W, unsigned Lane, uint64_t At, unsigned Bytes,
                           bool Writes) {
  Cta *C = W.C;
  uint64_t Offset = At;
  if (uint64_t Rank = At >> ClusterShift) {
    const auto &Members = W.C->Cluster->Ctas;
    Offset = At & ((uint64_t(1) << ClusterShift) - 1);
    C = Rank <= Members.size() ? Members[Rank - 1] : nullptr;
  }
  if (!C || Offset + Bytes > C->Shared.size())
    W.L->fault(W, IllegalAddress,
               attempt(Writes, Bytes, Lane, At) + " of shared memory; the CTA has " +
                   std::to_string(W.C->Shared.size()) + " bytes");
  return C->Shared.data() + Offset;
}

static uint8_t *localByte(Warp &W, unsigned Lane, uint64_t At, unsigned Bytes,
                          bool Writes) {
  if (At + Bytes > W.LocalStride)
    W.L->fault(W, IllegalAddress,
               attempt(Writes, Bytes, Lane, At) + " of local memory; the thread has " +
                   std::to_string(W.LocalStride) + " bytes");
  return W.localOf(Lane) + At;
}

static uint8_t *parameterByte(Warp &W, unsigned Lane, uint64_t At, unsigned Bytes,
                              bool Writes) {
  if (Writes || At + Bytes > W.L->Parameters.size())
    W.L->fault(
        W, IllegalAddress,
        attempt(Writes, Bytes, Lane, At) + " of the kernel's parameters, which are " +
            std::to_string(W.L->Parameters.size()) + " bytes and can only be read");
  return W.L->Parameters.data() + At;
}

/// At: without the window's bits.
static uint8_t *byteIn(Warp &W, Window Where, unsigned Lane, uint64_t At,
                       unsigned Bytes, bool Writes) {
  switch (Where) {
  case GlobalWindow:
    checkGlobal(W, Lane, At, Bytes, Writes);
    return hostPointer(At);
  case SharedWindow:
    return sharedByte(W, Lane, At, Bytes, Writes);
  case LocalWindow:
    return localByte(W, Lane, At, Bytes, Writes);
  case ParamWindow:
    return parameterByte(W, Lane, At, Bytes, Writes);
  case CodeWindow:
    break;
  }
  W.L->fault(W, IllegalAddress,
             attempt(Writes, Bytes, Lane, At) + ", which is no memory's");
}

/// What a state space's own address means. Generic ones say it themselves.
static Window windowOf(const Op &I, uint64_t Address) {
  if (uint64_t High = Address >> WindowShift)
    return Window(High);
  if (I.Generic)
    return GlobalWindow;
  switch (I.Where) {
  case ptx::Space::Shared:
    return SharedWindow;
  case ptx::Space::Local:
  case ptx::Space::Param:
    return LocalWindow;
  default:
    return GlobalWindow;
  }
}

uint8_t *genericByte(Warp &W, unsigned Lane, uint64_t Address, unsigned Bytes,
                     bool Writes) {
  return byteIn(W, Window(Address >> WindowShift), Lane, Address & OffsetMask, Bytes,
                Writes);
}

static void readAddresses(Warp &W, const Op &I, Ref Base, uint64_t Offset,
                          uint64_t (&Address)[WarpSize]) {
  if (I.Wide) {
    const uint64_t *From = rowOf<uint64_t>(W, Base);
    for (unsigned L = 0; L < WarpSize; ++L)
      Address[L] = From[L] + Offset;
  } else {
    const uint32_t *From = rowOf<uint32_t>(W, Base);
    for (unsigned L = 0; L < WarpSize; ++L)
      Address[L] = uint32_t(From[L] + uint32_t(Offset));
  }
}

[[noreturn]] static void faultAlignment(Warp &W, const Access &A, unsigned Bytes,
                                        bool Writes) {
  unsigned Wrong = W.lane();
  while (!(W.Mask >> Wrong & 1) || !(A.Address[Wrong] & (Bytes - 1)))
    ++Wrong; // the caller has seen one
  W.L->fault(W, MisalignedAddress,
             attempt(Writes, Bytes, Wrong, A.Address[Wrong]) +
                 ", which is no multiple of " + std::to_string(Bytes));
}

/// Whether a full warp's accesses follow each other without gaps.
static bool isContiguous(const uint64_t (&Address)[WarpSize], uint32_t Mask,
                         unsigned Bytes) {
  uint64_t Wrong = uint32_t(~Mask);
  for (unsigned L = 0; L < WarpSize; ++L)
    Wrong |= Address[L] ^ (Address[0] + uint64_t(L) * Bytes);
  return !Wrong;
}

/// globalCycles() of what is contiguous.
static unsigned adjacentCycles(uint64_t First, unsigned Bytes) {
  uint64_t Last = First + uint64_t(Bytes) * WarpSize - 1;
  auto Lines = unsigned(Last / 128 - First / 128);
  auto Sectors = unsigned(Last / 32 - First / 32);
  return Lines * LineCycles + Sectors * SectorCycles;
}

static void charge(Warp &W, const Op &I, const Access &A, unsigned Bytes) {
  Cost Base = costOf(CostClass::Global);
  switch (A.Where) {
  case SharedWindow: {
    unsigned Least = std::max(1u, Bytes / 4);
    unsigned Waves =
        A.Contiguous && Bytes >= 4 ? Least : wavefronts(A.Address, W.Mask, Bytes);
    Base = costOf(CostClass::Shared);
    W.ExtraIssue += (std::max(Waves, 1u) - 1) * WavefrontCycles;
    W.ExtraLatency += (std::max(Waves, Least) - 1) * WavefrontCycles;
    break;
  }
  case LocalWindow:
    Base =
        costOf(I.Where == ptx::Space::Param ? CostClass::Parameter : CostClass::Local);
    break;
  case ParamWindow:
    Base = costOf(CostClass::Parameter);
    break;
  default:
    if (I.Where == ptx::Space::Const && !I.Generic) {
      Base = costOf(CostClass::Parameter);
    } else {
      unsigned More = A.Adjacent ? adjacentCycles(A.Address[0], Bytes)
                                 : globalCycles(A.Address, W.Mask);
      W.ExtraIssue += More / 4;
      W.ExtraLatency += More;
    }
  }
  W.ExtraLatency += Base.Latency;
}

/// All lanes, one after the other, in one allocation or the CTA's shared memory: the
/// usual case. Null: it is not.
static uint8_t *adjacent(Warp &W, const Access &A, unsigned Bytes, bool Writes) {
  uint64_t First = A.Address[0], Size = uint64_t(Bytes) * WarpSize;
  if (A.Where == SharedWindow) {
    uint64_t Offset = First & OffsetMask;
    return Offset + Size <= W.C->Shared.size() ? W.C->Shared.data() + Offset : nullptr;
  }
  if (A.Where != GlobalWindow)
    return nullptr;
  checkGlobal(W, 0, First, Bytes, Writes);
  const Allocation &In = W.L->Cached;
  return First - In.Base + Size <= In.Size ? hostPointer(First) : nullptr;
}

void access(Warp &W, const Op &I, Ref Base, uint64_t Offset, unsigned Bytes,
            bool Writes, Access &A) {
  readAddresses(W, I, Base, I.InFrame ? Offset + W.F->LocalBase : Offset, A.Address);
  uint64_t Bits = 0;
  for (unsigned L = 0; L < WarpSize; ++L)
    Bits |= W.Mask >> L & 1 ? A.Address[L] : 0;
  const bool Misaligned = Bits & (Bytes - 1);
  const unsigned Leader = W.lane();
  A.Where = windowOf(I, A.Address[Leader]);
  A.Uniform = true;
  A.Adjacent = false;
  if (Misaligned)
    faultAlignment(W, A, Bytes, Writes);
  A.Contiguous = isContiguous(A.Address, W.Mask, Bytes);
  uint8_t *First = A.Contiguous ? adjacent(W, A, Bytes, Writes) : nullptr;
  if (First) {
    A.Adjacent = true;
    for (unsigned L = 0; L < WarpSize; ++L)
      A.At[L] = First + size_t(L) * Bytes;
  } else {
    forActive(W.Mask, [&](unsigned L) {
      Window Where = windowOf(I, A.Address[L]);
      A.Uniform &= Where == A.Where;
      A.Address[L] &= OffsetMask;
      A.At[L] = byteIn(W, Where, L, A.Address[L], Bytes, Writes);
    });
  }
  charge(W, I, A, Bytes);
}

/// The most words that the lanes [First, Last) want of one bank.
static unsigned worstBank(const uint64_t (&Address)[WarpSize], uint32_t Mask,
                          unsigned First, unsigned Last, unsigned Words) {
  uint64_t Seen[32][WarpSize];
  uint8_t Count[32] = {};
  unsigned Most = 0;
  for (unsigned L = First; L < Last; ++L) {
    if (!(Mask >> L & 1))
      continue;
    for (unsigned N = 0; N < Words; ++N) {
      uint64_t Word = Address[L] / 4 + N;
      unsigned Bank = Word % 32;
      uint64_t *End = Seen[Bank] + Count[Bank];
      if (std::find(Seen[Bank], End, Word) != End)
        continue;
      *End = Word;
      Most = std::max<unsigned>(Most, ++Count[Bank]);
    }
  }
  return Most;
}

unsigned wavefronts(const uint64_t (&Address)[WarpSize], uint32_t Mask,
                    unsigned Bytes) {
  const unsigned Words = std::max(1u, Bytes / 4);
  const unsigned LanesAtOnce = WarpSize / Words;
  unsigned Total = 0;
  for (unsigned First = 0; First < WarpSize; First += LanesAtOnce)
    Total += worstBank(Address, Mask, First, First + LanesAtOnce, Words);
  return Total;
}

unsigned globalCycles(const uint64_t (&Address)[WarpSize], uint32_t Mask) {
  uint64_t Lines[WarpSize + 1];
  uint8_t Sectors[WarpSize + 1];
  unsigned Count = 0, SectorCount = 0;
  forActive(Mask, [&](unsigned L) {
    uint64_t Line = Address[L] / 128;
    unsigned Found = 0;
    // Mostly it is the last one's.
    if (Count && Lines[Count - 1] == Line)
      Found = Count - 1;
    else
      while (Found < Count && Lines[Found] != Line)
        ++Found;
    if (Found == Count) {
      Lines[Count] = Line;
      Sectors[Count++] = 0;
    }
    Sectors[Found] |= uint8_t(1u << (Address[L] / 32 % 4));
  });
  for (unsigned N = 0; N < Count; ++N)
    SectorCount += unsigned(__builtin_popcount(Sectors[N]));
  return Count ? (Count - 1) * LineCycles + (SectorCount - 1) * SectorCycles : 0;
}

} // namespace argus::vm
