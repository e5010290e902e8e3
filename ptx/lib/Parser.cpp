//===- Parser.cpp - reads a PTX module ------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/ptx/Parser.h"

#include "Functions.h"

namespace argus::ptx {

namespace {

class ModuleParser {
public:
  explicit ModuleParser(Tokens &T) : T(T) {}
  Module parse();

private:
  void head();
  void version();
  void item();
  void file();
  void section();
  void verbatim();

  Tokens &T;
  Module M;
  SymbolNames Symbols;
};

} // namespace

void ModuleParser::version() {
  if (!T.at(".version"))
    T.failExpected("'.version'", "the file's beginning");
  T.take();
  Token Number = T.expect(Token::Kind::Float, "a number like 9.0", "'.version'");
  for (size_t I = 0; I < Number.Text.size(); ++I) {
    char C = Number.Text[I];
    if (C == '.' && M.VersionMajor && I + 2 == Number.Text.size() &&
        Number.Text[I + 1] >= '0' && Number.Text[I + 1] <= '9') {
      M.VersionMinor = unsigned(Number.Text[I + 1] - '0');
      return;
    }
    if (C < '0' || C > '9' || I > 2)
      break;
    M.VersionMajor = M.VersionMajor * 10 + unsigned(C - '0');
  }
  T.fail(Number.At, "expected a number like 9.0 after '.version', found '" +
                        std::string(Number.Text) + "'");
}

void ModuleParser::head() {
  version();
  T.expect(".target", "'.version'");
  do
    M.Targets.emplace_back(T.expectName("a target like sm_90", "'.target'").Text);
  while (T.accept(","));
  if (!T.at(".address_size"))
    return;
  T.take();
  Location At = T.peek().At;
  M.AddressBits = T.expectUnsigned("32 or 64", "'.address_size'");
  if (M.AddressBits != 32 && M.AddressBits != 64)
    T.fail(At, "expected 32 or 64 after '.address_size', found '" +
                   std::to_string(M.AddressBits) + "'");
}

/// `.file 1 "name" [, timestamp, size]`
void ModuleParser::file() {
  SourceFile F;
  F.At = T.take().At;
  F.Index = T.expectUnsigned("a number", "'.file'");
  F.Name = T.expect(Token::Kind::String, "a name in quotes", "the file's number").Text;
  size_t Begin = T.endOfLast();
  while (T.accept(","))
    T.expect(Token::Kind::Integer, "a number", "','");
  F.Rest = T.slice(Begin, T.endOfLast());
  M.Items.emplace_back(std::move(F));
}

/// `.section .debug_info { ... }`
void ModuleParser::section() {
  Token Name = T.take();
  while (!T.at("{")) {
    if (T.at(Token::Kind::End))
      T.failExpected("'{'", "the section's name");
    T.take();
  }
  Location Brace = T.peek().At;
  for (unsigned Open = 0;;) {
    if (T.at(Token::Kind::End))
      T.fail(T.peek().At, "expected '}' after the section that begins in line " +
                              std::to_string(Brace.Line) + ", found end of file");
    Token Next = T.take();
    Open += Next.is("{") ? 1 : Next.is("}") ? -1 : 0;
    if (Open == 0)
      break;
  }
  M.Items.emplace_back(
      Directive{Name.At, std::string(Name.Text), T.slice(Name.End, T.endOfLast())});
}

/// `.alias a, b;`, `.pragma "...";`
void ModuleParser::verbatim() {
  Token Name = T.take();
  while (!T.at(";")) {
    if (T.at(Token::Kind::End))
      T.failExpected("';'", "the directive");
    T.take();
  }
  M.Items.emplace_back(
      Directive{Name.At, std::string(Name.Text), T.slice(Name.End, T.endOfLast())});
  T.take();
}

void ModuleParser::item() {
  if (T.at(".file"))
    return file();
  if (T.at(".section"))
    return section();
  if (T.at(".alias") || T.at(".pragma"))
    return verbatim();
  bool Linked = atLinkage(T);
  Linkage Link = parseLinkage(T);
  if (T.at(".entry") || T.at(".func")) {
    M.Items.emplace_back(parseFunction(T, Link, Symbols));
    return;
  }
  std::optional<Space> Where = spaceOf(T.peek());
  if (!Where || Where == Space::Reg)
    T.failExpected(Linked ? "a function or variable" : "a directive",
                   Linked ? "the linkage" : "the last one");
  for (Variable &V : parseVariables(T, *Where, Link)) {
    Symbols.insert(V.Name);
    M.Items.emplace_back(std::move(V));
  }
}

Module ModuleParser::parse() {
  head();
  while (!T.at(Token::Kind::End))
    item();
  return std::move(M);
}

Module parse(std::string_view Text, const std::string &Name) {
  // The text inside a fatbinary ends with a NUL.
  while (!Text.empty() && Text.back() == '\0')
    Text.remove_suffix(1);
  if (Text.substr(0, 4) == "\x7f"
                           "ELF")
    throw ParseError(Name, {1, 1}, "expected PTX text, found an ELF file (a cubin?)");
  if (Text.empty())
    throw ParseError(Name, {1, 1}, "expected PTX text, found an empty file");
  Tokens T(Text, Name);
  return ModuleParser(T).parse();
}

} // namespace argus::ptx
