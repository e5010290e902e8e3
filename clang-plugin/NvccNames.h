//===- NvccNames.h - kernels' mangled names as nvcc makes them ----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_NVCC_NAMES_H
#define ARGUS_NVCC_NAMES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/LangOptions.h"

namespace argus {

/// Since version 18 clang puts kinds of template parameters and constraints into
/// mangled names ("Tn", "Tt", "Q"); nvcc does not. IDs of regions are made from the
/// name, and both compilers shall make the same.
class NvccNames {
public:
  /// Options are those that the context refers to; they change while a name is made.
  NvccNames(clang::ASTContext &Context, clang::LangOptions &Options)
      : Context(Context), Options(Options) {}

  /// The name that nvcc gives the kernel, whose own is Mangled; empty where it is that.
  std::string differing(const clang::FunctionDecl &Kernel, llvm::StringRef Mangled);

private:
  std::string nameUnder(clang::LangOptions::ClangABI Version,
                        const clang::FunctionDecl &Kernel);

  clang::ASTContext &Context;
  clang::LangOptions &Options;
};

} // namespace argus

#endif // ARGUS_NVCC_NAMES_H
