//===- FinishPtx.cpp - what LLVM 19 cannot print in PTX ---------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/passes/FinishPtx.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace llvm;

namespace argus {

namespace {

/// A directive that ptxas does not know: what reaches it must have been left by a
/// compile without Argus' plugin.
constexpr StringLiteral EntryWord = ".argus_cluster_needs_plugin_libArgus_so_here ";
/// A comment: most modules assemble without.
constexpr StringLiteral VersionWord = "// argus.version ";
constexpr StringLiteral AssemblyBegin = "// Start of file scope inline assembly";
constexpr StringLiteral AssemblyEnd = "// End of file scope inline assembly";

struct Requests {
  std::map<std::string, std::string> Directives; ///< by entry
  std::string Version;

  bool empty() const { return Directives.empty() && Version.empty(); }
};

/// Both as "8.5".
bool isLower(StringRef A, StringRef B) {
  const auto Parsed = [](StringRef Text) {
    const auto [Major, Minor] = Text.split('.');
    unsigned Numbers[2] = {};
    Major.getAsInteger(10, Numbers[0]);
    Minor.getAsInteger(10, Numbers[1]);
    return std::make_pair(Numbers[0], Numbers[1]);
  };
  return Parsed(A) < Parsed(B);
}

/// True where the line is a request.
bool readRequest(StringRef Line, Requests &Out) {
  if (Line.consume_front(VersionWord)) {
    // A module that was linked of several has several.
    if (isLower(Out.Version, Line))
      Out.Version = Line.str();
    return true;
  }
  if (!Line.consume_front(EntryWord))
    return false;
  const auto [Entry, Directives] = Line.split(' ');
  std::string &Text = Out.Directives[Entry.str()];
  for (StringRef Rest = Directives; !Rest.empty();) { // one a line, as LLVM prints them
    const size_t Next = Rest.find(" .");
    Text += (Rest.substr(0, Next) + "\n").str();
    Rest = Next == StringRef::npos ? "" : Rest.substr(Next + 1);
  }
  return true;
}

/// Takes the requests out of the lines, with the frame of module-level assembly that
/// holds nothing else: "Start of", requests, an empty line, "End of".
Requests takeRequests(SmallVectorImpl<StringRef> &Lines) {
  Requests Found;
  SmallVector<StringRef, 0> Kept;
  size_t FrameAt = 0;
  bool InFrame = false, HoldsMore = false;
  for (const StringRef Line : Lines) {
    const StringRef Text = Line.trim();
    if (InFrame && readRequest(Text, Found))
      continue;
    if (Text == AssemblyBegin) {
      FrameAt = Kept.size();
      InFrame = true;
      HoldsMore = false;
    } else if (InFrame && Text == AssemblyEnd) {
      InFrame = false;
      if (!HoldsMore && !Found.empty()) {
        Kept.truncate(FrameAt);
        continue;
      }
    } else {
      HoldsMore |= !Text.empty();
    }
    Kept.push_back(Line);
  }
  Lines.swap(Kept);
  return Found;
}

/// The entry that a line begins: ".visible .entry name(".
StringRef entryOf(StringRef Line) {
  constexpr StringLiteral Word = ".entry ";
  const size_t At = Line.find(Word);
  if (At == StringRef::npos || Line.ltrim().starts_with("//"))
    return "";
  return Line.substr(At + Word.size()).take_until([](char C) { return C == '('; });
}

} // namespace

std::string entryRequest(StringRef Entry, StringRef Directives) {
  return (EntryWord + Entry + " " + Directives).str();
}

std::string versionRequest(StringRef Version) { return (VersionWord + Version).str(); }

std::string finishPtx(StringRef Ptx) {
  SmallVector<StringRef, 0> Lines;
  Ptx.split(Lines, '\n');
  const Requests Wanted = takeRequests(Lines);
  if (Wanted.empty())
    return Ptx.str();
  std::string Out;
  const std::string *Pending = nullptr; ///< for the entry whose body comes next
  for (size_t I = 0; I < Lines.size(); ++I) {
    StringRef Line = Lines[I];
    if (const StringRef Entry = entryOf(Line); !Entry.empty()) {
      const auto Found = Wanted.Directives.find(Entry.str());
      Pending = Found == Wanted.Directives.end() ? nullptr : &Found->second;
    }
    if (Pending && Line == "{") {
      Out += *Pending;
      Pending = nullptr;
    }
    StringRef Version = Line;
    if (Version.consume_front(".version ") && isLower(Version, Wanted.Version))
      Out += ".version " + Wanted.Version;
    else
      Out += Line;
    if (I + 1 < Lines.size())
      Out += '\n';
  }
  return Out;
}

} // namespace argus
