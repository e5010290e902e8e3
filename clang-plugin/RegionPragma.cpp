//===- RegionPragma.cpp - #pragma argus and [[argus::region]] ---------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `#pragma argus region("name")` becomes the tokens of a statement attribute in front
// of what follows. Tokens, unlike remembered locations, survive -E and template
// instantiation and attach to the right statement by the parser's own rules.
//
//===----------------------------------------------------------------------===//

#include "RegionSites.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Lex/LiteralSupport.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"

using namespace clang;

namespace argus {

namespace {

constexpr size_t MaxNameCharacters = 128;

/// What is wrong with a region's name; empty if nothing is.
std::string nameProblem(llvm::StringRef Name) {
  if (Name.empty())
    return "a region's name must not be empty";
  if (Name.contains('/'))
    return "a region's name must not contain '/', which separates nested regions";
  size_t Characters = 0;
  const auto *At = reinterpret_cast<const llvm::UTF8 *>(Name.begin());
  const auto *End = reinterpret_cast<const llvm::UTF8 *>(Name.end());
  for (; At != End; ++Characters) {
    llvm::UTF32 Point;
    if (llvm::convertUTF8Sequence(&At, End, &Point, llvm::strictConversion) !=
        llvm::conversionOK)
      return "a region's name must be valid UTF-8";
    if (!llvm::sys::unicode::isPrintable(Point))
      return "a region's name must consist of printable characters";
  }
  if (Characters > MaxNameCharacters)
    return "a region's name has at most 128 characters, this one has " +
           std::to_string(Characters);
  return "";
}

unsigned customError(DiagnosticsEngine &Diags) {
  return Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0");
}

std::optional<MarkKind> kindOf(llvm::StringRef Word) {
  return llvm::StringSwitch<std::optional<MarkKind>>(Word)
      .Case("region", MarkKind::Region)
      .Case("scope", MarkKind::Scope)
      .Case("begin", MarkKind::Begin)
      .Case("end", MarkKind::End)
      .Default(std::nullopt);
}

class RegionPragmaHandler : public PragmaHandler {
public:
  RegionPragmaHandler() : PragmaHandler("argus") {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                    Token &First) override {
    Token Tok;
    PP.LexUnexpandedToken(Tok);
    std::optional<Mark> M = parse(PP, Tok);
    if (!M) {
      while (Tok.isNot(tok::eod))
        PP.LexUnexpandedToken(Tok);
      return;
    }
    std::vector<Token> Tokens;
    // A loop hint must come first: the parser takes attributes after hints only.
    Token Next;
    const bool LookAhead = Introducer.Kind == PIK_HashPragma;
    if (LookAhead)
      for (PP.Lex(Next); Next.is(tok::annot_pragma_loop_hint); PP.Lex(Next))
        Tokens.push_back(Next);
    const size_t Attribute = Tokens.size();
    appendAttribute(PP, *M, First.getLocation(), Tokens);
    // Else -E prints it behind the last token of the line before, and a compile of that
    // text puts the region there.
    Tokens[Attribute].setFlagValue(Token::StartOfLine, LookAhead);
    if (LookAhead)
      Tokens.push_back(Next);
    auto Owned = std::make_unique<Token[]>(Tokens.size());
    llvm::copy(Tokens, Owned.get());
    PP.EnterTokenStream(std::move(Owned), Tokens.size(), /*DisableMacroExpansion=*/true,
                        /*IsReinject=*/false);
  }

private:
  static void error(Preprocessor &PP, SourceLocation Loc, llvm::StringRef Text,
                    FixItHint Fix = {}) {
    DiagnosticsEngine &Diags = PP.getDiagnostics();
    Diags.Report(Loc, customError(Diags)) << Text << Fix;
  }

  /// Reads `word("name")` up to the end of the directive; reports and returns nothing
  /// if it is anything else. Tok is the last token read.
  static std::optional<Mark> parse(Preprocessor &PP, Token &Tok) {
    const SourceLocation Loc = Tok.getLocation();
    const IdentifierInfo *Word = Tok.getIdentifierInfo();
    std::optional<MarkKind> Kind =
        Word ? kindOf(Word->getName()) : std::optional<MarkKind>();
    if (!Kind) {
      rejectWord(PP, Loc, Word ? Word->getName() : "");
      return std::nullopt;
    }
    PP.Lex(Tok);
    if (Tok.isNot(tok::l_paren)) {
      error(PP, Tok.getLocation(),
            "expected '(\"name\")' after '#pragma argus " + Word->getName().str() +
                "'");
      return std::nullopt;
    }
    const SourceLocation NameLoc = PP.getLocForEndOfToken(Tok.getLocation());
    std::string Name;
    PP.Lex(Tok);
    if (Tok.isNot(tok::string_literal)) {
      rejectName(PP, Tok);
      return std::nullopt;
    }
    // Reports malformed literals itself; joins adjacent ones.
    if (!PP.FinishLexStringLiteral(Tok, Name, "#pragma argus",
                                   /*AllowMacroExpansion=*/true))
      return std::nullopt;
    if (std::string Problem = nameProblem(Name); !Problem.empty()) {
      error(PP, NameLoc, Problem);
      return std::nullopt;
    }
    if (Tok.isNot(tok::r_paren)) {
      error(PP, Tok.getLocation(), "expected ')' after the region's name",
            FixItHint::CreateInsertion(Tok.getLocation(), ")"));
      return std::nullopt;
    }
    PP.Lex(Tok);
    if (Tok.isNot(tok::eod)) {
      error(PP, Tok.getLocation(), "extra text after '#pragma argus'");
      return std::nullopt;
    }
    return Mark{*Kind, Name, Loc};
  }

  static void rejectWord(Preprocessor &PP, SourceLocation Loc, llvm::StringRef Word) {
    if (Word == "role" || Word == "iteration") {
      error(PP, Loc,
            "'#pragma argus " + Word.str() + "' is not supported by this version");
      return;
    }
    FixItHint Fix;
    if (!Word.empty() && Word.edit_distance("region") <= 3)
      Fix = FixItHint::CreateReplacement(Loc, "region");
    error(PP, Loc, "expected 'region' after '#pragma argus'", Fix);
  }

  static void rejectName(Preprocessor &PP, const Token &Tok) {
    if (const IdentifierInfo *Name = Tok.getIdentifierInfo()) {
      error(PP, Tok.getLocation(), "a region's name is a string: write it in quotes",
            FixItHint::CreateReplacement(Tok.getLocation(),
                                         "\"" + Name->getName().str() + "\""));
      return;
    }
    error(PP, Tok.getLocation(), "expected the region's name in quotes");
  }

  /// The tokens of [[clang::suppress("argus:<form>:<name>")]]. -E prints most tokens by
  /// the text at their locations, so that text must exist, and in one piece: the parser
  /// warns of an attribute whose brackets come from different places.
  static void appendAttribute(Preprocessor &PP, const Mark &M, SourceLocation Loc,
                              std::vector<Token> &Tokens) {
    const std::string Literal =
        "\"" + Lexer::Stringify((markPrefix(M.Kind) + M.Name).str()) + "\"";
    const std::pair<tok::TokenKind, std::string> Parts[] = {
        {tok::l_square, "["},           {tok::l_square, "["},
        {tok::identifier, "clang"},     {tok::coloncolon, "::"},
        {tok::identifier, "suppress"},  {tok::l_paren, "("},
        {tok::string_literal, Literal}, {tok::r_paren, ")"},
        {tok::r_square, "]"},           {tok::r_square, "]"}};
    std::string Text;
    for (const auto &[Kind, Spelling] : Parts)
      Text += Spelling;
    Token Whole;
    Whole.startToken();
    Whole.setKind(tok::string_literal); // makes CreateString keep the text's address
    PP.CreateString(Text, Whole, Loc, Loc);
    unsigned Offset = 0;
    for (const auto &[Kind, Spelling] : Parts) {
      Token T;
      T.startToken();
      T.setKind(Kind);
      T.setLocation(Whole.getLocation().getLocWithOffset(Offset));
      T.setLength(Spelling.size());
      if (Kind == tok::identifier)
        T.setIdentifierInfo(PP.getIdentifierInfo(Spelling));
      if (Kind == tok::string_literal)
        T.setLiteralData(Whole.getLiteralData() + Offset);
      Tokens.push_back(T);
      Offset += Spelling.size();
    }
  }
};

/// [[argus::region("name")]] on a function.
struct RegionAttribute : public ParsedAttrInfo {
  RegionAttribute() {
    NumArgs = 1;
    // The parser looks for the name without its scope when it decides whether to read
    // the arguments, and with it when it looks for this handler.
    static constexpr Spelling Spellings[] = {{ParsedAttr::AS_CXX11, "argus::region"},
                                             {ParsedAttr::AS_CXX11, "region"}};
    this->Spellings = Spellings;
  }

  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &Attr,
                            const Decl *D) const override {
    if (!Attr.hasScope()) {
      S.Diag(Attr.getLoc(), diag::warn_unknown_attribute_ignored) << Attr;
      return false;
    }
    if (isa<FunctionDecl>(D) || isa<FunctionTemplateDecl>(D))
      return true;
    reportPlacement(S, Attr);
    return false;
  }

  bool diagAppertainsToStmt(Sema &S, const ParsedAttr &Attr,
                            const Stmt *) const override {
    reportPlacement(S, Attr);
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D,
                                   const ParsedAttr &Attr) const override {
    StringRef Name;
    SourceLocation NameLoc;
    if (!S.checkStringLiteralArgumentAttr(Attr, 0, Name, &NameLoc))
      return AttributeNotApplied;
    if (std::string Problem = nameProblem(Name); !Problem.empty()) {
      S.Diag(NameLoc, customError(S.getDiagnostics())) << Problem;
      return AttributeNotApplied;
    }
    std::string Text = (markPrefix(MarkKind::Function) + Name).str();
    StringRef Identifier = Text;
    // The constructor copies the text into the ASTContext.
    D->addAttr(SuppressAttr::Create(S.Context, &Identifier, 1, Attr));
    return AttributeApplied;
  }

private:
  static void reportPlacement(Sema &S, const ParsedAttr &Attr) {
    S.Diag(Attr.getLoc(), customError(S.getDiagnostics()))
        << "'[[argus::region]]' marks functions; put '#pragma argus region(\"name\")' "
           "before a statement";
  }
};

PragmaHandlerRegistry::Add<RegionPragmaHandler> PragmaEntry("argus", "argus regions");
ParsedAttrInfoRegistry::Add<RegionAttribute> AttributeEntry("argus_region",
                                                            "argus regions");

} // namespace

} // namespace argus
