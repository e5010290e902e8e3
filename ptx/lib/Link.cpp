//===- Link.cpp - several PTX modules become one ----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/ptx/Link.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

namespace argus::ptx {

namespace {

bool defines(const Variable &V) { return V.Link != Linkage::Extern; }
bool defines(const Function &F) { return F.HasBody; }

/// Gives symbols of a module other names, where they are declared and used.
class Renaming {
public:
  explicit Renaming(std::map<std::string, std::string> Names)
      : Names(std::move(Names)) {}

  void apply(Module &M) const {
    for (Item &I : M.Items) {
      if (auto *V = std::get_if<Variable>(&I))
        variable(*V);
      if (auto *F = std::get_if<Function>(&I))
        function(*F);
    }
  }

private:
  void name(std::string &Text) const {
    if (const auto At = Names.find(Text); At != Names.end())
      Text = At->second;
  }

  void variable(Variable &V) const {
    name(V.Name);
    for (InitialValue &Value : V.Init)
      name(Value.Symbol);
  }

  void operand(Operand &O) const {
    if (O.What == Operand::Kind::Symbol && O.DeclaredIn == Operand::Home::Module)
      name(O.Name);
    for (Operand &Element : O.Elements)
      operand(Element);
  }

  void function(Function &F) const {
    name(F.Name);
    for (Statement &S : F.Body) {
      if (auto *I = std::get_if<Instruction>(&S))
        for (Operand &O : I->Operands)
          operand(O);
      if (auto *T = std::get_if<TargetList>(&S))
        for (Operand &O : T->Targets)
          operand(O);
      if (auto *V = std::get_if<Variable>(&S))
        for (InitialValue &Value : V->Init)
          name(Value.Symbol);
    }
  }

  std::map<std::string, std::string> Names;
};

template <typename Callable> void forSymbols(const Module &M, Callable Visit) {
  for (const Item &I : M.Items) {
    if (const auto *V = std::get_if<Variable>(&I))
      Visit(V->Name, V->Link, defines(*V));
    if (const auto *F = std::get_if<Function>(&I))
      Visit(F->Name, F->Link, defines(*F));
  }
}

/// Moves the file numbers of a module behind those of the modules before it.
unsigned shiftFiles(Module &M, unsigned By) {
  unsigned Last = By;
  for (Item &I : M.Items) {
    if (auto *File = std::get_if<SourceFile>(&I)) {
      File->Index += By;
      Last = std::max(Last, File->Index);
    }
    if (auto *F = std::get_if<Function>(&I))
      for (Statement &S : F->Body)
        if (auto *Line = std::get_if<SourceLine>(&S))
          Line->File += By;
  }
  return Last;
}

class Linker {
public:
  Module link(std::vector<Module> Modules) {
    Result.VersionMajor = Modules.front().VersionMajor;
    Result.VersionMinor = Modules.front().VersionMinor;
    Result.Targets = Modules.front().Targets;
    Result.AddressBits = Modules.front().AddressBits;
    const std::vector<SymbolChanges> Changes = symbolChanges(Modules);
    for (size_t I = 0; I < Modules.size(); ++I)
      Renaming(Changes[I].Renamed).apply(Modules[I]);
    unsigned Files = 0;
    for (Module &M : Modules) {
      Files = shiftFiles(M, Files);
      const auto Version = std::make_pair(M.VersionMajor, M.VersionMinor);
      if (Version > std::make_pair(Result.VersionMajor, Result.VersionMinor))
        std::tie(Result.VersionMajor, Result.VersionMinor) = Version;
      forSymbols(M, [&](const std::string &Name, Linkage, bool Defined) {
        if (Defined)
          DefinedSomewhere.insert(Name);
      });
    }
    // Files, declarations, variables and functions, in this order: each may name only
    // what is above it.
    for (Module &M : Modules)
      for (Item &I : M.Items)
        addFile(I);
    for (Module &M : Modules)
      for (Item &I : M.Items)
        addDeclaration(I);
    for (Module &M : Modules)
      for (Item &I : M.Items)
        addVariable(I);
    for (Module &M : Modules)
      for (Item &I : M.Items)
        addFunction(I);
    return std::move(Result);
  }

private:
  void addFile(Item &I) {
    if (std::holds_alternative<SourceFile>(I))
      Result.Items.push_back(std::move(I));
  }

  /// Of a defined function: a prototype with its own linkage, for callers above it.
  void addDeclaration(const Item &I) {
    if (const auto *V = std::get_if<Variable>(&I)) {
      if (!defines(*V) && !DefinedSomewhere.count(V->Name) &&
          Declared.insert(V->Name).second)
        Result.Items.push_back(*V);
      return;
    }
    const auto *F = std::get_if<Function>(&I);
    if (!F || F->Entry || (!F->HasBody && DefinedSomewhere.count(F->Name)) ||
        !Declared.insert(F->Name).second)
      return;
    Function Prototype = *F;
    Prototype.HasBody = false;
    Prototype.Body.clear();
    Prototype.Registers.clear();
    Result.Items.push_back(std::move(Prototype));
  }

  void addVariable(Item &I) {
    auto *V = std::get_if<Variable>(&I);
    if (V && defines(*V) && Defined.insert(V->Name).second)
      Result.Items.push_back(std::move(I));
  }

  void addFunction(Item &I) {
    auto *F = std::get_if<Function>(&I);
    if (F && F->HasBody && Defined.insert(F->Name).second)
      Result.Items.push_back(std::move(I));
  }

  Module Result;
  std::set<std::string> DefinedSomewhere, Declared, Defined;
};

} // namespace

std::vector<SymbolChanges> symbolChanges(const std::vector<Module> &Modules) {
  std::map<std::string, std::set<size_t>> Users;
  for (size_t I = 0; I < Modules.size(); ++I)
    forSymbols(Modules[I],
               [&](const std::string &Name, Linkage, bool) { Users[Name].insert(I); });
  std::vector<SymbolChanges> Changes(Modules.size());
  std::map<std::string, size_t> Definer;
  for (size_t I = 0; I < Modules.size(); ++I)
    forSymbols(Modules[I], [&](const std::string &Name, Linkage Link, bool Defined) {
      if (!Defined)
        return;
      if (Link != Linkage::Internal) {
        if (Definer.try_emplace(Name, I).first->second != I)
          Changes[I].Dropped.insert(Name);
      } else if (Users[Name].size() > 1) {
        Changes[I].Renamed[Name] = Name + "$u" + std::to_string(I);
      }
    });
  return Changes;
}

Module together(std::vector<Module> Modules) {
  const std::vector<SymbolChanges> Changes = symbolChanges(Modules);
  Module Result;
  for (size_t I = 0; I < Modules.size(); ++I) {
    Renaming(Changes[I].Renamed).apply(Modules[I]);
    Result.Items.insert(Result.Items.end(),
                        std::make_move_iterator(Modules[I].Items.begin()),
                        std::make_move_iterator(Modules[I].Items.end()));
  }
  return Result;
}

Module link(std::vector<Module> Modules) { return Linker().link(std::move(Modules)); }

} // namespace argus::ptx
