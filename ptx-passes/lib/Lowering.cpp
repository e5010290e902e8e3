//===- Lowering.cpp - markers become recorded events ---------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "CallGraph.h"
#include "Divergence.h"
#include "TraceEmitter.h"
#include "argus/Abi.h"
#include "argus/ptx/Isa.h"

namespace argus::ptxpasses {

using ptx::Function;
using ptx::Instruction;

static uint32_t payloadOf(const Marker &M) {
  return M.Site | M.Kind << ARGUS_EVENT_KIND_SHIFT;
}

/// Calls that hand the state on, as statements.
static std::vector<unsigned> callsOf(const Function &F, const Recording &Takes) {
  std::vector<unsigned> Calls;
  for (unsigned S = 0; S < F.Body.size(); ++S)
    if (const auto *I = std::get_if<Instruction>(&F.Body[S]))
      if (const std::string *Callee = directCallee(*I);
          Callee ? Takes.Functions.count(*Callee) != 0
                 : Takes.Indirect && isIndirectCall(*I))
        Calls.push_back(S);
  return Calls;
}

/// Where threads leave the function: `ret`, `exit`, and the body's end if control may
/// get there. A trap ends the whole launch.
static std::vector<unsigned> endsOf(const Function &F) {
  std::vector<unsigned> Ends;
  const Instruction *Last = nullptr;
  for (unsigned S = 0; S < F.Body.size(); ++S) {
    const auto *I = std::get_if<Instruction>(&F.Body[S]);
    if (I && (I->Opcode == "ret" || I->Opcode == "exit"))
      Ends.push_back(S);
    if (I)
      Last = I;
    else if (std::holds_alternative<ptx::Label>(F.Body[S]))
      Last = nullptr;
  }
  const ptx::OpcodeInfo *Info = Last ? ptx::find(*Last) : nullptr;
  const bool Stops =
      Info && Info->Flags & ptx::ControlFlow && Last->Opcode != "call" && !Last->When;
  if (!Stops)
    Ends.push_back(unsigned(F.Body.size()));
  return Ends;
}

static void handOn(TraceEmitter &Emitter, const std::vector<unsigned> &Calls) {
  for (const unsigned Call : Calls)
    Emitter.handOn(Call);
}

void lowerKernel(Function &F, KernelRole Role, const std::vector<Marker> &Markers,
                 const Recording &Takes, const std::string &File) {
  const ptx::Cfg G = ptx::buildCfg(F, File);
  const std::vector<bool> Divergent = divergentBlocks(F, G);
  const std::vector<unsigned> Calls = callsOf(F, Takes);
  auto InPart = [&](const Marker &M) {
    return bool(Divergent[G.BlockOf[M.Statement]]);
  };
  bool Mixed = !Calls.empty();
  for (const Marker &M : Markers)
    Mixed |= InPart(M);
  const std::vector<unsigned> Ends = endsOf(F);
  TraceEmitter Emitter(F);
  Emitter.enterKernel(Role.Number, !Calls.empty(), !Role.Launched);
  for (const Marker &M : Markers) {
    if (InPart(M))
      Emitter.divergentEvent(M.Statement, payloadOf(M), M.Kind == ARGUS_EVENT_END);
    else
      Emitter.uniformEvent(M.Statement, payloadOf(M), Mixed);
    Emitter.erase(M.Statement);
  }
  handOn(Emitter, Calls);
  for (const unsigned End : Ends)
    Emitter.close(End);
  Emitter.apply();
}

void lowerFunction(Function &F, const std::vector<Marker> &Markers,
                   const Recording &Takes) {
  const std::vector<unsigned> Calls = callsOf(F, Takes);
  const std::vector<unsigned> Ends = endsOf(F);
  TraceEmitter::addParameter(F);
  TraceEmitter Emitter(F);
  Emitter.enterFunction();
  // Whoever calls may do so with a part of the warp.
  for (const Marker &M : Markers) {
    Emitter.divergentEvent(M.Statement, payloadOf(M), M.Kind == ARGUS_EVENT_END);
    Emitter.erase(M.Statement);
  }
  handOn(Emitter, Calls);
  for (const unsigned End : Ends) {
    const auto *I =
        End < F.Body.size() ? std::get_if<Instruction>(&F.Body[End]) : nullptr;
    if (I && I->Opcode == "exit")
      Emitter.close(End);
    else
      Emitter.giveBack(End);
  }
  Emitter.apply();
}

void eraseMarkers(Function &F, const std::vector<Marker> &Markers) {
  ptx::BodyEditor Edit(F);
  for (const Marker &M : Markers)
    Edit.erase(M.Statement);
  Edit.apply();
}

} // namespace argus::ptxpasses
