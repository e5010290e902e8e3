//===- UserLines.cpp - source lines that the user wrote --------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UserLines.h"

#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace argus {

/// Include paths go up from where gcc is installed: both sides without "..".
static std::string plainPath(StringRef Directory, StringRef Name) {
  SmallString<256> Path(Name);
  if (!sys::path::is_absolute(Name) && !Directory.empty()) {
    Path = Directory;
    sys::path::append(Path, Name);
  }
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return Path.str().str();
}

std::vector<std::string> systemDirectories(const clang::CompilerInvocation &I) {
  const clang::HeaderSearchOptions &Headers = I.getHeaderSearchOpts();
  std::vector<std::string> Directories;
  const auto Add = [&](StringRef Path) {
    if (!Path.empty())
      Directories.push_back(plainPath("", Path) + "/");
  };
  Add(Headers.ResourceDir);
  for (const clang::HeaderSearchOptions::Entry &E : Headers.UserEntries)
    if (E.Group != clang::frontend::Quoted && E.Group != clang::frontend::Angled)
      Add(E.Path);
  return Directories;
}

static bool isUsers(const DILocation &At, const std::vector<std::string> &System) {
  const DIFile *File = At.getScope()->getFile();
  if (!File || At.getLine() == 0)
    return false;
  const std::string Path = plainPath(File->getDirectory(), File->getFilename());
  return none_of(System,
                 [&](const std::string &D) { return StringRef(Path).starts_with(D); });
}

/// Without a chain, in the file that the line is of.
static DILocation *placeIn(DISubprogram &Function, DIFile *File, unsigned Line,
                           unsigned Column) {
  LLVMContext &Context = Function.getContext();
  DILocalScope *Scope = &Function;
  if (File && File != Function.getFile())
    Scope = DILexicalBlockFile::get(Context, &Function, File, 0);
  return DILocation::get(Context, Line, Column, Scope);
}

static DILocation *userPlace(DISubprogram &Function, const DILocation &Innermost,
                             const std::vector<std::string> &System) {
  const DILocation *Outermost = &Innermost;
  for (const DILocation *At = &Innermost; At; At = At->getInlinedAt()) {
    if (isUsers(*At, System))
      return placeIn(Function, At->getScope()->getFile(), At->getLine(),
                     At->getColumn());
    Outermost = At;
  }
  if (Outermost->getLine() == 0) // nobody wrote it: the function's own
    return placeIn(Function, Function.getFile(), Function.getLine(), 0);
  return placeIn(Function, Outermost->getScope()->getFile(), Outermost->getLine(),
                 Outermost->getColumn());
}

void keepUserLines(Module &M, const std::vector<std::string> &SystemDirectories) {
  for (Function &F : M) {
    DISubprogram *Subprogram = F.getSubprogram();
    if (!Subprogram || F.isDeclaration())
      continue;
    for (Instruction &I : instructions(F))
      // A variable's location must stay in the variable's scope.
      if (const DILocation *At = I.getDebugLoc(); At && !isa<DbgInfoIntrinsic>(I))
        I.setDebugLoc(userPlace(*Subprogram, *At, SystemDirectories));
  }
}

} // namespace argus
