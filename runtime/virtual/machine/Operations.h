//===- Operations.h - operations that are more than arithmetic ----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Resolvers of what touches memory, other lanes, or the order of execution. Null:
// there is no such variant.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_OPERATIONS_H
#define ARGUS_VIRTUAL_OPERATIONS_H

#include "Variant.h"

namespace argus::vm {

// LoadStore.cpp
ExecFn loads(const ptx::Instruction &I, const Variant &V);
ExecFn stores(const ptx::Instruction &I, const Variant &V);
ExecFn toGeneric(const ptx::Instruction &I, const Variant &V);
ExecFn isSpace(const ptx::Instruction &I, const Variant &V);
ExecFn touches(const ptx::Instruction &I, const Variant &V);

// Atomics.cpp
ExecFn atomics(const ptx::Instruction &I, const Variant &V);
ExecFn reductions(const ptx::Instruction &I, const Variant &V);

// AsyncCopies.cpp
ExecFn asyncCopy(const ptx::Instruction &I, const Variant &V);
ExecFn commitGroup(const ptx::Instruction &I, const Variant &V);
ExecFn waitGroup(const ptx::Instruction &I, const Variant &V);
ExecFn waitAll(const ptx::Instruction &I, const Variant &V);

// MBarriers.cpp
ExecFn mbarrierInit(const ptx::Instruction &I, const Variant &V);
ExecFn mbarrierArrive(const ptx::Instruction &I, const Variant &V);
ExecFn mbarrierExpect(const ptx::Instruction &I, const Variant &V);
ExecFn mbarrierWait(const ptx::Instruction &I, const Variant &V);
ExecFn mbarrierPending(const ptx::Instruction &I, const Variant &V);
ExecFn copiesArrive(const ptx::Instruction &I, const Variant &V);

// MatrixMemory.cpp
ExecFn loadMatrix(const ptx::Instruction &I, const Variant &V);
ExecFn storeMatrix(const ptx::Instruction &I, const Variant &V);
ExecFn moveMatrix(const ptx::Instruction &I, const Variant &V);

// Exchange.cpp
ExecFn shuffles(const ptx::Instruction &I, const Variant &V);
ExecFn votes(const ptx::Instruction &I, const Variant &V);
ExecFn matches(const ptx::Instruction &I, const Variant &V);
ExecFn activeMask(const ptx::Instruction &I, const Variant &V);
ExecFn reduces(const ptx::Instruction &I, const Variant &V);
ExecFn elects(const ptx::Instruction &I, const Variant &V);
ExecFn warpSync(const ptx::Instruction &I, const Variant &V);

// Barriers.cpp
ExecFn barrierSync(const ptx::Instruction &I, const Variant &V);
ExecFn barrierArrive(const ptx::Instruction &I, const Variant &V);
ExecFn barrierReduce(const ptx::Instruction &I, const Variant &V);
ExecFn clusterBarrier(const ptx::Instruction &I, const Variant &V);
ExecFn nothing(const ptx::Instruction &I, const Variant &V);
ExecFn sleeps(const ptx::Instruction &I, const Variant &V);

// Control.cpp
ExecFn branches(const ptx::Instruction &I, const Variant &V);
ExecFn indexedBranch(const ptx::Instruction &I, const Variant &V);
ExecFn callsFunction(const ptx::Instruction &I, const Variant &V);
ExecFn returnsFrom(const ptx::Instruction &I, const Variant &V);
ExecFn ends(const ptx::Instruction &I, const Variant &V);
ExecFn traps(const ptx::Instruction &I, const Variant &V);
ExecFn allocates(const ptx::Instruction &I, const Variant &V);
ExecFn savesStack(const ptx::Instruction &I, const Variant &V);
ExecFn restoresStack(const ptx::Instruction &I, const Variant &V);

// Clusters.cpp
ExecFn mapsAddress(const ptx::Instruction &I, const Variant &V);
ExecFn ctaRank(const ptx::Instruction &I, const Variant &V);

// Operations that the decoder puts in by itself.
void unsupported(Lanes &X, const Op &I);
void marker(Lanes &X, const Op &I);        ///< Imm: site; Mode: MarkerMode
void readSpecial(Lanes &X, const Op &I);   ///< Imm: a SpecialRegister
void frameAddress(Lanes &X, const Op &I);  ///< Imm: offset; Mode 1: generic
void sharedAddress(Lanes &X, const Op &I); ///< Imm: offset, variable << 32
void addOffset(Lanes &X, const Op &I);
void invertPredicate(Lanes &X, const Op &I);
void packs(Lanes &X, const Op &I);
void unpacks(Lanes &X, const Op &I);
void withRounding(Lanes &X, const Op &I);

/// The number of "%tid.x"; negative: not supported. Wide: it has 64 bits.
int specialRegister(const std::string &Name, bool &Wide);

} // namespace argus::vm

#endif // ARGUS_VIRTUAL_OPERATIONS_H
