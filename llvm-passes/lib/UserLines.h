//===- UserLines.h - source lines that the user wrote -------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_USERLINES_H
#define ARGUS_PASSES_USERLINES_H

#include <string>
#include <vector>

namespace clang {
class CompilerInvocation;
}
namespace llvm {
class Module;
}

namespace argus {

/// The directories of headers that the user did not write: those of the system, of the
/// CUDA toolkit and of clang itself.
std::vector<std::string> systemDirectories(const clang::CompilerInvocation &I);

/// Gives each instruction the innermost place of its inline chain that lies in none of
/// the directories; where there is none, the place in the function that it was inlined
/// into. For messages: a `.loc` of clang's has no chain, and a line in a header that
/// wraps an intrinsic says nothing of the user's program.
void keepUserLines(llvm::Module &M, const std::vector<std::string> &SystemDirectories);

} // namespace argus

#endif // ARGUS_PASSES_USERLINES_H
