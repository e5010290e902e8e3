//===- Decoder.cpp - from PTX to operations -------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shape by shape; DecodeOperands.cpp has the operands. Nothing is refused here: what
// the table does not have is an operation that says so.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "Builtins.h"
#include "Costs.h"
#include "Launch.h"
#include "Modes.h"
#include "Operations.h"
#include "argus/ptx/Isa.h"
#include "argus/ptx/Parser.h"

#include <algorithm>

namespace argus::vm {

Decoder::Decoder(LoadedProgram &P, const ptx::Function &F, Code &C)
    : P(P), F(F), C(C), Where(P, F, C) {}

void Decoder::setGuard(const ptx::Instruction &I, Op &O) const {
  if (!I.When)
    return;
  O.Guard = Where.registerRow(I.When->Register);
  O.GuardNegated = I.When->Negated;
}

void Decoder::emit(Op O) {
  O.Instr = unsigned(C.Places.size()) - 1;
  C.Ops.push_back(O);
}

void Decoder::emitHelper(ExecFn Fn, std::vector<Ref> Refs, uint64_t Imm, uint8_t Mode,
                         bool Wide, const void *Extra) {
  Op O;
  O.Fn = Fn;
  O.Flags = OpHelper;
  O.Imm = Imm;
  O.Mode = Mode;
  O.Wide = Wide;
  O.Extra = Extra;
  C.Refs.push_back(std::move(Refs));
  O.Refs = C.Refs.back().data();
  emit(O);
}

void Decoder::scoreboard(const ptx::Instruction &I, Op &O) {
  std::vector<uint32_t> Uses = ptx::readRegisters(I), Defs = ptx::writtenRegisters(I);
  O.Uses = uint32_t(C.Scoreboard.size());
  O.UseCount = uint8_t(std::min<size_t>(Uses.size(), 255));
  O.DefCount = uint8_t(std::min<size_t>(Defs.size(), 255));
  C.Scoreboard.insert(C.Scoreboard.end(), Uses.begin(), Uses.begin() + O.UseCount);
  C.Scoreboard.insert(C.Scoreboard.end(), Defs.begin(), Defs.begin() + O.DefCount);
}

/// Emits the operation over what was collected, then the helpers behind it.
void Decoder::endInstruction(const ptx::Instruction *I, Op O) {
  C.Refs.push_back(std::move(Collected));
  Collected.clear();
  O.Refs = C.Refs.back().data();
  O.RefCount = uint8_t(std::min<size_t>(C.Refs.back().size(), 255));
  if (I) {
    setGuard(*I, O);
    scoreboard(*I, O);
  }
  emit(O);
  for (Op &Helper : After) {
    if (I)
      setGuard(*I, Helper);
    emit(Helper);
  }
  After.clear();
}

static bool isFloatType(ptx::Type T) {
  using ptx::Type;
  return T == Type::F16 || T == Type::F16x2 || T == Type::BF16 || T == Type::BF16x2 ||
         T == Type::F32 || T == Type::F64;
}

/// Integer rows serve floating point as well, whose units are others.
static uint8_t costFor(const InstructionRow &Row, const Variant &V) {
  auto Class = CostClass(Row.Cost);
  if (Row.Flags & OpMemory)
    return uint8_t(CostClass::Memory);
  if (Class == CostClass::Convert && !isFloatType(V.T[0]) && !isFloatType(V.T[1]))
    return uint8_t(CostClass::Integer);
  if (Class != CostClass::Integer && Class != CostClass::Multiply)
    return Row.Cost;
  if (V.T[0] == ptx::Type::F64)
    return uint8_t(CostClass::Double);
  return uint8_t(isFloatType(V.T[0]) ? CostClass::Float : Class);
}

/// The value of "true" of set.
static uint64_t trueOf(ptx::Type T) {
  switch (T) {
  case ptx::Type::F32:
    return 0x3f800000;
  case ptx::Type::F16:
    return 0x3c00;
  case ptx::Type::F16x2:
    return 0x3c003c00;
  case ptx::Type::BF16:
    return 0x3f80;
  case ptx::Type::BF16x2:
    return 0x3f803f80;
  case ptx::Type::U16:
  case ptx::Type::S16:
    return 0xffff;
  default:
    return 0xffffffff;
  }
}

/// Sign bits for neg and abs.
static uint64_t signsOf(ptx::Type T) {
  switch (T) {
  case ptx::Type::F64:
    return uint64_t(1) << 63;
  case ptx::Type::F32:
    return 0x80000000;
  case ptx::Type::F16x2:
  case ptx::Type::BF16x2:
    return 0x80008000;
  default:
    return 0x8000;
  }
}

Op Decoder::operation(const ptx::Instruction &I, const InstructionRow &Row,
                      const Variant &V) {
  Op O;
  O.Fn = Row.Resolve ? Row.Resolve(I, V) : nullptr;
  O.Flags = uint16_t(V.Flags | Row.Flags);
  O.Cost = costFor(Row, V);
  O.Round = V.Round;
  O.Cmp = V.Cmp;
  O.Bool = V.Bool;
  O.Mode = modeOf(I, V);
  O.Lanes = lanesOf(I, V);
  O.Where = V.Where;
  O.Generic = V.Generic;
  if (I.Opcode == "set")
    O.Imm = trueOf(V.T[0]);
  if (I.Opcode == "neg" || I.Opcode == "abs")
    O.Imm = signsOf(V.T[0]);
  bool Directed =
      V.Rounds && V.Round != Rounding::Nearest && V.Round != Rounding::NearestAway;
  if (O.Fn && Directed && (V.T[0] == ptx::Type::F32 || V.T[0] == ptx::Type::F64)) {
    O.Inner = O.Fn;
    O.Fn = &withRounding;
  }
  return O;
}

void Decoder::rows(const ptx::Instruction &I, const InstructionRow &Row,
                   const Variant &V) {
  Op O = operation(I, Row, V);
  if (!O.Fn)
    throw BadOperand();
  const char *Letter = Row.Signature;
  const ptx::Operand *Next = I.Operands.data(), *End = Next + I.Operands.size();
  bool Written = true;
  // `mbarrier.arrive [a]` may leave its result out.
  bool NoResult = I.Opcode == "mbarrier" && Next != End &&
                  Next->What == ptx::Operand::Kind::Address && *Letter == 'U';
  if (NoResult) {
    Collected.push_back(NoRef);
    ++Letter;
  }
  while (*Letter) {
    if (*Letter == '=') {
      Written = false;
      ++Letter;
      continue;
    }
    operand(Letter, Next, End, Written, V, O);
  }
  if (Next != End)
    throw BadOperand();
  endInstruction(&I, O);
}

void Decoder::moveVector(const ptx::Instruction &I, Op O, ptx::Type T) {
  const bool Packs = I.Operands[1].What == ptx::Operand::Kind::Vector;
  const ptx::Operand &Vector = I.Operands[Packs ? 1 : 0];
  auto Parts = unsigned(Vector.Elements.size());
  if (Parts < 2 || ptx::sizeOf(T) > 8 || ptx::sizeOf(T) % Parts ||
      I.Operands[Packs ? 0 : 1].What == ptx::Operand::Kind::Vector)
    throw BadOperand();
  unsigned Bytes = ptx::sizeOf(T) / Parts;
  ptx::Type Part = Bytes == 4   ? ptx::Type::B32
                   : Bytes == 2 ? ptx::Type::B16
                                : ptx::Type::B8;
  O.Bytes = uint8_t(Bytes);
  O.Lanes = uint8_t(Parts);
  O.Wide = ptx::sizeOf(T) == 8;
  O.Fn = Packs ? &packs : &unpacks;
  if (Packs)
    Collected.push_back(destination(I.Operands[0], T));
  for (const ptx::Operand &Element : Vector.Elements)
    Collected.push_back(Packs ? source(Element, Part) : destination(Element, Part));
  if (!Packs)
    Collected.push_back(source(I.Operands[1], T));
  endInstruction(&I, O);
}

void Decoder::move(const ptx::Instruction &I, const InstructionRow &Row,
                   const Variant &V) {
  using Kind = ptx::Operand::Kind;
  if (I.Operands.size() != 2 || ptx::sizeOf(V.T[0]) > 8)
    throw BadOperand();
  Op O = operation(I, Row, V);
  const ptx::Operand &To = I.Operands[0], &From = I.Operands[1];
  if (To.What == Kind::Vector || From.What == Kind::Vector)
    return moveVector(I, O, V.T[0]);
  if (From.What == Kind::Special && To.What == Kind::Register) {
    bool Wide;
    int Number = specialRegister(From.Name, Wide);
    if (Number < 0)
      throw BadOperand();
    O.Fn = &readSpecial;
    O.Imm = uint64_t(Number);
    O.Wide = Where.registerWidth(To.Index) == Width::Double;
    Collected.push_back(Where.registerRow(To.Index));
    return endInstruction(&I, O);
  }
  O.Fn = instructionTable().Copy(I, V);
  Collected.push_back(destination(To, V.T[0]));
  Collected.push_back(source(From, V.T[0]));
  endInstruction(&I, O);
}

/// Targets are statements until all of them have an operation.
void Decoder::branch(const ptx::Instruction &I, const InstructionRow &Row,
                     unsigned Statement) {
  Variant V = variantOf(I);
  Op O = operation(I, Row, V);
  if (Row.Shape == Form::BranchIndexed) {
    C.Tables.emplace_back();
    O.Extra = &C.Tables.back();
    Collected.push_back(source(I.Operands[0], ptx::Type::U32));
  }
  endInstruction(&I, O);
  Fixups.push_back({unsigned(C.Ops.size()) - 1, Statement});
}

/// Where all paths into a block pass: its last label before any instruction.
uint32_t Decoder::pcOf(unsigned Block) const {
  if (Block == ptx::NoBlock)
    return NoPc;
  const ptx::Block &B = Graph.Blocks[Block];
  uint32_t Pc = OpAt[B.First];
  for (unsigned S = B.First; S < B.Last; ++S) {
    if (std::holds_alternative<ptx::Instruction>(F.Body[S]))
      break;
    if (std::holds_alternative<ptx::Label>(F.Body[S]))
      Pc = OpAt[S];
  }
  return Pc;
}

void Decoder::resolveTargets() {
  for (const Fixup &Of : Fixups) {
    Op &O = C.Ops[Of.Op];
    const auto &I = std::get<ptx::Instruction>(F.Body[Of.Statement]);
    uint64_t Meet = pcOf(Graph.Blocks[Graph.BlockOf[Of.Statement]].Meet);
    if (I.Opcode == "bra") {
      O.Imm = OpAt[I.Operands[0].Index] | Meet << 32;
      continue;
    }
    O.Imm = Meet;
    auto &Table = *static_cast<BranchTable *>(const_cast<void *>(O.Extra));
    for (const ptx::Operand &Target :
         std::get<ptx::TargetList>(F.Body[I.Operands[1].Index]).Targets)
      Table.Targets.push_back(OpAt[Target.Index]);
  }
}

void Decoder::tryInstruction(const ptx::Instruction &I, unsigned Statement) {
  const InstructionRow *Row = findRow(I);
  if (!Row)
    throw BadOperand();
  Variant V = variantOf(I);
  switch (Row->Shape) {
  case Form::Move:
    return move(I, *Row, V);
  case Form::Branch:
  case Form::BranchIndexed:
    return branch(I, *Row, Statement);
  case Form::Call:
    return call(I, *Row);
  default:
    return rows(I, *Row, V);
  }
}

void Decoder::instruction(unsigned Statement, const ptx::Instruction &I) {
  C.Places.push_back({I.At.Line, File, Line, &I});
  Where.releaseTemporaries();
  HasAddress = false;
  size_t Before = C.Ops.size();
  try {
    tryInstruction(I, Statement);
  } catch (const BadOperand &) {
    C.Ops.resize(Before);
    Collected.clear();
    After.clear();
    Op O;
    O.Fn = &unsupported;
    endInstruction(nullptr, O);
    setGuard(I, C.Ops.back());
  }
}

/// `.pragma "argus.begin 5";`, "argus.end 5" or "argus.trip 5"
void Decoder::directive(const ptx::Directive &D) {
  size_t At = D.Text.find("\"argus.");
  if (D.Name != ".pragma" || At == std::string::npos)
    return;
  std::string Text = D.Text.substr(At + 7, D.Text.find('"', At + 1) - At - 7);
  size_t Space = Text.find(' ');
  std::string Word = Text.substr(0, Space);
  std::string Number = Space == std::string::npos ? "" : Text.substr(Space + 1);
  bool Digits = !Number.empty() && Number.size() < 10 &&
                Number.find_first_not_of("0123456789") == std::string::npos;
  bool Ends = Word == "end", Trips = Word == "trip";
  if (!(Word == "begin" || Ends || Trips) || !Digits)
    throw ptx::ParseError(P.Name, D.At,
                          "'argus." + Text +
                              "' is no region marker: expected \"argus.begin N\", "
                              "\"argus.end N\" or \"argus.trip N\"");
  P.Markers = true;
  C.Places.push_back({D.At.Line, File, Line, nullptr});
  MarkerMode Mode = Ends    ? MarkerMode::End
                    : Trips ? MarkerMode::Trip
                            : MarkerMode::Begin;
  emitHelper(&marker, {}, std::stoul(Number), unsigned(Mode), false);
}

void Decoder::decode() {
  Graph = ptx::buildCfg(F, P.Name);
  for (unsigned S = 0; S < F.Body.size(); ++S) {
    OpAt.push_back(uint32_t(C.Ops.size()));
    if (const auto *I = std::get_if<ptx::Instruction>(&F.Body[S])) {
      instruction(S, *I);
    } else if (const auto *L = std::get_if<ptx::SourceLine>(&F.Body[S])) {
      File = L->File;
      Line = L->Line;
    } else if (const auto *D = std::get_if<ptx::Directive>(&F.Body[S])) {
      directive(*D);
    }
  }
  // Running off the end is a return.
  unsigned Last = C.Places.empty() ? F.At.Line : C.Places.back().PtxLine;
  C.Places.push_back({Last, File, Line, nullptr});
  Op O;
  O.Fn = returnsFrom(ptx::Instruction(), Variant());
  O.Flags = OpControl;
  O.Cost = uint8_t(CostClass::Branch);
  endInstruction(nullptr, O);
  OpAt.push_back(uint32_t(C.Ops.size()) - 1);
  resolveTargets();
  Where.finish();
}

} // namespace argus::vm
