//===- RoundTripTest.cpp - printed text parses to the same ----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include "argus/ptx/Compare.h"
#include "argus/ptx/Printer.h"

namespace argus::ptx {

static void expectRoundTrip(const std::string &Text) {
  Module M = parse(Text, "t.ptx");
  std::string Printed = print(M);
  EXPECT_TRUE(equal(M, parse(Printed, "printed.ptx"))) << Printed;
  EXPECT_EQ(print(parse(Printed, "printed.ptx")), Printed);
}

TEST(RoundTrip, EveryFeature) { expectRoundTrip(features()); }

TEST(RoundTrip, WhatPtxasWouldNotTake) {
  expectRoundTrip(kernel("mov.b32 %r1, -%r2; mov.b64 %rd1, -9223372036854775808;"));
  expectRoundTrip(Head + ".global .b8 a[][2] = {{1}, {2, 3}, {4}};");
  expectRoundTrip(Head + ".global .b8 a[3][2][2] = {1, 2, 3, 4, 5};");
  expectRoundTrip(Head + ".global .samplerref s = { addr_mode_0 = wrap };");
  expectRoundTrip(Head + ".func f() { .reg .pred %p<0>; ret; }");
  expectRoundTrip(Head +
                  ".func .attribute(.unified(1, 2)) (.reg .b32 r) f(.reg .b64 a);");
  expectRoundTrip(Head + ".global .attribute(.unified(1,2)) .u32 a;");
}

TEST(RoundTrip, LocationsDoNotCount) {
  Module A = parse(kernel("add.s32 %r1, %r1, 1;"), "t.ptx");
  EXPECT_TRUE(equal(A, parse("\n" + kernel("\n  add.s32 %r1,%r1,0x1;"), "t.ptx")));
  EXPECT_FALSE(equal(A, parse(kernel("add.s32 %r1, %r1, 2;"), "t.ptx")));
  EXPECT_FALSE(equal(A, parse(kernel("@%p1 add.s32 %r1, %r1, 1;"), "t.ptx")));
  EXPECT_FALSE(equal(A, parse(kernel("add.s32 %r1, %r1, 1; ret;"), "t.ptx")));
}

TEST(RoundTrip, Text) {
  Module M = parse(Head + ".global .u16 a[2]={1,2};\n"
                          ".entry k(){.reg .pred %p; L: @!%p bra L;}",
                   "t.ptx");
  EXPECT_EQ(print(M), Head + ".global .u16 a[2] = {1, 2};\n.entry k()\n{\n"
                             "\t.reg .pred %p;\nL:\n\t@!%p bra L;\n}\n");
}

} // namespace argus::ptx
