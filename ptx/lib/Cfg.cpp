//===- Cfg.cpp - the control flow graph of a PTX function -----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/ptx/Cfg.h"

#include "Meets.h"
#include "argus/ptx/Isa.h"
#include "argus/ptx/Parser.h"

#include <algorithm>

namespace argus::ptx {

namespace {

/// Bounds the time for a text made to take long: meets take the square of it at worst.
/// Compilers make a few thousand at most.
constexpr size_t MostBlocks = 1 << 17;

class Builder {
public:
  Builder(const Function &F, const std::string &Name) : F(F), Name(Name) {}
  Cfg build();

private:
  void findBlocks();
  const Instruction *lastOf(const Block &B) const;
  void connect(unsigned B);
  void addTargets(const Instruction &I, std::vector<unsigned> &Successors) const;
  void addTarget(const Operand &O, std::vector<unsigned> &Successors) const;
  void findReachable();

  const Function &F;
  const std::string &Name;
  Cfg G;
  std::vector<bool> Ends; ///< by block: control may leave the function from it
};

} // namespace

static bool endsBlock(const Instruction &I) {
  const OpcodeInfo *Info = find(I);
  return Info && Info->Flags & ControlFlow && I.Opcode != "call";
}

void Builder::findBlocks() {
  auto Size = unsigned(F.Body.size());
  G.BlockOf.resize(Size);
  Block Current;
  // Anything that happens in the current block: a marker alone between a branch and a
  // label (`.pragma`) is on one of the two ways only.
  bool Happens = false;
  auto Close = [&](unsigned At) {
    Current.Last = At;
    G.Blocks.push_back(Current);
    Current.First = At;
    Happens = false;
  };
  for (unsigned S = 0; S < Size; ++S) {
    if (std::holds_alternative<Label>(F.Body[S]) && Happens)
      Close(S);
    G.BlockOf[S] = unsigned(G.Blocks.size());
    const auto *I = std::get_if<Instruction>(&F.Body[S]);
    Happens |= I || std::holds_alternative<Directive>(F.Body[S]);
    if (I && endsBlock(*I))
      Close(S + 1);
  }
  if (Current.First < Size || G.Blocks.empty())
    Close(Size);
}

const Instruction *Builder::lastOf(const Block &B) const {
  for (unsigned S = B.Last; S-- > B.First;)
    if (const auto *I = std::get_if<Instruction>(&F.Body[S]))
      return I;
  return nullptr;
}

void Builder::addTarget(const Operand &O, std::vector<unsigned> &Successors) const {
  if (O.What != Operand::Kind::Label || O.Index >= F.Body.size() ||
      !std::holds_alternative<Label>(F.Body[O.Index]))
    throw ParseError(Name, O.At, "'" + O.Name + "' is not a label of this function");
  Successors.push_back(G.BlockOf[O.Index]);
}

void Builder::addTargets(const Instruction &I,
                         std::vector<unsigned> &Successors) const {
  bool Indexed = I.Opcode == "brx";
  if (I.Operands.size() <= Indexed)
    throw ParseError(Name, I.At, "'" + I.text() + "' has no target");
  const Operand &O = I.Operands[Indexed];
  if (!Indexed)
    return addTarget(O, Successors);
  const TargetList *List = O.What == Operand::Kind::Label && O.Index < F.Body.size()
                               ? std::get_if<TargetList>(&F.Body[O.Index])
                               : nullptr;
  if (!List || List->Calls)
    throw ParseError(Name, O.At, "'" + O.Name + "' is not a list of branch targets");
  for (const Operand &Target : List->Targets)
    addTarget(Target, Successors);
}

void Builder::connect(unsigned B) {
  Block &From = G.Blocks[B];
  const Instruction *Last = lastOf(From);
  bool Leaves = Last && endsBlock(*Last);
  bool Branches = Leaves && (Last->Opcode == "bra" || Last->Opcode == "brx");
  bool FallsThrough = !Leaves || Last->When;
  std::vector<unsigned> &To = From.Successors;
  if (Branches)
    addTargets(*Last, To);
  // What comes after the last block is the end, as if `ret` stood there.
  bool LastBlock = B + 1 == G.Blocks.size();
  if (FallsThrough && !LastBlock)
    To.push_back(B + 1);
  Ends.push_back((Leaves && !Branches) || (FallsThrough && LastBlock));
  std::sort(To.begin(), To.end());
  To.erase(std::unique(To.begin(), To.end()), To.end());
  for (unsigned Successor : To)
    G.Blocks[Successor].Predecessors.push_back(B);
}

void Builder::findReachable() {
  std::vector<unsigned> Work = {0};
  G.Blocks[0].Reachable = true;
  while (!Work.empty()) {
    unsigned B = Work.back();
    Work.pop_back();
    for (unsigned Successor : G.Blocks[B].Successors)
      if (!G.Blocks[Successor].Reachable) {
        G.Blocks[Successor].Reachable = true;
        Work.push_back(Successor);
      }
  }
}

Cfg Builder::build() {
  findBlocks();
  if (G.Blocks.size() > MostBlocks)
    throw ParseError(Name, F.At,
                     "'" + F.Name + "' has more than " + std::to_string(MostBlocks) +
                         " basic blocks");
  for (unsigned B = 0; B < G.Blocks.size(); ++B)
    connect(B);
  findReachable();
  findMeets(G, Ends);
  return std::move(G);
}

Cfg buildCfg(const Function &F, const std::string &Name) {
  return Builder(F, Name).build();
}

} // namespace argus::ptx
