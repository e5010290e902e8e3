//===- RegionPragma.cpp - #pragma argus and [[argus::region]] ---------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `#pragma argus region("name")`, and likewise role and iteration, becomes the tokens
// of a statement attribute in front of what follows. Tokens, unlike remembered
// locations, survive -E and template instantiation and attach to the right statement by
// the parser's own rules.
//
//===----------------------------------------------------------------------===//

#include "RegionSites.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Lex/LiteralSupport.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace argus {

namespace {

unsigned customError(DiagnosticsEngine &Diags) {
  return Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0");
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
    for (PP.Lex(Next); Next.is(tok::annot_pragma_loop_hint); PP.Lex(Next))
      Tokens.push_back(Next);
    const size_t Attribute = Tokens.size();
    appendAttribute(PP, *M, First.getLocation(), Tokens);
    // Else -E prints it behind the last token of the line before, and a compile of that
    // text puts the region there.
    Tokens[Attribute].setFlagValue(Token::StartOfLine,
                                   Introducer.Kind == PIK_HashPragma);
    appendStatement(PP, Next, Tokens);
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

  static llvm::StringRef nounOf(MarkKind Kind) {
    return Kind == MarkKind::Role ? "role" : "region";
  }

  /// Reads `word("name")`, or `iteration`, up to the end of the directive; reports and
  /// returns nothing if it is anything else. Tok is the last token read.
  static std::optional<Mark> parse(Preprocessor &PP, Token &Tok) {
    const SourceLocation Loc = Tok.getLocation();
    const IdentifierInfo *Word = Tok.getIdentifierInfo();
    std::optional<MarkKind> Kind =
        Word ? kindOfWord(Word->getName()) : std::optional<MarkKind>();
    if (!Kind) {
      rejectWord(PP, Loc, Word ? Word->getName() : "");
      return std::nullopt;
    }
    PP.Lex(Tok);
    std::string Name;
    if (*Kind != MarkKind::Iteration && !parseName(PP, Tok, *Word, nounOf(*Kind), Name))
      return std::nullopt;
    if (Tok.isNot(tok::eod)) {
      rejectRest(PP, Tok, *Kind);
      return std::nullopt;
    }
    return Mark{*Kind, Name, Loc};
  }

  /// `("name")`. Reports what is wrong with it. Tok: the first token; at the end, the
  /// one behind the parenthesis.
  static bool parseName(Preprocessor &PP, Token &Tok, const IdentifierInfo &Word,
                        llvm::StringRef Noun, std::string &Name) {
    if (Tok.isNot(tok::l_paren)) {
      error(PP, Tok.getLocation(),
            "expected '(\"name\")' after '#pragma argus " + Word.getName().str() + "'");
      return false;
    }
    const SourceLocation NameLoc = PP.getLocForEndOfToken(Tok.getLocation());
    PP.Lex(Tok);
    if (Tok.isNot(tok::string_literal)) {
      rejectName(PP, Tok, Noun);
      return false;
    }
    // Reports malformed literals itself; joins adjacent ones.
    if (!PP.FinishLexStringLiteral(Tok, Name, "#pragma argus",
                                   /*AllowMacroExpansion=*/true))
      return false;
    if (std::string Problem = nameProblem(Name, Noun); !Problem.empty()) {
      error(PP, NameLoc, Problem);
      return false;
    }
    if (Tok.isNot(tok::r_paren)) {
      error(PP, Tok.getLocation(), "expected ')' after the " + Noun.str() + "'s name",
            FixItHint::CreateInsertion(Tok.getLocation(), ")"));
      return false;
    }
    PP.Lex(Tok);
    return true;
  }

  static void rejectRest(Preprocessor &PP, const Token &Tok, MarkKind Kind) {
    if (Kind == MarkKind::Iteration && Tok.is(tok::l_paren))
      error(PP, Tok.getLocation(),
            "'#pragma argus iteration' takes no name: the trips belong to the regions "
            "in the loop");
    else
      error(PP, Tok.getLocation(), "extra text after '#pragma argus'");
  }

  static void rejectWord(Preprocessor &PP, SourceLocation Loc, llvm::StringRef Word) {
    FixItHint Fix;
    for (llvm::StringRef Known : {"region", "role", "iteration"})
      if (!Word.empty() && Fix.isNull() &&
          Word.edit_distance(Known) <= std::min<size_t>(3, Known.size() / 2))
        Fix = FixItHint::CreateReplacement(Loc, Known);
    error(PP, Loc, "expected 'region', 'role' or 'iteration' after '#pragma argus'",
          Fix);
  }

  static void rejectName(Preprocessor &PP, const Token &Tok, llvm::StringRef Noun) {
    const std::string Whose = ("a " + Noun + "'s name").str();
    if (const IdentifierInfo *Name = Tok.getIdentifierInfo()) {
      error(PP, Tok.getLocation(), Whose + " is a string: write it in quotes",
            FixItHint::CreateReplacement(Tok.getLocation(),
                                         "\"" + Name->getName().str() + "\""));
      return;
    }
    error(PP, Tok.getLocation(), "expected the " + Noun.str() + "'s name in quotes");
  }

  static Token brace(Preprocessor &PP, tok::TokenKind Kind, llvm::StringRef Text,
                     SourceLocation Loc) {
    Token Brace;
    Brace.startToken();
    Brace.setKind(Kind);
    PP.CreateString(Text, Brace, Loc, Loc); // -E prints the text at the location
    Brace.setLength(1);
    return Brace;
  }

  /// The first token of the marked statement. An asm statement goes into a block, since
  /// the parser drops the attributes that it finds before the keyword.
  static void appendStatement(Preprocessor &PP, const Token &First,
                              std::vector<Token> &Tokens) {
    const size_t Begin = Tokens.size();
    Tokens.push_back(First);
    if (First.isNot(tok::kw_asm) || !readAsm(PP, Tokens))
      return;
    Tokens.insert(Tokens.begin() + Begin,
                  brace(PP, tok::l_brace, MarkedBlock, First.getLocation()));
    Tokens.push_back(brace(PP, tok::r_brace, "}", Tokens.back().getLocation()));
  }

  /// Reads the rest of `asm qualifiers ( ... ) ;`, operands with lambdas included;
  /// false where it ends otherwise, which the parser reports.
  static bool readAsm(Preprocessor &PP, std::vector<Token> &Tokens) {
    const auto Next = [&]() -> const Token & {
      PP.Lex(Tokens.emplace_back());
      return Tokens.back();
    };
    while (Next().isOneOf(tok::kw_volatile, tok::kw_inline, tok::kw_goto))
      ;
    if (Tokens.back().isNot(tok::l_paren))
      return false;
    for (unsigned Depth = 1; Depth;) {
      const Token &Tok = Next();
      if (Tok.isOneOf(tok::eof, tok::eod))
        return false;
      Depth += Tok.is(tok::l_paren);
      Depth -= Tok.is(tok::r_paren);
    }
    return Next().is(tok::semi);
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
    if (std::string Problem = nameProblem(Name, "region"); !Problem.empty()) {
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
