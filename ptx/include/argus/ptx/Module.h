//===- Module.h - a PTX file in memory ----------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The form of NVIDIA's "PTX ISA" 9.0 document, not its meaning: any instruction is an
// opcode, modifiers and operands. What they mean is in tables (Isa.h) and in whoever
// executes or rewrites them. Names of registers, labels and variables are resolved, so
// the same name in two scopes is two things.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTX_MODULE_H
#define ARGUS_PTX_MODULE_H

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace argus::ptx {

/// In the PTX text, both from 1. Line 0: not from a text.
struct Location {
  unsigned Line = 0;
  unsigned Column = 0;
};

enum class Space : uint8_t { Reg, Const, Global, Local, Param, Shared };

enum class Linkage : uint8_t { Internal, Visible, Extern, Weak, Common };

/// The fundamental types; `.v2` and `.v4` are counted apart.
enum class Type : uint8_t {
  Pred,
  B8,
  B16,
  B32,
  B64,
  B128,
  U8,
  U16,
  U32,
  U64,
  S8,
  S16,
  S32,
  S64,
  F16,
  F16x2,
  BF16,
  BF16x2,
  TF32,
  F32,
  F64,
  Texref,
  Samplerref,
  Surfref,
};

/// Bytes; 0 for Pred and the opaque references.
unsigned sizeOf(Type T);
/// "f32"; without the dot.
const char *nameOf(Type T);
std::optional<Type> typeNamed(const std::string &Name);

struct Operand {
  enum class Kind : uint8_t {
    Register, ///< Index: in Function::Registers
    Special,  ///< Name: "%tid.x", "%clock64", "WARP_SZ"
    Integer,  ///< Bits: two's complement, 64 bits
    Float,    ///< Bits: of an f32 (0f...) or f64 (0d..., decimal); FloatBits says which
    Symbol,   ///< a variable or function: Name; Offset: added constant
    Label,    ///< Index: of the Label (or target list, prototype) in Function::Body
    Address,  ///< [base+Offset]: Elements[0] is the base (Register, Symbol, Integer),
              ///< further elements are a tensor's coordinates or the like
    Vector,   ///< {a, b}: Elements
    Pair,     ///< p|q: Elements[0], Elements[1]
    List,     ///< (a, b) of a call: Elements
    Sink,     ///< _
  };
  /// Where a symbol is declared. A name in two scopes of a body is two variables.
  enum class Home : uint8_t {
    Module,    ///< Index means nothing
    Parameter, ///< Index: in Function::Parameters
    Return,    ///< Index: in Function::Returns
    Body,      ///< Index: of the Variable in Function::Body
  };
  Kind What = Kind::Sink;
  Home DeclaredIn = Home::Module; ///< of a Symbol
  bool Negated = false;           ///< !p, or -x of a register
  bool Minus = false;             ///< Negated as -x
  bool PlusZero = false; ///< "+0" is written; ptxas -O0 makes an addition of it
  uint8_t FloatBits = 0;
  Location At;
  uint32_t Index = 0;
  uint64_t Bits = 0;
  int64_t Offset = 0;
  std::string Name;      ///< Registers and labels have theirs too, as written
  std::string Component; ///< "x" of v.x, "b0" of a video instruction's selector
  std::vector<Operand> Elements;
};

struct Guard {
  uint32_t Register = 0; ///< in Function::Registers
  bool Negated = false;
};

struct Instruction {
  Location At;
  std::optional<Guard> When;
  std::string Opcode;                 ///< "ld"
  std::vector<std::string> Modifiers; ///< "global", "v4", "f32", "shared::cta", ...
  std::vector<Operand> Operands;      ///< destinations first, as written

  bool has(const char *Modifier) const;
  /// "ld.global.v4.f32"
  std::string text() const;
};

/// An element of an initializer.
struct InitialValue {
  uint64_t Bits = 0;    ///< of an element of the variable's type
  std::string Symbol;   ///< an address: this symbol's, plus Bits
  bool Generic = false; ///< generic(Symbol)
  uint64_t Mask = 0;    ///< 0xFF00(sym): selects a byte of the address; 0: the whole
};

/// A declaration outside of a register file, or a parameter.
struct Variable {
  Location At;
  Linkage Link = Linkage::Internal;
  Space Where = Space::Global;
  unsigned Align = 0; ///< bytes; 0: what the type needs
  unsigned Lanes = 1; ///< 2 and 4 for .v2 and .v4
  Type Element = Type::B8;
  std::string Name;
  std::vector<uint64_t> Dimensions; ///< 0: not known, as in `name[]`
  std::vector<InitialValue> Init;   ///< flattened; fewer than elements: the rest is 0
  std::vector<std::string>
      Attributes;            ///< ".managed", ".unified(..)", ".ptr .global .align 4"
  std::string ReferenceInit; ///< `{ ... }` of a .samplerref or .texref, verbatim

  /// Bytes of the whole; 0 where a dimension is not known.
  uint64_t size() const;
  unsigned alignment() const;
};

/// A virtual register of a function. `.reg .b32 %r<3>` makes three. A parameter or
/// return value in .reg space is one, too, of the same name.
struct Register {
  std::string Name;
  Type Element = Type::B32;
  unsigned Lanes = 1;
};

/// `.reg` as written, for the printer.
struct RegisterDecl {
  Location At;
  uint32_t First = 0, Count = 0; ///< in Function::Registers
  bool Range = false;            ///< written as Base<Count>
  std::string Base;
};

struct Label {
  Location At;
  std::string Name;
};

/// `.loc File Line Column [, function_name ..., inlined_at ...]`
struct SourceLine {
  Location At;
  unsigned File = 0, Line = 0, Column = 0;
  std::string Rest; ///< what follows the column, verbatim
};

/// `.branchtargets`, `.calltargets`: a label that names a list.
struct TargetList {
  Location At;
  std::string Name;
  bool Calls = false;
  std::vector<Operand> Targets; ///< Labels or Symbols
};

struct Prototype; // a labelled `.callprototype`

/// `{` or `}` of a scope inside a body.
struct Scope {
  Location At;
  bool Opens = false;
};

/// A directive kept as text: `.pragma "..."`, `.maxntid 1, 2, 3`, `.section {...}`, ...
struct Directive {
  Location At;
  std::string Name; ///< ".pragma"
  std::string Text; ///< everything between the name and its end, verbatim
};

struct Prototype {
  Location At;
  std::string Name;
  std::vector<Variable> Returns, Parameters;
  std::vector<Directive> Directives; ///< ".noreturn"
};

using Statement = std::variant<Instruction, Label, Variable, RegisterDecl, SourceLine,
                               TargetList, Prototype, Scope, Directive>;

struct Function {
  Location At;
  Linkage Link = Linkage::Internal;
  bool Entry = false; ///< .entry, else .func
  std::string Name;
  std::vector<Variable> Returns, Parameters;
  std::vector<Directive> Directives; ///< .maxntid, .minnctapersm, .noreturn, ...
  bool HasBody = false;
  std::vector<Register> Registers;
  std::vector<Statement> Body;
};

/// `.file Index "Name"`
struct SourceFile {
  Location At;
  unsigned Index = 0;
  std::string Name;
  std::string Rest; ///< ", timestamp, size", verbatim
};

using Item = std::variant<Variable, Function, SourceFile, Directive>;

struct Module {
  unsigned VersionMajor = 0, VersionMinor = 0;
  std::vector<std::string> Targets; ///< "sm_90a", "debug"
  unsigned AddressBits = 64;
  std::vector<Item> Items; ///< in the text's order

  const Function *
  function(const std::string &Name) const; ///< the one with a body first
  const SourceFile *file(unsigned Index) const;
};

} // namespace argus::ptx

#endif // ARGUS_PTX_MODULE_H
