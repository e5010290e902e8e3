//===- ToolkitAttributes.h - attributes of the toolkit that clang ignores -*- C++
//-*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PLUGIN_TOOLKITATTRIBUTES_H
#define ARGUS_PLUGIN_TOOLKITATTRIBUTES_H

#include "clang/Lex/PPCallbacks.h"

namespace clang {
class Preprocessor;
}

namespace argus {

/// An error where the user's code uses a macro of the toolkit's host_defines.h that
/// stands for an attribute that nobody here knows: those of today's toolkits are known
/// by name, a later one may bring more. Other unknown attributes stay clang's warning:
/// nvcc hands them to the host compiler and gives them no meaning either.
class ToolkitAttributes : public clang::PPCallbacks {
public:
  explicit ToolkitAttributes(clang::Preprocessor &PP) : PP(PP) {}

  void MacroExpands(const clang::Token &Name, const clang::MacroDefinition &D,
                    clang::SourceRange Range, const clang::MacroArgs *) override;

private:
  clang::Preprocessor &PP;
};

} // namespace argus

#endif // ARGUS_PLUGIN_TOOLKITATTRIBUTES_H
