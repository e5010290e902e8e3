//===- SpanCheck.cpp - spans whose halves do not match ----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpanCheck.h"
#include "clang/Basic/Diagnostic.h"
#include "llvm/Demangle/Demangle.h"

using namespace clang;

namespace argus {

using Conflict = RegionFlow::Conflict;

/// The function has one half only, as far as this conflict goes.
static bool isHalf(const Conflict &C) {
  return C.What == Conflict::OpenAtReturn || C.What == Conflict::EndWithoutBegin;
}

static bool isSpan(const RegionTable &Table, unsigned Site) {
  return Table.Sites[Site].Form == RegionForm::Span;
}

/// The site of the span that a call marks, if it marks one.
static std::optional<unsigned> spanOf(const llvm::CallBase &Call,
                                      const RegionTable &Table) {
  const std::optional<Marker> Mark = asMarker(Call);
  if (Mark && isSpan(Table, Mark->Site))
    return Mark->Site;
  return std::nullopt;
}

void joinSpansAcrossFunctions(llvm::Module &M, const RegionTable &Table) {
  const CallEffects None(M);
  std::map<std::string, unsigned> Joined; // the site of a name
  for (llvm::Function &F : M)
    if (!Table.isKernel(F.getName()) &&
        llvm::any_of(None.callsOf(F), [&](const llvm::CallBase *Call) {
          return spanOf(*Call, Table).has_value();
        }))
      for (const Conflict &C : RegionFlow(F, None).conflicts())
        if (isSpan(Table, C.Site) && isHalf(C))
          Joined.emplace(Table.Sites[C.Site].Name, C.Site);
  if (Joined.empty())
    return;
  for (llvm::Function &F : M)
    for (llvm::CallBase *Call : None.callsOf(F))
      if (const std::optional<unsigned> Site = spanOf(*Call, Table))
        if (const auto At = Joined.find(Table.Sites[*Site].Name); At != Joined.end())
          setAcross(*Call, At->second);
}

namespace {

class Reporter {
public:
  Reporter(const ModuleFlow &Flow, const RegionTable &Table, const SiteNumbering &Sites,
           DiagnosticsEngine &Diags)
      : Flow(Flow), Table(Table), Sites(Sites), Diags(Diags), Effects(Flow.Effects) {}

  void run() {
    reportMissingHalves();
    reportPointerCalls();
    for (const auto &[F, FlowOfF] : Flow.Of)
      for (const Conflict &C : FlowOfF->conflicts())
        // What a function leaves to its callers is told where it meets a kernel.
        if (isSpan(Table, C.Site) &&
            !(isHalf(C) && Effects.isAcross(C.Site) && !Table.isKernel(F->getName())))
          report(C.Site, textOf(C));
  }

private:
  void reportMissingHalves() {
    std::map<unsigned, std::set<MarkerKind>> Halves;
    for (const auto &[F, FlowOfF] : Flow.Of)
      for (const llvm::CallBase *Call : Effects.callsOf(*F))
        if (const std::optional<Marker> Mark = asMarker(*Call); Mark && Mark->Across)
          Halves[Mark->Site].insert(Mark->Kind);
    for (const auto &[Site, Kinds] : Halves)
      if (Kinds.size() == 1)
        report(Site,
               "region " + nameOf(Site) + " has no " +
                   (Kinds.count(MarkerKind::Begin) ? "ARGUS_END" : "ARGUS_BEGIN") +
                   " in this translation unit; both must be in one");
  }

  void reportPointerCalls() {
    for (const auto &[F, Left] : Effects)
      if (F->hasAddressTaken())
        for (unsigned Site : Left)
          report(Site & SiteNumber,
                 "region " + nameOf(Site & SiteNumber) +
                     " does not begin and end in '" + llvm::demangle(F->getName()) +
                     "', which is called through a pointer; only direct calls can "
                     "begin or end a region");
  }

  std::string textOf(const Conflict &C) const {
    const std::string Name = nameOf(C.Site), Place = placeOf(*C.At);
    switch (C.What) {
    case Conflict::OpenOnSomePaths:
      return "region " + Name + " is left by a branch" + Place +
             " without ARGUS_END; end it on every path out of it";
    case Conflict::EndedOnSomePaths:
      return "region " + Name + ", which a caller begins, ends on some paths only" +
             Place + "; end it on every path or on none";
    case Conflict::OpenAtReturn:
      return "region " + Name + " has no ARGUS_END before the function returns";
    case Conflict::EndWithoutBegin:
      return "ARGUS_END of region " + Name + Place + " is reached without ARGUS_BEGIN";
    case Conflict::BeginTwice:
      return "ARGUS_BEGIN of region " + Name + Place +
             " is reached while the region is open";
    }
    llvm_unreachable("all kinds are handled");
  }

  /// Where in the source an instruction comes from, as far as its line table tells.
  static std::string placeOf(const llvm::Instruction &I) {
    // What chooses the way behind a cleanup has no place; the jump that follows has.
    const llvm::DebugLoc &Own = I.getDebugLoc();
    const llvm::DebugLoc &Loc =
        Own ? Own : I.getParent()->getTerminator()->getDebugLoc();
    return Loc ? " (line " + std::to_string(Loc.getLine()) + ")" : "";
  }

  std::string nameOf(unsigned Site) const { return "'" + Table.Sites[Site].Name + "'"; }

  /// One report of a site is enough.
  void report(unsigned Site, const std::string &Text) {
    if (Reported.insert(Site).second)
      Diags.Report(Sites.location(Site),
                   Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0"))
          << Text;
  }

  const ModuleFlow &Flow;
  const RegionTable &Table;
  const SiteNumbering &Sites;
  DiagnosticsEngine &Diags;
  const CallEffects &Effects;
  std::set<unsigned> Reported;
};

} // namespace

void reportSpanConflicts(const ModuleFlow &Flow, const RegionTable &Table,
                         const SiteNumbering &Sites, DiagnosticsEngine &Diags) {
  Reporter(Flow, Table, Sites, Diags).run();
}

} // namespace argus
