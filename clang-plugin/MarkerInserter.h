//===- MarkerInserter.h - region marks become marker statements ---*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PLUGIN_MARKERINSERTER_H
#define ARGUS_PLUGIN_MARKERINSERTER_H

#include "RegionSites.h"
#include "argus/passes/Markers.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <set>
#include <tuple>
#include <vector>

namespace argus {

/// Puts an assembly statement at the begin and at each end of every marked region, role
/// and loop of the functions it is given, and one at the begin of the body of each
/// counted loop, and takes all of them out again: the compiler's own code
/// generation must see the AST as it was. Misplaced marks are reported.
class MarkerInserter {
public:
  MarkerInserter(clang::ASTContext &Context, SiteNumbering &Sites)
      : Context(Context), Sites(Sites) {}
  ~MarkerInserter() { takeOut(); }

  /// F has a body and depends on no template parameter. Lambdas in it included.
  void instrument(clang::FunctionDecl &F);
  /// Takes the markers out of all functions, and puts them back.
  void takeOut();
  void putBack();

private:
  /// A lexical mark around the statement being rewritten.
  struct OpenMark {
    Mark M;
    unsigned Site;
    unsigned BreakDepth;    ///< targets of `break` around it
    unsigned ContinueDepth; ///< likewise of `continue`
  };
  using Statements = llvm::SmallVector<clang::Stmt *, 16>;

  bool scan(const clang::Stmt *S, llvm::SmallVectorImpl<clang::FunctionDecl *> &Lambdas,
            bool InExpression);
  clang::Stmt *rewrite(clang::Stmt *S);
  clang::Stmt *rewriteBlock(clang::CompoundStmt *Block);
  void rewriteInBlock(clang::Stmt *S, Statements &Out);
  void rewriteChildren(clang::Stmt *S);
  bool hasOwnMarkers(clang::Stmt *Parent, const clang::Stmt *Child) const;
  clang::Stmt *rewriteChild(clang::Stmt *Parent, clang::Stmt *Child);
  clang::Stmt *rewriteJump(clang::Stmt *Jump);
  clang::Stmt *block(const Statements &S, clang::SourceLocation Begin,
                     clang::SourceLocation End);
  clang::Stmt *asLikely(clang::Stmt *New, const clang::Stmt *Old);
  clang::Stmt *marker(MarkerKind Kind, unsigned Site, clang::SourceLocation Loc);
  void open(const Mark &M, Statements &Out);
  bool nameIsFree(const Mark &M);
  void close(Statements &Out);
  void replace(clang::Stmt *&Slot, clang::Stmt *New);
  void collectLabels(clang::Stmt *S);
  unsigned noteMarks(const clang::Stmt *S);
  size_t marksKeptBy(clang::Stmt *Jump) const;
  bool checkPlacement(const Mark &M, const clang::Stmt *Sub);
  bool checkLoop(const Mark &M, const clang::Stmt *Sub);
  void report(clang::SourceLocation Loc, llvm::StringRef Text,
              const clang::FixItHint &Fix = {});

  clang::ASTContext &Context;
  SiteNumbering &Sites;

  // Of the function at hand.
  clang::FunctionDecl *Function = nullptr;
  std::vector<OpenMark> Open;
  unsigned BreakDepth = 0, ContinueDepth = 0;
  llvm::DenseMap<const clang::LabelDecl *, unsigned> LabelDepth;
  unsigned MarksAround = 0; ///< while labels are collected
  /// The names of regions, with the site of the region and the roles around them.
  std::set<std::tuple<unsigned, std::string, std::string>> NamesByParent;
  /// A role before an `if` is that of its first branch.
  llvm::DenseMap<const clang::Stmt *, llvm::SmallVector<Mark, 1>> BranchRoles;
  llvm::DenseMap<const clang::Stmt *, unsigned> TripSites; ///< by loop

  llvm::DenseSet<const clang::FunctionDecl *> Done;
  std::set<clang::SourceLocation> Reported;
  template <typename Place> struct Replaced {
    Place At;
    clang::Stmt *Old, *New;
  };
  std::vector<Replaced<clang::Stmt **>> ReplacedSlots;
  std::vector<Replaced<clang::FunctionDecl *>> ReplacedBodies;
  bool In = true; ///< the markers are in the AST
};

} // namespace argus

#endif // ARGUS_PLUGIN_MARKERINSERTER_H
