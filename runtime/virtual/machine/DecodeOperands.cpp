//===- DecodeOperands.cpp - operands become rows --------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builtins.h"
#include "Decoder.h"
#include "Launch.h"
#include "Operations.h"

#include <algorithm>
#include <cstring>

namespace argus::vm {

using Kind = ptx::Operand::Kind;

static uint64_t floatBits(const ptx::Operand &O, ptx::Type T) {
  if (ptx::sizeOf(T) == 8) {
    if (O.FloatBits == 64)
      return O.Bits;
    auto Bits = uint32_t(O.Bits);
    float Value;
    std::memcpy(&Value, &Bits, sizeof Value);
    double Wide = Value;
    uint64_t Result;
    std::memcpy(&Result, &Wide, sizeof Result);
    return Result;
  }
  if (O.FloatBits == 32)
    return O.Bits;
  double Value;
  std::memcpy(&Value, &O.Bits, sizeof Value);
  auto Narrow = float(Value);
  uint32_t Result;
  std::memcpy(&Result, &Narrow, sizeof Result);
  return Result;
}

static bool isSignedType(ptx::Type T) {
  return T == ptx::Type::S8 || T == ptx::Type::S16 || T == ptx::Type::S32;
}

static unsigned componentOf(const ptx::Operand &O) {
  if (O.Component.empty())
    return 0;
  constexpr const char *Names = "xyzwrgba";
  const char *At = std::strchr(Names, O.Component[0]);
  return At ? unsigned(At - Names) % 4 : 0;
}

/// A variable's or function's address. In its own space where that is narrower.
Ref Decoder::symbol(const ptx::Operand &O, Width W) {
  Layout::Home Home = Where.homeOf(O);
  const bool Wide = W == Width::Double;
  if (W == Width::Bit || Home.Where == Layout::Home::Unknown)
    throw BadOperand();
  if (Home.Where == Layout::Home::Fixed)
    return Where.constant(W, Home.Value + uint64_t(O.Offset));
  Ref R = Where.temporary(W);
  if (Home.Where == Layout::Home::InFrame)
    emitHelper(&frameAddress, {R}, Home.Value + uint64_t(O.Offset), Home.Parameter,
               Wide);
  else
    emitHelper(&sharedAddress, {R}, uint32_t(O.Offset) | Home.Value << 32, 0, Wide);
  return R;
}

Ref Decoder::source(const ptx::Operand &O, ptx::Type T) {
  const Width W = widthOf(T);
  switch (O.What) {
  case Kind::Register: {
    Width Has = Where.registerWidth(O.Index);
    Ref R = Where.registerRow(O.Index, componentOf(O));
    if (O.Negated) {
      if (O.Minus || Has != Width::Bit || W != Width::Bit)
        throw BadOperand();
      Ref Inverted = Where.temporary(Width::Bit);
      emitHelper(&invertPredicate, {Inverted, R}, 0, 0, false);
      return Inverted;
    }
    if (Has == W)
      return R;
    if (Has != Width::Double || W != Width::Word)
      throw BadOperand();
    Ref Narrow = Where.temporary(Width::Word);
    emitHelper(instructionTable().Narrow, {Narrow, R}, 0, 0, false);
    return Narrow;
  }
  case Kind::Special: {
    bool Wide;
    int Number = specialRegister(O.Name, Wide);
    if (Number < 0 || W == Width::Bit)
      throw BadOperand();
    Ref R = Where.temporary(W);
    emitHelper(&readSpecial, {R}, uint64_t(Number), 0, W == Width::Double);
    return R;
  }
  case Kind::Integer:
    return Where.constant(W, O.Bits);
  case Kind::Float:
    return Where.constant(W, floatBits(O, T));
  case Kind::Symbol:
    return symbol(O, W);
  default:
    throw BadOperand();
  }
}

Ref Decoder::destination(const ptx::Operand &O, ptx::Type T) {
  const Width W = widthOf(T);
  if (O.What == Kind::Sink)
    return NoRef;
  if (O.What != Kind::Register)
    throw BadOperand();
  Width Has = Where.registerWidth(O.Index);
  Ref R = Where.registerRow(O.Index, componentOf(O));
  if (Has == W)
    return R;
  if (Has != Width::Double || W != Width::Word)
    throw BadOperand();
  // ld, cvt and a few more may write to a wider register (9.4.1).
  Op Widen;
  Widen.Fn = instructionTable().Widen;
  Widen.Flags = OpHelper;
  Widen.Mode = isSignedType(T);
  Ref Narrow = Where.temporary(Width::Word);
  C.Refs.push_back({R, Narrow});
  Widen.Refs = C.Refs.back().data();
  After.push_back(Widen);
  return Narrow;
}

/// The base's row. An instruction's second address has its offset added before.
Ref Decoder::address(const ptx::Operand &O, Op &For, bool Second) {
  if (O.What != Kind::Address || O.Elements.size() != 1)
    throw BadOperand();
  const ptx::Operand &Base = O.Elements[0];
  auto Offset = uint64_t(O.Offset + Base.Offset);
  Ref R = NoRef;
  bool Wide = true;
  if (Base.What == Kind::Register) {
    Wide = Where.registerWidth(Base.Index) == Width::Double;
    R = Where.registerRow(Base.Index, componentOf(Base));
  } else if (Base.What == Kind::Integer) {
    R = Where.constant(Width::Double, Base.Bits);
  } else if (Base.What == Kind::Symbol) {
    Layout::Home Home = Where.homeOf(Base);
    ptx::Operand Plain = Base;
    Plain.Offset = 0;
    if (Home.Where == Layout::Home::InFrame && !Second) {
      For.InFrame = true;
      For.Where = ptx::Space::Local;
      if (Home.Parameter)
        For.Where = ptx::Space::Param;
      For.Generic = false;
      Offset += Home.Value;
      Wide = false;
      R = Where.constant(Width::Word, 0);
    } else {
      Wide = Home.Where != Layout::Home::InShared;
      R = symbol(Plain, Wide ? Width::Double : Width::Word);
      if (!Wide && For.Generic) {
        For.Generic = false;
        For.Where = ptx::Space::Shared;
      }
    }
  } else {
    throw BadOperand();
  }
  if (Second) {
    For.Mode = uint8_t(For.Mode | (Wide ? 2 : 0));
    if (!Offset)
      return R;
    Ref Sum = Where.temporary(Wide ? Width::Double : Width::Word);
    emitHelper(&addOffset, {Sum, R}, Offset, 0, Wide);
    return Sum;
  }
  For.Imm = Offset;
  For.Wide = Wide;
  return R;
}

void Decoder::values(const ptx::Operand &O, ptx::Type T, bool Written) {
  auto One = [&](const ptx::Operand &Element) {
    Collected.push_back(Written ? destination(Element, T) : source(Element, T));
  };
  if (O.What != Kind::Vector) {
    One(O);
    return;
  }
  for (const ptx::Operand &Element : O.Elements)
    One(Element);
}

static ptx::Type wider(ptx::Type T) {
  using ptx::Type;
  switch (T) {
  case Type::S16:
    return Type::S32;
  case Type::U16:
    return Type::U32;
  case Type::S32:
    return Type::S64;
  default:
    return Type::U64;
  }
}

static ptx::Type typeOf(char Letter, const Variant &V) {
  switch (Letter) {
  case 'w':
    return wider(V.T[0]);
  case 'u':
    return ptx::Type::U32;
  case 'U':
    return ptx::Type::U64;
  case 'p':
    return ptx::Type::Pred;
  default:
    return V.T[Letter - '0'];
  }
}

/// How many operands the letters need at least.
static unsigned needed(const char *Letter) {
  unsigned Count = 0;
  for (; *Letter; ++Letter) {
    if (*Letter == '?')
      ++Letter;
    else if (*Letter != '=' && *Letter != 'V' && *Letter != 'D')
      ++Count;
  }
  return Count;
}

/// One letter of a signature, and its operand.
void Decoder::operand(const char *&Letter, const ptx::Operand *&Next,
                      const ptx::Operand *End, bool Written, const Variant &V, Op &O) {
  if (*Letter == '?') {
    ++Letter;
    if (unsigned(End - Next) <= needed(Letter + 1)) {
      ++Letter;
      Collected.push_back(NoRef);
      return;
    }
  }
  if (Next == End)
    throw BadOperand();
  const char Kind0 = *Letter++;
  const ptx::Operand &Given = *Next++;
  switch (Kind0) {
  case 'V': {
    ptx::Type T = typeOf(*Letter++, V);
    size_t Before = Collected.size();
    values(Given, T, Written);
    bool Counted = O.Flags & OpMemory;
    if (Counted && Collected.size() - Before != O.Lanes)
      throw BadOperand();
    return;
  }
  case 'D':
  case 'P': {
    ptx::Type T = Kind0 == 'P' ? ptx::Type::Pred : typeOf(*Letter++, V);
    const bool Pair = Given.What == Kind::Pair;
    Collected.push_back(destination(Pair ? Given.Elements[0] : Given, T));
    Collected.push_back(Pair ? destination(Given.Elements[1], ptx::Type::Pred) : NoRef);
    return;
  }
  case 'A':
    Collected.push_back(address(Given, O, HasAddress));
    HasAddress = true;
    return;
  case 'i':
    if (Given.What == Kind::Register &&
        Where.registerWidth(Given.Index) == Width::Bit) {
      O.Bytes = IgnoresSource;
      Collected.push_back(source(Given, ptx::Type::Pred));
    } else {
      Collected.push_back(source(Given, ptx::Type::U32));
    }
    return;
  default: {
    ptx::Type T = typeOf(Kind0, V);
    Ref R = Written ? destination(Given, T) : source(Given, T);
    if (Written && R == NoRef && Kind0 != 'U')
      R = Where.temporary(widthOf(T));
    Collected.push_back(R);
    if (Kind0 == '0')
      O.Wide = O.Wide || (!(O.Flags & OpMemory) && widthOf(T) == Width::Double);
  }
  }
}

//===----------------------------------------------------------------------===//
// Calls.

Slot Decoder::argument(const ptx::Operand &O, const Slot *Callee) {
  Slot S;
  if (O.What == Kind::Symbol) {
    Layout::Home Home = Where.homeOf(O);
    if (Home.Where == Layout::Home::InFrame && Home.Parameter) {
      S.Offset = uint32_t(Home.Value);
      const auto &V = std::get<ptx::Variable>(F.Body[O.Index]);
      S.Size = uint32_t(std::max<uint64_t>(V.size(), 1));
      return S;
    }
  }
  S.InRegister = true;
  ptx::Type T = ptx::Type::B32;
  if (O.What == Kind::Register)
    T = F.Registers[O.Index].Element;
  else if (O.What == Kind::Symbol || (Callee && Callee->Size == 8))
    T = ptx::Type::B64;
  S.Row = source(O, T);
  S.Wide = widthOf(T) == Width::Double;
  S.Bit = widthOf(T) == Width::Bit;
  S.Size = std::max(ptx::sizeOf(T), 1u);
  return S;
}

void Decoder::call(const ptx::Instruction &I, const InstructionRow &Row) {
  const ptx::Operand *Next = I.Operands.data(), *End = Next + I.Operands.size();
  const ptx::Operand *Returns = nullptr;
  if (Next != End && Next->What == Kind::List)
    Returns = Next++;
  if (Next == End)
    throw BadOperand();
  C.Calls.emplace_back();
  CallSite &Site = C.Calls.back();
  const ptx::Operand &Target = *Next++;
  Op O = operation(I, Row, variantOf(I));
  O.Extra = &Site;
  if (Target.What == Kind::Register) {
    Site.Pointer = source(Target, ptx::Type::B64);
    C.CallsPointers = true;
  } else if (Target.What == Kind::Symbol) {
    Site.Name = Target.Name;
    auto Found = P.FunctionIndex.find(Target.Name);
    if (Found != P.FunctionIndex.end()) {
      Site.Callee = P.Functions[Found->second].get();
      C.Callees.push_back(Found->second);
    } else {
      Site.Runs = builtinNamed(Target.Name);
    }
  } else {
    throw BadOperand();
  }
  if (Returns)
    for (const ptx::Operand &R : Returns->Elements)
      Site.Returns.push_back(argument(R, nullptr));
  if (Next != End && Next->What == Kind::List)
    for (const ptx::Operand &A : Next->Elements) {
      size_t N = Site.Arguments.size();
      bool Known = Site.Callee && N < Site.Callee->Parameters.size();
      Site.Arguments.push_back(
          argument(A, Known ? &Site.Callee->Parameters[N] : nullptr));
    }
  endInstruction(&I, O);
}

} // namespace argus::vm
