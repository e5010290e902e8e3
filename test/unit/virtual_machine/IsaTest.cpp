//===- IsaTest.cpp - equal bits with and without AVX2 ---------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operation of ops/ is compiled twice; both must agree on everything.
//
//===----------------------------------------------------------------------===//

#include "Modes.h"
#include "ops/Rows.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace argus::vm {
namespace {

constexpr unsigned RowCount = 16, RowBytes = 8 * WarpSize;

struct alignas(64) Rows {
  uint8_t Bytes[RowCount * RowBytes];
};

ptx::Instruction instruction(const std::string &Text) {
  ptx::Instruction I;
  size_t Dot = Text.find('.');
  I.Opcode = Text.substr(0, Dot);
  while (Dot != std::string::npos) {
    size_t Next = Text.find('.', Dot + 1);
    I.Modifiers.push_back(Text.substr(Dot + 1, Next - Dot - 1));
    Dot = Next;
  }
  return I;
}

/// Values that matter: zeros, infinities, NaN, subnormal ones, and any others.
void fill(Rows &R, unsigned Seed) {
  std::mt19937_64 Random(Seed);
  const uint64_t Special[] = {0,
                              0x80000000,
                              0x7f800000,
                              0xff800001,
                              1,
                              0x3f8000003f800000,
                              uint64_t(0x7ff) << 52,
                              uint64_t(1) << 63,
                              0xfff8000000000001,
                              0x3c003c007bff7c00};
  for (size_t At = 0; At < sizeof R.Bytes; At += 8) {
    uint64_t Value = Random();
    if (Random() % 4 == 0)
      Value = Special[Random() % 10];
    if (Random() % 8 == 0) // close exponents, so that sums cancel
      Value = (Value & 0x007fffff007fffff) | 0x3f8000003f000000;
    std::memcpy(R.Bytes + At, &Value, 8);
  }
}

const InstructionRow *rowIn(const InstructionTable &Table, const ptx::Instruction &I) {
  for (unsigned R = 0; R < Table.Count; ++R)
    if (I.Opcode == Table.Rows[R].Opcode &&
        (!*Table.Rows[R].Modifier || I.has(Table.Rows[R].Modifier)))
      return &Table.Rows[R];
  return nullptr;
}

void execute(const InstructionTable &Table, const ptx::Instruction &I, Rows &R,
             uint32_t Mask) {
  Variant V = variantOf(I);
  const InstructionRow *Row = rowIn(Table, I);
  ASSERT_TRUE(Row) << I.text();
  Op O;
  O.Fn = Row->Resolve(I, V);
  ASSERT_TRUE(O.Fn) << I.text();
  O.Flags = V.Flags;
  O.Round = V.Round;
  O.Cmp = V.Cmp;
  O.Mode = modeOf(I, V);
  O.Imm = 0x80000000;
  Ref Refs[RowCount];
  for (unsigned N = 0; N < RowCount; ++N)
    Refs[N] = N * RowBytes << 1;
  const bool Compares = I.Opcode == "setp";
  if (Compares)
    Refs[4] = NoRef;
  if (I.Opcode == "min" || I.Opcode == "max" || I.Opcode == "set")
    Refs[3] = NoRef;
  O.Refs = Refs;
  Lanes X;
  X.Base[0] = X.Base[1] = R.Bytes;
  X.Mask = Mask;
  O.Fn(X, O);
}

const char *const Instructions[] = {
    "add.f32",          "add.ftz.sat.f32",  "sub.f64",         "mul.f32",
    "fma.rn.f32",       "fma.rn.ftz.f32",   "fma.rn.f64",      "div.rn.f32",
    "div.rn.f64",       "sqrt.rn.f32",      "rcp.rn.f64",      "rsqrt.approx.f32",
    "ex2.approx.f32",   "lg2.approx.f32",   "sin.approx.f32",  "cos.approx.f32",
    "tanh.approx.f32",  "min.f32",          "max.NaN.ftz.f32", "min.f64",
    "add.f16",          "fma.rn.f16",       "fma.rn.bf16",     "fma.rn.f16x2",
    "mul.bf16x2",       "add.f16x2",        "max.f16x2",       "neg.f32",
    "abs.f32",          "add.s32",          "add.sat.s32",     "mul.lo.s64",
    "mul.hi.u64",       "mul.hi.s32",       "mul.wide.s32",    "mad.wide.u32",
    "mad.lo.u16",       "div.s32",          "div.u64",         "rem.s64",
    "rem.u16",          "min.s32",          "max.u16",         "shl.b32",
    "shr.s64",          "shr.s16",          "and.b64",         "lop3.b32",
    "shf.l.wrap.b32",   "bfe.s32",          "bfe.u64",         "bfi.b32",
    "bfind.s64",        "brev.b32",         "clz.b64",         "popc.b32",
    "prmt.b32",         "dp4a.s32.u32",     "sad.s32",         "add.cc.u32",
    "madc.hi.u64",      "setp.lt.f32",      "setp.geu.f64",    "setp.ne.ftz.f32",
    "setp.lt.s16",      "setp.hi.u64",      "setp.nan.f16x2",  "set.lt.f32.f32",
    "selp.b64",         "slct.b32.f32",     "cvt.rn.f32.s64",  "cvt.rn.f32.u64",
    "cvt.rn.f32.u32",   "cvt.rzi.s32.f32",  "cvt.rni.u64.f64", "cvt.rpi.s8.f16",
    "cvt.rn.f16.f32",   "cvt.rz.bf16.f64",  "cvt.f64.f16",     "cvt.sat.u8.s64",
    "cvt.rn.f16x2.f32", "cvt.rna.tf32.f32", "cvt.rmi.f32.f32", "cvt.rn.bf16.s64"};

class IsaTest : public testing::TestWithParam<const char *> {};

TEST_P(IsaTest, BothAgree) {
#ifdef ARGUS_VM_HAS_AVX2
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
    GTEST_SKIP() << "no AVX2 and FMA here";
  ptx::Instruction I = instruction(GetParam());
  I.Operands.resize(5); // lop3 has that many
  for (unsigned Seed = 0; Seed < 200; ++Seed) {
    Rows A, B;
    fill(A, Seed);
    std::memcpy(&B, &A, sizeof A);
    uint32_t Mask = Seed % 2 ? AllLanes : 0x5a5a0ff1;
    execute(ops_baseline::rows(), I, A, Mask);
    execute(ops_avx2::rows(), I, B, Mask);
    ASSERT_EQ(std::memcmp(&A, &B, sizeof A), 0) << GetParam() << " seed " << Seed;
  }
#else
  GTEST_SKIP() << "built for one ISA";
#endif
}

INSTANTIATE_TEST_SUITE_P(All, IsaTest, testing::ValuesIn(Instructions));

TEST(IsaTest, MatricesAgree) {
#ifdef ARGUS_VM_HAS_AVX2
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
    GTEST_SKIP() << "no AVX2 and FMA here";
  for (const char *Text : {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
                           "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32",
                           "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",
                           "mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32",
                           "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64"})
    for (unsigned Seed = 0; Seed < 50; ++Seed) {
      Rows A, B;
      fill(A, Seed);
      std::memcpy(&B, &A, sizeof A);
      execute(ops_baseline::rows(), instruction(Text), A, AllLanes);
      execute(ops_avx2::rows(), instruction(Text), B, AllLanes);
      ASSERT_EQ(std::memcmp(&A, &B, sizeof A), 0) << Text << " seed " << Seed;
    }
#endif
}

} // namespace
} // namespace argus::vm
