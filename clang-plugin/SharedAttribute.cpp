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

#include "DialectNotes.h"
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
    if (Var->hasExternalStorage())
      noteExtern(S, *Var);
    else if (Var->isLocalVarDecl())
      omitInitialization(S, *Var);
    return AttributeApplied;
  }

private:
  static void noteExtern(Sema &S, const VarDecl &Var) {
    if (!isa<IncompleteArrayType>(Var.getType()))
      noteRepair(S.getPreprocessor(), Var.getLocation(),
                 "'extern __shared__' without brackets is taken");
  }

  /// Clang makes no default initialization of an alias, and so has none to reject. Code
  /// generation does not ask variables of functions for this attribute.
  static void omitInitialization(Sema &S, VarDecl &Var) {
    const QualType Type = S.Context.getBaseElementType(Var.getType());
    if (!Type->isDependentType() && !isInitialized(S, Var.getLocation(), Type))
      return;
    Var.addAttr(AliasAttr::CreateImplicit(S.Context, ""));
    noteRepair(S.getPreprocessor(), Var.getLocation(),
               "no constructor or destructor of a '__shared__' object runs");
  }

  static bool isInitialized(Sema &S, SourceLocation Loc, QualType Type) {
    if (!Type->isRecordType() || !S.isCompleteType(Loc, Type))
      return false;
    const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
    return Record &&
           (!Record->hasTrivialDefaultConstructor() || !Record->hasTrivialDestructor());
  }
};

ParsedAttrInfoRegistry::Add<SharedAttribute> Entry("argus_shared", "nvcc's __shared__");

} // namespace

} // namespace argus
