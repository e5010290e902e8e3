//===- HookCode.cpp - code that asks for and calls the runtime -----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HookCode.h"
#include "argus/Abi.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace argus {

SmallVector<CallBase *> callsOf(Module &M, StringRef Name) {
  SmallVector<CallBase *> Calls;
  Function *F = M.getFunction(Name);
  if (!F || !F->isDeclaration())
    return Calls;
  for (User *U : F->users())
    if (auto *Call = dyn_cast<CallBase>(U))
      if (Call->getCalledFunction() == F)
        Calls.push_back(Call);
  return Calls;
}

GlobalVariable *HookCode::privateConstant(Constant *Value) {
  return new GlobalVariable(M, Value->getType(), true, GlobalValue::PrivateLinkage,
                            Value, "argus");
}

Constant *HookCode::string(StringRef Text) {
  return privateConstant(ConstantDataArray::getString(M.getContext(), Text));
}

Function *HookCode::newFunction(Type *Result, ArrayRef<Type *> Params,
                                const Twine &Name) {
  // The module's default attributes: unwind tables, frame pointers.
  Function *F = Function::createWithDefaultAttr(
      FunctionType::get(Result, Params, false), GlobalValue::InternalLinkage,
      M.getDataLayout().getProgramAddressSpace(), Name, &M);
  BasicBlock::Create(M.getContext(), "entry", F);
  return F;
}

void whereNotNull(IRBuilder<> &B, Value *Pointer, function_ref<void()> Then) {
  Function *F = B.GetInsertBlock()->getParent();
  BasicBlock *Hook = BasicBlock::Create(F->getContext(), "hook", F);
  BasicBlock *Next = BasicBlock::Create(F->getContext(), "next", F);
  B.CreateCondBr(B.CreateIsNull(Pointer), Next, Hook);
  B.SetInsertPoint(Hook);
  Then();
  B.CreateBr(Next);
  B.SetInsertPoint(Next);
}

PHINode *joined(IRBuilder<> &B, Value *Computed) {
  BasicBlock *Hook = cast<Instruction>(Computed)->getParent();
  PHINode *Phi = B.CreatePHI(Computed->getType(), 2);
  Phi->addIncoming(Computed, Hook);
  Phi->addIncoming(Constant::getNullValue(Computed->getType()),
                   Hook->getSinglePredecessor());
  return Phi;
}

CallInst *HookCode::callHook(IRBuilder<> &B, Value *Object, size_t Offset, Type *Result,
                             ArrayRef<Value *> Args) {
  SmallVector<Type *> Types;
  for (Value *Arg : Args)
    Types.push_back(Arg->getType());
  Value *Field = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Object, Offset);
  return B.CreateCall(FunctionType::get(Result, Types, false), B.CreateLoad(Ptr, Field),
                      Args);
}

Function *HookCode::runtimeFinder() {
  if (Finder)
    return Finder;
  Finder = newFunction(Ptr, {}, "__argus_find_runtime");
  Constant *Null = ConstantPointerNull::get(Ptr);
  IRBuilder<> B(&Finder->getEntryBlock());
  FunctionCallee Dlsym = M.getOrInsertFunction("dlsym", Ptr, Ptr, Ptr);
  Value *Found = B.CreateCall(Dlsym, {Null, string(ARGUS_RUNTIME_SYMBOL)});
  Value *Usable = nullptr;
  whereNotNull(B, Found, [&] {
    Value *Field = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Found,
                                                offsetof(ArgusRuntime, size));
    Value *Version = B.CreateLoad(I32, Found);
    Value *Size = B.CreateLoad(I32, Field);
    Value *Fits = B.CreateAnd(B.CreateICmpEQ(Version, B.getInt32(ARGUS_ABI_VERSION)),
                              B.CreateICmpUGE(Size, B.getInt32(sizeof(ArgusRuntime))));
    Usable = B.CreateSelect(Fits, Found, Null);
  });
  B.CreateRet(joined(B, Usable));
  return Finder;
}

} // namespace argus
