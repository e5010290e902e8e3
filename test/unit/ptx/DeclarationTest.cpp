//===- DeclarationTest.cpp - variables, functions, directives -------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"

namespace argus::ptx {

TEST(Declaration, Head) {
  Module M = parse(".version 8.5 .target sm_90a, debug .address_size 64", "t.ptx");
  EXPECT_EQ(M.VersionMajor, 8u);
  EXPECT_EQ(M.VersionMinor, 5u);
  EXPECT_EQ(M.Targets, (std::vector<std::string>{"sm_90a", "debug"}));
  EXPECT_EQ(M.AddressBits, 64u);
}

TEST(Declaration, Variable) {
  Variable V = variableOf(".visible .const .align 16 .v2 .f32 t[4][3];");
  EXPECT_EQ(V.Link, Linkage::Visible);
  EXPECT_EQ(V.Where, Space::Const);
  EXPECT_EQ(V.alignment(), 16u);
  EXPECT_EQ(V.Lanes, 2u);
  EXPECT_EQ(V.Element, Type::F32);
  EXPECT_EQ(V.Dimensions, (std::vector<uint64_t>{4, 3}));
  EXPECT_EQ(V.size(), 96u);
  EXPECT_EQ(variableOf(".extern .shared .align 128 .b8 s[];").size(), 0u);
  EXPECT_EQ(variableOf(".global .v4 .f32 v;").alignment(), 16u);
  EXPECT_EQ(variableOf(".visible .global .attribute(.managed) .b8 m[4];").Attributes,
            std::vector<std::string>{".managed"});
}

static std::vector<uint64_t> bitsOf(const Variable &V) {
  std::vector<uint64_t> Bits;
  for (const InitialValue &I : V.Init)
    Bits.push_back(I.Bits);
  return Bits;
}

TEST(Declaration, InitialNumbers) {
  EXPECT_EQ(bitsOf(variableOf(".global .u32 a = 7;")), std::vector<uint64_t>{7});
  EXPECT_EQ(bitsOf(variableOf(".global .s16 a[3] = {-1, 0x10, 1 << 2};")),
            (std::vector<uint64_t>{0xffff, 16, 4}));
  EXPECT_EQ(bitsOf(variableOf(".global .f32 a[3] = {1.5, 0f40000000, -2};")),
            (std::vector<uint64_t>{0x3fc00000, 0x40000000, 0xc0000000}));
  EXPECT_EQ(bitsOf(variableOf(".global .f64 a = 0f3f800000;")),
            std::vector<uint64_t>{0x3ff0000000000000});
  // ptxas lets the next row follow a short one at once.
  EXPECT_EQ(bitsOf(variableOf(".global .b8 a[2][2] = {{1}, {2, 3}};")),
            (std::vector<uint64_t>{1, 2, 3}));
}

TEST(Declaration, InitialAddresses) {
  Variable V = variableOf(".global .u64 a[3] = {x, generic(y)+8, z-4};");
  ASSERT_EQ(V.Init.size(), 3u);
  EXPECT_EQ(V.Init[0].Symbol, "x");
  EXPECT_FALSE(V.Init[0].Generic);
  EXPECT_EQ(V.Init[1].Symbol, "y");
  EXPECT_TRUE(V.Init[1].Generic);
  EXPECT_EQ(V.Init[1].Bits, 8u);
  EXPECT_EQ(int64_t(V.Init[2].Bits), -4);
  V = variableOf(".global .u8 a[8] = {0xFF(x), 0xFF00000000000000(generic(x)+1)};");
  EXPECT_EQ(V.Init[0].Mask, 0xffu);
  EXPECT_EQ(V.Init[1].Mask, 0xff00000000000000u);
  EXPECT_EQ(V.Init[1].Bits, 1u);
}

TEST(Declaration, References) {
  Variable V = variableOf(".global .samplerref s = { addr_mode_0 = wrap };");
  EXPECT_EQ(V.Element, Type::Samplerref);
  EXPECT_EQ(V.ReferenceInit, "{ addr_mode_0 = wrap }");
}

TEST(Declaration, SeveralNamesOfOneDeclaration) {
  Module M = parse(Head + ".global .u32 a, b[2] = {1}, c;", "t.ptx");
  ASSERT_EQ(M.Items.size(), 3u);
  EXPECT_EQ(std::get<Variable>(M.Items[1]).Name, "b");
  Function F = functionOf(parse(kernel(".reg .b32 x, y<3>; mov.b32 x, y2;"), "t.ptx"));
  EXPECT_EQ(F.Registers.back().Name, "y2");
  EXPECT_EQ(std::get<RegisterDecl>(F.Body[F.Body.size() - 2]).Count, 3u);
}

TEST(Declaration, Function) {
  Module M = parse(Head + ".extern .func (.param .b32 r) f(.param .b64 a, .param "
                          ".align 8 .b8 b[16]) .noreturn;\n"
                          ".weak .entry g(.param .u64 .ptr .global .align 4 a)\n"
                          ".maxntid 256, 1, 1\n.minnctapersm 2 .explicitcluster\n"
                          ".pragma \"nounroll\";\n{ ret; }",
                   "t.ptx");
  const Function &F = functionOf(M, "f");
  EXPECT_EQ(F.Link, Linkage::Extern);
  EXPECT_FALSE(F.HasBody);
  ASSERT_EQ(F.Parameters.size(), 2u);
  EXPECT_EQ(F.Parameters[1].size(), 16u);
  EXPECT_EQ(F.Returns.at(0).Name, "r");
  EXPECT_EQ(F.Directives.at(0).Name, ".noreturn");
  const Function &G = functionOf(M, "g");
  EXPECT_TRUE(G.Entry);
  EXPECT_EQ(G.Parameters.at(0).Attributes.at(0), ".ptr .global .align 4");
  ASSERT_EQ(G.Directives.size(), 4u);
  EXPECT_EQ(G.Directives[0].Name, ".maxntid");
  EXPECT_EQ(G.Directives[0].Text, "256, 1, 1");
  EXPECT_EQ(G.Directives[3].Text, "\"nounroll\"");
}

TEST(Declaration, TheFunctionWithABodyIsFoundFirst) {
  Module M = parse(Head + ".func f();\n.func f() { ret; }", "t.ptx");
  EXPECT_TRUE(functionOf(M, "f").HasBody);
  EXPECT_EQ(M.function("g"), nullptr);
}

TEST(Declaration, RegisterParametersAreRegisters) {
  Module M = parse(
      Head + ".func (.reg .b32 r) f(.reg .b32 a) { add.s32 r, a, 1; ret; }", "t.ptx");
  Function F = functionOf(M, "f");
  ASSERT_EQ(F.Registers.size(), 2u);
  EXPECT_EQ(std::get<Instruction>(F.Body[0]).Operands[1].What, Operand::Kind::Register);
}

TEST(Declaration, FilesAndLines) {
  Module M = parse(kernel(".loc 1 2 3\n.loc 1 4 5, function_name $L__info_string0, "
                          "inlined_at 1 6 7\nret;") +
                       ".file 1 \"a.cu\"\n.file 2 \"b.cu\", 12, 34\n",
                   "t.ptx");
  ASSERT_NE(M.file(2), nullptr);
  EXPECT_EQ(M.file(1)->Name, "a.cu");
  EXPECT_EQ(M.file(2)->Rest, ", 12, 34");
  Function F = functionOf(M);
  const auto &L = std::get<SourceLine>(F.Body.at(F.Body.size() - 2));
  EXPECT_EQ(L.Line, 4u);
  EXPECT_EQ(L.Rest, ", function_name $L__info_string0, inlined_at 1 6 7");
}

TEST(Declaration, SectionsAreVerbatim) {
  Module M =
      parse(Head + "\t.section\t.debug_str\n{ // }\n$L: .b8 1,2 { } }\n", "t.ptx");
  const auto &D = std::get<Directive>(M.Items.at(0));
  EXPECT_EQ(D.Name, ".section");
  EXPECT_EQ(D.Text, ".debug_str\n{ // }\n$L: .b8 1,2 { } }");
}

} // namespace argus::ptx
