//===- DeviceCapsule.h - makes the capsule of a device compile ----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PLUGIN_DEVICECAPSULE_H
#define ARGUS_PLUGIN_DEVICECAPSULE_H

#include "LostInstructions.h"
#include "argus/passes/Capsule.h"
#include "argus/passes/KernelProperties.h"
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
/// neither seen nor touched: what ships is what a compile without the plugin gives. A
/// third time without markers, to see that deleting them leaves no trace.
///
/// What the parser tells goes to the second generator at once, as it goes to the
/// compiler's: a generator that came later would find definitions that the compiler's
/// has not seen yet, and emit functions in another order, which is other code at -O0.
/// The markers are in the AST for just that long. Functions that nothing uses so far
/// are held back, until code is generated that can use them.
class DeviceCapsuleConsumer : public clang::ASTConsumer {
public:
  using Sink = std::function<void(Capsule)>;

  /// `Properties` is filled before the compiler's own code generation ends: both
  /// modules get the same. `CheckLost`: an instruction family that was lost is an
  /// error.
  DeviceCapsuleConsumer(clang::CompilerInstance &CI, llvm::StringRef MainFile,
                        std::shared_ptr<DeviceModuleProperties> Properties,
                        bool CheckLost, Sink Done);
  ~DeviceCapsuleConsumer() override;

  void Initialize(clang::ASTContext &Context) override;
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
  using Event = std::function<void(clang::ASTConsumer &)>;
  struct Second; ///< the second code generation

  void found(clang::Decl *D);
  void reportLost(const llvm::Module &M);
  void tell(Event E);
  void tellNowUsed();
  void tellOf(clang::Decl *D);

  clang::CompilerInstance &CI;
  std::string MainFile;
  std::shared_ptr<DeviceModuleProperties> Properties;
  Sink Done;
  std::vector<SkippedText> Skipped; ///< Hopper code that the compiler's name left out
  std::unique_ptr<Second> Other;
};

} // namespace argus

#endif // ARGUS_PLUGIN_DEVICECAPSULE_H
