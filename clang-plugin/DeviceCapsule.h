//===- DeviceCapsule.h - makes the capsule of a device compile ----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PLUGIN_DEVICECAPSULE_H
#define ARGUS_PLUGIN_DEVICECAPSULE_H

#include "RegionSites.h"
#include "argus/passes/Capsule.h"
#include "clang/AST/ASTConsumer.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>
#include <memory>
#include <vector>

namespace clang {
class CompilerInstance;
}

namespace argus {

/// Generates device code a second time, from the same AST with region markers and line
/// tables added, and hands it on as a capsule. The compiler's own code generation is
/// neither seen nor touched: what ships is what a compile without the plugin gives.
class DeviceCapsuleConsumer : public clang::ASTConsumer {
public:
  using Sink = std::function<void(Capsule)>;

  DeviceCapsuleConsumer(clang::CompilerInstance &CI, llvm::StringRef MainFile,
                        Sink Done)
      : CI(CI), MainFile(MainFile), Done(std::move(Done)) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override;
  void HandleInlineFunctionDefinition(clang::FunctionDecl *F) override;
  void HandleInterestingDecl(clang::DeclGroupRef Group) override;
  void HandleTagDeclDefinition(clang::TagDecl *Tag) override;
  void HandleTagDeclRequiredDefinition(const clang::TagDecl *Tag) override;
  void HandleCXXStaticMemberVarInstantiation(clang::VarDecl *Var) override;
  void HandleVTable(clang::CXXRecordDecl *Record) override;
  void CompleteTentativeDefinition(clang::VarDecl *Var) override;
  void HandleTranslationUnit(clang::ASTContext &Context) override;

private:
  void replay(std::function<void(clang::ASTConsumer &)> Event);

  clang::CompilerInstance &CI;
  std::string MainFile;
  Sink Done;
  /// What the parser told, in its order, for the second code generator.
  std::vector<std::function<void(clang::ASTConsumer &)>> Events;
  std::vector<clang::FunctionDecl *> Functions; ///< device functions with bodies
  std::vector<Mark> Misplaced;                  ///< marks before declarations
};

} // namespace argus

#endif // ARGUS_PLUGIN_DEVICECAPSULE_H
