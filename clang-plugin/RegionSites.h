//===- RegionSites.h - region marks in the AST --------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pragma handler and the attribute leave a mark in the AST: a `clang::suppress`
// attribute whose one argument is "argus:<form>:<name>". It is the only attribute that
// sits on statements, reaches template instantiations and generates no code.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PLUGIN_REGIONSITES_H
#define ARGUS_PLUGIN_REGIONSITES_H

#include "argus/passes/MarkKind.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Stmt.h"
#include <map>
#include <optional>

namespace argus {

struct Mark {
  MarkKind Kind;
  std::string Name; ///< empty: an iteration mark
  clang::SourceLocation Loc;
};

/// The text at the location of a brace that the pragma handler adds; the brace is its
/// first character.
constexpr llvm::StringLiteral MarkedBlock = "{argus:block";

/// The text of the attribute's argument before the name: "argus:region:".
llvm::StringRef markPrefix(MarkKind Kind);

/// The mark that an attribute carries, if it is one of Argus'.
std::optional<Mark> readMark(const clang::Attr &A);

/// The marks on a statement, outermost first: however they were written, a statement's
/// roles are around its regions, and the trips of a loop inside its regions.
llvm::SmallVector<Mark, 1> marksOf(const clang::Stmt *S);

/// The mark on any declaration of a function.
std::optional<Mark> functionMark(const clang::FunctionDecl &F);

/// Numbers the sites of a translation unit. One place in the source is one site,
/// however often a template around it is instantiated; the halves of a span share the
/// site of their name within one function.
class SiteNumbering {
public:
  SiteNumbering(const clang::SourceManager &SM, RegionTable &Table)
      : SM(SM), Table(Table) {}

  unsigned site(const Mark &M, const clang::FunctionDecl &In);
  /// Where the user wrote the site's (first) mark.
  clang::SourceLocation location(unsigned Site) const { return Locations[Site]; }

private:
  using Key = std::pair<clang::SourceLocation::UIntTy, std::string>;
  const clang::SourceManager &SM;
  RegionTable &Table;
  std::map<Key, unsigned> Known;
  std::vector<clang::SourceLocation> Locations;
};

} // namespace argus

#endif // ARGUS_PLUGIN_REGIONSITES_H
