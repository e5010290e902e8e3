//===- ContextNumbers.cpp - the line table of a mapped build ----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContextNumbers.h"
#include "Membership.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace argus {

namespace {

/// Gives equal contexts one number.
class Numbering {
public:
  Numbering() : Contexts(UnattributedContext + 1) {}

  unsigned number(Context C) {
    if (C.File.empty() && C.Stack.empty())
      return UnattributedContext;
    auto Key = std::make_tuple(C.File, C.Line, C.Column, C.Stack);
    auto [Slot, New] = Known.try_emplace(std::move(Key), Contexts.size());
    if (New)
      Contexts.push_back(std::move(C));
    return Slot->second;
  }

  std::vector<Context> Contexts;

private:
  std::map<std::tuple<std::string, unsigned, unsigned, std::vector<unsigned>>, unsigned>
      Known;
};

} // namespace

std::vector<Context> numberContexts(Module &M) {
  Numbering Numbers;
  DenseMap<const Instruction *, unsigned> NumberOf;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      NumberOf[&I] = Numbers.number(contextOf(I.getDebugLoc()));
  StripDebugInfo(M);

  // LineTablesOnly would add `debug` to .target at -O0, which changes ptxas's mode.
  DIBuilder Builder(M);
  DIFile *File = Builder.createFile("<argus contexts>", "");
  Builder.createCompileUnit(
      dwarf::DW_LANG_C_plus_plus, File, "argus", /*isOptimized=*/true, /*Flags=*/"",
      /*RV=*/0, /*SplitName=*/"", DICompileUnit::DebugDirectivesOnly);
  DISubroutineType *Type = Builder.createSubroutineType({});
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    DISubprogram *Subprogram = Builder.createFunction(
        File, F.getName(), F.getName(), File, UnattributedContext, Type,
        UnattributedContext, DINode::FlagZero, DISubprogram::SPFlagDefinition);
    F.setSubprogram(Subprogram);
    for (Instruction &I : instructions(F))
      if (auto Number = NumberOf.find(&I); Number != NumberOf.end())
        I.setDebugLoc(DILocation::get(M.getContext(), Number->second, 0, Subprogram));
  }
  Builder.finalize();
  M.setModuleFlag(Module::Warning, "Debug Info Version", DEBUG_METADATA_VERSION);
  return std::move(Numbers.Contexts);
}

//===- PTX ------------------------------------------------------------------===//

static bool isDebugLabel(StringRef Line) {
  return Line.ends_with(":") &&
         (Line.starts_with("$L__tmp") || Line.starts_with("$L__func_begin") ||
          Line.starts_with("$L__func_end"));
}

/// The file of a `.loc` directive with line 0, which marks code of no known origin.
static std::optional<unsigned> fileOfLineZero(StringRef Line) {
  unsigned File, Row;
  if (!Line.consume_front(".loc"))
    return std::nullopt;
  Line = Line.ltrim();
  if (Line.consumeInteger(10, File))
    return std::nullopt;
  Line = Line.ltrim();
  if (Line.consumeInteger(10, Row) || Row != 0)
    return std::nullopt;
  return File;
}

std::string cleanMappedPtx(StringRef Ptx) {
  std::string Out;
  Out.reserve(Ptx.size());
  while (!Ptx.empty()) {
    StringRef Line;
    std::tie(Line, Ptx) = Ptx.split('\n');
    StringRef Text = Line.trim();
    if (isDebugLabel(Text))
      continue;
    if (std::optional<unsigned> File = fileOfLineZero(Text))
      Out += formatv("\t.loc\t{0} {1} 0", *File, UnattributedContext).str();
    else
      Out += Line;
    Out += '\n';
  }
  return Out;
}

} // namespace argus
