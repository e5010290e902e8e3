//===- Occupancy.cpp - what fits on an SM at once -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Occupancy.h"

#include <algorithm>

namespace argus::vcuda {

constexpr uint64_t SharedGranule = 128;

uint64_t dynamicSharedLimit(const Function &F) {
  const uint64_t Usual = vm::limits().SharedPerBlock;
  return std::max(F.DynamicShared, Usual - std::min(Usual, F.Kernel->StaticShared));
}

/// Blocks that the threads of an SM allow; 0: an impossible block.
static uint64_t blocksByThreads(int Threads) {
  const vm::DeviceLimits &L = vm::limits();
  if (Threads <= 0 || unsigned(Threads) > L.MaxThreadsPerBlock)
    return 0;
  const unsigned Rounded = (unsigned(Threads) + 31) / 32 * 32;
  return std::min(L.ThreadsPerSm / Rounded, L.BlocksPerSm);
}

int activeBlocks(int &Blocks, const Function &F, int Threads, uint64_t DynamicShared) {
  const vm::DeviceLimits &L = vm::limits();
  Blocks = 0;
  if (Threads <= 0)
    return ErrorInvalidValue;
  const uint64_t Asked = F.Kernel->StaticShared + DynamicShared;
  if (Asked > L.SharedPerBlockOptin ||
      (F.Kernel->MaxThreads && unsigned(Threads) > F.Kernel->MaxThreads))
    return Success;
  const uint64_t Used = (Asked + ReservedSharedPerBlock + SharedGranule - 1) /
                        SharedGranule * SharedGranule;
  Blocks = int(std::min(blocksByThreads(Threads), L.SharedPerSm / Used));
  return Success;
}

int availableShared(size_t &Bytes, const Function &F, int Blocks, int Threads) {
  Bytes = 0;
  if (Blocks <= 0 || uint64_t(Blocks) > blocksByThreads(Threads))
    return ErrorInvalidValue;
  const vm::DeviceLimits &L = vm::limits();
  const uint64_t Each =
      L.SharedPerSm / unsigned(Blocks) / SharedGranule * SharedGranule;
  const uint64_t Taken = ReservedSharedPerBlock + F.Kernel->StaticShared;
  if (Each > Taken)
    Bytes = std::min(Each - Taken, L.SharedPerBlockOptin - F.Kernel->StaticShared);
  return Success;
}

int activeClusters(int &Clusters, const Function &F, const LaunchShape &L) {
  const Dim3 Cluster = L.Cluster.X                   ? L.Cluster
                       : F.Kernel->RequiredCluster.X ? F.Kernel->RequiredCluster
                                                     : Dim3{};
  const uint64_t Size = uint64_t(Cluster.X) * Cluster.Y * Cluster.Z;
  const uint64_t Threads = uint64_t(L.Block.X) * L.Block.Y * L.Block.Z;
  Clusters = 0;
  if (Size == 0 || Threads == 0 || Threads > vm::limits().MaxThreadsPerBlock)
    return ErrorInvalidValue;
  int Blocks = 0;
  if (int Error = activeBlocks(Blocks, F, int(Threads), L.DynamicShared))
    return Error;
  Clusters = int(uint64_t(Blocks) * vm::limits().Sms / Size);
  return Success;
}

} // namespace argus::vcuda
