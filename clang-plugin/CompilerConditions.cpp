//===- CompilerConditions.cpp - what nvcc would not have skipped ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerConditions.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using llvm::StringRef;

namespace argus {

CompilerConditions::CompilerConditions(Preprocessor &PP, std::vector<SkippedText> &Out,
                                       Filter Wanted)
    : PP(PP), Out(Out), Wanted(Wanted), Files(1) {}

//===- What tells the compilers apart -----------------------------------------===//

/// What nvcc defines and clang does not, unless the build does.
static constexpr llvm::StringLiteral OfNvcc[] = {
    "__NVCC__", "__CUDACC_VER_MAJOR__", "__CUDACC_VER_MINOR__", "__CUDACC_VER_BUILD__"};

/// What clang defines and nvcc does not.
static constexpr llvm::StringLiteral OfClang[] = {
    "__clang__", "__clang_major__", "__clang_minor__", "__CUDA__", "__llvm__"};

/// The macro that makes a macro's value or presence depend on the compiler.
std::string CompilerConditions::ofIdentifier(StringRef Name, unsigned Depth) const {
  if (llvm::is_contained(OfClang, Name))
    return Name.str();
  const IdentifierInfo *Id = PP.getIdentifierInfo(Name);
  const MacroInfo *Macro = PP.getMacroInfo(Id);
  if (llvm::is_contained(OfNvcc, Name) && !Macro)
    return Name.str();
  if (const auto Found = Derived.find(Name); Found != Derived.end())
    return Found->second;
  constexpr unsigned Deepest = 4; // macros in macros
  if (!Macro || Depth == Deepest)
    return "";
  for (const Token &T : Macro->tokens())
    if (const IdentifierInfo *Inner = T.getIdentifierInfo(); Inner && Inner != Id)
      if (std::string By = ofIdentifier(Inner->getName(), Depth + 1); !By.empty())
        return By;
  return "";
}

std::string CompilerConditions::distinguishing(StringRef Text, unsigned Depth) const {
  while (!Text.empty()) {
    if (!llvm::isAlpha(Text.front()) && Text.front() != '_') {
      // Of a number's suffix nothing is a name.
      if (llvm::isDigit(Text.front()))
        Text = Text.drop_while([](char C) { return llvm::isAlnum(C); });
      else
        Text = Text.drop_front();
      continue;
    }
    const StringRef Name =
        Text.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
    Text = Text.drop_front(Name.size());
    if (std::string By = ofIdentifier(Name, Depth); !By.empty())
      return By;
  }
  return "";
}

//===- Conditionals -------------------------------------------------------------===//

/// A line, with those that backslashes join to it.
static StringRef logicalLine(StringRef Text) {
  size_t End = 0;
  do
    End = Text.find('\n', End ? End + 1 : 0);
  while (End != StringRef::npos && End > 0 && Text[End - 1] == '\\');
  return Text.substr(0, End);
}

static StringRef withoutComment(StringRef Line) {
  for (size_t At = Line.find('/'); At < Line.size(); At = Line.find('/', At + 1))
    if (const StringRef Next = Line.substr(At + 1, 1); Next == "/" || Next == "*")
      return Line.substr(0, At);
  return Line;
}

/// The text of the directive whose keyword is at Loc, from the keyword on.
StringRef CompilerConditions::directive(SourceLocation Loc) const {
  const auto [File, Offset] = PP.getSourceManager().getDecomposedLoc(Loc);
  bool Invalid = false;
  const StringRef Text = PP.getSourceManager().getBufferData(File, &Invalid);
  return Invalid ? "" : withoutComment(logicalLine(Text.substr(Offset)));
}

void CompilerConditions::FileChanged(SourceLocation, FileChangeReason Reason,
                                     SrcMgr::CharacteristicKind, FileID) {
  if (Reason == EnterFile)
    Files.emplace_back();
  else if (Reason == ExitFile && Files.size() > 1)
    Files.pop_back();
}

/// Whole kernels can be left out where their launch is, which no look at the kernels
/// that remain can tell. Toolkit headers ask for the version in places of no
/// consequence.
void CompilerConditions::warnOfUndefined(SourceLocation Loc, StringRef Macro) {
  if (Warned || !Macro.starts_with("__CUDACC_VER_") ||
      PP.getSourceManager().isInSystemHeader(Loc))
    return;
  Warned = true;
  DiagnosticsEngine &Diags = PP.getDiagnostics();
  Diags.Report(Loc,
               Diags.getCustomDiagID(
                   DiagnosticsEngine::Warning,
                   "code depends on '%0', which nvcc defines and this compile does "
                   "not; 'argus clang++' and argus_target() define it"))
      << Macro;
}

void CompilerConditions::open(SourceLocation Loc, bool Taken) {
  Conditional C;
  C.Macro = distinguishing(directive(Loc));
  C.Settled = Taken && C.Macro.empty();
  warnOfUndefined(Loc, C.Macro);
  Files.back().push_back(std::move(C));
  JustClosed = false;
}

void CompilerConditions::If(SourceLocation Loc, SourceRange, ConditionValueKind Value) {
  open(Loc, Value == CVK_True);
}

void CompilerConditions::Ifdef(SourceLocation Loc, const Token &,
                               const MacroDefinition &D) {
  open(Loc, bool(D));
}

void CompilerConditions::Ifndef(SourceLocation Loc, const Token &,
                                const MacroDefinition &D) {
  open(Loc, !D);
}

void CompilerConditions::Elif(SourceLocation Loc, SourceRange, ConditionValueKind Value,
                              SourceLocation) {
  JustClosed = false;
  if (Files.back().empty())
    return;
  Conditional &C = Files.back().back();
  if (C.Macro.empty())
    C.Macro = distinguishing(directive(Loc));
  C.Settled |= Value == CVK_True && C.Macro.empty();
}

void CompilerConditions::Else(SourceLocation, SourceLocation) { JustClosed = false; }

void CompilerConditions::Endif(SourceLocation, SourceLocation) {
  if (Files.back().empty())
    return;
  Closed = std::move(Files.back().back());
  Files.back().pop_back();
  JustClosed = true;
}

void CompilerConditions::MacroDefined(const Token &Name, const MacroDirective *) {
  for (const Conditional &C : Files.back())
    if (!C.Macro.empty() && !C.Settled)
      if (const IdentifierInfo *Id = Name.getIdentifierInfo())
        Derived.try_emplace(Id->getName(), C.Macro);
}

//===- Skipped text ---------------------------------------------------------------===//

/// The preprocessor tells of skipped text behind the directive that ended it: of an
/// `#endif`, the conditional is closed by then.
void CompilerConditions::SourceRangeSkipped(SourceRange Range, SourceLocation) {
  const SourceManager &SM = PP.getSourceManager();
  bool Invalid = false;
  const char *Begin = SM.getCharacterData(Range.getBegin(), &Invalid);
  const char *End = Invalid ? nullptr : SM.getCharacterData(Range.getEnd(), &Invalid);
  if (Invalid || End < Begin)
    return;
  const StringRef Text(Begin, End - Begin);
  const StringRef Keyword = Text.ltrim("# \t");
  if (Keyword.starts_with("if"))
    return scan(Text, Range.getBegin(), "");
  const Conditional *C = JustClosed             ? &Closed
                         : Files.back().empty() ? nullptr
                                                : &Files.back().back();
  if (C && !C->Settled)
    scan(Text, Range.getBegin(), C->Macro);
}

/// Text begins with a directive. Macro: what told the compilers apart in the
/// conditions before.
void CompilerConditions::scan(StringRef Text, SourceLocation Begin, std::string Macro) {
  if (Macro.empty())
    Macro = distinguishing(withoutComment(logicalLine(Text).ltrim("# \t")));
  if (Macro.empty() && !Text.contains("elif"))
    return;           // most skipped text
  unsigned Depth = 0; // of conditionals inside the skipped text
  size_t Offset = 0;
  bool First = true;
  for (; Offset < Text.size(); First = false) {
    const StringRef Line = logicalLine(Text.substr(Offset));
    const size_t Indent = Line.size() - Line.ltrim().size();
    const SourceLocation Loc =
        Begin.getLocWithOffset(static_cast<int>(Offset + Indent));
    Offset += Line.size() + 1;
    StringRef Word = Line.ltrim();
    if (!Word.consume_front("#")) {
      if (!Macro.empty() && Wanted(withoutComment(Line)))
        Out.push_back({Loc, Line.str(), Macro});
      continue;
    }
    Word = withoutComment(Word.ltrim());
    if (Word.starts_with("if") && !First)
      ++Depth;
    else if (Word.starts_with("endif"))
      Depth -= Depth > 0;
    else if (Depth == 0 && Macro.empty() && Word.starts_with_insensitive("elif"))
      Macro = distinguishing(Word);
    else if (Word.consume_front("define") && !Macro.empty())
      Derived.try_emplace(
          Word.ltrim().take_while([](char C) { return llvm::isAlnum(C) || C == '_'; }),
          Macro);
  }
}

} // namespace argus
