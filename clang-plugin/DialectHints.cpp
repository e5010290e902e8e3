//===- DialectHints.cpp - what to write where nvcc's dialect ends -----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DialectHints.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/Cuda.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace argus {

namespace {

/// The function that an error is about, by the error's argument of that index.
const FunctionDecl *functionOf(const Diagnostic &Info, unsigned Index) {
  if (Index >= Info.getNumArgs() ||
      Info.getArgKind(Index) != DiagnosticsEngine::ak_nameddecl)
    return nullptr;
  // The engine keeps a declaration as a number.
  const auto *Decl =
      reinterpret_cast<const NamedDecl *>( // NOLINT(performance-no-int-to-ptr)
          Info.getRawArg(Index));
  return dyn_cast<FunctionDecl>(Decl);
}

/// What nvcc does there and clang does not; empty for other errors.
llvm::StringRef hintFor(const Diagnostic &Info) {
  if (Info.getID() == diag::err_ref_bad_target) {
    // A launch refers to the kernel and to the function that pushes its configuration.
    const FunctionDecl *Callee = functionOf(Info, 2);
    if (Callee && (Callee->hasAttr<CUDAGlobalAttr>() ||
                   Callee->getName() == "__cudaPushCallConfiguration"))
      return "dynamic parallelism: clang compiles no kernel launch from device code; "
             "launch the kernel from the host, or compile this file with nvcc";
  }
  if (Info.getID() == diag::err_shared_var_init)
    return "nvcc, too, takes a '__shared__' object with a constructor in a function "
           "only; "
           "declare it there, or as raw memory";
  return "";
}

/// Hands everything on, and adds a note behind some errors.
class HintingConsumer : public DiagnosticConsumer {
public:
  HintingConsumer(DiagnosticsEngine &Engine, Preprocessor &PP)
      : PP(PP), Client(Engine.getClient()), Owned(Engine.takeClient()) {}

  void BeginSourceFile(const LangOptions &Options, const Preprocessor *P) override {
    Client->BeginSourceFile(Options, P);
  }
  void EndSourceFile() override { Client->EndSourceFile(); }
  void finish() override { Client->finish(); }
  void clear() override {
    DiagnosticConsumer::clear();
    Client->clear();
  }
  bool IncludeInDiagnosticCounts() const override {
    return Client->IncludeInDiagnosticCounts();
  }

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    Client->HandleDiagnostic(Level, Info);
    if (Level < DiagnosticsEngine::Error)
      return;
    const llvm::StringRef Hint = hintFor(Info);
    if (!Hint.empty() && PP.isMacroDefined("ARGUS_CUDA_DIALECT_H"))
      Client->HandleDiagnostic(DiagnosticsEngine::Note,
                               Diagnostic(Info.getDiags(), Hint));
  }

private:
  Preprocessor &PP;
  DiagnosticConsumer *Client;
  std::unique_ptr<DiagnosticConsumer> Owned; ///< null where it is another's
};

} // namespace

void addDialectHints(CompilerInstance &CI) {
  DiagnosticsEngine &Engine = CI.getDiagnostics();
  Engine.setClient(new HintingConsumer(Engine, CI.getPreprocessor()),
                   /*ShouldOwnClient=*/true);
}

} // namespace argus
