//===- LinkTime.cpp - units that nvlink optimised as one ---------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/passes/LinkTime.h"
#include "PtxUnits.h"
#include "argus/passes/Linked.h"
#include "argus/passes/MarkerCode.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace argus {

/// All units have it: LinkTime.h.
static const LinkTimeCode &codeOf(const Capsule &C) {
  static const LinkTimeCode None;
  return C.Ptx && C.Ptx->LinkTime ? *C.Ptx->LinkTime : None;
}

std::vector<StringRef> linkTimeObjects(ArrayRef<Capsule> Units, bool Marked) {
  std::vector<StringRef> Objects;
  for (const Capsule &C : Units) {
    const LinkTimeCode &Code = codeOf(C);
    Objects.push_back(Marked && !Code.Marked.empty() ? Code.Marked : Code.Shipped);
  }
  return Objects;
}

namespace {

/// What changes of a unit in the PTX of all.
struct UnitChanges {
  unsigned LinesFrom = 0;      ///< added to its lines
  std::vector<unsigned> Sites; ///< the image's numbers of its sites
};

using ChangesByName = StringMap<UnitChanges>;

/// Reads `.file 2 "/directory/argus.lines.NAME"`.
void readFile(StringRef Line, const ChangesByName &Units,
              DenseMap<unsigned, const UnitChanges *> &Files) {
  unsigned Number = 0;
  if (!Line.consume_front(".file"))
    return;
  Line = Line.ltrim();
  if (Line.consumeInteger(10, Number))
    return;
  const StringRef Path = Line.split('"').second.split('"').first;
  const auto At = Units.find(Path.rsplit('.').second);
  if (At != Units.end())
    Files[Number] = &At->second;
}

/// PTX with lines and sites of the image in place of the units'.
class Rewriter {
public:
  Rewriter(StringRef Ptx, const ChangesByName &Units) : Ptx(Ptx), Units(Units) {
    for (StringRef Rest = Ptx; !Rest.empty();) {
      StringRef Line;
      std::tie(Line, Rest) = Rest.split('\n');
      readFile(trimPtx(Line), Units, Files);
    }
  }

  std::string rewritten() {
    std::string Out;
    Out.reserve(Ptx.size() + Ptx.size() / 16);
    for (StringRef Rest = Ptx; !Rest.empty();) {
      StringRef Line;
      std::tie(Line, Rest) = Rest.split('\n');
      const StringRef Text = trimPtx(Line);
      if (Text.starts_with(".loc ") || Text.starts_with(".loc\t")) // not ".local"
        Out += "\t" + loc(Text);
      else if (Text.starts_with(".pragma"))
        Out += "\t" + marker(Text);
      else
        Out += Line;
      Out += '\n';
    }
    return Out;
  }

private:
  /// `.loc 1 20 3, function_name $L__info_string0, inlined_at 2 30 5`
  std::string loc(StringRef Text) const {
    constexpr StringLiteral Inlined = "inlined_at ";
    Text.consume_front(".loc");
    const auto [Own, Around] = Text.split(Inlined);
    std::string Out = ".loc\t" + place(Own);
    if (!Around.empty())
      Out += Inlined.str() + place(Around);
    return Out;
  }

  /// "1 20 3, ..." with the line of the image.
  std::string place(StringRef Text) const {
    unsigned File = 0, Line = 0;
    for (unsigned *Number : {&File, &Line}) {
      Text = Text.ltrim();
      if (Text.consumeInteger(10, *Number))
        return Text.str();
    }
    const auto At = Files.find(File);
    const unsigned Moved = Line == MarkerCodeLine ? Line
                           : At == Files.end()    ? 0
                                                  : Line + At->second->LinesFrom;
    return utostr(File) + " " + utostr(Moved) + Text.str();
  }

  /// `.pragma "argus.begin 3@NAME";`
  std::string marker(StringRef Text) const {
    const auto [Head, Tail] = Text.split('@');
    const auto [Name, End] = Tail.split('"');
    const auto At = Units.find(Name);
    const size_t Digits = Head.rfind(' ') + 1;
    unsigned Site = 0;
    if (At == Units.end() || Head.drop_front(Digits).getAsInteger(10, Site) ||
        Site >= At->second.Sites.size())
      return Text.str();
    return (Head.take_front(Digits) + utostr(At->second.Sites[Site]) + "\"" + End)
        .str();
  }

  StringRef Ptx;
  const ChangesByName &Units;
  DenseMap<unsigned, const UnitChanges *> Files; ///< by number in the PTX
};

/// Adds the unit's files and lines, whose sites are the image's already.
unsigned addLines(PtxSource &All, const PtxSource &Unit, unsigned From) {
  unsigned End = From;
  const unsigned Files = All.Files.size();
  All.Files.insert(All.Files.end(), Unit.Files.begin(), Unit.Files.end());
  for (PtxLine Line : Unit.Lines) {
    Line.Number += From;
    Line.File += Files;
    End = std::max(End, Line.Number + 1);
    All.Lines.push_back(std::move(Line));
  }
  return End;
}

} // namespace

Expected<Capsule> optimisedAsOne(std::vector<Capsule> Units, StringRef Ptx,
                                 bool Marked) {
  std::vector<std::vector<unsigned>> Numbers;
  if (Error E = shareRegionTable(Units, &Numbers))
    return E;
  Capsule All;
  All.Arch = Units.front().Arch;
  All.WorkingDirectory = Units.front().WorkingDirectory;
  All.Command = Units.front().Command;
  All.Regions = Units.front().Regions;
  PtxSource &Source = All.Ptx.emplace();
  ChangesByName Changes;
  unsigned Lines = 0;
  for (auto [I, C] : enumerate(Units)) {
    All.Source += (I ? ", " : "") + C.Source;
    const bool New =
        Changes.try_emplace(codeOf(C).Unit, UnitChanges{Lines, Numbers[I]}).second;
    if (New && C.Ptx) // else a text that was compiled twice
      Lines = addLines(Source, *C.Ptx, Lines);
  }
  if (Lines >= MarkerCodeLine)
    return createStringError(std::errc::invalid_argument,
                             "the units' texts have more than %u lines together",
                             MarkerCodeLine);
  (Marked ? Source.Marked : Source.Shipped) = Rewriter(Ptx, Changes).rewritten();
  return All;
}

} // namespace argus
