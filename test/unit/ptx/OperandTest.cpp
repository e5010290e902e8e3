//===- OperandTest.cpp - forms of operands --------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include "argus/ptx/Printer.h"

namespace argus::ptx {

using Kind = Operand::Kind;

TEST(Operand, RegistersAreResolved) {
  Instruction I = instructionOf("add.s32 %r1, %r2, -7;");
  EXPECT_EQ(I.text(), "add.s32");
  ASSERT_EQ(I.Operands.size(), 3u);
  EXPECT_EQ(I.Operands[0].What, Kind::Register);
  EXPECT_EQ(I.Operands[0].Index, 5u); // after the four predicates
  EXPECT_EQ(I.Operands[1].Name, "%r2");
  EXPECT_EQ(I.Operands[2].What, Kind::Integer);
  EXPECT_EQ(int64_t(I.Operands[2].Bits), -7);
  EXPECT_EQ(I.At.Line, 8u);
  EXPECT_EQ(I.Operands[2].At.Column, 19u);
}

TEST(Operand, ModifiersKeepTheirColonsAndDigits) {
  Instruction I = instructionOf(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
      " [%rd1], [%rd2, {%r1, %r2}], [%rd3];");
  EXPECT_TRUE(I.has("2d"));
  EXPECT_TRUE(I.has("shared::cluster"));
  EXPECT_TRUE(I.has("mbarrier::complete_tx::bytes"));
  EXPECT_FALSE(I.has("shared"));
  ASSERT_EQ(I.Operands.size(), 3u);
  const Operand &Tensor = I.Operands[1];
  ASSERT_EQ(Tensor.What, Kind::Address);
  ASSERT_EQ(Tensor.Elements.size(), 2u);
  EXPECT_EQ(Tensor.Elements[1].What, Kind::Vector);
  EXPECT_EQ(Tensor.Elements[1].Elements[1].Name, "%r2");
}

TEST(Operand, AddressesHaveTheirOffset) {
  auto OffsetOf = [](const std::string &Address) {
    Operand O = instructionOf("ld.global.u32 %r1, " + Address + ";").Operands[1];
    EXPECT_EQ(O.What, Kind::Address);
    EXPECT_EQ(O.Elements[0].Offset, 0);
    return O.Offset;
  };
  EXPECT_EQ(OffsetOf("[%rd1]"), 0);
  EXPECT_EQ(OffsetOf("[%rd1+8]"), 8);
  EXPECT_EQ(OffsetOf("[%rd1+-8]"), -8);
  EXPECT_EQ(OffsetOf("[%rd1-0x10]"), -16);
  EXPECT_EQ(OffsetOf("[%rd1+4*8+1]"), 33);
  EXPECT_EQ(OffsetOf("[p+4]"), 4);
  EXPECT_EQ(instructionOf("ld.global.u32 %r1, [64];").Operands[1].Elements[0].Bits,
            64u);
}

TEST(Operand, AWrittenZeroIsKept) {
  auto Printed = [](const std::string &Text) {
    Function F = functionOf(parse(kernel(Text), "t.ptx"));
    return print(F, std::get<Instruction>(F.Body.back()));
  };
  EXPECT_EQ(Printed("ld.param.u64 %rd1, [p+0];"), "ld.param.u64 %rd1, [p+0];");
  EXPECT_EQ(Printed("ld.param.u64 %rd1, [p];"), "ld.param.u64 %rd1, [p];");
  EXPECT_EQ(Printed("@!%p1 ld.u32 %r1, [%rd1-4];"), "@!%p1 ld.u32 %r1, [%rd1+-4];");
}

TEST(Operand, Numbers) {
  auto BitsOf = [](const std::string &Number) {
    Operand O = instructionOf("mov.b64 %rd1, " + Number + ";").Operands[1];
    EXPECT_EQ(O.FloatBits, 0);
    return O.Bits;
  };
  EXPECT_EQ(BitsOf("0x1fU"), 31u);
  EXPECT_EQ(BitsOf("017"), 15u);
  EXPECT_EQ(BitsOf("0b101"), 5u);
  EXPECT_EQ(BitsOf("0"), 0u);
  EXPECT_EQ(BitsOf("18446744073709551615"), ~uint64_t(0));
  EXPECT_EQ(BitsOf("-(1 << 3 | 1)"), uint64_t(-9));
  EXPECT_EQ(BitsOf("~0"), ~uint64_t(0));
  EXPECT_EQ(BitsOf("!3 + 7 / 2 * 2 - 9 % 5"), 2u);
  EXPECT_EQ(BitsOf("3 > 2 && 1 != 1 ? 5 : 6"), 6u);
  EXPECT_EQ(BitsOf("-8 >> 1"), uint64_t(-4));
  EXPECT_EQ(BitsOf("(.u64)-8 >> 1"), uint64_t(-8) >> 1);
}

TEST(Operand, Floats) {
  Operand Single = instructionOf("mov.f32 %f1, 0f3F800000;").Operands[1];
  EXPECT_EQ(Single.What, Kind::Float);
  EXPECT_EQ(Single.FloatBits, 32);
  EXPECT_EQ(Single.Bits, 0x3F800000u);
  Operand Double = instructionOf("mov.f32 %f1, -1.5e0;").Operands[1];
  EXPECT_EQ(Double.FloatBits, 64);
  EXPECT_EQ(Double.Bits, 0xBFF8000000000000u);
  EXPECT_EQ(instructionOf("mov.f32 %f1, .5;").Operands[1].Bits, 0x3FE0000000000000u);
}

TEST(Operand, PairsSinksAndNegation) {
  Instruction I = instructionOf("setp.lt.and.s32 %p0|_, %r1, %r2, !%p2;");
  ASSERT_EQ(I.Operands[0].What, Kind::Pair);
  EXPECT_EQ(I.Operands[0].Elements[0].Name, "%p0");
  EXPECT_EQ(I.Operands[0].Elements[1].What, Kind::Sink);
  EXPECT_TRUE(I.Operands[3].Negated);
  EXPECT_FALSE(I.Operands[3].Minus);
  EXPECT_TRUE(instructionOf("mov.b32 %r1, -%r2;").Operands[1].Minus);
}

TEST(Operand, ComponentsAndSelectors) {
  EXPECT_EQ(instructionOf("mov.f32 %f1, vec.x;").Operands[1].Component, "x");
  Instruction I = instructionOf("vadd.s32.u32.s32.sat %r1, %r2.b0, %r3.h1, %r4;");
  EXPECT_EQ(I.Operands[1].Component, "b0");
  EXPECT_EQ(I.Operands[2].Component, "h1");
}

TEST(Operand, SpecialRegisters) {
  for (const char *Name : {"%tid.x", "%ctaid", "%clock64", "%envreg31", "%pm7_64",
                           "%lanemask_lt", "WARP_SZ", "%cluster_nctaid.z"}) {
    Operand O = instructionOf("mov.u32 %r1, " + std::string(Name) + ";").Operands[1];
    EXPECT_EQ(O.What, Kind::Special) << Name;
    EXPECT_EQ(O.Name, Name);
    EXPECT_EQ(O.Component, "");
  }
}

TEST(Operand, CallsHaveLists) {
  Instruction I = instructionOf("{ .param .b32 a; .param .b32 r;\n"
                                "call.uni (r), k, (a, 1); }");
  ASSERT_EQ(I.Operands.size(), 3u);
  EXPECT_EQ(I.Operands[0].What, Kind::List);
  EXPECT_EQ(I.Operands[1].What, Kind::Symbol);
  EXPECT_EQ(I.Operands[1].DeclaredIn, Operand::Home::Module);
  ASSERT_EQ(I.Operands[2].Elements.size(), 2u);
  EXPECT_EQ(I.Operands[2].Elements[0].DeclaredIn, Operand::Home::Body);
}

TEST(Operand, GuardsAreResolved) {
  Instruction I = instructionOf("@!%p3 exit;");
  Guard When = I.When.value_or(Guard());
  EXPECT_EQ(When.Register, 3u);
  EXPECT_TRUE(When.Negated);
  EXPECT_FALSE(instructionOf("exit;").When);
}

} // namespace argus::ptx
