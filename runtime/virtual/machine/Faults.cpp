//===- Faults.cpp - what went wrong, in words -----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "Operations.h"

#include <map>

namespace argus::vm {

static std::string text(const Dim3 &D) {
  return "(" + std::to_string(D.X) + "," + std::to_string(D.Y) + "," +
         std::to_string(D.Z) + ")";
}

std::string LoadedProgram::sourceOf(const Place &At) const {
  const ptx::SourceFile *File = At.SourceLine ? Module.file(At.SourceFile) : nullptr;
  if (!File)
    return "";
  size_t Slash = File->Name.rfind('/');
  return File->Name.substr(Slash == std::string::npos ? 0 : Slash + 1) + ":" +
         std::to_string(At.SourceLine);
}

std::string Launch::placeOf(const Code &C, unsigned Instr) const {
  const Place &At = C.Places[Instr];
  std::string Source = P.sourceOf(At);
  return "(PTX line " + std::to_string(At.PtxLine) +
         (Source.empty() ? "" : ", " + Source) + ")";
}

std::string Launch::kernelText() const { return "kernel '" + Info.Name + "'"; }

void Launch::fault(const Warp &W, int Code, const std::string &What) const {
  std::string Where;
  if (W.F && W.Ops)
    Where = " " + placeOf(*W.F->C, W.Ops[W.Pc].Instr);
  throw FaultError{{Code, kernelText() + ": warp " + std::to_string(W.Index) +
                              " of CTA " + text(W.C->Id) + " " + What + Where}};
}

/// " of '%envreg5'": a special register is the operand that decides.
static std::string unknownSpecial(const ptx::Instruction &I) {
  bool Wide = false;
  for (const ptx::Operand &O : I.Operands)
    if (O.What == ptx::Operand::Kind::Special && specialRegister(O.Name, Wide) < 0)
      return " of '" + O.Name + "'";
  return "";
}

void Launch::unsupported(const Warp &W, const Op &I) const {
  const Place &At = W.F->C->Places[I.Instr];
  throw FaultError{{UnsupportedInstruction,
                    kernelText() + ": the virtual device does not support '" +
                        (At.Text ? At.Text->text() : std::string("?")) + "'" +
                        (At.Text ? unknownSpecial(*At.Text) : "") + " " +
                        placeOf(*W.F->C, I.Instr)}};
}

void unsupported(Lanes &X, const Op &I) { warpOf(X).L->unsupported(warpOf(X), I); }

/// "waits at barrier 0 (PTX line 41, k.cu:17)"
std::string Launch::whereWarpIs(const Warp &W) const {
  if (W.finished())
    return "has ended";
  int Leaf = W.Current >= 0 ? W.Current : W.Leaves.empty() ? -1 : W.Leaves.back();
  if (Leaf < 0)
    return "has ended";
  const Node &N = W.Nodes[size_t(Leaf)];
  const Code &C = *N.F->C;
  uint32_t Pc = W.Current >= 0 ? W.Pc : N.Pc;
  switch (N.For) {
  case Wait::Barrier:
    return "waits at barrier " + std::to_string(N.WaitId) + " " +
           placeOf(C, C.Ops[Pc - 1].Instr);
  case Wait::Cluster:
    return "waits at the cluster's barrier " + placeOf(C, C.Ops[Pc - 1].Instr);
  case Wait::Lanes:
    return "waits for lanes that do not come " + placeOf(C, C.Ops[Pc].Instr);
  case Wait::None:
    break;
  }
  if (W.Polls)
    return "waits for an mbarrier " + placeOf(*W.PolledIn, W.PolledAt);
  return "is at " + placeOf(C, C.Ops[Pc].Instr);
}

/// "3 of 4 warps wait at barrier 0 (PTX line 41), 1 has ended"
std::string Launch::whereWarpsAre(const Cta &C, unsigned Most) const {
  std::map<std::string, unsigned> States;
  for (const auto &W : C.Warps)
    ++States[whereWarpIs(*W)];
  std::multimap<unsigned, std::string, std::greater<>> ByCount;
  for (const auto &[State, Count] : States)
    ByCount.emplace(Count, State);
  std::string Result = "CTA " + text(C.Id) + ": ";
  unsigned Listed = 0;
  for (const auto &[Count, State] : ByCount) {
    if (Listed == Most) {
      Result += ", ...";
      break;
    }
    std::string Verb = State;
    if (Count > 1) {
      size_t Space = State.find(' ');
      std::string First = State.substr(0, Space);
      First = First == "waits" ? "wait" : First == "has" ? "have" : "are";
      Verb = First + State.substr(Space);
    }
    Result += (Listed ? ", " : "") + std::to_string(Count) +
              (Listed ? " " : " of " + std::to_string(C.Warps.size()) + " warps ") +
              Verb;
    ++Listed;
  }
  return Result;
}

void Launch::deadlock() {
  std::string Where = Ctas.empty() ? "" : whereWarpsAre(*Ctas.front(), 4);
  throw FaultError{{LaunchFailure, "deadlock in " + kernelText() + ": " + Where}};
}

/// A wait found its barrier's phase open. When all warps do nothing but that, it stays.
void Launch::polled(Warp &W, const Op &I) {
  constexpr unsigned MostPolls = 20000;
  bool Again = W.Polls && W.PolledProgress == Progress && W.PolledIn == W.F->C &&
               W.PolledAt == I.Instr;
  W.Polls = Again ? W.Polls + 1 : 1;
  W.PolledProgress = Progress;
  W.PolledIn = W.F->C;
  W.PolledAt = I.Instr;
  if (W.Polls % MostPolls)
    return;
  for (const auto &C : Ctas)
    for (const auto &Other : C->Warps)
      if (!Other->finished() && Other->Queued && Other.get() != &W &&
          (Other->Polls < MostPolls / 2 || Other->PolledProgress != Progress))
        return;
  deadlock();
}

} // namespace argus::vm
