//===- Memory.cpp - the virtual device's memory ---------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace argus::vm {

/// Free in ordinary processes and in those with AddressSanitizer.
constexpr uint64_t RangeStart = 0x200000000000;
/// Between allocations, so that running over the end of one is seen.
constexpr uint64_t Gap = 256;
constexpr uint64_t PageBytes = 4096;

static uint64_t roundUp(uint64_t Value, uint64_t To) {
  return (Value + To - 1) / To * To;
}

/// What an allocation takes of the range.
static uint64_t footprint(uint64_t Size) {
  return roundUp(std::max<uint64_t>(Size, 1), Gap) + Gap;
}

Memory::Memory(uint64_t Bytes)
    : Capacity(roundUp(Bytes, PageBytes)), Start(RangeStart) {
  void *Got =
      mmap(hostPointer(Start), Capacity, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (Got == MAP_FAILED || Got != hostPointer(Start)) {
    if (Got != MAP_FAILED)
      munmap(Got, Capacity);
    throw std::runtime_error(
        "the virtual device's addresses from 0x200000000000 on are "
        "taken, or the limit of virtual memory (ulimit -v) is too low");
  }
  Free[Start] = Capacity;
}

Memory::~Memory() { munmap(hostPointer(Start), Capacity); }

Allocation Memory::allocate(uint64_t Size, MemoryKind Kind, uint64_t Align) {
  Align = std::max<uint64_t>(Align, Gap);
  if (Size > Capacity || Align > Capacity)
    return {};
  uint64_t Bytes = footprint(Size);
  for (auto Hole = Free.begin(); Hole != Free.end(); ++Hole) {
    auto [HoleStart, HoleBytes] = *Hole;
    uint64_t Base = roundUp(HoleStart, Align);
    if (Base + Bytes > HoleStart + HoleBytes)
      continue;
    Free.erase(Hole);
    if (Base > HoleStart)
      Free[HoleStart] = Base - HoleStart;
    if (uint64_t Rest = HoleStart + HoleBytes - (Base + Bytes))
      Free[Base + Bytes] = Rest;
    Used += Size;
    ++Generation;
    return Live[Base] = {Base, Size, Kind};
  }
  return {};
}

bool Memory::adopt(void *Base, uint64_t Size) {
  auto Address = reinterpret_cast<uint64_t>(Base);
  if (!Size || !Address || Address + Size < Address ||
      (Address < Start + Capacity && Address + Size > Start))
    return false;
  auto Next = Live.lower_bound(Address);
  if (Next != Live.end() && Next->first < Address + Size)
    return false;
  if (Next != Live.begin()) {
    const Allocation &Before = std::prev(Next)->second;
    if (Before.Base + Before.Size > Address)
      return false;
  }
  Live[Address] = {Address, Size, MemoryKind::Host};
  ++Generation;
  return true;
}

/// Zeroes [Base, Base + Bytes); whole pages go back to the system.
static void clear(uint64_t Base, uint64_t Bytes) {
  uint64_t End = Base + Bytes;
  uint64_t FirstPage = roundUp(Base, PageBytes), LastPage = End / PageBytes * PageBytes;
  if (FirstPage >= LastPage) {
    std::memset(hostPointer(Base), 0, Bytes);
    return;
  }
  std::memset(hostPointer(Base), 0, FirstPage - Base);
  std::memset(hostPointer(LastPage), 0, End - LastPage);
  if (madvise(hostPointer(FirstPage), LastPage - FirstPage, MADV_DONTNEED) != 0)
    std::memset(hostPointer(FirstPage), 0, LastPage - FirstPage);
}

bool Memory::release(uint64_t Base) {
  auto Found = Live.find(Base);
  if (Found == Live.end())
    return false;
  uint64_t Size = Found->second.Size;
  Live.erase(Found);
  ++Generation;
  if (Base < Start || Base >= Start + Capacity)
    return true; // adopted
  Used -= Size;
  uint64_t Bytes = footprint(Size);
  clear(Base, Bytes);
  auto Hole = Free.emplace(Base, Bytes).first;
  if (auto After = std::next(Hole);
      After != Free.end() && Base + Bytes == After->first) {
    Hole->second += After->second;
    Free.erase(After);
  }
  if (Hole != Free.begin()) {
    auto Before = std::prev(Hole);
    if (Before->first + Before->second == Base) {
      Before->second += Hole->second;
      Free.erase(Hole);
    }
  }
  return true;
}

void Memory::releaseAll() {
  Live.clear();
  Free.clear();
  clear(Start, Capacity);
  Free[Start] = Capacity;
  Used = 0;
  ++Generation;
}

Allocation Memory::find(uint64_t Address) const {
  auto After = Live.upper_bound(Address);
  if (After == Live.begin())
    return {};
  const Allocation &A = std::prev(After)->second;
  return Address - A.Base < A.Size ? A : Allocation{};
}

Allocation Memory::nearest(uint64_t Address) const {
  auto After = Live.upper_bound(Address);
  Allocation Behind = After == Live.end() ? Allocation{} : After->second;
  if (After == Live.begin())
    return Behind;
  const Allocation &Before = std::prev(After)->second;
  uint64_t End = Before.Base + Before.Size;
  uint64_t Beyond = Address < End ? 0 : Address - End;
  return Behind && Behind.Base - Address < Beyond ? Behind : Before;
}

bool Memory::holds(uint64_t Address, uint64_t Size) const {
  Allocation A = find(Address);
  return A && Size <= A.Size - (Address - A.Base);
}

} // namespace argus::vm
