//===- DialectPragma.cpp - nvcc's dialect, repaired token by token ----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// argus_cuda_dialect.h puts `#pragma argus_dialect WORD` where nvcc takes what clang
// does not: before each asm, and behind each __shared__. The handler changes the tokens
// that follow and nothing else, so lines and columns stay, macros and headers are
// reached, and -E writes the repaired source.
//
//===----------------------------------------------------------------------===//

#include "AsmEscapes.h"
#include "DialectNotes.h"
#include "clang/Lex/LiteralSupport.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace argus {

namespace {

/// The tokens that a handler takes from the preprocessor and gives back.
class TokenRun {
public:
  explicit TokenRun(Preprocessor &PP) : PP(PP) {}

  /// Reads one more; false at the end of the file or directive.
  bool next() {
    Token Tok;
    PP.Lex(Tok);
    Tokens.push_back(Tok);
    return Tok.isNot(tok::eof) && Tok.isNot(tok::eod) && !Tok.isAnnotation();
  }

  bool lastIs(tok::TokenKind Kind) const { return Tokens.back().is(Kind); }

  /// A comma before the last token.
  void insertComma() {
    Token Comma;
    Comma.startToken();
    Comma.setKind(tok::comma);
    // -E prints a token by the text at its location.
    PP.CreateString(",", Comma, Tokens.back().getLocation(),
                    Tokens.back().getLocation());
    Tokens.insert(Tokens.end() - 1, Comma);
  }

  size_t size() const { return Tokens.size(); }
  Token &operator[](size_t I) { return Tokens[I]; }

  void giveBack() {
    auto Owned = std::make_unique<Token[]>(Tokens.size());
    llvm::copy(Tokens, Owned.get());
    PP.EnterTokenStream(std::move(Owned), Tokens.size(), /*DisableMacroExpansion=*/true,
                        /*IsReinject=*/false);
  }

private:
  Preprocessor &PP;
  llvm::SmallVector<Token, 32> Tokens;
};

/// Where the parts of `asm qualifiers ( "template" : ... )` are.
struct AsmStatement {
  size_t FirstLiteral = 0, LiteralEnd = 0;
  unsigned Operands = 0;
  bool Extended = false; ///< has a colon
};

/// Reads the rest of the operands, from the token behind the text. nvcc does without
/// the comma between two of them.
bool readOperands(Preprocessor &PP, TokenRun &Run, AsmStatement &Asm) {
  unsigned Depth = 1, Colons = 0;
  bool Complete = false; // an operand, and no comma or colon since
  while (Depth) {
    // The outputs stand behind the first colon, the inputs behind the second; each
    // operand is a constraint with its expression in parentheses.
    const bool IsOperandList = Depth == 1 && (Colons == 1 || Colons == 2);
    if (Run.lastIs(tok::l_paren)) {
      Asm.Operands += IsOperandList;
      ++Depth;
    } else if (Run.lastIs(tok::r_paren)) {
      Complete = --Depth == 1;
    } else if (Depth == 1) {
      if (Complete && (Run.lastIs(tok::string_literal) || Run.lastIs(tok::l_square))) {
        noteRepair(PP, Run[Run.size() - 1].getLocation(),
                   "a comma between two operands is inserted");
        Run.insertComma();
      }
      Complete = false;
      Colons += Run.lastIs(tok::colon) ? 1 : Run.lastIs(tok::coloncolon) ? 2 : 0;
    }
    if (Depth && !Run.next())
      return false;
  }
  Asm.Extended = Colons != 0;
  return true;
}

/// Reads the statement; nothing where it is none of GCC's form.
std::optional<AsmStatement> readAsm(Preprocessor &PP, TokenRun &Run) {
  do
    if (!Run.next())
      return std::nullopt;
  while (!Run.lastIs(tok::l_paren) && Run.size() < 5); // asm volatile goto inline (
  if (!Run.lastIs(tok::l_paren))
    return std::nullopt;
  AsmStatement Asm;
  Asm.FirstLiteral = Run.size();
  while (Run.next() && tok::isStringLiteral(Run[Run.size() - 1].getKind()))
    ;
  Asm.LiteralEnd = Run.size() - 1;
  if (!readOperands(PP, Run, Asm))
    return std::nullopt;
  return Asm;
}

class DialectPragmaHandler : public PragmaHandler {
public:
  DialectPragmaHandler() : PragmaHandler("argus_dialect") {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer, Token &) override {
    Token Word;
    PP.LexUnexpandedToken(Word);
    const IdentifierInfo *Name = Word.getIdentifierInfo();
    const bool Asm = Name && Name->isStr("percent");
    const bool Alignas = Name && Name->isStr("alignas");
    if (Name && (Name->isStr("lazy") || Name->isStr("eager")))
      parseLazily(PP, Name->isStr("lazy"));
    while (Word.isNot(tok::eod))
      PP.LexUnexpandedToken(Word);
    TokenRun Run(PP);
    if (Asm)
      repairAsm(PP, Run);
    else if (Alignas)
      repairAlignas(PP, Run);
    if (Run.size())
      Run.giveBack();
  }

private:
  /// As -fdelayed-template-parsing does, for a stretch of a header. The parser asks the
  /// option at each template.
  static void parseLazily(Preprocessor &PP, bool Lazily) {
    const_cast<LangOptions &>(PP.getLangOpts()).DelayedTemplateParsing = Lazily;
  }

  static void repairAsm(Preprocessor &PP, TokenRun &Run) {
    const std::optional<AsmStatement> Asm = readAsm(PP, Run);
    if (!Asm || !Asm->Extended) // without a colon clang, too, takes the text as it is
      return;
    for (size_t I = Asm->FirstLiteral; I < Asm->LiteralEnd; ++I) {
      Token &Literal = Run[I];
      const std::string Text = PP.getSpelling(Literal);
      const std::string Escaped = escapePercents(Text, Asm->Operands);
      if (Escaped == Text)
        continue;
      noteRepair(PP, Literal.getLocation(),
                 "a '%' that names no operand is doubled: " + Escaped);
      // Keeps the place: the new text is an expansion of the old.
      const SourceLocation Loc = Literal.getLocation();
      PP.CreateString(Escaped, Literal, Loc, Loc);
    }
  }

  /// `alignas(N)` behind other specifiers: clang takes it there as C's `_Alignas(N)`.
  static void repairAlignas(Preprocessor &PP, TokenRun &Run) {
    if (!Run.next() || !Run.lastIs(tok::kw_alignas))
      return;
    Token &Tok = Run[0];
    noteRepair(PP, Tok.getLocation(), "'alignas' behind '__shared__' is '_Alignas'");
    Tok.setKind(tok::kw__Alignas);
    Tok.setIdentifierInfo(PP.getIdentifierInfo("_Alignas"));
  }
};

PragmaHandlerRegistry::Add<DialectPragmaHandler> Entry("argus_dialect",
                                                       "nvcc's dialect of CUDA");

} // namespace

} // namespace argus
