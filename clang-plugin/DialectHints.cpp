//===- DialectHints.cpp - what to write where nvcc's dialect ends -----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DialectHints.h"
#include "RegionSites.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/Cuda.h"
#include "clang/Basic/DiagnosticParse.h"
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

/// Whether the compiler refuses or drops an attribute that stands for a mark, of which
/// the user knows nothing. A warning about C++98 is none of these.
bool refusesMark(DiagnosticsEngine::Level Level, const Diagnostic &Info) {
  const unsigned Id = Info.getID();
  if (Id >= diag::DIAG_UPPER_LIMIT || Level < DiagnosticsEngine::Warning ||
      !Info.hasSourceManager() || Info.getLocation().isInvalid())
    return false;
  if (Level == DiagnosticsEngine::Warning && Id != diag::warn_attribute_ignored &&
      Id != diag::ext_cxx11_attr_placement)
    return false;
  const SourceManager &SM = Info.getSourceManager();
  constexpr llvm::StringLiteral Mark = "suppress(\"argus:", Open = "[[",
                                Scope = "clang::";
  const char *At = SM.getCharacterData(SM.getSpellingLoc(Info.getLocation()));
  llvm::StringRef Text(At, strnlen(At, Open.size() + Scope.size() + Mark.size()));
  if (Text.starts_with(MarkedBlock))
    return true;
  Text.consume_front(Open);
  Text.consume_front(Scope);
  return Text.starts_with(Mark);
}

/// Hands everything on, adds a note behind some errors, and speaks of marks as the user
/// wrote them.
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
    if (refusesMark(Level, Info)) {
      reportMark(Info);
      return;
    }
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
  /// An error, whatever the compiler makes of it: a compile fails that has counted one.
  void reportMark(const Diagnostic &Info) {
    if (std::exchange(LastMark, Info.getLocation()) == Info.getLocation())
      return;
    DiagnosticConsumer::HandleDiagnostic(DiagnosticsEngine::Error, Info);
    Client->HandleDiagnostic(
        DiagnosticsEngine::Error,
        Diagnostic(Info.getDiags(),
                   "'#pragma argus' marks the statement that follows, and none follows "
                   "here: put it behind a label, a declaration without variables or "
                   "another pragma, directly before a statement"));
  }

  Preprocessor &PP;
  DiagnosticConsumer *Client;
  std::unique_ptr<DiagnosticConsumer> Owned; ///< null where it is another's
  SourceLocation LastMark;
};

} // namespace

void addDialectHints(CompilerInstance &CI) {
  DiagnosticsEngine &Engine = CI.getDiagnostics();
  Engine.setClient(new HintingConsumer(Engine, CI.getPreprocessor()),
                   /*ShouldOwnClient=*/true);
}

} // namespace argus
