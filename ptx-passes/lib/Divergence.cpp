//===- Divergence.cpp - where a part of a warp may run -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Divergence.h"

#include "Uniformity.h"
#include "argus/ptx/Isa.h"

namespace argus::ptxpasses {

using ptx::Instruction;
using ptx::NoBlock;
using ptx::Operand;

namespace {

/// Registers and blocks only ever become divergent; what depends on one is then looked
/// at again. A register is so wherever it is read: PTX registers have no one
/// definition.
class Divergence {
public:
  Divergence(const ptx::Function &F, const ptx::Cfg &G)
      : F(F), G(G), Registers(F.Registers.size()), Readers(F.Registers.size()),
        Constants(F.Registers.size()), Blocks(G.Blocks.size()),
        ToTheEnd(G.Blocks.size()), Seen(G.Blocks.size()) {}

  std::vector<bool> find();

private:
  const Instruction &at(unsigned S) const { return std::get<Instruction>(F.Body[S]); }
  void collect();
  void noteConstant(const Instruction &I, uint32_t Written);
  bool isDivergent(const Operand &O) const;
  bool hasDivergentResult(const Instruction &I) const;
  bool divergesAt(const Instruction &I) const;
  void visit(unsigned S);
  void writes(const Instruction &I);
  void diverge(unsigned Branch);
  void enter(unsigned Block);

  const ptx::Function &F;
  const ptx::Cfg &G;
  std::vector<bool> Registers;                ///< divergent ones
  std::vector<std::vector<unsigned>> Readers; ///< statements by register
  struct Written {
    unsigned Times = 0;
    std::optional<uint64_t> Value;
  };
  std::vector<Written> Constants;
  std::vector<bool> Blocks;   ///< divergent ones
  std::vector<bool> ToTheEnd; ///< and all blocks that can be reached from there
  std::vector<unsigned> Seen; ///< by the branch that was looked at last, plus 1
  std::vector<unsigned> Work; ///< statements to look at again
};

} // namespace

/// `mov.u32 %r, 31;`, if nothing else writes the register.
void Divergence::noteConstant(const Instruction &I, uint32_t Register) {
  Written &W = Constants[Register];
  ++W.Times;
  if (I.Opcode == "mov" && !I.When && I.Operands.size() == 2 &&
      I.Operands[1].What == Operand::Kind::Integer)
    W.Value = I.Operands[1].Bits;
}

void Divergence::collect() {
  for (unsigned S = 0; S < F.Body.size(); ++S) {
    const auto *I = std::get_if<Instruction>(&F.Body[S]);
    if (!I)
      continue;
    for (uint32_t Register : readRegisters(*I))
      Readers[Register].push_back(S);
    for (uint32_t Register : writtenRegisters(*I))
      noteConstant(*I, Register);
  }
  for (unsigned S = 0; S < F.Body.size(); ++S)
    if (std::holds_alternative<Instruction>(F.Body[S]))
      visit(S);
}

bool Divergence::isDivergent(const Operand &O) const {
  if (O.What == Operand::Kind::Register)
    return Registers[O.Index];
  if (O.What == Operand::Kind::Special)
    return !ptx::isUniformSpecial(O.Name);
  for (const Operand &Element : O.Elements)
    if (isDivergent(Element))
      return true;
  return false;
}

bool Divergence::hasDivergentResult(const Instruction &I) const {
  if (I.When && Registers[I.When->Register])
    return true;
  const Uniformity U = uniformityOf(I, [&](uint32_t Register) {
    const Written &W = Constants[Register];
    return W.Times == 1 ? W.Value : std::nullopt;
  });
  if (U == Uniformity::Never)
    return true;
  const ptx::OpcodeInfo *Info = ptx::find(I);
  const size_t First = Info ? Info->Destinations : 1;
  for (size_t O = First; O < I.Operands.size(); ++O)
    if (!(U == Uniformity::AsSelectors && O == First) && isDivergent(I.Operands[O]))
      return true;
  return false;
}

/// Whether lanes that get there together may go on apart.
bool Divergence::divergesAt(const Instruction &I) const {
  const ptx::OpcodeInfo *Info = ptx::find(I);
  if (!Info || !(Info->Flags & ptx::ControlFlow) || I.Opcode == "call" || I.has("uni"))
    return false;
  if (I.When && Registers[I.When->Register])
    return true;
  return I.Opcode == "brx" && !I.Operands.empty() && isDivergent(I.Operands.front());
}

void Divergence::writes(const Instruction &I) {
  for (uint32_t Register : writtenRegisters(I)) {
    if (Registers[Register])
      continue;
    Registers[Register] = true;
    Work.insert(Work.end(), Readers[Register].begin(), Readers[Register].end());
  }
}

void Divergence::visit(unsigned S) {
  const Instruction &I = at(S);
  if (hasDivergentResult(I))
    writes(I);
  if (divergesAt(I))
    diverge(G.BlockOf[S]);
}

/// What is written where a part of the warp is differs from what the others have.
void Divergence::enter(unsigned Block) {
  if (Blocks[Block])
    return;
  Blocks[Block] = true;
  for (unsigned S = G.Blocks[Block].First; S < G.Blocks[Block].Last; ++S)
    if (const auto *I = std::get_if<Instruction>(&F.Body[S]))
      writes(*I);
}

/// Everything between a branch and where its ways meet. Where they meet at the
/// function's end only, that is all that can be reached.
void Divergence::diverge(unsigned Branch) {
  const unsigned Meet = G.Blocks[Branch].Meet;
  std::vector<unsigned> Next = G.Blocks[Branch].Successors;
  while (!Next.empty()) {
    const unsigned Block = Next.back();
    Next.pop_back();
    if (Block == Meet || ToTheEnd[Block] || Seen[Block] == Branch + 1)
      continue;
    Seen[Block] = Branch + 1;
    if (Meet == NoBlock)
      ToTheEnd[Block] = true;
    enter(Block);
    Next.insert(Next.end(), G.Blocks[Block].Successors.begin(),
                G.Blocks[Block].Successors.end());
  }
}

std::vector<bool> Divergence::find() {
  collect();
  while (!Work.empty()) {
    const unsigned S = Work.back();
    Work.pop_back();
    visit(S);
  }
  return Blocks;
}

std::vector<bool> divergentBlocks(const ptx::Function &Kernel, const ptx::Cfg &G) {
  return Divergence(Kernel, G).find();
}

} // namespace argus::ptxpasses
