//===- DialectNotes.h - what -v shows of nvcc's dialect -----------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_DIALECT_NOTES_H
#define ARGUS_DIALECT_NOTES_H

#include "clang/Basic/Diagnostic.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/Preprocessor.h"

namespace argus {

/// With -v, a remark that the source at `Loc` is read as nvcc reads it.
inline void noteRepair(const clang::Preprocessor &PP, clang::SourceLocation Loc,
                       llvm::StringRef What) {
  if (!PP.getHeaderSearchInfo().getHeaderSearchOpts().Verbose)
    return;
  clang::DiagnosticsEngine &Diags = PP.getDiagnostics();
  Diags.Report(Loc, Diags.getCustomDiagID(clang::DiagnosticsEngine::Remark,
                                          "nvcc's dialect: %0"))
      << What;
}

} // namespace argus

#endif // ARGUS_DIALECT_NOTES_H
