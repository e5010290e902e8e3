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
#include "argus/Abi.h"
#include "argus/passes/Capsule.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include <cstddef>
#include <map>
#include <tuple>

using namespace llvm;

namespace argus {
namespace {

struct RegisteredKernel {
  Constant *Stub;
  Constant *Name;
};

/// What a launch call passes, in the form of ArgusRuntime::launch_begin.
struct LaunchArguments {
  Value *Stub;
  Value *GridXY, *GridZ, *BlockXY, *BlockZ;
  Value *SharedBytes, *Stream;
};

enum class LaunchForm { Arguments, Config };

struct LaunchFunction {
  const char *Name;
  LaunchForm Form;
  bool PerThreadStream; ///< a null stream is the calling thread's own
};

constexpr LaunchFunction LaunchFunctions[] = {
    {"cudaLaunchKernel", LaunchForm::Arguments, false},
    {"cudaLaunchKernel_ptsz", LaunchForm::Arguments, true},
    {"cudaLaunchCooperativeKernel", LaunchForm::Arguments, false},
    {"cudaLaunchCooperativeKernel_ptsz", LaunchForm::Arguments, true},
    {"cudaLaunchKernelExC", LaunchForm::Config, false},
    {"cudaLaunchKernelExC_ptsz", LaunchForm::Config, true},
};

/// cudaStreamPerThread, as a number.
constexpr uint64_t PerThreadStreamHandle = 2;

/// Layout of cudaLaunchConfig_t: dim3 grid, dim3 block, size_t shared, stream.
constexpr unsigned ConfigBlock = 12, ConfigShared = 24, ConfigStream = 32;

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

class Instrumenter {
public:
  Instrumenter(Module &M, const HostModuleInfo &Info)
      : M(M), Info(Info), Ptr(PointerType::getUnqual(M.getContext())),
        I32(Type::getInt32Ty(M.getContext())), I64(Type::getInt64Ty(M.getContext())) {}

  bool run();

private:
  bool findRegistration();
  void findKernels();
  GlobalVariable *privateConstant(Constant *Value);
  Constant *string(StringRef Text);
  Constant *kernelTable();
  GlobalVariable *descriptor();
  Function *newFunction(Type *Result, ArrayRef<Type *> Params, const Twine &Name);

  Function *runtimeFinder();
  void hookRegistration();
  void hookUnregistration();
  void announceUnit();
  Function *unloadHook();
  CallInst *callHook(IRBuilder<> &B, Value *Object, size_t Offset, Type *Result,
                     ArrayRef<Value *> Args);

  void hookLaunches(const LaunchFunction &L);
  Function *launchWrapper(Function *Callee, const LaunchFunction &L, Constant *Name);
  bool canUnpack(FunctionType *T, LaunchForm Form) const;
  LaunchArguments unpack(IRBuilder<> &B, Function &Wrapper, const LaunchFunction &L);
  std::pair<Value *, Value *> unpackDim3(IRBuilder<> &B, Argument *&Arg);
  LaunchArguments unpackConfig(IRBuilder<> &B, Function &Wrapper);
  Constant *nameOf(Value *Stub) const;

  bool hookResets();
  void embedCapsules();

  Module &M;
  const HostModuleInfo &Info;
  PointerType *Ptr;
  IntegerType *I32, *I64;
  CallBase *Registration = nullptr;
  SmallVector<RegisteredKernel> Kernels;
  GlobalVariable *Runtime = nullptr; ///< null while no runtime is known
  GlobalVariable *Descriptor = nullptr;
  Function *Finder = nullptr;
};

//===- Constants -----------------------------------------------------------===//

GlobalVariable *Instrumenter::privateConstant(Constant *Value) {
  return new GlobalVariable(M, Value->getType(), true, GlobalValue::PrivateLinkage,
                            Value, "argus");
}

Constant *Instrumenter::string(StringRef Text) {
  return privateConstant(ConstantDataArray::getString(M.getContext(), Text));
}

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

Function *Instrumenter::newFunction(Type *Result, ArrayRef<Type *> Params,
                                    const Twine &Name) {
  // The module's default attributes: unwind tables, frame pointers.
  Function *F = Function::createWithDefaultAttr(
      FunctionType::get(Result, Params, false), GlobalValue::InternalLinkage,
      M.getDataLayout().getProgramAddressSpace(), Name, &M);
  BasicBlock::Create(M.getContext(), "entry", F);
  return F;
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

/// Emits Then for a pointer that is not null and goes on behind it.
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

/// After whereNotNull: the value computed there, or null where it was skipped.
PHINode *joined(IRBuilder<> &B, Value *Computed) {
  BasicBlock *Hook = cast<Instruction>(Computed)->getParent();
  PHINode *Phi = B.CreatePHI(Computed->getType(), 2);
  Phi->addIncoming(Computed, Hook);
  Phi->addIncoming(Constant::getNullValue(Computed->getType()),
                   Hook->getSinglePredecessor());
  return Phi;
}

/// Calls the hook that lies at Offset in the ArgusRuntime object.
CallInst *Instrumenter::callHook(IRBuilder<> &B, Value *Object, size_t Offset,
                                 Type *Result, ArrayRef<Value *> Args) {
  SmallVector<Type *> Types;
  for (Value *Arg : Args)
    Types.push_back(Arg->getType());
  Value *Field = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Object, Offset);
  return B.CreateCall(FunctionType::get(Result, Types, false), B.CreateLoad(Ptr, Field),
                      Args);
}

/// ptr find(): the ArgusRuntime of this process, or null. One that is older than this
/// code counts as none: its table would end before the fields that are used here.
Function *Instrumenter::runtimeFinder() {
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

//===- Launches ------------------------------------------------------------===//

/// The registered name of a kernel that a launch passes as a constant, else null.
Constant *Instrumenter::nameOf(Value *Stub) const {
  for (const RegisteredKernel &K : Kernels)
    if (K.Stub == Stub->stripPointerCasts())
      return K.Name;
  return ConstantPointerNull::get(Ptr);
}

void Instrumenter::hookLaunches(const LaunchFunction &L) {
  std::map<Constant *, Function *> Wrappers;
  for (CallBase *Call : callsOf(M, L.Name)) {
    Function *Callee = Call->getCalledFunction();
    Value *Stub = L.Form == LaunchForm::Config && Call->arg_size() > 1
                      ? Call->getArgOperand(1)
                      : Call->getArgOperand(0);
    Constant *Name = nameOf(Stub);
    auto [Known, New] = Wrappers.try_emplace(Name, nullptr);
    if (New)
      Known->second = launchWrapper(Callee, L, Name);
    if (Known->second)
      Call->setCalledFunction(Known->second);
  }
}

/// Whether a launch function has the type that clang gives it. A dim3 is 12 bytes:
/// (i64, i32) on x86-64, [2 x i64] on AArch64.
bool Instrumenter::canUnpack(FunctionType *T, LaunchForm Form) const {
  if (T->getReturnType() != I32 || T->isVarArg())
    return false;
  if (Form == LaunchForm::Config)
    return T->params() == ArrayRef<Type *>({Ptr, Ptr, Ptr});
  Type *Pair = ArrayType::get(I64, 2);
  return T->params() == ArrayRef<Type *>({Ptr, I64, I32, I64, I32, Ptr, I64, Ptr}) ||
         T->params() == ArrayRef<Type *>({Ptr, Pair, Pair, Ptr, I64, Ptr});
}

/// The x and y of a dim3 argument in one value, and its z.
std::pair<Value *, Value *> Instrumenter::unpackDim3(IRBuilder<> &B, Argument *&Arg) {
  Argument *First = Arg++;
  if (First->getType() == I64)
    return {First, Arg++};
  return {B.CreateExtractValue(First, 0),
          B.CreateTrunc(B.CreateExtractValue(First, 1), I32)};
}

/// cudaLaunchKernelExC(config, stub, arguments).
LaunchArguments Instrumenter::unpackConfig(IRBuilder<> &B, Function &Wrapper) {
  Value *Config = Wrapper.getArg(0);
  auto Load = [&](Type *T, unsigned Offset) -> Value * {
    Value *Field = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Config, Offset);
    return B.CreateAlignedLoad(T, Field, Align(4));
  };
  return {Wrapper.getArg(1),
          Load(I64, 0),
          Load(I32, 8),
          Load(I64, ConfigBlock),
          Load(I32, ConfigBlock + 8),
          Load(I64, ConfigShared),
          Load(Ptr, ConfigStream)};
}

LaunchArguments Instrumenter::unpack(IRBuilder<> &B, Function &Wrapper,
                                     const LaunchFunction &L) {
  LaunchArguments A = {};
  if (L.Form == LaunchForm::Config) {
    A = unpackConfig(B, Wrapper);
  } else {
    Argument *Arg = Wrapper.arg_begin();
    A.Stub = Arg++;
    std::tie(A.GridXY, A.GridZ) = unpackDim3(B, Arg);
    std::tie(A.BlockXY, A.BlockZ) = unpackDim3(B, Arg);
    A.SharedBytes = Arg + 1; // behind the kernel's arguments
    A.Stream = Arg + 2;
  }
  if (L.PerThreadStream)
    A.Stream = B.CreateSelect(
        B.CreateIsNull(A.Stream),
        ConstantExpr::getIntToPtr(B.getInt64(PerThreadStreamHandle), Ptr), A.Stream);
  return A;
}

/// A function of Callee's type: launch_begin where there is a runtime, Callee, and
/// launch_end where launch_begin gave a token.
Function *Instrumenter::launchWrapper(Function *Callee, const LaunchFunction &L,
                                      Constant *Name) {
  FunctionType *T = Callee->getFunctionType();
  if (!canUnpack(T, L.Form))
    return nullptr;
  Function *F = newFunction(T->getReturnType(), T->params(), "__argus_launch");
  F->setCallingConv(Callee->getCallingConv());
  IRBuilder<> B(&F->getEntryBlock());
  Value *Object = B.CreateLoad(Ptr, Runtime);
  Value *Begun = nullptr;
  whereNotNull(B, Object, [&] {
    LaunchArguments A = unpack(B, *F, L);
    Begun = callHook(B, Object, offsetof(ArgusRuntime, launch_begin), Ptr,
                     {Descriptor, Name, A.Stub, A.GridXY, A.GridZ, A.BlockXY, A.BlockZ,
                      A.SharedBytes, A.Stream});
  });
  Value *Token = joined(B, Begun);
  SmallVector<Value *> Args;
  for (Argument &Arg : F->args())
    Args.push_back(&Arg);
  CallInst *Error = B.CreateCall(Callee, Args);
  Error->setCallingConv(Callee->getCallingConv());
  whereNotNull(B, Token, [&] {
    callHook(B, Object, offsetof(ArgusRuntime, launch_end), B.getVoidTy(),
             {Token, Error});
  });
  B.CreateRet(Error);
  return F;
}

//===- Device reset and capsules -------------------------------------------===//

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

/// As assembly, because LLVM has no way to ask for a section that is neither loaded nor
/// dropped by the linker. "R" keeps it under --gc-sections. No alignment: the
/// containers of several objects follow each other without padding.
void Instrumenter::embedCapsules() {
  static constexpr size_t BytesPerLine = 1024;
  static constexpr char Digits[] = "01234567";
  StringRef Bytes = Info.CapsuleSectionBytes;
  std::string Asm =
      (Twine(".pushsection ") + CapsuleSection + ",\"R\",%progbits\n").str();
  Asm.reserve(Bytes.size() * 4 + Bytes.size() / 64 + 128);
  for (; !Bytes.empty();
       Bytes = Bytes.drop_front(std::min(BytesPerLine, Bytes.size()))) {
    Asm += ".ascii \"";
    for (unsigned char C : Bytes.take_front(BytesPerLine)) {
      if (C >= ' ' && C < 127 && C != '"' && C != '\\') {
        Asm += char(C);
        continue;
      }
      Asm += {'\\', Digits[C >> 6], Digits[C >> 3 & 7], Digits[C & 7]};
    }
    Asm += "\"\n";
  }
  M.appendModuleInlineAsm(Asm + ".popsection\n");
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
  for (const LaunchFunction &L : LaunchFunctions)
    hookLaunches(L);
  hookResets();
  if (!Info.CapsuleSectionBytes.empty())
    embedCapsules();
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
