//===- CallGraph.cpp - who calls whom in a module of PTX -----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallGraph.h"

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

bool isIndirectCall(const Instruction &I) {
  const Operand *Callee = calleeOf(I);
  return Callee && Callee->What == Operand::Kind::Register;
}

CallGraph::CallGraph(const ptx::Module &M, bool Whole) {
  for (const ptx::Item &I : M.Items)
    if (const auto *F = std::get_if<Function>(&I)) {
      (F->Entry ? Kernels : Functions).insert(F->Name);
      if (!F->Entry && F->HasBody)
        Defined.insert(F->Name);
      if (!F->Entry && !Whole && F->Link != ptx::Linkage::Internal)
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

void CallGraph::take(const std::string &Symbol) {
  if (Functions.count(Symbol))
    Pointed.insert(Symbol);
  else if (Kernels.count(Symbol))
    Launched.insert(Symbol);
}

void CallGraph::take(const Operand &O) {
  if (O.What == Operand::Kind::Symbol && O.DeclaredIn == Operand::Home::Module)
    take(O.Name);
  for (const Operand &Element : O.Elements)
    take(Element);
}

void CallGraph::add(const ptx::Variable &V) {
  for (const ptx::InitialValue &Value : V.Init)
    take(Value.Symbol);
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
    if (isIndirectCall(*I))
      PointerCallers.insert(F.Name);
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

} // namespace argus::ptxpasses
