//===- Recording.cpp - which functions take part in a trace --------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recording.h"

#include <algorithm>

namespace argus::ptxpasses {

using ptx::Function;
using ptx::Instruction;
using ptx::Operand;

const Operand *calleeOf(const Instruction &I) {
  if (I.Opcode != "call" || I.Operands.empty())
    return nullptr;
  const bool Returns = I.Operands.front().What == Operand::Kind::List;
  return I.Operands.size() > Returns ? &I.Operands[Returns] : nullptr;
}

const std::string *directCallee(const Instruction &I) {
  const Operand *Callee = calleeOf(I);
  return Callee && Callee->What == Operand::Kind::Symbol &&
                 Callee->DeclaredIn == Operand::Home::Module
             ? &Callee->Name
             : nullptr;
}

namespace {

/// Who calls whom, and whose address is taken.
class CallGraph {
public:
  explicit CallGraph(const ptx::Module &M);
  /// These and what they call, directly or not.
  std::set<std::string> withCallees(std::set<std::string> Names) const {
    return closure(std::move(Names), Callees);
  }
  std::set<std::string> withCallers(std::set<std::string> Names) const {
    return closure(std::move(Names), Callers);
  }

  std::set<std::string> Outside; ///< may be called from another module
  std::set<std::string> Pointed; ///< may be called through a pointer

private:
  using Edges = std::map<std::string, std::set<std::string>>;
  void add(const Function &F);
  void add(const ptx::Variable &V);
  void take(const Operand &O);
  static std::set<std::string> closure(std::set<std::string> Names, const Edges &E);

  std::set<std::string> Functions; ///< all but kernels
  Edges Callees, Callers;
};

} // namespace

CallGraph::CallGraph(const ptx::Module &M) {
  for (const ptx::Item &I : M.Items)
    if (const auto *F = std::get_if<Function>(&I); F && !F->Entry) {
      Functions.insert(F->Name);
      if (F->Link != ptx::Linkage::Internal)
        Outside.insert(F->Name);
    }
  for (const ptx::Item &I : M.Items) {
    if (const auto *F = std::get_if<Function>(&I))
      add(*F);
    else if (const auto *V = std::get_if<ptx::Variable>(&I))
      add(*V);
    // Another name of a function may be called by anyone.
    else if (const auto *D = std::get_if<ptx::Directive>(&I); D && D->Name == ".alias")
      for (const std::string &Name : Functions)
        if (D->Text.find(Name) != std::string::npos)
          Outside.insert(Name);
  }
}

void CallGraph::take(const Operand &O) {
  if (O.What == Operand::Kind::Symbol && O.DeclaredIn == Operand::Home::Module &&
      Functions.count(O.Name))
    Pointed.insert(O.Name);
  for (const Operand &Element : O.Elements)
    take(Element);
}

void CallGraph::add(const ptx::Variable &V) {
  for (const ptx::InitialValue &Value : V.Init)
    if (Functions.count(Value.Symbol))
      Pointed.insert(Value.Symbol);
}

void CallGraph::add(const Function &F) {
  for (const ptx::Statement &S : F.Body) {
    if (const auto *V = std::get_if<ptx::Variable>(&S))
      add(*V);
    if (const auto *L = std::get_if<ptx::TargetList>(&S); L && L->Calls)
      for (const Operand &O : L->Targets)
        take(O);
    const auto *I = std::get_if<Instruction>(&S);
    if (!I)
      continue;
    const Operand *Callee = calleeOf(*I);
    for (const Operand &O : I->Operands)
      if (&O != Callee)
        take(O);
    if (const std::string *Name = directCallee(*I)) {
      Callees[F.Name].insert(*Name);
      Callers[*Name].insert(F.Name);
    }
  }
}

std::set<std::string> CallGraph::closure(std::set<std::string> Names, const Edges &E) {
  std::vector<std::string> Work(Names.begin(), Names.end());
  while (!Work.empty()) {
    const auto Of = E.find(Work.back());
    Work.pop_back();
    if (Of == E.end())
      continue;
    for (const std::string &Next : Of->second)
      if (Names.insert(Next).second)
        Work.push_back(Next);
  }
  return Names;
}

static std::string sitesText(const std::vector<Marker> &Markers) {
  std::set<unsigned> Sites;
  for (const Marker &M : Markers)
    Sites.insert(M.Site);
  std::string Text = Sites.size() > 1 ? "sites " : "site ";
  for (unsigned Site : Sites)
    Text += (Site == *Sites.begin() ? "" : ", ") + std::to_string(Site);
  return Text;
}

static std::string noteOn(const Function &F, const std::vector<Marker> &Markers,
                          const CallGraph &Calls) {
  const char *Reason = Calls.Pointed.count(F.Name)
                           ? "it may be called through a pointer"
                       : Calls.Outside.count(F.Name)
                           ? "it may be called from another module"
                           : "it is called by a function that may be called through a "
                             "pointer or from another module";
  return "'" + F.Name + "' is called, not inlined: its regions (" + sitesText(Markers) +
         ") are not traced, because " + Reason;
}

Recording findRecording(const ptx::Module &M, const MarkersByItem &Markers,
                        std::vector<std::string> &Notes) {
  const CallGraph Calls(M);
  Recording Result;
  std::set<std::string> Unknown = Calls.Pointed;
  Unknown.insert(Calls.Outside.begin(), Calls.Outside.end());
  Unknown = Calls.withCallees(std::move(Unknown));
  std::set<std::string> Marked;
  for (const auto &[Item, Its] : Markers) {
    const auto &F = std::get<Function>(M.Items[Item]);
    if (Its.empty())
      continue;
    if (!F.Entry && Unknown.count(F.Name)) {
      Result.Silent.insert(Item);
      Notes.push_back(noteOn(F, Its, Calls));
    } else {
      Marked.insert(F.Name);
    }
  }
  const std::set<std::string> All = Calls.withCallers(std::move(Marked));
  for (const ptx::Item &I : M.Items)
    if (const auto *F = std::get_if<Function>(&I); F && All.count(F->Name))
      (F->Entry ? Result.Kernels : Result.Functions).insert(F->Name);
  return Result;
}

} // namespace argus::ptxpasses
