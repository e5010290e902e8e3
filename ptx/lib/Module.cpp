//===- Module.cpp - what a PTX module tells about itself ------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/ptx/Module.h"

namespace argus::ptx {

namespace {

struct TypeInfo {
  const char *Name;
  unsigned Size;
};

// In the order of the enumeration.
constexpr TypeInfo Types[] = {
    {"pred", 0},  {"b8", 1},     {"b16", 2},        {"b32", 4},     {"b64", 8},
    {"b128", 16}, {"u8", 1},     {"u16", 2},        {"u32", 4},     {"u64", 8},
    {"s8", 1},    {"s16", 2},    {"s32", 4},        {"s64", 8},     {"f16", 2},
    {"f16x2", 4}, {"bf16", 2},   {"bf16x2", 4},     {"tf32", 4},    {"f32", 4},
    {"f64", 8},   {"texref", 0}, {"samplerref", 0}, {"surfref", 0},
};
static_assert(sizeof Types / sizeof *Types == size_t(Type::Surfref) + 1);

} // namespace

unsigned sizeOf(Type T) { return Types[size_t(T)].Size; }

const char *nameOf(Type T) { return Types[size_t(T)].Name; }

std::optional<Type> typeNamed(const std::string &Name) {
  for (size_t I = 0; I < sizeof Types / sizeof *Types; ++I)
    if (Name == Types[I].Name)
      return Type(I);
  return std::nullopt;
}

bool Instruction::has(const char *Modifier) const {
  for (const std::string &M : Modifiers)
    if (M == Modifier)
      return true;
  return false;
}

std::string Instruction::text() const {
  std::string Text = Opcode;
  for (const std::string &M : Modifiers)
    Text += "." + M;
  return Text;
}

uint64_t Variable::size() const {
  uint64_t Size = uint64_t(sizeOf(Element)) * Lanes;
  for (uint64_t D : Dimensions)
    Size *= D;
  return Size;
}

unsigned Variable::alignment() const {
  if (Align)
    return Align;
  unsigned Natural = sizeOf(Element) * Lanes;
  return Natural ? Natural : 8; // an opaque reference is a handle of 64 bits
}

const Function *Module::function(const std::string &Name) const {
  const Function *Declared = nullptr;
  for (const Item &I : Items) {
    const auto *F = std::get_if<Function>(&I);
    if (!F || F->Name != Name)
      continue;
    if (F->HasBody)
      return F;
    if (!Declared)
      Declared = F;
  }
  return Declared;
}

const SourceFile *Module::file(unsigned Index) const {
  for (const Item &I : Items)
    if (const auto *F = std::get_if<SourceFile>(&I); F && F->Index == Index)
      return F;
  return nullptr;
}

} // namespace argus::ptx
