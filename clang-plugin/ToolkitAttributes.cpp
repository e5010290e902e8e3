//===- ToolkitAttributes.cpp - attributes of the toolkit that clang ignores -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToolkitAttributes.h"
#include "clang/Basic/AttributeCommonInfo.h"
#include "clang/Basic/Attributes.h"
#include "clang/Basic/ParsedAttrInfo.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/Path.h"

using namespace clang;
using llvm::StringRef;

namespace argus {

/// "grid_constant" of `__attribute__((grid_constant))` and of
/// `__location__(grid_constant)`, which the toolkit's other macros stand for.
static const IdentifierInfo *attributeIn(const MacroInfo &Macro) {
  bool AfterWord = false;
  for (const Token &T : Macro.tokens()) {
    const IdentifierInfo *Id = T.getIdentifierInfo();
    if (AfterWord && Id)
      return Id;
    if (!AfterWord && Id)
      AfterWord = Id->isStr("__attribute__") || Id->isStr("__location__") ||
                  Id->isStr("__annotate__");
    else if (T.isNot(tok::l_paren))
      return nullptr;
  }
  return nullptr;
}

static bool pluginKnows(StringRef Name) {
  for (const auto &Entry : getAttributePluginInstances())
    if (Entry->hasSpelling(AttributeCommonInfo::AS_GNU, Name))
      return true;
  return false;
}

static bool isHostDefines(SourceLocation Loc, const SourceManager &SM) {
  return llvm::sys::path::filename(SM.getFilename(Loc)) == "host_defines.h";
}

void ToolkitAttributes::MacroExpands(const Token &Name, const MacroDefinition &D,
                                     SourceRange Range, const MacroArgs *) {
  const SourceManager &SM = PP.getSourceManager();
  const MacroInfo *Macro = D.getMacroInfo();
  if (!Macro || Range.getBegin().isMacroID() || SM.isInSystemHeader(Range.getBegin()) ||
      !isHostDefines(Macro->getDefinitionLoc(), SM))
    return;
  const IdentifierInfo *Attribute = attributeIn(*Macro);
  if (!Attribute ||
      hasAttribute(AttributeCommonInfo::AS_GNU, nullptr, Attribute, PP.getTargetInfo(),
                   PP.getLangOpts()) ||
      pluginKnows(Attribute->getName()))
    return;
  DiagnosticsEngine &Diags = PP.getDiagnostics();
  Diags.Report(Name.getLocation(),
               Diags.getCustomDiagID(DiagnosticsEngine::Error,
                                     "%0 is an attribute of this CUDA toolkit that "
                                     "neither clang 19 nor Argus knows; compiled here, "
                                     "the code would lose it"))
      << Name.getIdentifierInfo();
}

} // namespace argus
