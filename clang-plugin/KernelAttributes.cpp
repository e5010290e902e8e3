//===- KernelAttributes.cpp - CUDA's attributes that clang lacks ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelAttributes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/Template.h"

using namespace clang;

namespace argus {

static void report(DiagnosticsEngine &Diags, SourceLocation Loc, llvm::StringRef Text) {
  Diags.Report(Loc, Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0")) << Text;
}

/// The attribute with this name; its values, if asked for.
static const SuppressAttr *find(const Decl &D, llvm::StringRef Name,
                                llvm::SmallVectorImpl<unsigned> *Values = nullptr) {
  if (!D.hasAttrs())
    return nullptr;
  for (const auto *A : D.specific_attrs<SuppressAttr>()) {
    if (A->diagnosticIdentifiers_size() != 1)
      continue;
    llvm::StringRef Text = *A->diagnosticIdentifiers_begin();
    if (!Text.consume_front("argus:") || !Text.consume_front(Name))
      continue;
    if (!Values)
      return A;
    Text.consume_front(":");
    llvm::SmallVector<llvm::StringRef, 6> Words;
    Text.split(Words, ',');
    for (const llvm::StringRef Word : Words)
      if (unsigned Value; !Word.getAsInteger(10, Value))
        Values->push_back(Value);
    return A;
  }
  return nullptr;
}

static const SuppressAttr *
findOnAny(const FunctionDecl &F, llvm::StringRef Name,
          llvm::SmallVectorImpl<unsigned> *Values = nullptr) {
  for (const FunctionDecl *Redecl : F.redecls())
    if (const SuppressAttr *A = find(*Redecl, Name, Values))
      return A;
  return nullptr;
}

//===- Checks ---------------------------------------------------------------===//

static void checkParameter(const FunctionDecl &F, const ParmVarDecl &P,
                           DiagnosticsEngine &Diags) {
  const SuppressAttr *A = find(P, "grid_constant");
  if (A && !F.hasAttr<CUDAGlobalAttr>())
    report(
        Diags, A->getLocation(),
        "__grid_constant__ annotation is only allowed on a parameter of a __global__ "
        "function");
  else if (A && P.getType()->isReferenceType())
    report(Diags, A->getLocation(),
           "a parameter annotated with __grid_constant__ must not have reference type");
  else if (A && !P.getType().isConstQualified())
    report(
        Diags, A->getLocation(),
        "a parameter annotated with __grid_constant__ must have const-qualified type");
}

static void checkRedeclaration(const FunctionDecl &F, DiagnosticsEngine &Diags) {
  const FunctionDecl *Before = F.getPreviousDecl();
  if (!Before || !F.hasAttr<CUDAGlobalAttr>())
    return;
  for (unsigned I = 0; I < std::min(F.getNumParams(), Before->getNumParams()); ++I)
    if (!find(*F.getParamDecl(I), "grid_constant") !=
        !find(*Before->getParamDecl(I), "grid_constant")) {
      const ParmVarDecl *P = F.getParamDecl(I);
      report(Diags, P->getLocation(),
             "incompatible __grid_constant__ annotation for parameter '" +
                 P->getNameAsString() + "' in function redeclaration");
      Diags.Report(Before->getParamDecl(I)->getLocation(),
                   Diags.getCustomDiagID(DiagnosticsEngine::Note,
                                         "previous declaration is here"));
    }
}

static SourceLocation clusterLocation(const FunctionDecl &F) {
  if (const auto *A = F.getAttr<AMDGPUMaxNumWorkGroupsAttr>())
    return A->getLocation();
  const SuppressAttr *A = find(F, "cluster_dims");
  return A ? A->getLocation() : SourceLocation();
}

static void checkFunction(const FunctionDecl &F, DiagnosticsEngine &Diags) {
  for (const ParmVarDecl *P : F.parameters())
    checkParameter(F, *P, Diags);
  checkRedeclaration(F, Diags);
  const std::pair<const char *, SourceLocation> OnKernels[] = {
      {"__cluster_dims__", clusterLocation(F)},
      {"__block_size__",
       find(F, "block_size") ? find(F, "block_size")->getLocation() : SourceLocation()},
      {"__maxnreg__",
       find(F, "maxnreg") ? find(F, "maxnreg")->getLocation() : SourceLocation()}};
  for (const auto &[Name, Loc] : OnKernels)
    if (Loc.isValid() && !F.hasAttr<CUDAGlobalAttr>())
      report(Diags, Loc,
             std::string(Name) + " is only allowed on a __global__ function");
  if (OnKernels[2].second.isValid() && F.hasAttr<CUDALaunchBoundsAttr>())
    report(Diags, OnKernels[2].second,
           "the __launch_bounds__ and __maxnreg__ qualifiers cannot be applied to the "
           "same kernel");
  if (OnKernels[0].second.isValid() && OnKernels[1].second.isValid())
    report(
        Diags, OnKernels[1].second,
        "the __cluster_dims__ and __block_size__ qualifiers cannot be applied to the "
        "same kernel");
}

void checkKernelAttributes(const Decl *D, DiagnosticsEngine &Diags) {
  if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
    checkKernelAttributes(Template->getTemplatedDecl(), Diags);
  if (const auto *Template = dyn_cast<ClassTemplateDecl>(D))
    checkKernelAttributes(Template->getTemplatedDecl(), Diags);
  if (const auto *F = dyn_cast<FunctionDecl>(D))
    checkFunction(*F, Diags);
  if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl, CXXRecordDecl>(D))
    for (const Decl *Child : cast<DeclContext>(D)->decls())
      checkKernelAttributes(Child, Diags);
}

//===- Values ---------------------------------------------------------------===//

static Dimensions dimensions(llvm::ArrayRef<unsigned> Values) {
  Dimensions D{1, 1, 1};
  llvm::copy(Values.take_front(3), D.begin());
  return D;
}

/// 0 where it is no positive integer constant.
static unsigned positive(const ExprResult &E, const ASTContext &Context) {
  Expr::EvalResult Result;
  if (!E.isUsable() || !E.get()->EvaluateAsInt(Result, Context))
    return 0;
  const llvm::APSInt &Value = Result.Val.getInt();
  return Value.isStrictlyPositive() ? Value.getZExtValue() : 0;
}

/// The template's expressions with the arguments of an instantiated kernel.
static Dimensions instantiate(const AMDGPUMaxNumWorkGroupsAttr &A, FunctionDecl &Kernel,
                              Sema &S) {
  Sema::InstantiatingTemplate Instantiating(S, A.getLocation(), &Kernel);
  EnterExpressionEvaluationContext Constant(
      S, Sema::ExpressionEvaluationContext::ConstantEvaluated);
  const MultiLevelTemplateArgumentList Arguments =
      S.getTemplateInstantiationArgs(&Kernel);
  llvm::SmallVector<unsigned, 3> Values;
  for (Expr *E :
       {A.getMaxNumWorkGroupsX(), A.getMaxNumWorkGroupsY(), A.getMaxNumWorkGroupsZ()}) {
    if (!E)
      continue;
    Values.push_back(positive(S.SubstExpr(E, Arguments), S.Context));
    if (Values.back())
      continue;
    report(S.getDiagnostics(), E->getExprLoc(),
           "__cluster_dims__ arguments must be positive integers; in an instantiation "
           "of '" +
               Kernel.getQualifiedNameAsString() + "' this is none");
    return {};
  }
  return dimensions(Values);
}

KernelProperties propertiesOf(FunctionDecl &Kernel, Sema &S) {
  KernelProperties K;
  for (const ParmVarDecl *P : Kernel.parameters())
    if (find(*P, "grid_constant"))
      K.GridConstants.push_back(P->getFunctionScopeIndex());
  if (const auto *A = Kernel.getAttr<AMDGPUMaxNumWorkGroupsAttr>())
    K.Cluster = instantiate(*A, Kernel, S);
  llvm::SmallVector<unsigned, 6> Values;
  if (findOnAny(Kernel, "cluster_dims", &Values))
    K.Cluster = dimensions(Values);
  Values.clear();
  if (findOnAny(Kernel, "block_size", &Values)) {
    K.Block = dimensions(llvm::ArrayRef(Values).take_front(3));
    K.Cluster = dimensions(llvm::ArrayRef(Values).drop_front(3));
  }
  Values.clear();
  if (findOnAny(Kernel, "maxnreg", &Values))
    K.MaxRegisters = Values.front();
  return K;
}

} // namespace argus
