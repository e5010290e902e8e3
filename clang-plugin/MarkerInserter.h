//===- MarkerInserter.h - region marks become marker statements ---*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PLUGIN_MARKERINSERTER_H
#define ARGUS_PLUGIN_MARKERINSERTER_H

#include "RegionSites.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <set>
#include <tuple>
#include <vector>

namespace argus {

/// Puts an assembly statement at the begin and at each end of every marked region of
/// the functions it is given, and takes all of them out again: the compiler's own code
/// generation must see the AST as it was. Misplaced marks are reported.
class MarkerInserter {
public:
  MarkerInserter(clang::ASTContext &Context, SiteNumbering &Sites)
      : Context(Context), Sites(Sites) {}
  ~MarkerInserter() { undo(); }

  /// F has a body and depends on no template parameter. Lambdas in it included.
  void instrument(clang::FunctionDecl &F);
  void undo();

private:
  /// A lexical region around the statement being rewritten.
  struct OpenRegion {
    unsigned Site;
    clang::SourceLocation Loc;
    unsigned BreakDepth;    ///< targets of `break` around the region
    unsigned ContinueDepth; ///< likewise of `continue`
  };
  using Statements = llvm::SmallVector<clang::Stmt *, 16>;

  bool scan(const clang::Stmt *S, llvm::SmallVectorImpl<clang::FunctionDecl *> &Lambdas,
            bool InExpression);
  clang::Stmt *rewrite(clang::Stmt *S);
  clang::Stmt *rewriteBlock(clang::CompoundStmt *Block);
  void rewriteInBlock(clang::Stmt *S, Statements &Out);
  void rewriteChildren(clang::Stmt *S);
  clang::Stmt *rewriteJump(clang::Stmt *Jump);
  clang::Stmt *block(const Statements &S, clang::SourceLocation Begin,
                     clang::SourceLocation End);
  clang::Stmt *marker(bool Begin, unsigned Site, clang::SourceLocation Loc);
  std::optional<unsigned> open(const Mark &M);
  void close(Statements &Out);
  void replace(clang::Stmt *&Slot, clang::Stmt *New);
  void collectLabels(clang::Stmt *S);
  size_t regionsKeptBy(clang::Stmt *Jump) const;
  bool checkPlacement(const Mark &M, const clang::Stmt *Sub);
  void report(clang::SourceLocation Loc, llvm::StringRef Text,
              clang::FixItHint Fix = {});

  clang::ASTContext &Context;
  SiteNumbering &Sites;

  // Of the function at hand.
  clang::FunctionDecl *Function = nullptr;
  std::vector<OpenRegion> Open;
  unsigned BreakDepth = 0, ContinueDepth = 0;
  llvm::DenseMap<const clang::LabelDecl *, unsigned> LabelDepth;
  unsigned MarksAround = 0; ///< while labels are collected
  std::set<std::pair<unsigned, std::string>> NamesByParent;

  llvm::DenseSet<const clang::FunctionDecl *> Done;
  std::set<clang::SourceLocation> Reported;
  std::vector<std::pair<clang::Stmt **, clang::Stmt *>> ReplacedSlots;
  std::vector<std::pair<clang::FunctionDecl *, clang::Stmt *>> ReplacedBodies;
};

} // namespace argus

#endif // ARGUS_PLUGIN_MARKERINSERTER_H
