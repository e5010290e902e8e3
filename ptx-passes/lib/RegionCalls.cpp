//===- RegionCalls.cpp - marks and calls of marked PTX -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/ptxpasses/RegionCalls.h"

#include "CallGraph.h"
#include "RegionFlow.h"
#include "argus/Abi.h"

namespace argus::ptxpasses {

using ptx::Function;
using ptx::Instruction;
using ptx::Operand;

namespace {

using Signature = std::vector<uint64_t>; ///< bytes of each result, ~0, of parameters

Signature signatureOf(const std::vector<ptx::Variable> &Returns,
                      const std::vector<ptx::Variable> &Parameters) {
  Signature Result;
  for (const ptx::Variable &V : Returns)
    Result.push_back(V.size());
  Result.push_back(~uint64_t(0));
  for (const ptx::Variable &V : Parameters)
    Result.push_back(V.size());
  return Result;
}

/// What calls through pointers may lead to.
class PointerTargets {
public:
  explicit PointerTargets(const ptx::Module &M) {
    const std::set<std::string> Pointed = CallGraph(M).Pointed;
    for (const ptx::Item &I : M.Items)
      if (const auto *F = std::get_if<Function>(&I); F && Pointed.count(F->Name))
        By[signatureOf(F->Returns, F->Parameters)].insert(F->Name);
  }

  std::vector<std::string> of(const Function &Caller, const Instruction &Call) const {
    std::vector<std::string> Result;
    const Operand &Last = Call.Operands.back();
    if (Last.What != Operand::Kind::Label || Last.Index >= Caller.Body.size())
      return Result;
    if (const auto *L = std::get_if<ptx::TargetList>(&Caller.Body[Last.Index]))
      for (const Operand &O : L->Targets)
        Result.push_back(O.Name);
    if (const auto *P = std::get_if<ptx::Prototype>(&Caller.Body[Last.Index]))
      if (const auto Found = By.find(signatureOf(P->Returns, P->Parameters));
          Found != By.end())
        Result.assign(Found->second.begin(), Found->second.end());
    return Result;
  }

private:
  std::map<Signature, std::set<std::string>> By; ///< a function may be declared, too
};

/// Reads one function's steps.
class StepReader {
public:
  StepReader(const Function &F, const PointerTargets &Targets, const std::string &File)
      : F(F), Targets(Targets), Flow(F, File) {}

  std::vector<RegionStep> read() {
    const auto &Blocks = Flow.graph().Blocks;
    for (unsigned B = 0; B < Blocks.size(); ++B) {
      if (!Flow.reached(B))
        continue;
      SiteStack Open = Flow.entry(B);
      for (unsigned S = Blocks[B].First; S < Blocks[B].Last; ++S)
        step(S, Open);
    }
    return std::move(Steps);
  }

  std::set<unsigned> unclosed() const { return Flow.unclosed(F); }

private:
  void step(unsigned S, SiteStack &Open) {
    const Marker *Mark = Flow.step(S, Open);
    if (Mark && Mark->Kind == ARGUS_EVENT_BEGIN)
      Steps.push_back({Open, "", false, {}});
    const auto *I = std::get_if<Instruction>(&F.Body[S]);
    if (!I || I->Opcode != "call")
      return;
    if (const std::string *Callee = directCallee(*I))
      Steps.push_back({Open, *Callee, false, {}});
    else if (isIndirectCall(*I))
      Steps.push_back({Open, "", true, Targets.of(F, *I)});
  }

  const Function &F;
  const PointerTargets &Targets;
  RegionFlow Flow;
  std::vector<RegionStep> Steps;
};

/// Adds to the sites what is open around them, until nothing is new.
class Closure {
public:
  Closure(const RegionCalls &Calls, std::set<unsigned> Sites)
      : Calls(Calls), Wanted(std::move(Sites)) {}

  /// Adds the loops whose trips count to a wanted region: in it, and in no inner one,
  /// be it in a function that it calls.
  void addLoops(const CoordinateSites &Coordinates) {
    std::set<std::string> Inside; // called where a wanted region is the innermost
    const auto Counts = [&](const std::string &Function, auto Last, auto First) {
      for (; Last != First; --Last)
        if (const unsigned Site = Last[-1];
            !(Site & (EndOfCallersSite | EndedSite)) && Coordinates.isRegion(Site))
          return Wanted.count(Site) != 0;
      return Inside.count(Function) != 0;
    };
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const auto &[Name, Steps] : Calls.Of)
        for (const RegionStep &Step : Steps)
          if (!isBegin(Step) && Counts(Name, Step.Open.end(), Step.Open.begin()))
            Changed |= addTargets(Step, Inside);
    }
    std::set<unsigned> Loops;
    for (const auto &[Name, Steps] : Calls.Of)
      for (const RegionStep &Step : Steps)
        if (isBegin(Step) && Coordinates.Loops.count(Step.Open.back()) &&
            Counts(Name, Step.Open.end() - 1, Step.Open.begin()))
          Loops.insert(Step.Open.back());
    Wanted.merge(Loops);
  }

  void close() {
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const auto &[Name, Steps] : Calls.Of)
        for (const RegionStep &Step : Steps)
          Changed |= holds(Step) && hold(Name, Step);
    }
  }

  /// Adds those of Roles that a kernel that holds a wanted site can reach.
  void addRoles(const ptx::Module &M, const std::set<unsigned> &Roles) {
    std::set<std::string> Kernels;
    for (const ptx::Item &I : M.Items)
      if (const auto *F = std::get_if<Function>(&I);
          F && F->Entry && Holders.count(F->Name))
        Kernels.insert(F->Name);
    for (const std::string &Name : reached(std::move(Kernels)))
      for (const RegionStep &Step : Calls.Of.at(Name))
        if (isBegin(Step) && Roles.count(Step.Open.back()))
          Wanted.insert(Step.Open.back());
  }

  std::set<unsigned> take() { return std::move(Wanted); }

private:
  static bool isBegin(const RegionStep &Step) {
    return Step.Callee.empty() && !Step.Indirect;
  }

  /// True where one of the functions that a call may lead to is new.
  static bool addTargets(const RegionStep &Step, std::set<std::string> &Functions) {
    bool New = !Step.Callee.empty() && Functions.insert(Step.Callee).second;
    for (const std::string &Target : Step.Targets)
      New |= Functions.insert(Target).second;
    return New;
  }

  /// Whether the step leads to a wanted site.
  bool holds(const RegionStep &Step) const {
    if (isBegin(Step))
      return Wanted.count(Step.Open.back()) != 0;
    if (!Step.Indirect)
      return Holders.count(Step.Callee) != 0;
    for (const std::string &Target : Step.Targets)
      if (Holders.count(Target))
        return true;
    return false;
  }

  /// True where something is new.
  bool hold(const std::string &Function, const RegionStep &Step) {
    bool Changed = Holders.insert(Function).second;
    for (const unsigned Site : Step.Open)
      Changed |= Wanted.insert(Site & SiteNumber).second;
    return Changed;
  }

  std::set<std::string> reached(std::set<std::string> Names) const {
    std::vector<std::string> Work(Names.begin(), Names.end());
    const auto Reach = [&](const std::string &Name) {
      if (Calls.Of.count(Name) && Names.insert(Name).second)
        Work.push_back(Name);
    };
    while (!Work.empty()) {
      const auto &Steps = Calls.Of.at(Work.back());
      Work.pop_back();
      for (const RegionStep &Step : Steps) {
        for (const std::string &Target : Step.Targets)
          Reach(Target);
        if (!Step.Callee.empty())
          Reach(Step.Callee);
      }
    }
    return Names;
  }

  const RegionCalls &Calls;
  std::set<unsigned> Wanted;
  std::set<std::string> Holders; ///< functions that lead to a wanted site
};

} // namespace

RegionCalls::RegionCalls(const ptx::Module &M, const std::string &File) {
  const PointerTargets Targets(M);
  for (const ptx::Item &I : M.Items)
    if (const auto *F = std::get_if<Function>(&I); F && F->HasBody) {
      StepReader Reader(*F, Targets, File);
      std::vector<RegionStep> &Steps = Of[F->Name]; // of a weak function, of each unit
      for (RegionStep &Step : Reader.read())
        Steps.push_back(std::move(Step));
      Unclosed.merge(Reader.unclosed());
    }
}

std::set<unsigned> sitesToRecord(const ptx::Module &M, const RegionCalls &Calls,
                                 const std::set<unsigned> &Sites,
                                 const CoordinateSites &Coordinates) {
  Closure Around(Calls, Sites);
  Around.addLoops(Coordinates);
  Around.close();
  Around.addRoles(M, Coordinates.Roles);
  return Around.take();
}

} // namespace argus::ptxpasses
