//===- Decoder.h - from PTX to operations -------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_DECODER_H
#define ARGUS_VIRTUAL_DECODER_H

#include "Code.h"
#include "Variant.h"
#include "argus/ptx/Cfg.h"

#include <unordered_map>

namespace argus::vm {

/// The width of a row's words.
enum class Width : uint8_t { Bit, Word, Double };
Width widthOf(ptx::Type T);

/// A function's rows, variables and constants: what operands stand for.
class Layout {
public:
  Layout(LoadedProgram &P, const ptx::Function &F, Code &C);
  /// Offsets of parameters, results and local variables; Code::Parameters, Returns.
  void place();

  Ref registerRow(uint32_t Register, unsigned Component = 0) const;
  Width registerWidth(uint32_t Register) const;
  Ref constant(Width W, uint64_t Bits);
  /// A row for one instruction.
  Ref temporary(Width W);
  void releaseTemporaries();
  /// Lays down constants and the size of the register file.
  void finish();

  struct Home {
    enum Kind : uint8_t { Fixed, InFrame, InShared, Unknown } Where = Unknown;
    uint64_t Value = 0;     ///< generic address; offset in the frame; variable's number
    bool Parameter = false; ///< in .param space
  };
  Home homeOf(const ptx::Operand &O) const;

private:
  Ref reserve(Width W);
  uint32_t placeInFrame(const ptx::Variable &V);
  Slot slotFor(const ptx::Variable &V);

  LoadedProgram &P;
  const ptx::Function &F;
  Code &C;
  std::vector<Ref> Rows; ///< by register
  uint32_t Bytes = 0;    ///< of the register file so far
  std::map<std::pair<Width, uint64_t>, Ref> ConstantRows;
  std::vector<uint8_t> ConstantBytes;
  std::vector<Ref> Temporaries[3];
  unsigned TemporariesUsed[3] = {};
  std::vector<uint64_t> EntryOffsets;           ///< of a kernel's parameters
  std::unordered_map<uint32_t, Home> Variables; ///< by statement
};

/// Decodes a function's body into its Code, which `prepared` has filled as far as
/// others need it. Throws ptx::ParseError for what a module may not say.
class Decoder {
public:
  Decoder(LoadedProgram &P, const ptx::Function &F, Code &C);
  /// Before any body is decoded: calls refer to the callee's parameters.
  void prepare() { Where.place(); }
  void decode();

private:
  /// An operand that no operation takes.
  struct BadOperand {};

  void instruction(unsigned Statement, const ptx::Instruction &I);
  void tryInstruction(const ptx::Instruction &I, unsigned Statement);
  void directive(const ptx::Directive &D);
  void rows(const ptx::Instruction &I, const InstructionRow &Row, const Variant &V);
  void move(const ptx::Instruction &I, const InstructionRow &Row, const Variant &V);
  void moveVector(const ptx::Instruction &I, Op O, ptx::Type T);
  void branch(const ptx::Instruction &I, const InstructionRow &Row, unsigned Statement);
  void call(const ptx::Instruction &I, const InstructionRow &Row);
  Op operation(const ptx::Instruction &I, const InstructionRow &Row, const Variant &V);
  void operand(const char *&Letter, const ptx::Operand *&Next, const ptx::Operand *End,
               bool Written, const Variant &V, Op &O);

  Ref source(const ptx::Operand &O, ptx::Type T);
  Ref destination(const ptx::Operand &O, ptx::Type T);
  Ref address(const ptx::Operand &O, Op &For, bool Second);
  Ref symbol(const ptx::Operand &O, Width W);
  void values(const ptx::Operand &O, ptx::Type T, bool Written);
  Slot argument(const ptx::Operand &O, const Slot *Callee);

  void setGuard(const ptx::Instruction &I, Op &O) const;
  void emit(Op O);
  void emitHelper(ExecFn Fn, std::vector<Ref> Refs, uint64_t Imm, uint8_t Mode,
                  bool Wide, const void *Extra = nullptr);
  void scoreboard(const ptx::Instruction &I, Op &O);
  void endInstruction(const ptx::Instruction *I, Op O);
  void resolveTargets();
  uint32_t pcOf(unsigned Block) const;

  LoadedProgram &P;
  const ptx::Function &F;
  Code &C;
  Layout Where;
  ptx::Cfg Graph;
  std::vector<uint32_t> OpAt; ///< by statement
  std::vector<Ref> Collected; ///< of the instruction at hand
  std::vector<Op> After;      ///< helpers that follow it
  bool HasAddress = false;    ///< the instruction at hand has had one
  unsigned File = 0, Line = 0;
  struct Fixup {
    uint32_t Op;
    unsigned Statement;
  };
  std::vector<Fixup> Fixups;
};

} // namespace argus::vm

#endif // ARGUS_VIRTUAL_DECODER_H
