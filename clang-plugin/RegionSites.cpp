//===- RegionSites.cpp - region marks in the AST ----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionSites.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace argus {

static constexpr llvm::StringLiteral Prefixes[] = {
    "argus:region:", "argus:function:", "argus:scope:",    "argus:begin:",
    "argus:end:",    "argus:role:",     "argus:iteration:"};

llvm::StringRef markPrefix(MarkKind Kind) {
  return Prefixes[static_cast<unsigned>(Kind)];
}

std::optional<Mark> readMark(const Attr &A) {
  const auto *Suppress = dyn_cast<SuppressAttr>(&A);
  if (!Suppress || Suppress->diagnosticIdentifiers_size() != 1)
    return std::nullopt;
  llvm::StringRef Text = *Suppress->diagnosticIdentifiers_begin();
  for (auto [Index, Prefix] : llvm::enumerate(Prefixes))
    if (Text.consume_front(Prefix))
      return Mark{static_cast<MarkKind>(Index), Text.str(), A.getLocation()};
  return std::nullopt;
}

static int depthOf(MarkKind Kind) {
  return Kind == MarkKind::Role ? 0 : Kind == MarkKind::Iteration ? 2 : 1;
}

llvm::SmallVector<Mark, 1> marksOf(const Stmt *S) {
  llvm::SmallVector<Mark, 1> Marks;
  // Each variable of `int a = 1, b = 2;` has the attributes of the declaration.
  auto Add = [&](const auto &Attributes) {
    for (const Attr *A : Attributes)
      if (std::optional<Mark> M = readMark(*A);
          M && llvm::none_of(Marks, [&](const Mark &K) { return K.Loc == M->Loc; }))
        Marks.push_back(*M);
  };
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    Add(Attributed->getAttrs());
  if (const auto *Declaration = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declaration->decls())
      Add(D->attrs());
  llvm::stable_sort(Marks, [](const Mark &A, const Mark &B) {
    return depthOf(A.Kind) < depthOf(B.Kind);
  });
  return Marks;
}

std::optional<Mark> functionMark(const FunctionDecl &F) {
  for (const FunctionDecl *Redecl : F.redecls())
    for (const Attr *A : Redecl->attrs())
      if (std::optional<Mark> M = readMark(*A); M && M->Kind == MarkKind::Function)
        return M;
  return std::nullopt;
}

unsigned SiteNumbering::site(const Mark &M, const FunctionDecl &In) {
  const bool Span = formOf(M.Kind) == RegionForm::Span;
  // Raw encodings tell apart two marks that one macro expansion produced. A member of
  // a class template has the location of the pattern it was made from.
  const Key K{(Span ? In.getLocation() : M.Loc).getRawEncoding(), M.Name};
  auto [Slot, New] = Known.try_emplace(K, Table.Sites.size());
  if (New) {
    PresumedLoc Place = SM.getPresumedLoc(SM.getExpansionLoc(M.Loc));
    Table.Sites.push_back({M.Name, formOf(M.Kind), Place.getFilename(), Place.getLine(),
                           Place.getColumn()});
    Locations.push_back(SM.getExpansionLoc(M.Loc));
  }
  return Slot->second;
}

} // namespace argus
