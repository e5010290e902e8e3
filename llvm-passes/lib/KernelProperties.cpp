//===- KernelProperties.cpp - what CUDA's attributes say of kernels --------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/passes/KernelProperties.h"
#include "argus/passes/FinishPtx.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace argus {

static Metadata *number(LLVMContext &Context, unsigned Value) {
  return ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(Context), Value));
}

static void annotate(Function &F, StringRef Name, Metadata *Value) {
  LLVMContext &Context = F.getContext();
  F.getParent()
      ->getOrInsertNamedMetadata("nvvm.annotations")
      ->addOperand(MDNode::get(
          Context, {ValueAsMetadata::get(&F), MDString::get(Context, Name), Value}));
}

static void annotate(Function &F, StringRef Name, unsigned Value) {
  annotate(F, Name, number(F.getContext(), Value));
}

/// The back end counts parameters from 1.
static void annotateGridConstants(Function &F, ArrayRef<unsigned> Parameters) {
  SmallVector<Metadata *> Numbers;
  for (const unsigned Parameter : Parameters)
    if (Parameter < F.arg_size() && F.getArg(Parameter)->hasByValAttr())
      Numbers.push_back(number(F.getContext(), Parameter + 1));
  if (!Numbers.empty())
    annotate(F, "grid_constant", MDNode::get(F.getContext(), Numbers));
}

/// As nvcc writes them: `.explicitcluster` says that a launch need not tell the
/// dimensions, `.blocksareclusters` that its grid counts clusters.
static std::string clusterDirectives(const KernelProperties &K) {
  if (!K.Cluster[0])
    return "";
  return formatv("{0} .reqnctapercluster {1}, {2}, {3}",
                 K.Block[0] ? ".blocksareclusters" : ".explicitcluster", K.Cluster[0],
                 K.Cluster[1], K.Cluster[2])
      .str();
}

static void addKernel(Module &M, const KernelProperties &K) {
  Function *F = M.getFunction(K.Mangled);
  if (!F || F->isDeclaration())
    return;
  annotateGridConstants(*F, K.GridConstants);
  if (K.Block[0]) {
    annotate(*F, "reqntidx", K.Block[0]);
    annotate(*F, "reqntidy", K.Block[1]);
    annotate(*F, "reqntidz", K.Block[2]);
  }
  if (K.MaxRegisters)
    annotate(*F, "maxnreg", K.MaxRegisters);
  if (const std::string Directives = clusterDirectives(K); !Directives.empty())
    M.appendModuleInlineAsm(entryRequest(K.Mangled, Directives));
}

void addProperties(Module &M, const DeviceModuleProperties &Properties) {
  if (!Properties.PtxVersion.empty())
    M.appendModuleInlineAsm(versionRequest(Properties.PtxVersion));
  for (const KernelProperties &K : Properties.Kernels)
    addKernel(M, K);
}

std::string ptxVersionOf(unsigned CudaVersion) {
  const unsigned Major = CudaVersion / 1000, Minor = CudaVersion % 1000 / 10;
  if (Major >= 13) // 13.0 reads PTX 9.0, 13.1 reads 9.1
    return formatv("{0}.{1}", Major - 4, Minor).str();
  if (Major < 12 || Minor < 4)
    return "";
  static constexpr StringLiteral Versions[] = {"8.4", "8.5", "8.5", // 12.4 to 12.6
                                               "8.6", "8.7", "8.8"};
  return Versions[std::min<size_t>(Minor - 4, std::size(Versions) - 1)].str();
}

} // namespace argus
