//===- ops/Rows.cpp - the table of instructions ---------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instruction is a row and a function. Of an opcode's rows the first one fits whose
// modifier the instruction has. InstructionRow explains the signatures.
//
//===----------------------------------------------------------------------===//

#include "Rows.h"
#include "../Costs.h"
#include "../Operations.h"
#include "Resolvers.h"

namespace argus::vm::ARGUS_VM_OPS {

namespace {

constexpr auto cost(CostClass C) { return uint8_t(C); }
using C = CostClass;
constexpr uint16_t Control = OpControl, Memory = OpMemory,
                   Reduces = OpControl | OpReduces;

constexpr InstructionRow Table[] = {
    // Arithmetic; the class of f32 and f64 comes from the type.
    {"add", "", "0=00", &add, cost(C::Integer)},
    {"sub", "", "0=00", &sub, cost(C::Integer)},
    {"mul", "wide", "w=00", &mul, cost(C::Multiply)},
    {"mul", "", "0=00", &mul, cost(C::Multiply)},
    {"mad", "wide", "w=00w", &mad, cost(C::Multiply)},
    {"mad", "", "0=000", &mad, cost(C::Multiply)},
    {"fma", "", "0=000", &mad, cost(C::Multiply)},
    {"addc", "", "0=00", &addCarry, cost(C::Integer)},
    {"subc", "", "0=00", &subCarry, cost(C::Integer)},
    {"madc", "", "0=000", &madCarry, cost(C::Multiply)},
    {"mul24", "", "0=00", &mul24, cost(C::Multiply)},
    {"mad24", "", "0=000", &mad24, cost(C::Multiply)},
    {"sad", "", "0=000", &sad, cost(C::Integer)},
    {"div", "", "0=00", &div, cost(C::Divide)},
    {"rem", "", "0=00", &remainder, cost(C::Divide)},
    {"min", "", "0=00?0", &minimum, cost(C::Integer)},
    {"max", "", "0=00?0", &maximum, cost(C::Integer)},
    {"neg", "", "0=0", &negate, cost(C::Integer)},
    {"abs", "", "0=0", &absolute, cost(C::Integer)},
    {"copysign", "", "0=00", &copySign, cost(C::Integer)},
    {"testp", "", "p=0", &testProperty, cost(C::Integer)},
    {"rcp", "", "0=0", &reciprocal, cost(C::Special)},
    {"sqrt", "", "0=0", &squareRoot, cost(C::Special)},
    {"rsqrt", "", "0=0", &reciprocalRoot, cost(C::Special)},
    {"sin", "", "0=0", &sine, cost(C::Special)},
    {"cos", "", "0=0", &cosine, cost(C::Special)},
    {"ex2", "", "0=0", &exponential, cost(C::Special)},
    {"lg2", "", "0=0", &logarithm, cost(C::Special)},
    {"tanh", "", "0=0", &tangentH, cost(C::Special)},

    // Bits.
    {"and", "", "0=00", &logicAnd, cost(C::Integer)},
    {"or", "", "0=00", &logicOr, cost(C::Integer)},
    {"xor", "", "0=00", &logicXor, cost(C::Integer)},
    {"not", "", "0=0", &logicNot, cost(C::Integer)},
    {"cnot", "", "0=0", &logicCNot, cost(C::Integer)},
    {"shl", "", "0=0u", &shiftLeft, cost(C::Integer)},
    {"shr", "", "0=0u", &shiftRight, cost(C::Integer)},
    {"shf", "", "u=uuu", &funnelShift, cost(C::Integer)},
    {"lop3", "", "u=uuuu", &logic3, cost(C::Integer)},
    {"bfe", "", "0=0uu", &bitExtract, cost(C::Bits)},
    {"bfi", "", "0=00uu", &bitInsert, cost(C::Bits)},
    {"bfind", "", "u=0", &bitFind, cost(C::Bits)},
    {"brev", "", "0=0", &bitReverse, cost(C::Bits)},
    {"clz", "", "u=0", &leadingZeros, cost(C::Bits)},
    {"popc", "", "u=0", &population, cost(C::Bits)},
    {"prmt", "", "u=uuu", &permute, cost(C::Bits)},
    {"fns", "", "u=uuu", &findNthSet, cost(C::Divide)},
    {"bmsk", "", "u=uu", &bitMask, cost(C::Integer)},
    {"szext", "", "0=0u", &signZeroExtend, cost(C::Integer)},
    {"dp4a", "", "u=uuu", &dot4, cost(C::Multiply)},
    {"dp2a", "", "u=uuu", &dot2, cost(C::Multiply)},

    // Comparison, selection, conversion.
    {"setp", "", "P=00?p", &setPredicateIf, cost(C::Integer)},
    {"set", "", "0=11?p", &setIf, cost(C::Integer)},
    {"selp", "", "0=00p", &selectIf, cost(C::Move)},
    {"slct", "", "0=001", &selectBySign, cost(C::Integer)},
    {"cvt", "f16x2", "0=11", &convert, cost(C::Convert)},
    {"cvt", "bf16x2", "0=11", &convert, cost(C::Convert)},
    {"cvt", "", "0=1", &convert, cost(C::Convert)},
    {"mov", "", "", nullptr, cost(C::Move), 0, Form::Move},
    {"cvta", "", "0=0", &toGeneric, cost(C::Move)},
    {"isspacep", "", "p=U", &isSpace, cost(C::Integer)},

    // Memory.
    {"ld", "", "V0=A", &loads, cost(C::Global), Memory},
    {"ldu", "", "V0=A", &loads, cost(C::Global), Memory},
    {"st", "async", "", nullptr, cost(C::Global)},
    {"st", "bulk", "", nullptr, cost(C::Global)},
    {"st", "", "=AV0", &stores, cost(C::Global), Memory},
    {"atom", "", "V0=AV0?0", &atomics, cost(C::Atomic), Memory},
    {"red", "async", "", nullptr, cost(C::Atomic)},
    {"red", "", "=AV0", &reductions, cost(C::Atomic), Memory},
    {"prefetch", "", "=A", &touches, cost(C::Move)},
    {"prefetchu", "", "=A", &touches, cost(C::Move)},
    {"applypriority", "", "=A?u", &touches, cost(C::Move)},
    {"discard", "", "=A?u", &touches, cost(C::Move)},
    {"cp", "bulk", "", nullptr, cost(C::AsyncCopy)},
    {"cp", "reduce", "", nullptr, cost(C::AsyncCopy)},
    {"cp", "mbarrier", "=A", &copiesArrive, cost(C::SharedAtomic), Memory},
    {"cp", "commit_group", "=", &commitGroup, cost(C::Move)},
    {"cp", "wait_group", "=u", &waitGroup, cost(C::Move)},
    {"cp", "wait_all", "=", &waitAll, cost(C::Move)},
    {"cp", "async", "=AAu?i", &asyncCopy, cost(C::AsyncCopy), Memory},
    {"mbarrier", "init", "=Au", &mbarrierInit, cost(C::Shared), Memory},
    {"mbarrier", "inval", "=A", &mbarrierInit, cost(C::Shared), Memory},
    {"mbarrier", "arrive", "U=A?u", &mbarrierArrive, cost(C::SharedAtomic), Memory},
    {"mbarrier", "arrive_drop", "U=A?u", &mbarrierArrive, cost(C::SharedAtomic),
     Memory},
    {"mbarrier", "expect_tx", "=Au", &mbarrierExpect, cost(C::SharedAtomic), Memory},
    {"mbarrier", "complete_tx", "=Au", &mbarrierExpect, cost(C::SharedAtomic), Memory},
    {"mbarrier", "parity", "p=Au?u", &mbarrierWait, cost(C::Shared), Memory},
    {"mbarrier", "test_wait", "p=AU", &mbarrierWait, cost(C::Shared), Memory},
    {"mbarrier", "try_wait", "p=AU?u", &mbarrierWait, cost(C::Shared), Memory},
    {"mbarrier", "pending_count", "u=U", &mbarrierPending, cost(C::Integer)},
    {"ldmatrix", "", "V0=A", &loadMatrix, cost(C::Shared), Memory},
    {"stmatrix", "", "=AV0", &storeMatrix, cost(C::Shared), Memory},
    {"membar", "", "=", &nothing, cost(C::Fence)},
    {"fence", "", "=", &nothing, cost(C::Fence)},

    // Other lanes and warps.
    {"shfl", "", "D0=0uu?u", &shuffles, cost(C::Warp), Control},
    {"vote", "ballot", "u=p?u", &votes, cost(C::Warp), Control},
    {"vote", "", "p=p?u", &votes, cost(C::Warp), Control},
    {"match", "any", "u=0u", &matches, cost(C::Warp), Control},
    {"match", "all", "Du=0u", &matches, cost(C::Warp), Control},
    {"activemask", "", "u=", &activeMask, cost(C::Warp)},
    {"redux", "", "0=0u", &reduces, cost(C::Warp), Control},
    {"elect", "", "Du=u", &elects, cost(C::Warp), Control},
    {"mma", "", "V0=V1V2V3", &matrixMultiply, cost(C::Tensor)},
    {"movmatrix", "", "u=u", &moveMatrix, cost(C::Warp)},
    {"bar", "warp", "=u", &warpSync, cost(C::Barrier), Control},
    {"bar", "sync", "=u?u", &barrierSync, cost(C::Barrier), Control},
    {"bar", "arrive", "=uu", &barrierArrive, cost(C::Barrier), Control},
    {"bar", "popc", "u=u?up", &barrierReduce, cost(C::Barrier), Reduces},
    {"bar", "red", "p=u?up", &barrierReduce, cost(C::Barrier), Reduces},
    {"barrier", "cluster", "=", &clusterBarrier, cost(C::Barrier), Control},
    {"barrier", "sync", "=u?u", &barrierSync, cost(C::Barrier), Control},
    {"barrier", "arrive", "=uu", &barrierArrive, cost(C::Barrier), Control},
    {"barrier", "popc", "u=u?up", &barrierReduce, cost(C::Barrier), Reduces},
    {"barrier", "red", "p=u?up", &barrierReduce, cost(C::Barrier), Reduces},
    {"mapa", "", "0=0u", &mapsAddress, cost(C::Integer)},
    {"getctarank", "", "u=0", &ctaRank, cost(C::Integer)},
    {"nanosleep", "", "=u", &sleeps, cost(C::Move)},
    {"griddepcontrol", "", "=", &nothing, cost(C::Move)},
    {"setmaxnreg", "", "=u", &nothing, cost(C::Move)},
    {"pmevent", "", "=u", &nothing, cost(C::Move)},

    // Control.
    {"bra", "", "", &branches, cost(C::Branch), Control, Form::Branch},
    {"brx", "", "", &indexedBranch, cost(C::Branch), Control, Form::BranchIndexed},
    {"call", "", "", &callsFunction, cost(C::Branch), Control, Form::Call},
    {"ret", "", "=", &returnsFrom, cost(C::Branch), Control},
    {"exit", "", "=", &ends, cost(C::Branch), Control},
    {"trap", "", "=", &traps, cost(C::Branch)},
    {"brkpt", "", "=", &traps, cost(C::Branch)},
    {"alloca", "", "0=0?u", &allocates, cost(C::Integer)},
    {"stacksave", "", "0=", &savesStack, cost(C::Move)},
    {"stackrestore", "", "=0", &restoresStack, cost(C::Move)},
};

} // namespace

InstructionTable rows() {
  return {Table, unsigned(sizeof Table / sizeof *Table), &copyRow, widenRow(),
          narrowRow()};
}

} // namespace argus::vm::ARGUS_VM_OPS
