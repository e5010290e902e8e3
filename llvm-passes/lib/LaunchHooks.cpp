//===- LaunchHooks.cpp - hooks around kernel launches --------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchHooks.h"
#include "argus/Abi.h"
#include "llvm/IR/Constants.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace argus {

namespace {

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

class LaunchHooks {
public:
  LaunchHooks(HookCode &Code, ArrayRef<RegisteredKernel> Kernels)
      : Code(Code), Kernels(Kernels) {}

  void hook(const LaunchFunction &L);

private:
  Function *launchWrapper(Function *Callee, const LaunchFunction &L, Constant *Name);
  bool canUnpack(FunctionType *T, LaunchForm Form) const;
  LaunchArguments unpack(IRBuilder<> &B, Function &Wrapper, const LaunchFunction &L);
  std::pair<Value *, Value *> unpackDim3(IRBuilder<> &B, Argument *&Arg);
  LaunchArguments unpackConfig(IRBuilder<> &B, Function &Wrapper);
  Constant *nameOf(Value *Stub) const;

  HookCode &Code;
  ArrayRef<RegisteredKernel> Kernels;
};

/// The registered name of a kernel that a launch passes as a constant, else null.
Constant *LaunchHooks::nameOf(Value *Stub) const {
  for (const RegisteredKernel &K : Kernels)
    if (K.Stub == Stub->stripPointerCasts())
      return K.Name;
  return ConstantPointerNull::get(Code.Ptr);
}

void LaunchHooks::hook(const LaunchFunction &L) {
  std::map<Constant *, Function *> Wrappers;
  for (CallBase *Call : callsOf(Code.M, L.Name)) {
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
bool LaunchHooks::canUnpack(FunctionType *T, LaunchForm Form) const {
  if (T->getReturnType() != Code.I32 || T->isVarArg())
    return false;
  if (Form == LaunchForm::Config)
    return T->params() == ArrayRef<Type *>({Code.Ptr, Code.Ptr, Code.Ptr});
  Type *Pair = ArrayType::get(Code.I64, 2);
  return T->params() == ArrayRef<Type *>({Code.Ptr, Code.I64, Code.I32, Code.I64,
                                          Code.I32, Code.Ptr, Code.I64, Code.Ptr}) ||
         T->params() ==
             ArrayRef<Type *>({Code.Ptr, Pair, Pair, Code.Ptr, Code.I64, Code.Ptr});
}

/// The x and y of a dim3 argument in one value, and its z.
std::pair<Value *, Value *> LaunchHooks::unpackDim3(IRBuilder<> &B, Argument *&Arg) {
  Argument *First = Arg++;
  if (First->getType() == Code.I64)
    return {First, Arg++};
  return {B.CreateExtractValue(First, 0),
          B.CreateTrunc(B.CreateExtractValue(First, 1), Code.I32)};
}

/// cudaLaunchKernelExC(config, stub, arguments).
LaunchArguments LaunchHooks::unpackConfig(IRBuilder<> &B, Function &Wrapper) {
  Value *Config = Wrapper.getArg(0);
  auto Load = [&](Type *T, unsigned Offset) -> Value * {
    Value *Field = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Config, Offset);
    return B.CreateAlignedLoad(T, Field, Align(4));
  };
  return {Wrapper.getArg(1),
          Load(Code.I64, 0),
          Load(Code.I32, 8),
          Load(Code.I64, ConfigBlock),
          Load(Code.I32, ConfigBlock + 8),
          Load(Code.I64, ConfigShared),
          Load(Code.Ptr, ConfigStream)};
}

LaunchArguments LaunchHooks::unpack(IRBuilder<> &B, Function &Wrapper,
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
        ConstantExpr::getIntToPtr(B.getInt64(PerThreadStreamHandle), Code.Ptr),
        A.Stream);
  return A;
}

/// A function of Callee's type: launch_begin where there is a runtime, Callee, and
/// launch_end where launch_begin gave a token.
Function *LaunchHooks::launchWrapper(Function *Callee, const LaunchFunction &L,
                                     Constant *Name) {
  FunctionType *T = Callee->getFunctionType();
  if (!canUnpack(T, L.Form))
    return nullptr;
  Function *F = Code.newFunction(T->getReturnType(), T->params(), "__argus_launch");
  F->setCallingConv(Callee->getCallingConv());
  IRBuilder<> B(&F->getEntryBlock());
  Value *Object = B.CreateLoad(Code.Ptr, Code.Runtime);
  Value *Begun = nullptr;
  whereNotNull(B, Object, [&] {
    LaunchArguments A = unpack(B, *F, L);
    Begun = Code.callHook(B, Object, offsetof(ArgusRuntime, launch_begin), Code.Ptr,
                          {Code.Descriptor, Name, A.Stub, A.GridXY, A.GridZ, A.BlockXY,
                           A.BlockZ, A.SharedBytes, A.Stream});
  });
  Value *Token = joined(B, Begun);
  SmallVector<Value *> Args;
  for (Argument &Arg : F->args())
    Args.push_back(&Arg);
  CallInst *Error = B.CreateCall(Callee, Args);
  Error->setCallingConv(Callee->getCallingConv());
  whereNotNull(B, Token, [&] {
    Code.callHook(B, Object, offsetof(ArgusRuntime, launch_end), B.getVoidTy(),
                  {Token, Error});
  });
  B.CreateRet(Error);
  return F;
}

} // namespace

void hookLaunches(HookCode &Code, ArrayRef<RegisteredKernel> Kernels) {
  LaunchHooks Hooks(Code, Kernels);
  for (const LaunchFunction &L : LaunchFunctions)
    Hooks.hook(L);
}

} // namespace argus
