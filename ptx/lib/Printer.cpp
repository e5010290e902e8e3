//===- Printer.cpp - writes PTX -------------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/ptx/Printer.h"

#include "Text.h"

namespace argus::ptx {

namespace {

class Printer {
public:
  std::string module(const Module &M);
  void instruction(const Function &F, const Instruction &I);
  std::string Out;

private:
  void item(const SourceFile &F);
  void item(const Directive &D);
  void item(const Variable &V);
  void item(const Function &F);

  void statement(const Function &F, const Instruction &I);
  void statement(const Function &F, const Label &L);
  void statement(const Function &F, const Variable &V);
  void statement(const Function &F, const RegisterDecl &R);
  void statement(const Function &F, const SourceLine &L);
  void statement(const Function &F, const TargetList &L);
  void statement(const Function &F, const Prototype &P);
  void statement(const Function &F, const Scope &S);
  void statement(const Function &F, const Directive &D);

  void parameters(const std::vector<Variable> &Parameters, const char *Separator);
};

} // namespace

void Printer::item(const SourceFile &F) {
  Out += "\t.file\t" + std::to_string(F.Index) + " \"" + F.Name + "\"" + F.Rest + "\n";
}

void Printer::item(const Directive &D) {
  Out += "\t" + textOf(D);
  Out += D.Name == ".section" ? "\n" : ";\n";
}

void Printer::item(const Variable &V) { Out += textOf(V) + ";\n"; }

void Printer::parameters(const std::vector<Variable> &Parameters,
                         const char *Separator) {
  for (size_t I = 0; I < Parameters.size(); ++I)
    Out += (I ? "," : "") + std::string(Separator) + textOf(Parameters[I]);
}

void Printer::item(const Function &F) {
  Out += textOf(F.Link);
  Out += F.Entry ? ".entry " : ".func ";
  for (const Directive &D : F.Directives)
    if (D.Name == ".attribute")
      Out += textOf(D) + " ";
  if (!F.Returns.empty()) {
    Out += "(";
    parameters(F.Returns, " ");
    Out += " ) ";
  }
  Out += F.Name + "(";
  parameters(F.Parameters, "\n\t");
  Out += F.Parameters.empty() ? ")\n" : "\n)\n";
  for (const Directive &D : F.Directives)
    if (D.Name != ".attribute")
      Out += textOf(D) + (D.Name == ".pragma" ? ";\n" : "\n");
  if (!F.HasBody) {
    Out += ";\n";
    return;
  }
  Out += "{\n";
  for (const Statement &S : F.Body)
    std::visit([&](const auto &Each) { statement(F, Each); }, S);
  Out += "}\n";
}

void Printer::instruction(const Function &F, const Instruction &I) {
  if (I.When) {
    Out += I.When->Negated ? "@!" : "@";
    Out += F.Registers[I.When->Register].Name;
    Out += ' ';
  }
  Out += I.Opcode;
  for (const std::string &M : I.Modifiers) {
    Out += '.';
    Out += M;
  }
  for (size_t O = 0; O < I.Operands.size(); ++O) {
    Out += O ? ", " : " ";
    append(Out, I.Operands[O]);
  }
  Out += ';';
}

void Printer::statement(const Function &F, const Instruction &I) {
  Out += "\t";
  instruction(F, I);
  Out += "\n";
}

void Printer::statement(const Function &, const Label &L) { Out += L.Name + ":\n"; }

void Printer::statement(const Function &, const Variable &V) {
  Out += "\t" + textOf(V) + ";\n";
}

void Printer::statement(const Function &F, const RegisterDecl &R) {
  // A range of none has no register to tell its type; .b32 serves.
  Register None;
  const Register &First = R.Count ? F.Registers[R.First] : None;
  Out +=
      "\t.reg " + vectorText(First.Lanes) + "." + nameOf(First.Element) + " " + R.Base;
  if (R.Range)
    Out += "<" + std::to_string(R.Count) + ">";
  Out += ";\n";
}

void Printer::statement(const Function &, const SourceLine &L) {
  Out += "\t.loc\t" + std::to_string(L.File) + " " + std::to_string(L.Line) + " " +
         std::to_string(L.Column) + L.Rest + "\n";
}

void Printer::statement(const Function &, const TargetList &L) {
  Out += L.Name + (L.Calls ? ":\t.calltargets " : ":\t.branchtargets ");
  for (size_t I = 0; I < L.Targets.size(); ++I) {
    Out += I ? ", " : "";
    append(Out, L.Targets[I]);
  }
  Out += ";\n";
}

void Printer::statement(const Function &, const Prototype &P) {
  Out += P.Name + ":\t.callprototype ";
  if (!P.Returns.empty()) {
    Out += "(";
    parameters(P.Returns, " ");
    Out += " ) ";
  }
  Out += "_ (";
  parameters(P.Parameters, " ");
  Out += " )";
  for (const Directive &D : P.Directives)
    Out += " " + textOf(D);
  Out += ";\n";
}

void Printer::statement(const Function &, const Scope &S) {
  Out += S.Opens ? "\t{\n" : "\t}\n";
}

void Printer::statement(const Function &, const Directive &D) {
  Out += "\t" + textOf(D) + ";\n";
}

std::string Printer::module(const Module &M) {
  // A statement's usual length; growing step by step copies the text several times.
  constexpr size_t Characters = 40;
  size_t Statements = 0;
  for (const Item &I : M.Items)
    if (const auto *F = std::get_if<Function>(&I))
      Statements += F->Body.size();
  Out.reserve(Statements * Characters);
  Out += ".version " + std::to_string(M.VersionMajor) + "." +
         std::to_string(M.VersionMinor) + "\n.target ";
  for (size_t I = 0; I < M.Targets.size(); ++I)
    Out += (I ? ", " : "") + M.Targets[I];
  Out += "\n.address_size " + std::to_string(M.AddressBits) + "\n";
  for (const Item &I : M.Items)
    std::visit([&](const auto &Each) { item(Each); }, I);
  return std::move(Out);
}

std::string print(const Module &M) { return Printer().module(M); }

std::string print(const Function &F, const Instruction &I) {
  Printer P;
  P.instruction(F, I);
  return std::move(P.Out);
}

} // namespace argus::ptx
