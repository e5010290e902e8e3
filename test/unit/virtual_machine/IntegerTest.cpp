//===- IntegerTest.cpp - integer and bit instructions ------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

namespace argus::vm {
namespace {

const Snippet B32 = {"b32", {"b32", "b32", "b32", "b32"}};
const Snippet B64 = {"b64", {"b64", "b64", "b64", "b64"}};
const Snippet B16 = {"b16", {"b16", "b16", "b16"}};

struct Case {
  const char *Body;
  const Snippet &S;
  std::vector<uint64_t> Inputs;
  uint64_t Expected;
};

class IntegerTest : public testing::TestWithParam<Case> {};

TEST_P(IntegerTest, GivesTheValue) {
  const Case &C = GetParam();
  EXPECT_EQ(value(C.Body, C.S, C.Inputs), C.Expected) << C.Body;
}

const Case Arithmetic[] = {
    {"add.s32 %d, %a, %b;", B32, {0x7fffffff, 1}, 0x80000000},
    {"add.sat.s32 %d, %a, %b;", B32, {0x7fffffff, 1}, 0x7fffffff},
    {"add.sat.s32 %d, %a, %b;", B32, {0x80000000, 0xffffffff}, 0x80000000},
    {"sub.sat.s32 %d, %a, %b;", B32, {0x80000000, 1}, 0x80000000},
    {"sub.u16 %d, %a, %b;", B16, {0, 1}, 0xffff},
    {"sub.s64 %d, %a, %b;", B64, {0, 1}, ~uint64_t(0)},
    {"mul.lo.s32 %d, %a, %b;", B32, {0xffffffff, 3}, 0xfffffffd},
    {"mul.hi.s32 %d, %a, %b;", B32, {0xffffffff, 3}, 0xffffffff},
    {"mul.hi.u32 %d, %a, %b;", B32, {0xffffffff, 3}, 2},
    {"mul.hi.u64 %d, %a, %b;", B64, {~uint64_t(0), 16}, 15},
    {"mul.hi.s64 %d, %a, %b;", B64, {~uint64_t(0), 16}, ~uint64_t(0)},
    {"mul.lo.u16 %d, %a, %b;", B16, {0xffff, 0xffff}, 1},
    {"mul.hi.u16 %d, %a, %b;", B16, {0xffff, 0xffff}, 0xfffe},
    {"mul.hi.s16 %d, %a, %b;", B16, {0x8000, 0x8000}, 0x4000},
    {"mad.lo.u32 %d, %a, %b, %c;", B32, {5, 7, 100}, 135},
    {"mad.hi.s32 %d, %a, %b, %c;", B32, {0x80000000, 4, 1}, 0xffffffff},
    {"mad.hi.sat.s32 %d, %a, %b, %c;",
     B32,
     {0x7fffffff, 0x7fffffff, 0x7fffffff},
     0x7fffffff},
    {"mul24.lo.s32 %d, %a, %b;", B32, {0x00ffffff, 2}, 0xfffffffe},
    {"mul24.lo.u32 %d, %a, %b;", B32, {0xffffffff, 2}, 0x01fffffe},
    {"mul24.hi.u32 %d, %a, %b;", B32, {0x00ffffff, 0x00ffffff}, 0xfffffe00},
    {"mad24.lo.u32 %d, %a, %b, %c;", B32, {3, 4, 5}, 17},
    {"div.s32 %d, %a, %b;", B32, {0xfffffff9, 2}, 0xfffffffd},
    {"div.s32 %d, %a, %b;", B32, {0x80000000, 0xffffffff}, 0x80000000},
    {"div.u32 %d, %a, %b;", B32, {7, 0}, 0xffffffff},
    {"div.u64 %d, %a, %b;", B64, {uint64_t(1) << 40, 3}, 366503875925},
    {"rem.s32 %d, %a, %b;", B32, {0xfffffff9, 2}, 0xffffffff},
    {"rem.s64 %d, %a, %b;", B64, {uint64_t(1) << 63, ~uint64_t(0)}, 0},
    {"rem.u32 %d, %a, %b;", B32, {7, 0}, 7},
    {"abs.s32 %d, %a;", B32, {0xfffffffb}, 5},
    {"abs.s32 %d, %a;", B32, {0x80000000}, 0x80000000},
    {"neg.s64 %d, %a;", B64, {1}, ~uint64_t(0)},
    {"min.s32 %d, %a, %b;", B32, {0xffffffff, 1}, 0xffffffff},
    {"min.u32 %d, %a, %b;", B32, {0xffffffff, 1}, 1},
    {"max.s16 %d, %a, %b;", B16, {0xffff, 1}, 1},
    {"max.u64 %d, %a, %b;", B64, {~uint64_t(0), 1}, ~uint64_t(0)},
    {"sad.s32 %d, %a, %b, %c;", B32, {0xfffffffe, 3, 10}, 15},
    {"sad.u32 %d, %a, %b, %c;", B32, {3, 5, 10}, 12},
};
INSTANTIATE_TEST_SUITE_P(Arithmetic, IntegerTest, testing::ValuesIn(Arithmetic));

const Case Bits[] = {
    {"shl.b32 %d, %a, %b;", B32, {1, 31}, 0x80000000},
    {"shl.b32 %d, %a, %b;", B32, {1, 32}, 0},
    {"shl.b16 %d, %a, 15;", B16, {3}, 0x8000},
    {"shr.s32 %d, %a, %b;", B32, {0x80000000, 100}, 0xffffffff},
    {"shr.u32 %d, %a, %b;", B32, {0x80000000, 100}, 0},
    {"shr.s16 %d, %a, 4;", B16, {0x8000}, 0xf800},
    {"shr.u64 %d, %a, 63;", B64, {uint64_t(1) << 63}, 1},
    {"not.b16 %d, %a;", B16, {0x00ff}, 0xff00},
    {"cnot.b32 %d, %a;", B32, {0}, 1},
    {"cnot.b32 %d, %a;", B32, {5}, 0},
    {"lop3.b32 %d, %a, %b, %c, 0x96;", B32, {0xf0, 0xcc, 0xaa}, 0xf0 ^ 0xcc ^ 0xaa},
    {"lop3.b32 %d, %a, %b, %c, 0xe8;", B32, {0xf0, 0xcc, 0xaa}, 0xe8},
    {"shf.l.wrap.b32 %d, %a, %b, %c;", B32, {0x80000000, 1, 33}, 3},
    {"shf.l.clamp.b32 %d, %a, %b, %c;", B32, {0x80000000, 1, 40}, 0x80000000},
    {"shf.r.wrap.b32 %d, %a, %b, %c;", B32, {0, 1, 1}, 0x80000000},
    {"shf.r.clamp.b32 %d, %a, %b, %c;", B32, {5, 7, 32}, 7},
    {"bfe.u32 %d, %a, 8, 4;", B32, {0xfff}, 0xf},
    {"bfe.s32 %d, %a, 8, 4;", B32, {0xfff}, 0xffffffff},
    {"bfe.s32 %d, %a, 8, 5;", B32, {0xfff}, 0xf},
    {"bfe.s32 %d, %a, 28, 20;", B32, {0x80000000}, 0xfffffff8},
    {"bfe.u32 %d, %a, 28, 20;", B32, {0x80000000}, 8},
    {"bfe.u32 %d, %a, 0, 0;", B32, {0xffffffff}, 0},
    {"bfe.u64 %d, %a, 32, 32;", B64, {0x123456789abcdef0}, 0x12345678},
    {"bfe.s32 %d, %a, 40, 3;", B32, {0x80000000}, 0xffffffff},
    {"bfi.b32 %d, %a, %b, 8, 4;", B32, {0xff, 0}, 0xf00},
    {"bfi.b32 %d, %a, %b, 28, 8;", B32, {0xff, 1}, 0xf0000001},
    {"bfi.b32 %d, %a, %b, 0, 32;", B32, {7, 1}, 7},
    {"bfi.b64 %d, %a, %b, 40, 8;", B64, {0xab, 0}, uint64_t(0xab) << 40},
    {"brev.b32 %d, %a;", B32, {1}, 0x80000000},
    {"brev.b64 %d, %a;", B64, {2}, uint64_t(1) << 62},
    {"prmt.b32 %d, %a, %b, 0x5410;", B32, {0x33221100, 0x77665544}, 0x55441100},
    {"prmt.b32 %d, %a, %b, 0x8888;", B32, {0x00000080, 0}, 0xffffffff},
    {"prmt.b32.f4e %d, %a, %b, 1;", B32, {0x33221100, 0x77665544}, 0x44332211},
    {"prmt.b32.b4e %d, %a, %b, 1;", B32, {0x33221100, 0x77665544}, 0x66770011},
    {"prmt.b32.rc8 %d, %a, %b, 2;", B32, {0x33221100, 0x77665544}, 0x22222222},
    {"prmt.b32.ecl %d, %a, %b, 2;", B32, {0x33221100, 0x77665544}, 0x33222222},
    {"prmt.b32.ecr %d, %a, %b, 1;", B32, {0x33221100, 0x77665544}, 0x11111100},
    {"prmt.b32.rc16 %d, %a, %b, 1;", B32, {0x33221100, 0x77665544}, 0x33223322},
    {"dp4a.s32.s32 %d, %a, %b, %c;",
     B32,
     {0x01ff0203, 0x01020304, 10},
     10 + 1 - 2 + 6 + 12},
    {"dp4a.u32.u32 %d, %a, %b, %c;", B32, {0xff000000, 0x02000000, 1}, 511},
    {"dp2a.lo.s32.s32 %d, %a, %b, %c;", B32, {0xffff0002, 0x00000305, 0}, 10 - 3},
    {"dp2a.hi.u32.u32 %d, %a, %b, %c;", B32, {0x00010002, 0x03050000, 0}, 10 + 3},
    {"bmsk.clamp.b32 %d, %a, %b;", B32, {4, 8}, 0xff0},
    {"szext.clamp.s32 %d, %a, %b;", B32, {0xf8, 4}, 0xfffffff8},
    {"szext.clamp.u32 %d, %a, %b;", B32, {0xf8, 4}, 8},
    {"fns.b32 %d, %a, 1, 2;", B32, {0xaaaaaaaa}, 3},
    {"slct.b32.s32 %d, %a, %b, %c;", B32, {1, 2, 0xffffffff}, 2},
    {"slct.b32.s32 %d, %a, %b, %c;", B32, {1, 2, 0}, 1},
    {"slct.u32.f32 %d, %a, %b, %c;", B32, {1, 2, 0x80000000}, 1},
};
INSTANTIATE_TEST_SUITE_P(Bits, IntegerTest, testing::ValuesIn(Bits));

TEST(WideTest, MultipliesToTwiceTheWidth) {
  EXPECT_EQ(value("mul.wide.s32 %d, %a, %b;", {"b64", {"b32", "b32"}}, {0xffffffff, 5}),
            uint64_t(-5));
  EXPECT_EQ(value("mul.wide.u32 %d, %a, %b;", {"b64", {"b32", "b32"}}, {0xffffffff, 2}),
            0x1fffffffeu);
  EXPECT_EQ(value("mul.wide.s16 %d, %a, %b;", {"b32", {"b16", "b16"}}, {0xffff, 5}),
            0xfffffffbu);
  EXPECT_EQ(
      value("mad.wide.u32 %d, %a, 8, %b;", {"b64", {"b32", "b64"}}, {0xffffffff, 100}),
      0x7fffffff8u + 100);
}

TEST(CountTest, CountsAndFindsBits) {
  const Snippet From32 = {"b32", {"b32"}}, From64 = {"b32", {"b64"}};
  EXPECT_EQ(value("popc.b32 %d, %a;", From32, {0xf0f0}), 8u);
  EXPECT_EQ(value("popc.b64 %d, %a;", From64, {~uint64_t(0)}), 64u);
  EXPECT_EQ(value("clz.b32 %d, %a;", From32, {0}), 32u);
  EXPECT_EQ(value("clz.b32 %d, %a;", From32, {1}), 31u);
  EXPECT_EQ(value("clz.b64 %d, %a;", From64, {1}), 63u);
  EXPECT_EQ(value("bfind.u32 %d, %a;", From32, {0x80}), 7u);
  EXPECT_EQ(value("bfind.u32 %d, %a;", From32, {0}), 0xffffffffu);
  EXPECT_EQ(value("bfind.s32 %d, %a;", From32, {0xffffff00}), 7u);
  EXPECT_EQ(value("bfind.shiftamt.u32 %d, %a;", From32, {0x80}), 24u);
  EXPECT_EQ(value("bfind.u64 %d, %a;", From64, {uint64_t(1) << 40}), 40u);
}

TEST(CarryTest, ChainsAddSubtractAndMultiply) {
  const Snippet S = {"b32", {"b32", "b32", "b32"}};
  const std::string High = ".reg .b32 %lo; add.cc.u32 %lo, %a, %b; addc.u32 %d, %c, 0;";
  EXPECT_EQ(value(High, S, {0xffffffff, 1, 7}), 8u);
  EXPECT_EQ(value(High, S, {0xfffffffe, 1, 7}), 7u);
  const std::string Borrow =
      ".reg .b32 %lo; sub.cc.u32 %lo, %a, %b; subc.u32 %d, %c, 0;";
  EXPECT_EQ(value(Borrow, S, {0, 1, 7}), 6u);
  EXPECT_EQ(value(Borrow, S, {1, 1, 7}), 7u);
  const std::string Mad =
      ".reg .b32 %lo; mad.lo.cc.u32 %lo, %a, %b, %c; madc.hi.u32 %d, %a, %b, 0;";
  EXPECT_EQ(value(Mad, S, {0xffffffff, 0xffffffff, 0xffffffff}), 0xffffffffu);
  const std::string Three = ".reg .b32 %lo; add.cc.u32 %lo, %a, %b; addc.cc.u32 %lo, "
                            "%a, %b; addc.u32 %d, 0, 0;";
  EXPECT_EQ(value(Three, S, {0xffffffff, 0, 0}), 0u);
  EXPECT_EQ(value(Three, S, {0xffffffff, 1, 0}), 1u);
}

TEST(PredicateTest, LogicOfPredicates) {
  const Snippet S = {"b32", {"b32", "b32"}};
  const std::string Set = "setp.ne.u32 %q0, %a, 0; setp.ne.u32 %q1, %b, 0;";
  EXPECT_EQ(value(Set + "and.pred %q2, %q0, %q1; selp.b32 %d, 1, 0, %q2;", S, {1, 1}),
            1u);
  EXPECT_EQ(value(Set + "xor.pred %q2, %q0, %q1; selp.b32 %d, 1, 0, %q2;", S, {1, 1}),
            0u);
  EXPECT_EQ(value(Set + "not.pred %q2, %q0; selp.b32 %d, 1, 0, %q2;", S, {1, 0}), 0u);
  EXPECT_EQ(value(Set + "mov.pred %q2, %q0; selp.b32 %d, 1, 0, %q2;", S, {1, 0}), 1u);
}

TEST(MoveTest, PacksAndUnpacks) {
  EXPECT_EQ(value("mov.b64 %d, {%a, %b};", {"b64", {"b32", "b32"}}, {1, 2}),
            0x200000001u);
  EXPECT_EQ(value(".reg .b32 %x; mov.b64 {%x, %d}, %a;", {"b32", {"b64"}},
                  {0x1234567800000009}),
            0x12345678u);
  EXPECT_EQ(value("mov.b32 %d, {%a, %b};", {"b32", {"b16", "b16"}}, {0xbeef, 0xdead}),
            0xdeadbeefu);
  EXPECT_EQ(value("mov.b32 {_, %d}, %a;", {"b16", {"b32"}}, {0xdeadbeef}), 0xdeadu);
}

} // namespace
} // namespace argus::vm
