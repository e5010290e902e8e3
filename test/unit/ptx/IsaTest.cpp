//===- IsaTest.cpp - the table of instructions ----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/ptx/Isa.h"
#include "Samples.h"

namespace argus::ptx {

/// The names of registers, which stand in the kernel of Samples.h from index 0 on.
static std::vector<std::string> namesOf(const std::vector<uint32_t> &Registers) {
  Function F = functionOf(parse(kernel("ret;"), "t.ptx"));
  std::vector<std::string> Names;
  for (uint32_t R : Registers)
    Names.push_back(F.Registers.at(R).Name);
  return Names;
}

using Strings = std::vector<std::string>;
static Strings written(const std::string &Text) {
  return namesOf(writtenRegisters(instructionOf(Text)));
}
static Strings read(const std::string &Text) {
  return namesOf(readRegisters(instructionOf(Text)));
}

TEST(Isa, TheTableIsSorted) {
  const OpcodeInfo *Last = find("abs");
  ASSERT_NE(Last, nullptr);
  for (const OpcodeInfo *Row = Last; Row->Opcode != "xor"; ++Row) {
    EXPECT_LE(Row[0].Opcode, Row[1].Opcode);
    if (Row[0].Opcode == Row[1].Opcode) {
      EXPECT_NE(Row[0].Modifier, "") << Row->Opcode;
    }
    EXPECT_NE(find(Row->Opcode), nullptr);
  }
}

TEST(Isa, RowsByModifier) {
  EXPECT_EQ(find(instructionOf("bar.sync 0;"))->Destinations, 0);
  EXPECT_EQ(find(instructionOf("bar.red.popc.u32 %r1, 0, %p1;"))->Destinations, 1);
  EXPECT_TRUE(find(instructionOf("exit;"))->Flags & Ends);
  EXPECT_EQ(find("nonsense"), nullptr);
  EXPECT_EQ(nearestOpcode("brxx"), "brx");
  EXPECT_EQ(nearestOpcode(std::string(100000, 'x')), "");
}

TEST(Isa, WrittenRegisters) {
  EXPECT_EQ(written("add.s32 %r1, %r2, %r3;"), Strings{"%r1"});
  EXPECT_EQ(written("setp.eq.s32 %p1|%p2, %r2, %r3;"), (Strings{"%p1", "%p2"}));
  EXPECT_EQ(written("ld.v2.f32 {%f1, %f2}, [%rd1];"), (Strings{"%f1", "%f2"}));
  EXPECT_EQ(written("st.u32 [%rd1], %r1;"), Strings{});
  EXPECT_EQ(written("mbarrier.arrive.b64 %rd2, [%rd1];"), Strings{"%rd2"});
  EXPECT_EQ(written("mbarrier.arrive.expect_tx.b64 _, [%rd1], %r1;"), Strings{});
  EXPECT_EQ(written("atom.add.u32 %r1, [%rd1], %r2;"), Strings{"%r1"});
  EXPECT_EQ(written("call (%r1), k, (%r2);"), Strings{"%r1"});
  EXPECT_EQ(written("call k, (%r2);"), Strings{});
}

TEST(Isa, ReadRegisters) {
  EXPECT_EQ(read("@%p1 add.s32 %r1, %r2, %r2;"), (Strings{"%p1", "%r2"}));
  EXPECT_EQ(read("ld.u32 %r1, [%rd1+4];"), Strings{"%rd1"});
  EXPECT_EQ(read("st.u32 [%rd1], %r1;"), (Strings{"%rd1", "%r1"}));
  EXPECT_EQ(read("call (%r1), %rd1, (%r2);"), (Strings{"%rd1", "%r2"}));
  EXPECT_EQ(
      read("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1, %f2, %f3, %f4},"
           " %rd1, %rd2, %p1, 1, 1, 0, 0;"),
      (Strings{"%f1", "%f2", "%f3", "%f4", "%rd1", "%rd2", "%p1"}));
}

TEST(Isa, SpecialRegisters) {
  EXPECT_TRUE(isSpecialRegister("%tid.x"));
  EXPECT_TRUE(isSpecialRegister("%envreg0"));
  EXPECT_FALSE(isSpecialRegister("%envreg32"));
  EXPECT_FALSE(isSpecialRegister("%pm"));
  EXPECT_FALSE(isSpecialRegister("%r1"));
}

TEST(Isa, SpecialRegistersThatAreOneValueInAWarp) {
  for (const char *Name : {"%ctaid.x", "%warpid", "%envreg3", "WARP_SZ"})
    EXPECT_TRUE(isUniformSpecial(Name)) << Name;
  for (const char *Name : {"%tid.x", "%laneid", "%clock64", "%pm0", "%envreg32", "%r1"})
    EXPECT_FALSE(isUniformSpecial(Name)) << Name;
}

} // namespace argus::ptx
