//===- DeviceFunctions.cpp - the functions that run on a device -------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceFunctions.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace argus {

namespace {

/// Finds the lambdas of host code that run on a device.
class LambdaFinder : public RecursiveASTVisitor<LambdaFinder> {
public:
  explicit LambdaFinder(std::vector<FunctionDecl *> &Out) : Out(Out) {}

  /// A device lambda's own lambdas are found with its body.
  bool TraverseLambdaExpr(LambdaExpr *Lambda) {
    CXXMethodDecl *Call = Lambda->getCallOperator();
    if (!runsOnDevice(*Call))
      return RecursiveASTVisitor::TraverseLambdaExpr(Lambda);
    if (Call->doesThisDeclarationHaveABody())
      Out.push_back(Call);
    return true;
  }

private:
  std::vector<FunctionDecl *> &Out;
};

} // namespace

bool runsOnDevice(const FunctionDecl &F) {
  return F.hasAttrs() && (F.hasAttr<CUDADeviceAttr>() || F.hasAttr<CUDAGlobalAttr>());
}

void collectFunctions(Decl *D, std::vector<FunctionDecl *> &Out) {
  const auto *F = dyn_cast<FunctionDecl>(D);
  if (F && runsOnDevice(*F)) {
    if (F->doesThisDeclarationHaveABody())
      Out.push_back(cast<FunctionDecl>(D));
    return;
  }
  if (F || isa<VarDecl>(D)) {
    const SourceManager &SM = D->getASTContext().getSourceManager();
    if (!SM.isInSystemHeader(D->getLocation()))
      LambdaFinder(Out).TraverseDecl(D);
    return;
  }
  if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl, CXXRecordDecl>(D))
    for (Decl *Child : cast<DeclContext>(D)->decls())
      collectFunctions(Child, Out);
}

} // namespace argus
