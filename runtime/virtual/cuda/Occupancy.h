//===- Occupancy.h - what fits on an SM at once -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_CUDA_OCCUPANCY_H
#define ARGUS_VIRTUAL_CUDA_OCCUPANCY_H

#include "Context.h"

namespace argus::vcuda {

/// Bytes of dynamic shared memory that a launch may ask for.
uint64_t dynamicSharedLimit(const Function &F);

/// Blocks of so many threads on one SM; 0 where none fits. The machine has no registers
/// that could run out. Errors: InvalidValue.
int activeBlocks(int &Blocks, const Function &F, int Threads, uint64_t DynamicShared);

/// The most dynamic shared memory with which so many blocks fit.
int availableShared(size_t &Bytes, const Function &F, int Blocks, int Threads);

/// Clusters of the launch's shape on the whole device.
int activeClusters(int &Clusters, const Function &F, const LaunchShape &L);

/// What the system takes of each block's shared memory.
constexpr uint64_t ReservedSharedPerBlock = 1024;

} // namespace argus::vcuda

#endif // ARGUS_VIRTUAL_CUDA_OCCUPANCY_H
