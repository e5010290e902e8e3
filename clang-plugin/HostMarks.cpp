//===- HostMarks.cpp - region marks where no device code is -----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostMarks.h"
#include "RegionSites.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace argus {

static bool runsOnHostOnly(const FunctionDecl &F) {
  return !F.hasAttr<CUDADeviceAttr>() && !F.hasAttr<CUDAGlobalAttr>();
}

/// A lambda that the user wrote for the device. To one without attributes clang gives
/// both sides' of its own; in a host function it mostly is host code.
static bool isDeviceLambda(const Stmt *S) {
  const auto *Lambda = dyn_cast<LambdaExpr>(S);
  const auto *Device =
      Lambda ? Lambda->getCallOperator()->getAttr<CUDADeviceAttr>() : nullptr;
  return Device && !Device->isImplicit();
}

static std::optional<Mark> firstMarkIn(const Stmt *S) {
  if (!S || isDeviceLambda(S))
    return std::nullopt;
  if (llvm::SmallVector<Mark, 1> Marks = marksOf(S); !Marks.empty())
    return Marks.front();
  for (const Stmt *Child : S->children())
    if (std::optional<Mark> M = firstMarkIn(Child))
      return M;
  return std::nullopt;
}

void HostMarksConsumer::search(Decl *D) {
  ASTContext &Context = D->getASTContext();
  const SourceManager &SM = Context.getSourceManager();
  if (SM.isInSystemHeader(D->getLocation()))
    return;
  if (isa<NamespaceDecl, LinkageSpecDecl, CXXRecordDecl>(D))
    for (Decl *Child : cast<DeclContext>(D)->decls())
      search(Child);
  auto *F = dyn_cast<FunctionDecl>(D);
  if (!F || !F->doesThisDeclarationHaveABody() || !runsOnHostOnly(*F))
    return;
  std::optional<Mark> M = functionMark(*F);
  if (!M)
    M = firstMarkIn(F->getBody());
  if (!M)
    return;
  DiagnosticsEngine &Diags = Context.getDiagnostics();
  Diags.Report(SM.getExpansionLoc(M->Loc),
               Diags.getCustomDiagID(DiagnosticsEngine::Warning,
                                     "argus: '%0' is host code, whose regions are not "
                                     "measured"))
      << F->getNameAsString();
}

bool HostMarksConsumer::HandleTopLevelDecl(DeclGroupRef Group) {
  for (Decl *D : Group)
    search(D);
  return true;
}

void HostMarksConsumer::HandleInlineFunctionDefinition(FunctionDecl *F) { search(F); }

} // namespace argus
