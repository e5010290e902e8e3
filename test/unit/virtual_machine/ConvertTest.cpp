//===- ConvertTest.cpp - cvt, setp, set, selp --------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

namespace argus::vm {
namespace {

struct Case {
  const char *Body;
  const char *To, *From;
  uint64_t Input, Expected;
};

class ConvertTest : public testing::TestWithParam<Case> {};

TEST_P(ConvertTest, GivesTheBits) {
  const Case &C = GetParam();
  EXPECT_EQ(value(C.Body, {C.To, {C.From}}, {C.Input}), C.Expected) << C.Body;
}

uint64_t f(float V) { return bits(V); }
uint64_t d(double V) { return bits(V); }
constexpr uint64_t NaN = 0x7fc00000, NaN64 = 0x7ff8000000000000;

const Case Integers[] = {
    {"cvt.s64.s32 %d, %a;", "b64", "b32", 0xffffffff, ~uint64_t(0)},
    {"cvt.u64.u32 %d, %a;", "b64", "b32", 0xffffffff, 0xffffffff},
    {"cvt.u32.u64 %d, %a;", "b32", "b64", 0x123456789, 0x23456789},
    {"cvt.s32.s8 %d, %a;", "b32", "b32", 0x80, 0xffffff80},
    {"cvt.u32.u8 %d, %a;", "b32", "b32", 0x1ff, 0xff},
    {"cvt.s16.s8 %d, %a;", "b16", "b16", 0x80, 0xff80},
    {"cvt.sat.u8.s32 %d, %a;", "b32", "b32", 0xffffffff, 0},
    {"cvt.sat.s8.s32 %d, %a;", "b32", "b32", 1000, 127},
    {"cvt.sat.u32.s64 %d, %a;", "b32", "b64", ~uint64_t(0), 0},
    {"cvt.sat.s32.u64 %d, %a;", "b32", "b64", ~uint64_t(0), 0x7fffffff},
};
INSTANTIATE_TEST_SUITE_P(Integers, ConvertTest, testing::ValuesIn(Integers));

const Case ToInteger[] = {
    {"cvt.rzi.s32.f32 %d, %a;", "b32", "b32", f(-1.9f), uint32_t(-1)},
    {"cvt.rni.s32.f32 %d, %a;", "b32", "b32", f(2.5f), 2},
    {"cvt.rmi.s32.f32 %d, %a;", "b32", "b32", f(-1.1f), uint32_t(-2)},
    {"cvt.rpi.s32.f32 %d, %a;", "b32", "b32", f(1.1f), 2},
    {"cvt.rzi.s32.f32 %d, %a;", "b32", "b32", f(1e20f), 0x7fffffff},
    {"cvt.rzi.s32.f32 %d, %a;", "b32", "b32", f(-1e20f), 0x80000000},
    {"cvt.rzi.u32.f32 %d, %a;", "b32", "b32", f(-5), 0},
    {"cvt.rzi.u32.f32 %d, %a;", "b32", "b32", f(4294967040.0f), 4294967040},
    {"cvt.rzi.u32.f32 %d, %a;", "b32", "b32", f(1e20f), 0xffffffff},
    {"cvt.rzi.s32.f32 %d, %a;", "b32", "b32", NaN, 0},
    {"cvt.rzi.s64.f32 %d, %a;", "b64", "b32", NaN, uint64_t(1) << 63},
    {"cvt.rzi.s32.f64 %d, %a;", "b32", "b64", NaN64, 0x80000000},
    {"cvt.rzi.u64.f64 %d, %a;", "b64", "b64", d(1e30), ~uint64_t(0)},
    {"cvt.rzi.s64.f64 %d, %a;", "b64", "b64", d(-0x1p62),
     uint64_t(-(int64_t(1) << 62))},
    {"cvt.rzi.u8.f32 %d, %a;", "b32", "b32", f(300), 255},
    {"cvt.rzi.s32.f16 %d, %a;", "b32", "b16", 0xc500, uint32_t(-5)},
    {"cvt.rpi.ftz.s32.f32 %d, %a;", "b32", "b32", 1, 0},
    {"cvt.rpi.s32.f32 %d, %a;", "b32", "b32", 1, 1},
};
INSTANTIATE_TEST_SUITE_P(ToInteger, ConvertTest, testing::ValuesIn(ToInteger));

const Case ToFloat[] = {
    {"cvt.rn.f32.s32 %d, %a;", "b32", "b32", uint32_t(-7), f(-7)},
    {"cvt.rn.f32.u32 %d, %a;", "b32", "b32", 0xffffffff, f(4294967296.0f)},
    {"cvt.rz.f32.u32 %d, %a;", "b32", "b32", 0xffffffff, f(4294967040.0f)},
    {"cvt.rn.f32.u64 %d, %a;", "b32", "b64", uint64_t(1) << 63, f(0x1p63f)},
    {"cvt.rn.f64.s64 %d, %a;", "b64", "b64", uint64_t(-3), d(-3)},
    {"cvt.rm.f64.u64 %d, %a;", "b64", "b64", ~uint64_t(0), d(0x1.fffffffffffffp63)},
    {"cvt.f64.f32 %d, %a;", "b64", "b32", f(1.5f), d(1.5)},
    {"cvt.rn.f32.f64 %d, %a;", "b32", "b64", d(1e300), 0x7f800000},
    {"cvt.rz.f32.f64 %d, %a;", "b32", "b64", d(1e300), 0x7f7fffff},
    {"cvt.rn.f32.f64 %d, %a;", "b32", "b64", d(0.1), f(0.1f)},
    {"cvt.rp.f32.f64 %d, %a;", "b32", "b64", d(0.1), f(0.1f)},
    {"cvt.rm.f32.f64 %d, %a;", "b32", "b64", d(0.1), 0x3dcccccc},
    {"cvt.rni.f32.f32 %d, %a;", "b32", "b32", f(3.5f), f(4)},
    {"cvt.rzi.f64.f64 %d, %a;", "b64", "b64", d(-3.7), d(-3)},
    {"cvt.sat.f32.f32 %d, %a;", "b32", "b32", f(7), f(1)},
    {"cvt.ftz.f32.f32 %d, %a;", "b32", "b32", 1, 0},
    {"cvt.f32.f16 %d, %a;", "b32", "b16", 0x3555, 0x3eaaa000},
    {"cvt.f32.f16 %d, %a;", "b32", "b16", 0x0001, f(0x1p-24f)},
    {"cvt.f32.f16 %d, %a;", "b32", "b16", 0xfc00, 0xff800000},
    {"cvt.f32.bf16 %d, %a;", "b32", "b16", 0x3f80, f(1)},
    {"cvt.rn.f16.f32 %d, %a;", "b16", "b32", f(65520), 0x7c00},
    {"cvt.rz.f16.f32 %d, %a;", "b16", "b32", f(1e9f), 0x7bff},
    {"cvt.rp.f16.f32 %d, %a;", "b16", "b32", f(0x1p-30f), 0x0001},
    {"cvt.rm.f16.f32 %d, %a;", "b16", "b32", f(-0x1p-30f), 0x8001},
    {"cvt.rn.f16.f32 %d, %a;", "b16", "b32", f(0x1p-25f), 0x0000},
    {"cvt.rn.f16.f32 %d, %a;", "b16", "b32", f(0x1.8p-25f), 0x0001},
    {"cvt.rn.bf16.f32 %d, %a;", "b16", "b32", 0x3f808000, 0x3f80},
    {"cvt.rn.bf16.f32 %d, %a;", "b16", "b32", 0x3f818000, 0x3f82},
    {"cvt.rn.f16.s32 %d, %a;", "b16", "b32", 2049, 0x6800},
    {"cvt.rna.tf32.f32 %d, %a;", "b32", "b32", 0x3f801000, 0x3f802000},
};
INSTANTIATE_TEST_SUITE_P(ToFloat, ConvertTest, testing::ValuesIn(ToFloat));

TEST(PackTest, PutsTheFirstValueOnTop) {
  const Snippet S = {"b32", {"b32", "b32"}};
  EXPECT_EQ(value("cvt.rn.f16x2.f32 %d, %a, %b;", S, {f(1), f(2)}), 0x3c004000u);
  EXPECT_EQ(value("cvt.rn.bf16x2.f32 %d, %a, %b;", S, {f(1), f(2)}), 0x3f804000u);
  EXPECT_EQ(value("cvt.rn.relu.f16x2.f32 %d, %a, %b;", S, {f(-1), f(2)}), 0x4000u);
}

TEST(WiderTest, RegistersMayBeWiderThanTheType) {
  EXPECT_EQ(value("cvt.u32.u16 %d, %a;", {"b64", {"b32"}}, {0x1ffff}), 0xffffu);
  EXPECT_EQ(value("cvt.s32.s16 %d, %a;", {"b64", {"b32"}}, {0x8000}),
            0xffffffffffff8000u);
  EXPECT_EQ(value("ld.param.u32 %d, [out]; and.b64 %d, %d, 0; add.u64 %d, %d, 7;",
                  {"b64", {}}, {}),
            7u);
}

uint64_t compared(const std::string &How, const Snippet &S, uint64_t A, uint64_t B) {
  return value("setp." + How + " %q0, %a, %b; selp.b32 %d, 1, 0, %q0;", S, {A, B});
}

TEST(CompareTest, OrdersIntegersByTheirSign) {
  const Snippet S = {"b32", {"b32", "b32"}};
  EXPECT_EQ(compared("lt.s32", S, 0xffffffff, 1), 1u);
  EXPECT_EQ(compared("lt.u32", S, 0xffffffff, 1), 0u);
  EXPECT_EQ(compared("hi.u32", S, 0xffffffff, 1), 1u);
  EXPECT_EQ(compared("ls.u32", S, 1, 1), 1u);
  EXPECT_EQ(compared("ge.s64", {"b32", {"b64", "b64"}}, uint64_t(1) << 63, 0), 0u);
  EXPECT_EQ(compared("eq.b16", {"b32", {"b16", "b16"}}, 0xffff, 0xffff), 1u);
  EXPECT_EQ(compared("lt.s16", {"b32", {"b16", "b16"}}, 0x8000, 0), 1u);
}

TEST(CompareTest, KnowsUnorderedFloats) {
  const Snippet S = {"b32", {"b32", "b32"}};
  for (const char *How : {"eq", "ne", "lt", "le", "gt", "ge", "num"})
    EXPECT_EQ(compared(std::string(How) + ".f32", S, NaN, f(1)), 0u) << How;
  for (const char *How : {"equ", "neu", "ltu", "leu", "gtu", "geu", "nan"})
    EXPECT_EQ(compared(std::string(How) + ".f32", S, NaN, f(1)), 1u) << How;
  EXPECT_EQ(compared("eq.f32", S, 0x80000000, 0), 1u);
  EXPECT_EQ(compared("lt.f32", S, 0, 1), 1u);
  EXPECT_EQ(compared("lt.ftz.f32", S, 0, 1), 0u);
  EXPECT_EQ(compared("gt.f64", {"b32", {"b64", "b64"}}, d(2), d(1)), 1u);
  EXPECT_EQ(compared("lt.f16", {"b32", {"b16", "b16"}}, 0xbc00, 0x3c00), 1u);
}

TEST(CompareTest, CombinesWithAPredicateAndGivesBothResults) {
  const Snippet S = {"b32", {"b32", "b32"}};
  const std::string Out = " selp.b32 %d, 1, 0, %q0; @%q1 add.u32 %d, %d, 2;";
  const std::string Set = "setp.ne.u32 %q2, %b, 0;";
  EXPECT_EQ(value(Set + "setp.lt.and.u32 %q0|%q1, %a, 5, %q2;" + Out, S, {1, 1}), 1u);
  EXPECT_EQ(value(Set + "setp.lt.and.u32 %q0|%q1, %a, 5, %q2;" + Out, S, {9, 1}), 2u);
  EXPECT_EQ(value(Set + "setp.lt.and.u32 %q0|%q1, %a, 5, %q2;" + Out, S, {1, 0}), 0u);
  EXPECT_EQ(value(Set + "setp.lt.or.u32 %q0|%q1, %a, 5, !%q2;" + Out, S, {9, 0}), 3u);
  EXPECT_EQ(value(Set + "setp.lt.xor.u32 %q0|%q1, %a, 5, %q2;" + Out, S, {1, 1}), 2u);
  EXPECT_EQ(value("setp.lt.f16x2 %q0|%q1, %a, %b;" + Out, S, {0x3c004000, 0x40003c00}),
            2u);
}

TEST(CompareTest, SetGivesOnesOrOne) {
  const Snippet S = {"b32", {"b32", "b32"}};
  EXPECT_EQ(value("set.lt.u32.s32 %d, %a, %b;", S, {1, 2}), 0xffffffffu);
  EXPECT_EQ(value("set.lt.f32.s32 %d, %a, %b;", S, {1, 2}), 0x3f800000u);
  EXPECT_EQ(value("set.gt.u32.f32 %d, %a, %b;", S, {f(1), f(2)}), 0u);
  EXPECT_EQ(value("set.lt.f16x2.f16x2 %d, %a, %b;", S, {0x3c004000, 0x40003c00}),
            0x3c000000u);
}

} // namespace
} // namespace argus::vm
