//===- CompilerConditions.h - what nvcc would not have skipped ----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Libraries choose their Hopper code by macros. Where a choice follows from the
// architecture or from the user's own macros, clang and nvcc choose alike, and there is
// nothing to report. It can differ only where the condition depends on something that
// tells the compilers apart: `__NVCC__`, `__clang__`, an undefined
// `__CUDACC_VER_MAJOR__`, or a macro that was, or was not, defined because of one of
// them. The skipped text of those conditions is what nvcc might have compiled.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PLUGIN_COMPILERCONDITIONS_H
#define ARGUS_PLUGIN_COMPILERCONDITIONS_H

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/PPCallbacks.h"
#include "llvm/ADT/StringMap.h"
#include <string>
#include <vector>

namespace clang {
class Preprocessor;
}

namespace argus {

/// Lines that were skipped because of what compiles them.
struct SkippedText {
  clang::SourceLocation Loc; ///< of the first line
  std::string Text;
  std::string Macro; ///< that tells the compilers apart: "__CUDACC_VER_MAJOR__"
};

/// Collects them while a translation unit is preprocessed.
class CompilerConditions : public clang::PPCallbacks {
public:
  /// `Wanted` tells of a line whether it is worth keeping.
  using Filter = bool (*)(llvm::StringRef Line);
  CompilerConditions(clang::Preprocessor &PP, std::vector<SkippedText> &Out,
                     Filter Wanted);

  void FileChanged(clang::SourceLocation, FileChangeReason Reason,
                   clang::SrcMgr::CharacteristicKind, clang::FileID) override;
  void MacroDefined(const clang::Token &Name, const clang::MacroDirective *) override;
  void If(clang::SourceLocation Loc, clang::SourceRange,
          ConditionValueKind Value) override;
  void Elif(clang::SourceLocation Loc, clang::SourceRange, ConditionValueKind Value,
            clang::SourceLocation) override;
  void Ifdef(clang::SourceLocation Loc, const clang::Token &,
             const clang::MacroDefinition &D) override;
  void Ifndef(clang::SourceLocation Loc, const clang::Token &,
              const clang::MacroDefinition &D) override;
  void Endif(clang::SourceLocation, clang::SourceLocation) override;
  void Else(clang::SourceLocation, clang::SourceLocation) override;
  void SourceRangeSkipped(clang::SourceRange Range, clang::SourceLocation) override;

private:
  /// An open `#if`. Macro: what tells the compilers apart in one of its conditions up
  /// to here, or empty. Settled: a branch was taken before, by both compilers.
  struct Conditional {
    std::string Macro;
    bool Settled = false;
  };

  llvm::StringRef directive(clang::SourceLocation Loc) const;
  std::string distinguishing(llvm::StringRef Text, unsigned Depth = 0) const;
  std::string ofIdentifier(llvm::StringRef Name, unsigned Depth) const;
  void open(clang::SourceLocation Loc, bool Taken);
  void warnOfUndefined(clang::SourceLocation Loc, llvm::StringRef Macro);
  void scan(llvm::StringRef Text, clang::SourceLocation Begin, std::string Macro);

  clang::Preprocessor &PP;
  std::vector<SkippedText> &Out;
  Filter Wanted;
  std::vector<std::vector<Conditional>> Files; ///< open conditionals, by open file
  Conditional Closed;                          ///< the last
  bool JustClosed = false;
  bool Warned = false;
  llvm::StringMap<std::string> Derived; ///< macros, with what they were derived from
};

} // namespace argus

#endif // ARGUS_PLUGIN_COMPILERCONDITIONS_H
