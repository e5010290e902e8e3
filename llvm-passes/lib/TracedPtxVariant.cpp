//===- TracedPtxVariant.cpp - trace variants of what nvcc compiled -----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxUnits.h"
#include "PtxVariant.h"
#include "argus/ptx/Parser.h"
#include "argus/ptxpasses/RegionCalls.h"
#include "argus/ptxpasses/Trace.h"

using namespace llvm;

namespace argus {

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
    if (!Section && !Text.starts_with(".loc") && !Text.starts_with(".file")) {
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

static std::set<unsigned> rolesOf(const RegionTable &Table) {
  std::set<unsigned> Roles;
  for (unsigned S = 0; S < Table.Sites.size(); ++S)
    if (Table.Sites[S].Form == RegionForm::Role)
      Roles.insert(S);
  return Roles;
}

/// clang refuses such a span when it compiles; nvcc's paths are known here only. A
/// destructor ends the other forms on every way out that C++ has. What leaves one by
/// `exit` in inline assembly is an unmatched begin in the report, as under clang.
static void noteOpenSpans(const Capsule &C, const std::set<unsigned> &Unclosed,
                          const std::set<unsigned> &Recorded,
                          std::vector<std::string> &Notes) {
  for (const unsigned Number : Unclosed) {
    const RegionSite &Site = C.Regions.Sites.at(Number);
    if (Site.Form == RegionForm::Span && Recorded.count(Number))
      Notes.push_back("region '" + Site.Name + "' (" + Site.File + ":" +
                      std::to_string(Site.Line) +
                      ") is left by a branch without ARGUS_END: what leaves it so is "
                      "in no duration; end it on every path out of it");
  }
}

Expected<Variant> tracedPtxVariant(const Capsule &C, const PtxSource &Source,
                                   const VariantRequest &Request) {
  ptxpasses::TraceRequest Wanted = requestOf(C, Request);
  try {
    ptx::Module M =
        ptx::parse(withoutLines(Source.Marked.empty() ? Source.Shipped : Source.Marked),
                   Wanted.Name);
    const ptxpasses::RegionCalls Calls(M, Wanted.Name);
    Wanted.Sites = ptxpasses::sitesToRecord(
        M, Calls, {Request.Sites.begin(), Request.Sites.end()}, rolesOf(C.Regions));
    ptxpasses::TraceResult Made = ptxpasses::tracePtx(std::move(M), Wanted);
    Variant Result;
    Result.Ptx = std::move(Made.Ptx);
    Result.Sites.assign(Wanted.Sites.begin(), Wanted.Sites.end());
    Result.Notes = std::move(Made.Notes);
    noteOpenSpans(C, Calls.Unclosed, Wanted.Sites, Result.Notes);
    return Result;
  } catch (const std::exception &Problem) {
    return createStringError(std::errc::invalid_argument, "%s", Problem.what());
  }
}

} // namespace argus
