//===- PtxVariant.cpp - variants of what nvcc compiled -----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc's PTX says for each instruction where its source stands, and along `inlined_at`
// where the calls stand that it came through (PTX ISA, ".loc"). The text that was
// compiled has each border of a mark between two lines, so that a line tells the open
// marks.
//
//===----------------------------------------------------------------------===//

#include "PtxVariant.h"
#include "ContextNumbers.h"
#include "MappedPtx.h"
#include "PtxUnits.h"
#include "argus/passes/Capsule.h"
#include "argus/passes/MarkerCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <map>

using namespace llvm;

namespace argus {

namespace {

/// A position as `.loc` writes it: file, line, column.
struct Position {
  unsigned File = 0, Line = 0, Column = 0;
  bool operator<(const Position &O) const {
    return std::tie(File, Line, Column) < std::tie(O.File, O.Line, O.Column);
  }
};

struct Loc {
  Position At;
  std::optional<Position> InlinedAt;
};

bool readPosition(StringRef &Text, Position &Out) {
  for (unsigned *Number : {&Out.File, &Out.Line, &Out.Column}) {
    Text = Text.ltrim();
    if (Text.consumeInteger(10, *Number))
      return false;
  }
  return true;
}

std::optional<Loc> readLoc(StringRef Text) {
  Loc Result;
  if (!Text.consume_front(".loc") || !readPosition(Text, Result.At))
    return std::nullopt;
  const size_t Inlined = Text.find("inlined_at");
  if (Inlined == StringRef::npos)
    return Result;
  Text = Text.drop_front(Inlined + StringRef("inlined_at").size());
  if (!readPosition(Text, Result.InlinedAt.emplace()))
    return std::nullopt;
  return Result;
}

/// The name that a function's first line declares: behind `.entry` or `.func` and its
/// results.
StringRef declaredName(StringRef Line) {
  const size_t Entry = Line.find(".entry"), Func = Line.find(".func");
  if (Entry != StringRef::npos)
    Line = Line.drop_front(Entry + 6).ltrim();
  else if (Func != StringRef::npos)
    Line = Line.drop_front(Func + 5).ltrim();
  else
    return {};
  if (Line.consume_front("("))
    Line = Line.drop_front(std::min(Line.find(')'), Line.size() - 1) + 1).ltrim();
  return Line.take_while([](char C) {
    return isAlnum(C) || C == '_' || C == '$' || C == '%' || C == '.';
  });
}

/// Rewrites `.loc` lines to numbers of contexts, function by function.
class Numbering {
public:
  Numbering(const PtxSource &Source, Variant &Result) : Result(Result) {
    for (const PtxLine &L : Source.Lines)
      Lines[L.Number] = &L;
    for (const std::string &File : Source.Files)
      Files.push_back(&File);
    Result.Contexts.resize(EntryContext + 1);
    Result.Contexts[EntryContext].From = Origin::Entry;
  }

  void enter(StringRef Name) {
    Function = Name.str();
    Latest.clear();
    Current.clear();
    Numbers.clear();
  }

  unsigned number(const Loc &L) {
    std::vector<unsigned> Stack;
    if (L.InlinedAt)
      Stack = Latest[*L.InlinedAt];
    const PtxLine *Line = lookUp(L.At);
    if (Line)
      Stack.insert(Stack.end(), Line->Sites.begin(), Line->Sites.end());
    Latest[L.At] = Stack;
    Current = Stack;
    const auto Place = std::make_pair(Line ? Line->File : ~0u, Line ? Line->Line : 0);
    const auto [Slot, New] =
        Numbers.try_emplace({Place, Stack}, Result.Contexts.size());
    if (New) {
      Context &C = Result.Contexts.emplace_back();
      C.From = Line ? Origin::Known : Origin::Merged;
      C.Function = Function;
      C.Stack = std::move(Stack);
      if (Line) {
        C.File = *Files[Line->File];
        C.Line = Line->Line;
      }
    }
    return Slot->second;
  }

  /// Code of the function without a place.
  unsigned nowhere() {
    Context &C = Result.Contexts.emplace_back();
    C.From = Origin::Known; // of all of it: the function
    C.Function = Function;
    return static_cast<unsigned>(Result.Contexts.size() - 1);
  }

  const std::vector<unsigned> &current() const { return Current; }
  const std::string &function() const { return Function; }

private:
  const PtxLine *lookUp(const Position &At) const {
    const auto Found = Lines.find(At.Line);
    return Found == Lines.end() ? nullptr : Found->second;
  }

  Variant &Result;
  std::map<unsigned, const PtxLine *> Lines;
  std::vector<const std::string *> Files;
  std::string Function;
  /// What the latest `.loc` of a position said: inlined_at refers to it.
  std::map<Position, std::vector<unsigned>> Latest;
  std::vector<unsigned> Current; ///< open marks at the instruction that is read
  std::map<std::pair<std::pair<unsigned, unsigned>, std::vector<unsigned>>, unsigned>
      Numbers;
};

/// The callee of `call.uni (retval0), name, (param0);`; empty: through a register.
std::optional<std::string> calleeOf(StringRef Statement) {
  Statement = Statement.ltrim();
  if (Statement.starts_with("@"))
    Statement = Statement.drop_until([](char C) { return isSpace(C); }).ltrim();
  if (!Statement.consume_front("call"))
    return std::nullopt;
  Statement = Statement.drop_until([](char C) { return isSpace(C); }).ltrim();
  if (Statement.consume_front("("))
    Statement = Statement.split(')').second.ltrim().ltrim(',').ltrim();
  const StringRef Name =
      Statement.take_until([](char C) { return C == ',' || C == ';' || isSpace(C); });
  return Name.starts_with("%") ? "" : Name.str();
}

class Reader {
public:
  Reader(StringRef Text, const PtxSource &Source, bool Debug, Variant &Result)
      : Debug(Debug), Result(Result), Numbers(Source, Result) {
    Text.split(Lines, '\n');
    for (StringRef Line : Lines)
      if (const StringRef Name = declaredName(Line); !Name.empty())
        Functions.insert(Name);
  }

  std::string rewritten() {
    std::string Out;
    bool Assembly = false;
    for (size_t I = 0; I < Lines.size(); ++I) {
      const StringRef Line = trimPtx(Lines[I]);
      if (const StringRef Name = declaredName(Lines[I]); !Name.empty()) {
        Numbers.enter(Name);
        Enters = true;
      }
      Assembly |= Line.starts_with("// begin inline asm");
      const auto At = Assembly ? std::nullopt : readLoc(Line);
      if (At && At->At.Line == MarkerCodeLine)
        continue;
      if (At) {
        Out += "\t.loc\t1 " + utostr(Numbers.number(*At)) + " 0\n";
        continue;
      }
      Assembly &= !Line.starts_with("// end inline asm");
      noteCalls(I, Line);
      noteAddresses(Line);
      Out += Lines[I];
      Out += '\n';
      if (Debug && Enters && Lines[I].starts_with("{")) {
        Out += locOfBegin(I);
        Enters = false;
      }
    }
    return Out;
  }

private:
  /// In debug code nothing tells the origin of what stands before a function's first
  /// place: its values are in memory. It belongs to that place; in a function of
  /// libdevice, which has none, to the function.
  std::string locOfBegin(size_t Brace) {
    unsigned Number = 0;
    for (size_t I = Brace; I < Lines.size() && Lines[I] != "}" && !Number; ++I)
      if (const auto At = readLoc(trimPtx(Lines[I])))
        Number = Numbers.number(*At);
    return "\t.loc\t1 " + utostr(Number ? Number : Numbers.nowhere()) + " 0\n";
  }

  void noteCalls(size_t I, StringRef Line) {
    if (!Line.starts_with("call") && !Line.starts_with("@"))
      return;
    std::string Statement;
    for (size_t J = I; J < Lines.size(); ++J) {
      Statement += trimPtx(Lines[J]).str() + " ";
      if (Lines[J].contains(';'))
        break;
    }
    if (auto Callee = calleeOf(Statement);
        Callee && (Callee->empty() || Functions.contains(*Callee)))
      Result.Calls.push_back(
          {Numbers.function(), std::move(*Callee), Numbers.current()});
  }

  /// A function's name elsewhere than in a call: in a `mov` or an initial value.
  void noteAddresses(StringRef Line) {
    if (!Line.starts_with("mov") && !Line.contains('='))
      return;
    SmallVector<StringRef, 8> Words;
    SplitString(Line, Words, " \t,;={}()");
    for (StringRef Word : Words)
      if (Functions.contains(Word) && !is_contained(Result.AddressTaken, Word))
        Result.AddressTaken.push_back(Word.str());
  }

  const bool Debug;    ///< cicc -g
  bool Enters = false; ///< a function's head, its body to come
  Variant &Result;
  Numbering Numbers;
  SmallVector<StringRef, 0> Lines;
  StringSet<> Functions;
};

/// The PTX with lines of the source in place of the text's.
std::string withSourceLines(const PtxSource &Source) {
  std::map<unsigned, const PtxLine *> ByNumber;
  for (const PtxLine &L : Source.Lines)
    ByNumber[L.Number] = &L;
  std::string Out;
  bool Assembly = false;
  for (StringRef Rest = Source.Shipped; !Rest.empty();) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    const StringRef Text = trimPtx(Line);
    Assembly |= Text.starts_with("// begin inline asm");
    const auto At = Assembly ? std::nullopt : readLoc(Text);
    Assembly &= !Text.starts_with("// end inline asm");
    if (!At && !Text.starts_with(".file")) {
      Out += Line;
      Out += '\n';
    } else if (const auto Found = At ? ByNumber.find(At->At.Line) : ByNumber.end();
               Found != ByNumber.end()) {
      Out += "\t.loc\t" + utostr(Found->second->File + 1) + " " +
             utostr(Found->second->Line) + " 0\n";
    }
  }
  for (auto [Number, File] : enumerate(Source.Files))
    Out += "\t.file\t" + utostr(Number + 1) + " \"" + File + "\"\n";
  return Out;
}

} // namespace

/// The variants with numbers of contexts in the place of lines. Of device debug code
/// labels and sections that describe it shape the code, too.
static Expected<Variant> numberedVariant(const Capsule &C, StringRef Text) {
  Variant Result;
  const bool Debug = is_contained(C.Command, "-g");
  const std::string Numbered = Reader(Text, *C.Ptx, Debug, Result).rewritten();
  Expected<std::string> Ptx =
      finishMappedPtx(Numbered, Result.Contexts, Debug ? Text : "");
  if (!Ptx)
    return Ptx.takeError();
  Result.Ptx = std::move(*Ptx);
  return Result;
}

Expected<Variant> buildPtxVariant(const Capsule &C, const VariantRequest &Request) {
  const PtxSource &Source = *C.Ptx;
  switch (Request.Kind) {
  case VariantKind::Lines: {
    Variant Result;
    Result.Ptx = withSourceLines(Source);
    return Result;
  }
  case VariantKind::Trace:
    return tracedPtxVariant(C, Request);
  case VariantKind::Truth:
    // Without marks there are no markers, and no text with them.
    return numberedVariant(C, Source.Marked.empty() ? Source.Shipped : Source.Marked);
  case VariantKind::Mapped:
    break;
  }
  return numberedVariant(C, Source.Shipped);
}

} // namespace argus
