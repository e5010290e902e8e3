//===- NvccNames.cpp - kernels' mangled names as nvcc makes them ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NvccNames.h"
#include "clang/AST/GlobalDecl.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace argus {

std::string NvccNames::nameUnder(LangOptions::ClangABI Version,
                                 const FunctionDecl &Kernel) {
  // The mangler reads the version each time it needs it, and remembers what it has
  // made.
  const LangOptions::ClangABI Users = Options.getClangABICompat();
  Options.setClangABICompat(Version);
  const std::unique_ptr<MangleContext> Mangler(Context.createMangleContext());
  std::string Name;
  llvm::raw_string_ostream Out(Name);
  if (Mangler->shouldMangleDeclName(&Kernel))
    Mangler->mangleName(GlobalDecl(&Kernel), Out);
  Options.setClangABICompat(Users);
  return Name;
}

std::string NvccNames::differing(const FunctionDecl &Kernel, llvm::StringRef Mangled) {
  const std::string Own = nameUnder(Options.getClangABICompat(), Kernel);
  std::string Nvcc = nameUnder(LangOptions::ClangABI::Ver17, Kernel);
  // Internal kernels of relocatable device code have the unit behind the mangled name.
  if (Own == Nvcc || !Mangled.consume_front(Own))
    return "";
  return Nvcc += Mangled;
}

} // namespace argus
