//===- HostHooks.cpp - lets the runtime take part in a host program --------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of the CUDA runtime are redirected to small functions of the module that call
// the hook and then the runtime: no control flow of the user's functions changes, and
// calls that may unwind need no special care. The hooks are reached through a pointer
// that the module constructor looks up with dlsym. A weak reference would be simpler,
// but is null in non-PIE executables.
//
//===----------------------------------------------------------------------===//

#include "argus/passes/HostHooks.h"
#include "CapsuleSection.h"
#include "LaunchHooks.h"
#include "argus/Abi.h"
#include "llvm/IR/Constants.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace argus {
namespace {

class Instrumenter : HookCode {
public:
  Instrumenter(Module &M, const HostModuleInfo &Info) : HookCode(M), Info(Info) {}

  bool run();

private:
  bool findRegistration();
  void findKernels();
  Constant *kernelTable();
  GlobalVariable *descriptor();

  void hookRegistration();
  void hookUnregistration();
  void announceUnit();
  Function *unloadHook();
  bool hookResets();

  const HostModuleInfo &Info;
  CallBase *Registration = nullptr;
  SmallVector<RegisteredKernel> Kernels;
};

//===- The descriptor -----------------------------------------------------------===//

Constant *Instrumenter::kernelTable() {
  StructType *Entry = StructType::get(Ptr, Ptr);
  SmallVector<Constant *> Entries;
  for (const RegisteredKernel &K : Kernels)
    Entries.push_back(ConstantStruct::get(Entry, K.Stub, K.Name));
  return privateConstant(
      ConstantArray::get(ArrayType::get(Entry, Entries.size()), Entries));
}

/// An ArgusModule.
GlobalVariable *Instrumenter::descriptor() {
  // Reached in whatever way this binary reaches its cudart: static, shared, preloaded.
  FunctionCallee GetFunction =
      M.getOrInsertFunction("cudaGetFuncBySymbol", I32, Ptr, Ptr);
  Constant *Fields[] = {ConstantInt::get(I32, ARGUS_ABI_VERSION),
                        ConstantInt::get(I32, sizeof(ArgusModule)),
                        string(Info.ModuleId),
                        string(Info.Source),
                        Registration ? cast<Constant>(Registration->getArgOperand(0))
                                     : ConstantPointerNull::get(Ptr),
                        cast<Constant>(GetFunction.getCallee()),
                        kernelTable(),
                        ConstantInt::get(I64, Kernels.size())};
  Constant *Value = ConstantStruct::getAnon(Fields);
  assert(M.getDataLayout().getTypeAllocSize(Value->getType()) == sizeof(ArgusModule));
  return privateConstant(Value);
}

//===- Registration --------------------------------------------------------===//

/// What clang's linker wrapper registers from: {address, name, size, flags, data}; the
/// size of a kernel is 0. Null for anything else.
const ConstantStruct *kernelEntry(const GlobalVariable &V) {
  if (V.getSection() != "cuda_offloading_entries" || !V.hasInitializer())
    return nullptr;
  const auto *Entry = dyn_cast<ConstantStruct>(V.getInitializer());
  if (!Entry || Entry->getNumOperands() != 5)
    return nullptr;
  const auto *Size = dyn_cast<ConstantInt>(Entry->getOperand(2));
  return Size && Size->isZero() && isa<Function>(Entry->getOperand(0)) ? Entry
                                                                       : nullptr;
}

/// The kernels that the module registers, or that the linker wrapper will.
void Instrumenter::findKernels() {
  for (CallBase *Call : callsOf(M, "__cudaRegisterFunction")) {
    auto *Stub = dyn_cast<Constant>(Call->getArgOperand(1));
    auto *Name = dyn_cast<Constant>(Call->getArgOperand(2));
    if (Stub && Name)
      Kernels.push_back({Stub, Name});
  }
  for (const GlobalVariable &V : M.globals())
    if (const ConstantStruct *Entry = kernelEntry(V))
      Kernels.push_back({Entry->getOperand(0), Entry->getOperand(1)});
}

/// Finds the constructor's call and the kernels that it registers.
bool Instrumenter::findRegistration() {
  for (CallBase *Call : callsOf(M, "__cudaRegisterFatBinary"))
    if (isa<Constant>(Call->getArgOperand(0)))
      Registration = Call;
  return Registration && !Kernels.empty();
}

/// Lets module_load choose what __cudaRegisterFatBinary gets.
void Instrumenter::hookRegistration() {
  IRBuilder<> B(Registration);
  Value *Given = Registration->getArgOperand(0);
  Function *Choose = newFunction(Ptr, {Ptr}, "__argus_module_load");
  Registration->setArgOperand(0, B.CreateCall(Choose, {Given}));

  B.SetInsertPoint(&Choose->getEntryBlock());
  Value *Found = B.CreateCall(runtimeFinder());
  B.CreateStore(Found, Runtime);
  Value *Chosen = nullptr;
  whereNotNull(B, Found, [&] {
    Chosen = callHook(B, Found, offsetof(ArgusRuntime, module_load), Ptr, {Descriptor});
  });
  PHINode *Wrapper = joined(B, Chosen);
  B.CreateRet(B.CreateSelect(B.CreateIsNull(Wrapper), Choose->getArg(0), Wrapper));
}

/// void unload(): tells the runtime, if there is one. That its table has the entry was
/// asked when it was found.
Function *Instrumenter::unloadHook() {
  Function *F =
      newFunction(Type::getVoidTy(M.getContext()), {}, "__argus_module_unload");
  IRBuilder<> B(&F->getEntryBlock());
  Value *Object = B.CreateLoad(Ptr, Runtime);
  whereNotNull(B, Object, [&] {
    callHook(B, Object, offsetof(ArgusRuntime, module_unload), B.getVoidTy(),
             {Descriptor});
  });
  B.CreateRetVoid();
  return F;
}

/// Where the module is unregistered, its library may be about to go and to take the
/// context along.
void Instrumenter::hookUnregistration() {
  SmallVector<CallBase *> Calls = callsOf(M, "__cudaUnregisterFatBinary");
  if (Calls.empty())
    return;
  Function *F = unloadHook();
  for (CallBase *Call : Calls)
    IRBuilder<>(Call).CreateCall(F);
}

/// The image of relocatable device code is registered by code that the linker's helpers
/// make and no plugin sees. A constructor that runs before it (clang's linker wrapper
/// uses priority 101, the others none) announces the unit, so that the runtime can
/// change what will be registered. The destructor runs before the exit handlers of the
/// binary, which unregister it.
void Instrumenter::announceUnit() {
  constexpr int BeforeRegistration = 100, BeforeExitHandlers = 65535;
  Function *Load =
      newFunction(Type::getVoidTy(M.getContext()), {}, "__argus_unit_load");
  IRBuilder<> B(&Load->getEntryBlock());
  Value *Found = B.CreateCall(runtimeFinder());
  B.CreateStore(Found, Runtime);
  whereNotNull(B, Found, [&] {
    callHook(B, Found, offsetof(ArgusRuntime, module_load), Ptr, {Descriptor});
  });
  B.CreateRetVoid();
  appendToGlobalCtors(M, Load, BeforeRegistration);
  appendToGlobalDtors(M, unloadHook(), BeforeExitHandlers);
}

//===- Device reset -------------------------------------------===//

/// cudaDeviceReset loses what the device holds, so the runtime is told before. In a
/// module without kernels there is no constructor that could have found the runtime.
bool Instrumenter::hookResets() {
  SmallVector<CallBase *> Calls = callsOf(M, "cudaDeviceReset");
  if (Calls.empty())
    return false;
  Function *Callee = Calls.front()->getCalledFunction();
  if (Callee->getFunctionType() != FunctionType::get(I32, false))
    return false;
  Function *F = newFunction(I32, {}, "__argus_device_reset");
  IRBuilder<> B(&F->getEntryBlock());
  Value *Object = Runtime ? static_cast<Value *>(B.CreateLoad(Ptr, Runtime))
                          : B.CreateCall(runtimeFinder());
  whereNotNull(B, Object, [&] {
    callHook(B, Object, offsetof(ArgusRuntime, device_reset), B.getVoidTy(), {});
  });
  B.CreateRet(B.CreateCall(Callee));
  for (CallBase *Call : Calls)
    Call->setCalledFunction(F);
  return true;
}

bool Instrumenter::run() {
  findKernels();
  const bool Linked = Info.Relocatable && !Info.CapsuleSectionBytes.empty();
  if (!Linked && !findRegistration())
    return hookResets();
  Runtime = new GlobalVariable(M, Ptr, false, GlobalValue::PrivateLinkage,
                               ConstantPointerNull::get(Ptr), "argus.runtime");
  Descriptor = descriptor();
  if (Linked) {
    announceUnit();
  } else {
    hookRegistration();
    hookUnregistration();
  }
  hookLaunches(*this, Kernels);
  hookResets();
  if (!Info.CapsuleSectionBytes.empty())
    embedCapsules(M, Info.CapsuleSectionBytes);
  return true;
}

} // namespace

bool registersKernels(Module &M) {
  return M.getFunction("__cuda_register_globals") ||
         any_of(M.globals(), [](const GlobalVariable &V) { return kernelEntry(V); });
}

bool instrumentHostModule(Module &M, const HostModuleInfo &Info) {
  return Instrumenter(M, Info).run();
}

} // namespace argus
