//===- Layout.cpp - where a function's values lie -------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"

#include <algorithm>
#include <cstring>

namespace argus::vm {

Width widthOf(ptx::Type T) {
  if (T == ptx::Type::Pred)
    return Width::Bit;
  return ptx::sizeOf(T) >= 8 ? Width::Double : Width::Word;
}

static uint32_t rowBytes(Width W) {
  return W == Width::Bit ? 4 : W == Width::Word ? 4 * WarpSize : 8 * WarpSize;
}

static uint32_t alignUp(uint64_t Value, uint64_t To) {
  return uint32_t((Value + To - 1) / To * To);
}

Layout::Layout(LoadedProgram &P, const ptx::Function &F, Code &C) : P(P), F(F), C(C) {}

Ref Layout::reserve(Width W) {
  if (W != Width::Bit)
    Bytes = alignUp(Bytes, 64);
  Ref R = Bytes << 1;
  Bytes += rowBytes(W);
  return R;
}

uint32_t Layout::placeInFrame(const ptx::Variable &V) {
  uint32_t At = alignUp(C.LocalBytes, std::max(V.alignment(), 1u));
  C.LocalBytes = uint32_t(At + V.size());
  return At;
}

Slot Layout::slotFor(const ptx::Variable &V) {
  Slot S;
  S.Size = uint32_t(std::max<uint64_t>(V.size(), 1));
  if (V.Where != ptx::Space::Reg) {
    S.Offset = placeInFrame(V);
    return S;
  }
  auto Found = std::find_if(F.Registers.begin(), F.Registers.end(),
                            [&](const ptx::Register &R) { return R.Name == V.Name; });
  auto Index = uint32_t(Found - F.Registers.begin());
  S.InRegister = true;
  S.Row = Rows[Index];
  S.Wide = widthOf(V.Element) == Width::Double;
  S.Bit = widthOf(V.Element) == Width::Bit;
  return S;
}

void Layout::place() {
  // Predicates first: their rows are short.
  Rows.resize(F.Registers.size());
  for (bool Bits : {true, false})
    for (size_t R = 0; R < F.Registers.size(); ++R) {
      Width W = widthOf(F.Registers[R].Element);
      if ((W == Width::Bit) != Bits)
        continue;
      Rows[R] = reserve(W);
      bool Double = F.Registers[R].Element == ptx::Type::B128;
      for (unsigned More = Double ? 2 : 1; More < F.Registers[R].Lanes + Double; ++More)
        reserve(W);
    }
  if (C.Entry) {
    uint64_t Offset = 0;
    for (const ptx::Variable &V : F.Parameters) {
      Offset = alignUp(Offset, std::max(V.alignment(), 1u));
      EntryOffsets.push_back(Offset);
      Offset += V.size();
    }
  } else {
    for (const ptx::Variable &V : F.Returns)
      C.Returns.push_back(slotFor(V));
    for (const ptx::Variable &V : F.Parameters)
      C.Parameters.push_back(slotFor(V));
  }
  for (uint32_t S = 0; S < F.Body.size(); ++S) {
    const auto *V = std::get_if<ptx::Variable>(&F.Body[S]);
    if (!V)
      continue;
    switch (V->Where) {
    case ptx::Space::Shared:
      Variables[S] = {Home::InShared, P.Shared.size()};
      C.Shared.push_back(unsigned(P.Shared.size()));
      P.Shared.push_back({V->Name, V->size(), std::max(V->alignment(), 1u),
                          V->Link == ptx::Linkage::Extern});
      break;
    case ptx::Space::Local:
    case ptx::Space::Param:
      Variables[S] = {Home::InFrame, placeInFrame(*V), V->Where == ptx::Space::Param};
      break;
    default:
      Variables[S] = {Home::Fixed, P.addVariable(*V, false)};
    }
  }
}

Ref Layout::registerRow(uint32_t Register, unsigned Component) const {
  return Rows[Register] + ((Component * rowBytes(registerWidth(Register))) << 1);
}

Width Layout::registerWidth(uint32_t Register) const {
  return widthOf(F.Registers[Register].Element);
}

Ref Layout::constant(Width W, uint64_t Bits) {
  if (W == Width::Word)
    Bits &= 0xffffffff;
  if (W == Width::Bit)
    Bits = Bits ? AllLanes : 0;
  auto [Found, New] = ConstantRows.try_emplace({W, Bits}, NoRef);
  if (!New)
    return Found->second;
  size_t At = alignUp(ConstantBytes.size(), 64);
  ConstantBytes.resize(At + rowBytes(W));
  size_t Each = W == Width::Double ? 8 : 4;
  for (size_t B = 0; B < rowBytes(W); B += Each)
    std::memcpy(&ConstantBytes[At + B], &Bits, Each);
  return Found->second = Ref(At << 1 | 1);
}

Ref Layout::temporary(Width W) {
  auto &Pool = Temporaries[size_t(W)];
  unsigned &Used = TemporariesUsed[size_t(W)];
  if (Used == Pool.size())
    Pool.push_back(reserve(W));
  return Pool[Used++];
}

void Layout::releaseTemporaries() {
  for (unsigned &Used : TemporariesUsed)
    Used = 0;
}

void Layout::finish() {
  C.RegisterBytes = alignUp(Bytes, 64);
  C.RegisterCount = uint32_t(F.Registers.size());
  C.Constants = AlignedBytes(ConstantBytes.size());
  if (!ConstantBytes.empty())
    std::memcpy(C.Constants.data(), ConstantBytes.data(), ConstantBytes.size());
}

Layout::Home Layout::homeOf(const ptx::Operand &O) const {
  switch (O.DeclaredIn) {
  case ptx::Operand::Home::Parameter:
    if (C.Entry)
      return {Home::Fixed, uint64_t(ParamWindow) << WindowShift | EntryOffsets[O.Index],
              true};
    return {Home::InFrame, C.Parameters[O.Index].Offset, true};
  case ptx::Operand::Home::Return:
    return {Home::InFrame, C.Returns[O.Index].Offset, true};
  case ptx::Operand::Home::Body: {
    auto Found = Variables.find(O.Index);
    return Found == Variables.end() ? Home() : Found->second;
  }
  case ptx::Operand::Home::Module:
    break;
  }
  if (auto V = P.Variables.find(O.Name); V != P.Variables.end())
    return {Home::Fixed, V->second.first};
  if (auto Function = P.FunctionIndex.find(O.Name); Function != P.FunctionIndex.end())
    return {Home::Fixed, P.addressOfFunction(Function->second)};
  for (size_t N = 0; N < P.ModuleShared; ++N)
    if (P.Shared[N].Name == O.Name) {
      C.Shared.push_back(unsigned(N)); // what a kernel names lies in its CTAs' memory
      return {Home::InShared, N};
    }
  return {};
}

} // namespace argus::vm
