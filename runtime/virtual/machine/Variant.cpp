//===- Variant.cpp - what an instruction's modifiers say ------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Variant.h"
#include "ops/Rows.h"

#include <string_view>

namespace argus::vm {

namespace {

struct Setter {
  const char *Name;
  void (*Set)(Variant &);
};

template <uint16_t Flag> void flag(Variant &V) { V.Flags |= Flag; }
template <Rounding R> void rounds(Variant &V) {
  V.Round = R;
  V.Rounds = true;
}
template <Rounding R> void integral(Variant &V) {
  V.Round = R;
  V.Integral = true;
}
template <Compare C> void compares(Variant &V) { V.Cmp = C; }
template <Combine C> void combines(Variant &V) { V.Bool = C; }
template <Part P> void part(Variant &V) { V.Which = P; }
template <unsigned N> void lanes(Variant &V) { V.Lanes = N; }
template <ptx::Space S> void space(Variant &V) {
  V.Where = S;
  V.Generic = false;
}

constexpr Setter Setters[] = {
    {"ftz", &flag<OpFtz>},
    {"sat", &flag<OpSat>},
    {"satfinite", &flag<OpSat>},
    {"relu", &flag<OpRelu>},
    {"NaN", &flag<OpNan>},
    {"xorsign", &flag<OpAbs>},
    {"rn", &rounds<Rounding::Nearest>},
    {"rz", &rounds<Rounding::Zero>},
    {"rm", &rounds<Rounding::Down>},
    {"rp", &rounds<Rounding::Up>},
    {"rna", &rounds<Rounding::NearestAway>},
    {"rni", &integral<Rounding::Nearest>},
    {"rzi", &integral<Rounding::Zero>},
    {"rmi", &integral<Rounding::Down>},
    {"rpi", &integral<Rounding::Up>},
    {"approx", [](Variant &V) { V.Approx = true; }},
    {"cc", [](Variant &V) { V.Carries = true; }},
    {"wide", &part<Part::Wide>},
    {"v2", &lanes<2>},
    {"v4", &lanes<4>},
    {"v8", &lanes<8>},
    {"global", &space<ptx::Space::Global>},
    {"shared", &space<ptx::Space::Shared>},
    {"shared::cta", &space<ptx::Space::Shared>},
    {"shared::cluster", &space<ptx::Space::Shared>},
    {"local", &space<ptx::Space::Local>},
    {"param", &space<ptx::Space::Param>},
    {"param::entry", &space<ptx::Space::Param>},
    {"param::func", &space<ptx::Space::Param>},
    {"const", &space<ptx::Space::Const>},
};

/// Elsewhere `lo` and `hi` are halves, and `and` is an operation of its own.
constexpr Setter Comparing[] = {
    {"eq", &compares<Compare::Eq>},   {"ne", &compares<Compare::Ne>},
    {"lt", &compares<Compare::Lt>},   {"le", &compares<Compare::Le>},
    {"gt", &compares<Compare::Gt>},   {"ge", &compares<Compare::Ge>},
    {"lo", &compares<Compare::Lt>},   {"ls", &compares<Compare::Le>},
    {"hi", &compares<Compare::Gt>},   {"hs", &compares<Compare::Ge>},
    {"equ", &compares<Compare::Equ>}, {"neu", &compares<Compare::Neu>},
    {"ltu", &compares<Compare::Ltu>}, {"leu", &compares<Compare::Leu>},
    {"gtu", &compares<Compare::Gtu>}, {"geu", &compares<Compare::Geu>},
    {"num", &compares<Compare::Num>}, {"nan", &compares<Compare::Nan>},
    {"and", &combines<Combine::And>}, {"or", &combines<Combine::Or>},
    {"xor", &combines<Combine::Xor>},
};

constexpr Setter Multiplying[] = {{"lo", &part<Part::Lo>}, {"hi", &part<Part::Hi>}};

template <size_t N>
bool apply(const Setter (&Table)[N], const std::string &Modifier, Variant &V) {
  for (const Setter &S : Table)
    if (Modifier == S.Name) {
      S.Set(V);
      return true;
    }
  return false;
}

} // namespace

Variant variantOf(const ptx::Instruction &I) {
  Variant V;
  const bool Compares = I.Opcode == "setp" || I.Opcode == "set";
  for (const std::string &Modifier : I.Modifiers) {
    if (std::optional<ptx::Type> T = ptx::typeNamed(Modifier)) {
      if (V.TypeCount < Variant::MaxTypes)
        V.T[V.TypeCount++] = *T;
      continue;
    }
    if (Compares ? apply(Comparing, Modifier, V) : apply(Multiplying, Modifier, V))
      continue;
    apply(Setters, Modifier, V);
  }
  return V;
}

InstructionTable instructionTable() {
  static const InstructionTable Table = []() -> InstructionTable {
#ifdef ARGUS_VM_HAS_AVX2
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
      return ops_avx2::rows();
#endif
    return ops_baseline::rows();
  }();
  return Table;
}

const InstructionRow *findRow(const ptx::Instruction &I) {
  const InstructionTable Table = instructionTable();
  for (unsigned R = 0; R < Table.Count; ++R) {
    const InstructionRow &Row = Table.Rows[R];
    if (I.Opcode == Row.Opcode && (!*Row.Modifier || I.has(Row.Modifier)))
      return &Row;
  }
  return nullptr;
}

} // namespace argus::vm
