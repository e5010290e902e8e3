//===- SharedAttribute.cpp - __shared__ as nvcc understands it --------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// argus_cuda_dialect.h makes __shared__ this attribute. It is clang's, except that
// - a variable of a function need not be trivial to construct and destroy: nvcc warns
// and
//   runs neither constructor nor destructor (cuda::barrier,
//   cuda::pipeline_shared_state),
// - an extern one need not be an array without length.
//
//===----------------------------------------------------------------------===//

#include "clang/AST/Attr.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"

using namespace clang;

namespace argus {

namespace {

struct SharedAttribute : public ParsedAttrInfo {
  SharedAttribute() {
    static constexpr Spelling Spellings[] = {{ParsedAttr::AS_GNU, "argus_shared"}};
    this->Spellings = Spellings;
  }

  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &Attr,
                            const Decl *D) const override {
    if (isa<VarDecl>(D))
      return true;
    DiagnosticsEngine &Diags = S.getDiagnostics();
    S.Diag(Attr.getLoc(),
           Diags.getCustomDiagID(DiagnosticsEngine::Error,
                                 "'__shared__' applies to variables only"));
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D,
                                   const ParsedAttr &Attr) const override {
    auto *Var = cast<VarDecl>(D);
    if (Var->hasLocalStorage() &&
        S.CUDA().DiagIfHostCode(Attr.getLoc(), diag::err_cuda_host_shared)
            << llvm::to_underlying(S.CUDA().CurrentTarget()))
      return AttributeNotApplied;
    Var->addAttr(CUDASharedAttr::Create(S.Context, Attr.getRange()));
    if (Var->hasLocalStorage())
      Var->addAttr(AliasAttr::CreateImplicit(S.Context, ""));
    return AttributeApplied;
  }
};

ParsedAttrInfoRegistry::Add<SharedAttribute> Entry("argus_shared", "nvcc's __shared__");

} // namespace

} // namespace argus
