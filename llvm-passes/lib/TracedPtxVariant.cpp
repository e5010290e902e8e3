//===- TracedPtxVariant.cpp - trace variants of what nvcc compiled -----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxUnits.h"
#include "PtxVariant.h"
#include "argus/ptx/Parser.h"
#include "argus/ptxpasses/LinkedTrace.h"
#include "argus/ptxpasses/RegionCalls.h"
#include "argus/ptxpasses/Trace.h"
#include "llvm/ADT/STLExtras.h"
#include <iterator>

using namespace llvm;

namespace argus {

/// `.local` declares a variable.
static bool isPlace(StringRef Text) {
  const StringRef Word = Text.take_until([](char C) { return C == ' ' || C == '\t'; });
  return Word == ".loc" || Word == ".file";
}

/// As the trace variants from bitcode, it has no line table: nothing reads one.
static std::string withoutLines(StringRef Ptx) {
  std::string Out;
  Out.reserve(Ptx.size());
  bool Section = false;
  while (!Ptx.empty()) {
    StringRef Line;
    std::tie(Line, Ptx) = Ptx.split('\n');
    const StringRef Text = trimPtx(Line);
    Section |= Text.starts_with(".section") && Text.contains(".debug_str");
    if (!Section && !isPlace(Text)) {
      Out.append(Line.data(), Line.size());
      Out += '\n';
    }
    Section &= Text != "}";
  }
  return Out;
}

static ptxpasses::TraceRequest requestOf(const Capsule &C,
                                         const VariantRequest &Request) {
  ptxpasses::TraceRequest Wanted;
  Wanted.Name = C.Source + " (PTX for " + C.Arch + ")";
  Wanted.Registers = Request.Registers;
  for (unsigned K = 0; K < C.Regions.Kernels.size(); ++K)
    Wanted.KernelIndex[C.Regions.Kernels[K].Mangled] = K;
  return Wanted;
}

static ptxpasses::CoordinateSites coordinatesOf(const RegionTable &Table) {
  ptxpasses::CoordinateSites Coordinates;
  for (unsigned S = 0; S < Table.Sites.size(); ++S)
    if (Table.Sites[S].Form == RegionForm::Role)
      Coordinates.Roles.insert(S);
    else if (Table.Sites[S].Form == RegionForm::Iteration)
      Coordinates.Loops.insert(S);
  return Coordinates;
}

/// clang refuses such a span when it compiles; nvcc's paths are known here only. A
/// destructor ends the other forms on every way out that C++ has. What leaves one by
/// `exit` in inline assembly is an unmatched begin in the report, as under clang.
static void noteOpenSpans(const std::set<unsigned> &Unclosed, const RegionTable &Table,
                          std::vector<std::string> &Notes) {
  for (const unsigned Number : Unclosed) {
    const RegionSite &Site = Table.Sites.at(Number);
    if (Site.Form == RegionForm::Span)
      Notes.push_back("region '" + Site.Name + "' (" + Site.File + ":" +
                      std::to_string(Site.Line) +
                      ") is left by a branch without ARGUS_END: what leaves it so is "
                      "in no duration; end it on every path out of it");
  }
}

static ptx::Module markedModule(const PtxSource &Source, const std::string &Name) {
  return ptx::parse(
      withoutLines(Source.Marked.empty() ? Source.Shipped : Source.Marked), Name);
}

/// A unit's functions are those of the image's plan, which knows its callers.
static void addRole(const UnitRole &Role, ptxpasses::TraceRequest &Wanted) {
  Wanted.Unit = {Role.Helpers, Role.Silent, Role.Launched};
  Wanted.Control = Role.DefinesControl ? ptxpasses::TraceControl::Defined
                                       : ptxpasses::TraceControl::DeclaredIfUsed;
}

Expected<LinkedTrace> planLinkedPtxTrace(ArrayRef<Capsule> Units, unsigned Unit,
                                         ArrayRef<unsigned> Sites) {
  const RegionTable &Table = Units.front().Regions;
  try {
    std::vector<ptx::Module> Modules;
    for (const Capsule &C : Units)
      if (C.Ptx) // all or none: linkedImages
        Modules.push_back(markedModule(*C.Ptx, requestOf(C, {}).Name));
    const ptxpasses::LinkedTrace Made =
        ptxpasses::planLinkedTrace(std::move(Modules), {Sites.begin(), Sites.end()},
                                   coordinatesOf(Table), "the linked image's PTX");
    LinkedTrace Plan;
    Plan.Sites.assign(Made.Sites.begin(), Made.Sites.end());
    Plan.Role.Helpers = Made.Units.at(Unit).Recording;
    Plan.Role.Silent = Made.Units.at(Unit).Silent;
    Plan.Role.Launched = Made.Units.at(Unit).Launched;
    Plan.Role.DefinesControl = Unit == 0;
    if (Unit != 0)
      return Plan;
    Plan.Role.Notes = Made.Notes;
    noteOpenSpans(Made.Unclosed, Table, Plan.Role.Notes);
    return Plan;
  } catch (const std::exception &Problem) {
    return createStringError(std::errc::invalid_argument, "%s", Problem.what());
  }
}

Expected<Variant> tracedPtxVariant(const Capsule &C, const PtxSource &Source,
                                   const VariantRequest &Request) {
  ptxpasses::TraceRequest Wanted = requestOf(C, Request);
  try {
    ptx::Module M = markedModule(Source, Wanted.Name);
    Variant Result;
    if (Request.Unit) {
      Wanted.Sites = {Request.Sites.begin(), Request.Sites.end()};
      addRole(*Request.Unit, Wanted);
      Result.Notes = Request.Unit->Notes;
    } else {
      const ptxpasses::RegionCalls Calls(M, Wanted.Name);
      Wanted.Sites = ptxpasses::sitesToRecord(
          M, Calls, {Request.Sites.begin(), Request.Sites.end()},
          coordinatesOf(C.Regions));
      std::set<unsigned> Unclosed;
      llvm::copy_if(Calls.Unclosed, std::inserter(Unclosed, Unclosed.end()),
                    [&](unsigned Site) { return Wanted.Sites.count(Site) != 0; });
      noteOpenSpans(Unclosed, C.Regions, Result.Notes);
    }
    ptxpasses::TraceResult Made = ptxpasses::tracePtx(std::move(M), Wanted);
    Result.Ptx = std::move(Made.Ptx);
    Result.Sites.assign(Wanted.Sites.begin(), Wanted.Sites.end());
    llvm::append_range(Result.Notes, Made.Notes);
    return Result;
  } catch (const std::exception &Problem) {
    return createStringError(std::errc::invalid_argument, "%s", Problem.what());
  }
}

} // namespace argus
