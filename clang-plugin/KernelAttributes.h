//===- KernelAttributes.h - CUDA's attributes that clang lacks ----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As region marks, they stay in the AST as `clang::suppress` attributes, which are
// carried into instantiations and generate no code: "argus:grid_constant" on a
// parameter; "argus:cluster_dims:2,1,1", "argus:block_size:128,1,1,2,1,1" and
// "argus:maxnreg:64" on a kernel. Cluster dimensions that depend on template parameters
// are expressions, which only an attribute with expressions can carry: that of AMD's
// work groups, which means nothing to NVPTX. Instantiations have a copy of it, with the
// template's expressions.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PLUGIN_KERNELATTRIBUTES_H
#define ARGUS_PLUGIN_KERNELATTRIBUTES_H

#include "argus/passes/KernelProperties.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/Diagnostic.h"

namespace clang {
class Sema;
}

namespace argus {

/// Reports attributes that stand where CUDA does not allow them, in a declaration and
/// what it contains; by nvcc's rules, in nvcc's words.
void checkKernelAttributes(const clang::Decl *D, clang::DiagnosticsEngine &Diags);

/// What the attributes on a kernel and its parameters say; `Mangled` is left empty.
/// Reports values that are wrong in an instantiation.
KernelProperties propertiesOf(clang::FunctionDecl &Kernel, clang::Sema &S);

} // namespace argus

#endif // ARGUS_PLUGIN_KERNELATTRIBUTES_H
