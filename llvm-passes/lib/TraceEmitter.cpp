//===- TraceEmitter.cpp - device code that records events -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceEmitter.h"
#include "argus/AbiStores.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include <cstddef>

using namespace llvm;

namespace argus {

namespace {

constexpr unsigned GlobalSpace = 1, ConstantSpace = 4;
constexpr uint32_t HeaderBytes = sizeof(ArgusChunkHeader);
constexpr uint32_t ArenaHeaderBytes = sizeof(ArgusArenaHeader);
constexpr uint32_t EventBytes = sizeof(ArgusEvent);
/// Limit and first Cursor of a lane that found no free chunk: no event ever fits.
constexpr uint32_t LostLimit = 4, LostCursor = 8;

/// Clock, predicated store, cursor. The cursor counts events, not bytes: it comes
/// round, and would pass the capacity check again, after 2^32 events of one lane, not
/// 2^29. $0: the new cursor; $1: the cursor; $2: the limit; $3: the payload; $4: the
/// clock, where it was read before.
std::string recordAssembly(bool ClockGiven) {
  return std::string("{\n\t"
                     ".reg .pred p;\n\t"
                     ".reg .b32 lo, hi, w;\n\t"
                     ".reg .b64 c, a, b;\n\t") +
         (ClockGiven ? "mov.b64 {lo, hi}, $4;\n\t"
                     : "mov.u64 c, %clock64;\n\t"
                       "mov.b64 {lo, hi}, c;\n\t") +
         "shl.b32 hi, hi, 24;\n\t"
         "add.u32 w, hi, $3;\n\t"
         "setp.lt.u32 p, $1, $2;\n\t"
         "ld.const.u64 b, [" ARGUS_TRACE_CONTROL_NAME "];\n\t"
         "mad.wide.u32 a, $1, 8, b;\n\t"
         "@p st.global.v2.b32 [a], {lo, w};\n\t"
         "add.u32 $0, $1, 1;\n\t"
         "}";
}

} // namespace

GlobalVariable *declareTraceControl(Module &M, bool Define) {
  auto *Bytes =
      ArrayType::get(Type::getInt8Ty(M.getContext()), sizeof(ArgusTraceControl));
  auto *Control = new GlobalVariable(
      M, Bytes, /*isConstant=*/false, GlobalValue::ExternalLinkage,
      Define ? Constant::getNullValue(Bytes) : nullptr, ARGUS_TRACE_CONTROL_NAME,
      nullptr, GlobalValue::NotThreadLocal, ConstantSpace,
      /*isExternallyInitialized=*/true);
  Control->setAlignment(Align(8));
  return Control;
}

TraceEmitter::TraceEmitter(Module &M)
    : M(M), I32(Type::getInt32Ty(M.getContext())),
      I64(Type::getInt64Ty(M.getContext())),
      Control(M.getNamedGlobal(ARGUS_TRACE_CONTROL_NAME)) {
  if (!Control)
    Control = declareTraceControl(M, /*Define=*/true);
}

Value *TraceEmitter::control(IRBuilder<> &B, unsigned Offset, Type *Type) {
  Value *At = B.CreateConstInBoundsGEP1_32(B.getInt8Ty(), Control, Offset);
  return B.CreateAlignedLoad(Type, At, Align(4));
}

Value *TraceEmitter::arenaAddress(IRBuilder<> &B, Value *Offset) {
  Value *Arena = control(B, offsetof(ArgusTraceControl, arena), I64);
  Value *Address = B.CreateAdd(Arena, B.CreateZExt(Offset, I64));
  return B.CreateIntToPtr(Address, PointerType::get(M.getContext(), GlobalSpace));
}

/// A 32-bit special register that is the same each time it is read.
Value *TraceEmitter::special(IRBuilder<> &B, StringRef Register) {
  auto *Type = FunctionType::get(I32, false);
  auto *Read = InlineAsm::get(Type, ("mov.u32 $0, %" + Register + ";").str(), "=r",
                              /*hasSideEffects=*/false);
  CallInst *Call = B.CreateCall(Type, Read);
  Call->setDoesNotAccessMemory();
  return Call;
}

Value *TraceEmitter::ctaIndex(IRBuilder<> &B) {
  auto Wide = [&](StringRef Register) {
    return B.CreateZExt(special(B, Register), I64);
  };
  Value *YZ =
      B.CreateAdd(Wide("ctaid.y"), B.CreateMul(Wide("nctaid.y"), Wide("ctaid.z")));
  return B.CreateAdd(Wide("ctaid.x"), B.CreateMul(Wide("nctaid.x"), YZ));
}

Value *TraceEmitter::warpIndex(IRBuilder<> &B) {
  Value *YZ = B.CreateAdd(special(B, "tid.y"),
                          B.CreateMul(special(B, "ntid.y"), special(B, "tid.z")));
  Value *Thread =
      B.CreateAdd(special(B, "tid.x"), B.CreateMul(special(B, "ntid.x"), YZ));
  return B.CreateLShr(Thread, 5);
}

Value *TraceEmitter::isLowestActiveLane(IRBuilder<> &B) {
  auto *Type = FunctionType::get(I32, false);
  // The mask differs from place to place, so this read may not be moved or merged.
  auto *Read =
      InlineAsm::get(Type, "activemask.b32 $0;", "=r", /*hasSideEffects=*/true);
  CallInst *Mask = B.CreateCall(Type, Read);
  Mask->setConvergent();
  Value *Lowest = B.CreateIntrinsic(Intrinsic::cttz, {I32}, {Mask, B.getTrue()});
  return B.CreateICmpEQ(special(B, "laneid"), Lowest);
}

Value *TraceEmitter::readClock(IRBuilder<> &B) {
  auto *Type = FunctionType::get(I64, false);
  return B.CreateCall(Type, InlineAsm::get(Type, "mov.u64 $0, %clock64;", "=l",
                                           /*hasSideEffects=*/true));
}

/// Stores two 64-bit values side by side at once: a warp's header should not hold up
/// the program's own memory accesses behind it.
void TraceEmitter::storePair(IRBuilder<> &B, Value *Low, Value *High, Value *Header,
                             unsigned Offset) {
  auto *Type = FixedVectorType::get(I64, 2);
  Value *Pair = B.CreateInsertElement(PoisonValue::get(Type), Low, uint64_t(0));
  Pair = B.CreateInsertElement(Pair, High, uint64_t(1));
  Value *At = B.CreateConstInBoundsGEP1_32(B.getInt8Ty(), Header, Offset);
  B.CreateAlignedStore(Pair, At, Align(16));
}

/// Two 32-bit values as one of 64 bits.
Value *TraceEmitter::join(IRBuilder<> &B, Value *Low, Value *High) {
  return B.CreateOr(B.CreateZExt(Low, I64), B.CreateShl(B.CreateZExt(High, I64), 32));
}

/// Stores a pair of globaltimer and clock64, read back to back.
void TraceEmitter::emitAnchor(IRBuilder<> &B, Value *Header, unsigned Offset) {
  auto *Pair = StructType::get(I64, I64);
  auto *Type = FunctionType::get(Pair, false);
  auto *Read =
      InlineAsm::get(Type, "mov.u64 $0, %globaltimer;\n\tmov.u64 $1, %clock64;",
                     "=l,=l", /*hasSideEffects=*/true);
  Value *Both = B.CreateCall(Type, Read);
  storePair(B, B.CreateExtractValue(Both, 0), B.CreateExtractValue(Both, 1), Header,
            Offset);
}

/// The arena's next free chunk.
Value *TraceEmitter::takeChunk(IRBuilder<> &B) {
  Value *Next = arenaAddress(B, B.getInt32(offsetof(ArgusArenaHeader, next_chunk)));
  return B.CreateAtomicRMW(AtomicRMWInst::Add, Next, B.getInt32(1), Align(4),
                           AtomicOrdering::Monotonic);
}

/// The chunk that was reserved for this warp, else the next free one.
Value *TraceEmitter::warpsChunk(Instruction *At) {
  IRBuilder<> B(At);
  Value *First = control(B, offsetof(ArgusTraceControl, first_chunk), I32);
  Instruction *IsReserved, *IsNot;
  SplitBlockAndInsertIfThenElse(B.CreateICmpNE(First, B.getInt32(ARGUS_NEXT_CHUNK)), At,
                                &IsReserved, &IsNot);
  B.SetInsertPoint(IsReserved);
  Value *Threads = B.CreateMul(B.CreateMul(special(B, "ntid.x"), special(B, "ntid.y")),
                               special(B, "ntid.z"));
  Value *Warps = B.CreateLShr(B.CreateAdd(Threads, B.getInt32(31)), 5);
  Value *Warp =
      B.CreateAdd(B.CreateMul(B.CreateTrunc(ctaIndex(B), I32), Warps), warpIndex(B));
  Value *Reserved = B.CreateAdd(First, Warp);
  B.SetInsertPoint(IsNot);
  Value *Next = takeChunk(B);
  B.SetInsertPoint(At);
  PHINode *Chunk = PHINode::Create(I32, 2, "", At->getParent()->begin());
  Chunk->addIncoming(Reserved, IsReserved->getParent());
  Chunk->addIncoming(Next, IsNot->getParent());
  return Chunk;
}

/// Opens the arena's chunk Index for the lanes that get here and sets their state.
void TraceEmitter::emitOpen(Instruction *At, const LaneState &State, Value *Index) {
  IRBuilder<> B(At);
  Value *Count = control(B, offsetof(ArgusTraceControl, chunk_count), I32);
  Value *Bytes = control(B, offsetof(ArgusTraceControl, chunk_bytes), I32);
  Instruction *Found, *Lost;
  SplitBlockAndInsertIfThenElse(B.CreateICmpULT(Index, Count), At, &Found, &Lost);

  B.SetInsertPoint(Found);
  Value *Chunk = B.CreateAdd(B.getInt32(ArenaHeaderBytes), B.CreateMul(Index, Bytes));
  Value *Header = arenaAddress(B, Chunk);
  emitAnchor(B, Header, offsetof(ArgusChunkHeader, begin_globaltimer));
  Value *Kernel = B.CreateLoad(I32, State.Kernel);
  Value *Head = B.CreateOr(B.CreateShl(Kernel, 16), ARGUS_CHUNK_OPEN);
  Value *Launch = control(B, offsetof(ArgusTraceControl, launch), I32);
  storePair(B, join(B, Head, Launch), ctaIndex(B), Header, 0);
  Value *WarpAndLane = B.CreateOr(warpIndex(B), B.CreateShl(special(B, "laneid"), 16));
  storePair(B, B.CreateShl(B.CreateZExt(WarpAndLane, I64), 32),
            B.CreateZExt(special(B, "smid"), I64), Header,
            offsetof(ArgusChunkHeader, events));
  auto Place = [&](Value *Offset) {
    return B.CreateUDiv(Offset, B.getInt32(EventBytes));
  };
  B.CreateStore(Place(B.CreateAdd(Chunk, B.getInt32(HeaderBytes))), State.Cursor);
  B.CreateStore(Place(B.CreateAdd(Chunk, Bytes)), State.Limit);

  B.SetInsertPoint(Lost);
  B.CreateStore(B.getInt32(LostCursor), State.Cursor);
  B.CreateStore(B.getInt32(LostLimit), State.Limit);
}

void TraceEmitter::emitEntry(Instruction *At, const LaneState &State, unsigned Kernel) {
  IRBuilder<> B(At);
  B.CreateStore(B.getInt32(Kernel), State.Kernel);
  B.CreateStore(B.getInt32(0), State.Cursor);
  B.CreateStore(B.getInt32(0), State.Limit);
  Value *Leader = isLowestActiveLane(B);
  B.CreateStore(B.CreateZExt(Leader, I32), State.Leader);
  // Without a runtime to set it up there is no arena, and nothing is recorded.
  Value *Arena = control(B, offsetof(ArgusTraceControl, arena), I64);
  Value *Records = B.CreateAnd(Leader, B.CreateIsNotNull(Arena));
  Instruction *Opening = SplitBlockAndInsertIfThen(Records, At, /*Unreachable=*/false);
  emitOpen(Opening, State, warpsChunk(Opening));
}

void TraceEmitter::emitExit(Instruction *At, const LaneState &State) {
  IRBuilder<> B(At);
  Value *Cursor = B.CreateLoad(I32, State.Cursor);
  Value *Limit = B.CreateLoad(I32, State.Limit);
  Instruction *HasChunk =
      SplitBlockAndInsertIfThen(B.CreateIsNotNull(Limit), At, /*Unreachable=*/false);
  B.SetInsertPoint(HasChunk);
  Instruction *Lost, *Found;
  SplitBlockAndInsertIfThenElse(B.CreateICmpEQ(Limit, B.getInt32(LostLimit)), HasChunk,
                                &Lost, &Found);

  B.SetInsertPoint(Found);
  Value *Bytes = control(B, offsetof(ArgusTraceControl, chunk_bytes), I32);
  Value *Chunk = B.CreateSub(B.CreateMul(Limit, B.getInt32(EventBytes)), Bytes);
  Value *Header = arenaAddress(B, Chunk);
  emitAnchor(B, Header, offsetof(ArgusChunkHeader, end_globaltimer));
  Value *First =
      B.CreateUDiv(B.CreateAdd(Chunk, B.getInt32(HeaderBytes)), B.getInt32(EventBytes));
  Value *EventsAt = B.CreateConstInBoundsGEP1_32(B.getInt8Ty(), Header,
                                                 offsetof(ArgusChunkHeader, events));
  B.CreateAlignedStore(B.CreateSub(Cursor, First), EventsAt, Align(4));
  B.CreateAlignedStore(B.getInt16(ARGUS_CHUNK_CLOSED), Header, Align(2));

  B.SetInsertPoint(Lost);
  Value *Events = B.CreateSub(Cursor, B.getInt32(LostCursor));
  auto Add = [&](unsigned Field, Value *Amount) {
    B.CreateAtomicRMW(AtomicRMWInst::Add, arenaAddress(B, B.getInt32(Field)), Amount,
                      Align(8), AtomicOrdering::Monotonic);
  };
  Add(offsetof(ArgusArenaHeader, lost_events), B.CreateZExt(Events, I64));
  Add(offsetof(ArgusArenaHeader, lost_chunks), B.getInt64(1));
}

/// One event; returns the place of the next. Clock: null to read it here.
Value *TraceEmitter::emitRecord(IRBuilder<> &B, Value *Cursor, Value *Limit,
                                uint32_t Payload, Value *Clock) {
  SmallVector<Type *, 4> Types{I32, I32, I32};
  SmallVector<Value *, 4> Values{Cursor, Limit, B.getInt32(Payload)};
  if (Clock) {
    Types.push_back(I64);
    Values.push_back(Clock);
  }
  auto *Type = FunctionType::get(I32, Types, false);
  auto *Record =
      InlineAsm::get(Type, recordAssembly(Clock), Clock ? "=r,r,r,n,l" : "=r,r,r,n",
                     /*hasSideEffects=*/true);
  return B.CreateCall(Type, Record, Values);
}

void TraceEmitter::emitUniformEvent(Instruction *At, const LaneState &State,
                                    uint32_t Payload, bool OnlyLeader) {
  IRBuilder<> B(At);
  Value *Cursor = B.CreateLoad(I32, State.Cursor);
  Value *Limit = B.CreateLoad(I32, State.Limit);
  if (!OnlyLeader) {
    B.CreateStore(emitRecord(B, Cursor, Limit, Payload), State.Cursor);
    return;
  }
  Value *Leader = B.CreateIsNotNull(B.CreateLoad(I32, State.Leader));
  Value *Mine = B.CreateSelect(Leader, Limit, B.getInt32(0));
  Value *Next = emitRecord(B, Cursor, Mine, Payload);
  B.CreateStore(B.CreateSelect(Leader, Next, Cursor), State.Cursor);
}

void TraceEmitter::emitDivergentEvent(Instruction *At, const LaneState &State,
                                      uint32_t Payload, bool IsEnd) {
  IRBuilder<> B(At);
  // Who records is found out behind the end's clock: the region has not to pay for it.
  Value *Clock = IsEnd ? readClock(B) : nullptr;
  Value *Arena = control(B, offsetof(ArgusTraceControl, arena), I64);
  Value *Records = B.CreateAnd(isLowestActiveLane(B), B.CreateIsNotNull(Arena));
  Instruction *Recording =
      SplitBlockAndInsertIfThen(Records, At, /*Unreachable=*/false);
  B.SetInsertPoint(Recording);
  Value *NoChunk = B.CreateIsNull(B.CreateLoad(I32, State.Limit));
  Instruction *Opening =
      SplitBlockAndInsertIfThen(NoChunk, Recording, /*Unreachable=*/false);
  IRBuilder<> InOpening(Opening);
  emitOpen(Opening, State, takeChunk(InOpening));
  B.SetInsertPoint(Recording);
  Value *Cursor = B.CreateLoad(I32, State.Cursor);
  Value *Limit = B.CreateLoad(I32, State.Limit);
  B.CreateStore(emitRecord(B, Cursor, Limit, Payload, Clock), State.Cursor);
}

} // namespace argus
