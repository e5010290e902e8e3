//===- SameCode.cpp - whether functions of two modules are equal ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kind of instruction, constant or metadata that is not known here counts as a
// difference: nothing passes for equal that was not compared.
//
//===----------------------------------------------------------------------===//

#include "SameCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Operator.h"
#include <functional>

using namespace llvm;

namespace argus {

template <typename Range, typename Equal>
static bool alike(const Range &A, const Range &B, Equal Same) {
  auto I = A.begin(), J = B.begin();
  for (; I != A.end() && J != B.end(); ++I, ++J)
    if (!Same(*I, *J))
      return false;
  return I == A.end() && J == B.end();
}

/// Remembers pairs that were compared. The pair counts as equal while it is compared,
/// since types and metadata may contain themselves.
template <typename Map, typename Key, typename Compare>
static bool once(Map &Known, Key A, Key B, Compare Same) {
  const auto [Slot, New] = Known.try_emplace(A, B);
  return New ? Same() : Slot->second == B;
}

SameCode::SameCode(Module &A, Module &B) : A(A), B(B) {
  Of.reserve(A.getInstructionCount() + A.size() + A.global_size());
  for (auto [X, Y] : zip(A.globals(), B.globals()))
    Of[&X] = &Y;
  for (auto [X, Y] : zip(A.functions(), B.functions()))
    Of[&X] = &Y;
  for (auto [X, Y] : zip(A.aliases(), B.aliases()))
    Of[&X] = &Y;
  for (auto [X, Y] : zip(A.ifuncs(), B.ifuncs()))
    Of[&X] = &Y;
}

//===- Types, attributes, metadata ---------------------------------------------===//

bool SameCode::same(Type *A, Type *B) {
  return once(Types, A, B, [&] { return sameStructure(A, B); });
}

bool SameCode::sameStructure(Type *A, Type *B) {
  if (A->getTypeID() != B->getTypeID() ||
      !alike(A->subtypes(), B->subtypes(),
             [&](Type *X, Type *Y) { return same(X, Y); }))
    return false;
  switch (A->getTypeID()) {
  case Type::IntegerTyID:
    return A->getIntegerBitWidth() == B->getIntegerBitWidth();
  case Type::PointerTyID:
    return A->getPointerAddressSpace() == B->getPointerAddressSpace();
  case Type::ArrayTyID:
    return A->getArrayNumElements() == B->getArrayNumElements();
  case Type::FixedVectorTyID:
    return cast<FixedVectorType>(A)->getNumElements() ==
           cast<FixedVectorType>(B)->getNumElements();
  case Type::FunctionTyID:
    return A->isFunctionVarArg() == B->isFunctionVarArg();
  case Type::StructTyID: {
    const auto *X = cast<StructType>(A), *Y = cast<StructType>(B);
    return X->isLiteral() == Y->isLiteral() && X->isPacked() == Y->isPacked() &&
           X->isOpaque() == Y->isOpaque() &&
           (X->isLiteral() || X->getName() == Y->getName());
  }
  case Type::ScalableVectorTyID:
  case Type::TargetExtTyID:
  case Type::TypedPointerTyID:
    return false; // not in device code
  default:
    return true; // the ID says all
  }
}

bool SameCode::same(AttributeList A, AttributeList B) {
  const void *const X = A.getRawPointer(), *const Y = B.getRawPointer();
  if (!X || !Y)
    return X == Y;
  return once(Attributes, X, Y, [&] {
    if (A.getNumAttrSets() != B.getNumAttrSets())
      return false;
    for (unsigned I : A.indexes())
      if (A.getAttributes(I).getAsString() != B.getAttributes(I).getAsString())
        return false;
    return true;
  });
}

bool SameCode::same(const Metadata *A, const Metadata *B) {
  if (!A || !B)
    return A == B;
  if (A->getMetadataID() != B->getMetadataID())
    return false;
  if (const auto *X = dyn_cast<MDString>(A))
    return X->getString() == cast<MDString>(B)->getString();
  if (const auto *X = dyn_cast<ValueAsMetadata>(A))
    return same(X->getValue(), cast<ValueAsMetadata>(B)->getValue());
  const auto *X = dyn_cast<MDTuple>(A);
  if (!X)
    return false;
  const auto *Y = cast<MDTuple>(B);
  // A distinct node is equal to itself alone, in both directions.
  return once(NodesBack, B, A, [] { return true; }) && once(Nodes, A, B, [&] {
           return X->isDistinct() == Y->isDistinct() &&
                  alike(X->operands(), Y->operands(),
                        [&](const MDOperand &M, const MDOperand &N) {
                          return same(M.get(), N.get());
                        });
         });
}

//===- Values --------------------------------------------------------------------===//

bool SameCode::same(const Value *A, const Value *B) {
  if (const auto *X = dyn_cast<Constant>(A); X && !isa<GlobalValue>(X)) {
    const auto *Y = dyn_cast<Constant>(B);
    return Y && same(X, Y);
  }
  if (const auto *X = dyn_cast<InlineAsm>(A)) {
    const auto *Y = dyn_cast<InlineAsm>(B);
    return Y && same(X->getFunctionType(), Y->getFunctionType()) &&
           X->getAsmString() == Y->getAsmString() &&
           X->getConstraintString() == Y->getConstraintString() &&
           X->hasSideEffects() == Y->hasSideEffects() &&
           X->isAlignStack() == Y->isAlignStack() &&
           X->getDialect() == Y->getDialect() && X->canThrow() == Y->canThrow();
  }
  if (const auto *X = dyn_cast<MetadataAsValue>(A)) {
    const auto *Y = dyn_cast<MetadataAsValue>(B);
    return Y && same(X->getMetadata(), Y->getMetadata());
  }
  const auto Known = Of.find(A);
  return Known != Of.end() && Known->second == B;
}

bool SameCode::same(const Constant *A, const Constant *B) {
  return once(Constants, A, B, [&] {
    return A->getValueID() == B->getValueID() && same(A->getType(), B->getType()) &&
           A->getRawSubclassOptionalData() == B->getRawSubclassOptionalData() &&
           sameData(A, B) &&
           alike(A->operands(), B->operands(),
                 [&](const Use &X, const Use &Y) { return same(X.get(), Y.get()); });
  });
}

static bool sameRange(const GEPOperator &A, const GEPOperator &B) {
  const std::optional<ConstantRange> X = A.getInRange(), Y = B.getInRange();
  if (!X || !Y)
    return !X && !Y;
  return X->getLower() == Y->getLower() && X->getUpper() == Y->getUpper();
}

/// What is not in type, flags and operands.
bool SameCode::sameData(const Constant *A, const Constant *B) {
  if (const auto *X = dyn_cast<ConstantInt>(A))
    return X->getValue() == cast<ConstantInt>(B)->getValue();
  if (const auto *X = dyn_cast<ConstantFP>(A))
    return X->getValueAPF().bitwiseIsEqual(cast<ConstantFP>(B)->getValueAPF());
  if (const auto *X = dyn_cast<ConstantDataSequential>(A))
    return X->getRawDataValues() == cast<ConstantDataSequential>(B)->getRawDataValues();
  if (const auto *X = dyn_cast<ConstantExpr>(A)) {
    const auto *Y = cast<ConstantExpr>(B);
    if (X->getOpcode() == Instruction::GetElementPtr) {
      const auto *G = cast<GEPOperator>(X), *H = cast<GEPOperator>(Y);
      return Y->getOpcode() == X->getOpcode() && sameRange(*G, *H) &&
             same(G->getSourceElementType(), H->getSourceElementType());
    }
    return X->getOpcode() == Y->getOpcode() &&
           X->getOpcode() != Instruction::ShuffleVector;
  }
  return isa<ConstantAggregate, ConstantAggregateZero, ConstantPointerNull, UndefValue>(
      A);
}

//===- Instructions
//----------------------------------------------------------------===//

bool SameCode::same(const Instruction &A, const Instruction &B) {
  Of[&A] = &B;
  // Operands may be instructions further down: they are compared when all are known.
  return A.getOpcode() == B.getOpcode() && same(A.getType(), B.getType()) &&
         A.getRawSubclassOptionalData() == B.getRawSubclassOptionalData() &&
         A.getNumOperands() == B.getNumOperands() && sameKind(A, B) &&
         sameAttachments(A, B);
}

bool SameCode::sameAttachments(const Instruction &A, const Instruction &B) {
  if (!A.hasMetadataOtherThanDebugLoc() && !B.hasMetadataOtherThanDebugLoc())
    return true;
  SmallVector<std::pair<unsigned, MDNode *>, 4> X, Y;
  A.getAllMetadataOtherThanDebugLoc(X);
  B.getAllMetadataOtherThanDebugLoc(Y);
  return alike(X, Y, [&](const auto &M, const auto &N) {
    return M.first == N.first && same(M.second, N.second);
  });
}

bool SameCode::sameCall(const CallBase &A, const CallBase &B) {
  const auto *Call = dyn_cast<CallInst>(&A);
  if (Call && Call->getTailCallKind() != cast<CallInst>(B).getTailCallKind())
    return false;
  if (A.getNumOperandBundles() != B.getNumOperandBundles())
    return false;
  for (unsigned I = 0; I < A.getNumOperandBundles(); ++I) {
    const OperandBundleUse X = A.getOperandBundleAt(I), Y = B.getOperandBundleAt(I);
    if (X.getTagName() != Y.getTagName() || X.Inputs.size() != Y.Inputs.size())
      return false;
  }
  return A.getCallingConv() == B.getCallingConv() &&
         same(A.getFunctionType(), B.getFunctionType()) &&
         same(A.getAttributes(), B.getAttributes());
}

bool SameCode::sameMemory(const Instruction &A, const Instruction &B) {
  const auto Same = [&](const auto &X, const auto &Y, auto... Get) {
    return ((std::invoke(Get, X) == std::invoke(Get, Y)) && ...);
  };
  if (const auto *X = dyn_cast<LoadInst>(&A))
    return Same(*X, cast<LoadInst>(B), &LoadInst::isVolatile, &LoadInst::getAlign,
                &LoadInst::getOrdering, &LoadInst::getSyncScopeID);
  if (const auto *X = dyn_cast<StoreInst>(&A))
    return Same(*X, cast<StoreInst>(B), &StoreInst::isVolatile, &StoreInst::getAlign,
                &StoreInst::getOrdering, &StoreInst::getSyncScopeID);
  if (const auto *X = dyn_cast<FenceInst>(&A))
    return Same(*X, cast<FenceInst>(B), &FenceInst::getOrdering,
                &FenceInst::getSyncScopeID);
  if (const auto *X = dyn_cast<AtomicRMWInst>(&A))
    return Same(*X, cast<AtomicRMWInst>(B), &AtomicRMWInst::getOperation,
                &AtomicRMWInst::isVolatile, &AtomicRMWInst::getAlign,
                &AtomicRMWInst::getOrdering, &AtomicRMWInst::getSyncScopeID);
  const auto &X = cast<AtomicCmpXchgInst>(A);
  return Same(X, cast<AtomicCmpXchgInst>(B), &AtomicCmpXchgInst::isVolatile,
              &AtomicCmpXchgInst::isWeak, &AtomicCmpXchgInst::getAlign,
              &AtomicCmpXchgInst::getSuccessOrdering,
              &AtomicCmpXchgInst::getFailureOrdering,
              &AtomicCmpXchgInst::getSyncScopeID);
}

/// What an opcode has beside type, flags and operands.
bool SameCode::sameKind(const Instruction &A, const Instruction &B) {
  switch (A.getOpcode()) {
  case Instruction::Load:
  case Instruction::Store:
  case Instruction::Fence:
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
    return sameMemory(A, B);
  case Instruction::Call:
    return sameCall(cast<CallBase>(A), cast<CallBase>(B));
  case Instruction::Alloca: {
    const auto &X = cast<AllocaInst>(A), &Y = cast<AllocaInst>(B);
    return same(X.getAllocatedType(), Y.getAllocatedType()) &&
           X.getAlign() == Y.getAlign() &&
           X.isUsedWithInAlloca() == Y.isUsedWithInAlloca() &&
           X.isSwiftError() == Y.isSwiftError();
  }
  case Instruction::GetElementPtr:
    return same(cast<GetElementPtrInst>(A).getSourceElementType(),
                cast<GetElementPtrInst>(B).getSourceElementType());
  case Instruction::ICmp:
  case Instruction::FCmp:
    return cast<CmpInst>(A).getPredicate() == cast<CmpInst>(B).getPredicate();
  case Instruction::ExtractValue:
    return cast<ExtractValueInst>(A).getIndices() ==
           cast<ExtractValueInst>(B).getIndices();
  case Instruction::InsertValue:
    return cast<InsertValueInst>(A).getIndices() ==
           cast<InsertValueInst>(B).getIndices();
  case Instruction::ShuffleVector:
    return cast<ShuffleVectorInst>(A).getShuffleMask() ==
           cast<ShuffleVectorInst>(B).getShuffleMask();
  case Instruction::PHI:
    return alike(cast<PHINode>(A).blocks(), cast<PHINode>(B).blocks(),
                 [&](const BasicBlock *X, const BasicBlock *Y) { return same(X, Y); });
  case Instruction::Ret:
  case Instruction::Br:
  case Instruction::Switch:
  case Instruction::IndirectBr:
  case Instruction::Unreachable:
  case Instruction::Select:
  case Instruction::Freeze:
  case Instruction::VAArg:
  case Instruction::ExtractElement:
  case Instruction::InsertElement:
    return true;
  default:
    return A.isUnaryOp() || A.isBinaryOp() || A.isCast();
  }
}

//===- Functions
//-------------------------------------------------------------------===//

/// The order of one use needs no comparison.
bool SameCode::sameUses(const Value &A, const Value &B) {
  return A.use_empty() || A.hasOneUse() ||
         alike(A.uses(), B.uses(), [&](const Use &X, const Use &Y) {
           return X.getOperandNo() == Y.getOperandNo() &&
                  same(X.getUser(), Y.getUser());
         });
}

bool SameCode::sameBody(const Function &A, const Function &B) {
  if (A.size() != B.size() || A.arg_size() != B.arg_size())
    return false;
  for (auto [X, Y] : zip(A.args(), B.args()))
    Of[&X] = &Y;
  for (auto [X, Y] : zip(A, B))
    Of[&X] = &Y;
  if (!alike(A, B, [&](const BasicBlock &X, const BasicBlock &Y) {
        return alike(X, Y, [&](const Instruction &I, const Instruction &J) {
          return same(I, J);
        });
      }))
    return false;
  const auto SameUses = [&](const Value &X, const Value &Y) { return sameUses(X, Y); };
  return alike(A.args(), B.args(), SameUses) &&
         alike(A, B, [&](const BasicBlock &X, const BasicBlock &Y) {
           return sameUses(X, Y) &&
                  alike(X, Y, [&](const Instruction &I, const Instruction &J) {
                    return alike(I.operands(), J.operands(),
                                 [&](const Use &O, const Use &P) {
                                   return same(O.get(), P.get());
                                 }) &&
                           sameUses(I, J);
                  });
         });
}

const Function *SameCode::different() {
  for (auto [X, Y] : zip(A.functions(), B.functions()))
    if (!sameBody(X, Y))
      return &X;
  return nullptr;
}

const GlobalValue *SameCode::reordered() {
  for (const GlobalValue &X : A.global_values())
    if (!sameUses(X, *cast<GlobalValue>(Of.lookup(&X))))
      return &X;
  return nullptr;
}

} // namespace argus
