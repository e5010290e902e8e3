//===- FloatTest.cpp - floating-point instructions ---------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include <cmath>

namespace argus::vm {
namespace {

const Snippet F32 = {"b32", {"b32", "b32", "b32"}};
const Snippet F64 = {"b64", {"b64", "b64", "b64"}};
const Snippet F16 = {"b16", {"b16", "b16", "b16"}};

constexpr uint32_t NaN = 0x7fffffff, Infinity = 0x7f800000, MinusZero = 0x80000000;

struct Case {
  const char *Body;
  const Snippet &S;
  std::vector<uint64_t> Inputs;
  uint64_t Expected;
};

class FloatTest : public testing::TestWithParam<Case> {};

TEST_P(FloatTest, GivesTheBits) {
  const Case &C = GetParam();
  EXPECT_EQ(value(C.Body, C.S, C.Inputs), C.Expected) << C.Body;
}

uint64_t f(float V) { return bits(V); }
uint64_t d(double V) { return bits(V); }

const Case Single[] = {
    {"add.f32 %d, %a, %b;", F32, {f(1), f(0x1p-25f)}, f(1)},
    {"add.rp.f32 %d, %a, %b;", F32, {f(1), f(0x1p-60f)}, f(0x1.000002p0f)},
    {"add.rm.f32 %d, %a, %b;", F32, {f(1), f(-0x1p-60f)}, f(0x1.fffffep-1f)},
    {"add.rz.f32 %d, %a, %b;", F32, {f(-1), f(0x1p-60f)}, f(-0x1.fffffep-1f)},
    {"add.f32 %d, %a, %b;", F32, {Infinity, Infinity | MinusZero}, NaN},
    {"add.f32 %d, %a, %b;", F32, {0x7f800001, f(1)}, NaN},
    {"add.f32 %d, %a, %b;", F32, {MinusZero, MinusZero}, MinusZero},
    {"sub.f32 %d, %a, %b;", F32, {f(1), f(1)}, 0},
    {"sub.rm.f32 %d, %a, %b;", F32, {f(1), f(1)}, MinusZero},
    {"add.f32 %d, %a, %b;", F32, {1, 1}, 2},
    {"add.ftz.f32 %d, %a, %b;", F32, {1, 1}, 0},
    {"add.ftz.f32 %d, %a, %b;", F32, {0x80000001, 0x80000001}, MinusZero},
    {"mul.f32 %d, %a, %b;", F32, {f(0x1p-100f), f(0x1p-49f)}, 1},
    {"mul.ftz.f32 %d, %a, %b;", F32, {f(0x1p-100f), f(-0x1p-49f)}, MinusZero},
    {"mul.rz.f32 %d, %a, %b;", F32, {f(3e38f), f(3e38f)}, 0x7f7fffff},
    {"mul.rn.f32 %d, %a, %b;", F32, {f(3e38f), f(3e38f)}, Infinity},
    {"add.sat.f32 %d, %a, %b;", F32, {f(2), f(2)}, f(1)},
    {"add.sat.f32 %d, %a, %b;", F32, {f(-2), f(1)}, 0},
    {"add.sat.f32 %d, %a, %b;", F32, {NaN, f(1)}, 0},
    {"fma.rn.f32 %d, %a, %b, %c;",
     F32,
     {f(0x1.000002p0f), f(0x1.000002p0f), f(-0x1.000004p0f)},
     f(0x1p-46f)},
    {"fma.rp.f32 %d, %a, %b, %c;", F32, {f(1), f(1), f(0x1p-80f)}, f(0x1.000002p0f)},
    {"mad.rn.f32 %d, %a, %b, %c;", F32, {f(2), f(3), f(4)}, f(10)},
    {"div.rn.f32 %d, %a, %b;", F32, {f(1), f(3)}, 0x3eaaaaab},
    {"div.rz.f32 %d, %a, %b;", F32, {f(1), f(3)}, 0x3eaaaaaa},
    {"div.approx.f32 %d, %a, %b;", F32, {f(1), f(3)}, 0x3eaaaaab},
    {"div.full.f32 %d, %a, %b;", F32, {f(1), 0}, Infinity},
    {"rcp.rn.f32 %d, %a;", F32, {f(-0.0f)}, Infinity | MinusZero},
    {"rcp.rp.f32 %d, %a;", F32, {f(3)}, 0x3eaaaaab},
    {"sqrt.rn.f32 %d, %a;", F32, {f(2)}, 0x3fb504f3},
    {"sqrt.rp.f32 %d, %a;", F32, {f(2)}, 0x3fb504f4},
    {"sqrt.rn.f32 %d, %a;", F32, {f(-1)}, NaN},
    {"sqrt.rn.f32 %d, %a;", F32, {MinusZero}, MinusZero},
    {"rsqrt.approx.f32 %d, %a;", F32, {f(4)}, f(0.5f)},
    {"ex2.approx.f32 %d, %a;", F32, {f(10)}, f(1024)},
    {"ex2.approx.ftz.f32 %d, %a;", F32, {f(-140)}, 0},
    {"lg2.approx.f32 %d, %a;", F32, {f(8)}, f(3)},
    {"lg2.approx.f32 %d, %a;", F32, {0}, Infinity | MinusZero},
    {"sin.approx.f32 %d, %a;", F32, {f(1)}, f(float(std::sin(1.0)))},
    {"cos.approx.f32 %d, %a;", F32, {f(1)}, f(float(std::cos(1.0)))},
    {"tanh.approx.f32 %d, %a;", F32, {f(1)}, f(float(std::tanh(1.0)))},
    {"min.f32 %d, %a, %b;", F32, {NaN, f(1)}, f(1)},
    {"min.NaN.f32 %d, %a, %b;", F32, {0xffc00000, f(1)}, NaN},
    {"min.f32 %d, %a, %b;", F32, {0, MinusZero}, MinusZero},
    {"max.f32 %d, %a, %b;", F32, {MinusZero, 0}, 0},
    {"max.f32 %d, %a, %b;", F32, {0xffc00000, 0x7fc00000}, NaN},
    {"min.xorsign.abs.f32 %d, %a, %b;", F32, {f(-3), f(2)}, f(-2)},
    {"max.ftz.f32 %d, %a, %b;", F32, {1, 2}, 0},
    {"min.f32 %d, %a, %b, %c;", F32, {f(3), f(2), f(1)}, f(1)},
    {"neg.f32 %d, %a;", F32, {0}, MinusZero},
    {"neg.ftz.f32 %d, %a;", F32, {1}, MinusZero},
    {"abs.f32 %d, %a;", F32, {f(-5)}, f(5)},
    {"copysign.f32 %d, %a, %b;", F32, {f(-1), f(2)}, f(-2)},
};
INSTANTIATE_TEST_SUITE_P(Single, FloatTest, testing::ValuesIn(Single));

const Case Double[] = {
    {"add.rn.f64 %d, %a, %b;", F64, {d(0.1), d(0.2)}, d(0.1 + 0.2)},
    {"add.rm.f64 %d, %a, %b;", F64, {d(1), d(-0x1p-80)}, d(0x1.fffffffffffffp-1)},
    {"fma.rn.f64 %d, %a, %b, %c;",
     F64,
     {d(0x1.0000000000001p0), d(0x1.0000000000001p0), d(-0x1.0000000000002p0)},
     d(0x1p-104)},
    {"fma.rz.f64 %d, %a, %b, %c;",
     F64,
     {d(1), d(1), d(-0x1p-80)},
     d(0x1.fffffffffffffp-1)},
    {"div.rn.f64 %d, %a, %b;", F64, {d(1), d(3)}, d(1.0 / 3)},
    {"sqrt.rn.f64 %d, %a;", F64, {d(2)}, d(std::sqrt(2.0))},
    {"min.f64 %d, %a, %b;", F64, {d(-0.0), d(0.0)}, d(-0.0)},
    {"neg.f64 %d, %a;", F64, {d(1)}, d(-1)},
    {"abs.f64 %d, %a;", F64, {d(-1)}, d(1)},
    {"mul.f64 %d, %a, 0d4000000000000000;", F64, {d(3)}, d(6)},
    {"add.f64 %d, %a, 0.5;", F64, {d(3)}, d(3.5)},
};
INSTANTIATE_TEST_SUITE_P(Double, FloatTest, testing::ValuesIn(Double));

// f16: 1 = 3c00, 2 = 4000, 65504 = 7bff, 2^-24 = 0001. bf16: 1 = 3f80.
const Case Halves[] = {
    {"add.f16 %d, %a, %b;", F16, {0x3c00, 0x3c00}, 0x4000},
    {"add.f16 %d, %a, %b;", F16, {0x7bff, 0x7bff}, 0x7c00},
    {"add.f16 %d, %a, %b;", F16, {0x3c00, 0x1000}, 0x3c00}, // half an ulp: to even
    {"add.f16 %d, %a, %b;", F16, {0x3c01, 0x1000}, 0x3c02},
    {"mul.f16 %d, %a, %b;", F16, {0x0001, 0x3800}, 0x0000}, // 2^-25: to even
    {"mul.ftz.f16 %d, %a, %b;", F16, {0x0200, 0x3c00}, 0x0000},
    {"sub.sat.f16 %d, %a, %b;", F16, {0x3c00, 0x4000}, 0x0000},
    {"fma.rn.f16 %d, %a, %b, %c;", F16, {0x4000, 0x4200, 0x3c00}, 0x4700},
    {"fma.rn.relu.f16 %d, %a, %b, %c;", F16, {0xc000, 0x4200, 0x3c00}, 0x0000},
    {"fma.rn.f16 %d, %a, %b, %c;", F16, {0x7c00, 0x0000, 0x3c00}, 0x7fff},
    {"max.f16 %d, %a, %b;", F16, {0x8000, 0x0000}, 0x0000},
    {"neg.f16 %d, %a;", F16, {0x3c00}, 0xbc00},
    {"abs.bf16 %d, %a;", F16, {0xbf80}, 0x3f80},
    {"add.rn.bf16 %d, %a, %b;", F16, {0x3f80, 0x3f80}, 0x4000},
    {"fma.rn.bf16 %d, %a, %b, %c;", F16, {0x4000, 0x4040, 0x3f80}, 0x40e0},
    {"ex2.approx.f16 %d, %a;", F16, {0x4200}, 0x4800},
    {"tanh.approx.f16 %d, %a;", F16, {0x0000}, 0x0000},
    {"add.f16x2 %d, %a, %b;", F32, {0x3c004000, 0x3c003c00}, 0x40004200},
    {"mul.f16x2 %d, %a, %b;", F32, {0x40004000, 0x3c004200}, 0x40004600},
    {"fma.rn.f16x2 %d, %a, %b, %c;",
     F32,
     {0x40004000, 0x3c004200, 0x3c00bc00},
     0x42004500},
    {"fma.rn.bf16x2 %d, %a, %b, %c;",
     F32,
     {0x40003f80, 0x40403f80, 0x3f803f80},
     0x40e04000},
    {"min.f16x2 %d, %a, %b;", F32, {0x40003c00, 0x3c004000}, 0x3c003c00},
    {"neg.f16x2 %d, %a;", F32, {0x3c004000}, 0xbc00c000},
};
INSTANTIATE_TEST_SUITE_P(Halves, FloatTest, testing::ValuesIn(Halves));

/// One rounding, where double alone would round twice: 2^-7 above 1 halfway, and a bit.
TEST(HalfTest, RoundsFusedOperationsOnce) {
  // bf16: 1.0078125 * 0.5 + 2^-100 has its half bit and something far below.
  const uint64_t Tiny = 0x0d80; // 2^-100
  EXPECT_EQ(value("fma.rn.bf16 %d, %a, %b, %c;", F16, {0x3f81, 0x3fc0, Tiny}),
            value("fma.rn.bf16 %d, %a, %b, %c;", F16, {0x3f81, 0x3fc0, 0x3000}));
}

TEST(TestpTest, KnowsTheClasses) {
  auto Test = [](const std::string &P, uint64_t Value) {
    return value("testp." + P + ".f32 %q0, %a; selp.b32 %d, 1, 0, %q0;", F32, {Value});
  };
  EXPECT_EQ(Test("finite", f(1)), 1u);
  EXPECT_EQ(Test("finite", Infinity), 0u);
  EXPECT_EQ(Test("infinite", Infinity | MinusZero), 1u);
  EXPECT_EQ(Test("number", Infinity), 1u);
  EXPECT_EQ(Test("notanumber", NaN), 1u);
  EXPECT_EQ(Test("normal", 1), 0u);
  EXPECT_EQ(Test("subnormal", 1), 1u);
  EXPECT_EQ(Test("subnormal", 0), 0u);
}

} // namespace
} // namespace argus::vm
