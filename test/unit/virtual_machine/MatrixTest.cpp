//===- MatrixTest.cpp - ldmatrix, stmatrix, mma ------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include <cmath>

namespace argus::vm {
namespace {

uint64_t hash(uint64_t X) { return X * 2654435761u >> 7; }

/// Small integers in each format, so that every sum is exact.
int small(uint64_t Seed) { return int(hash(Seed) % 7) - 3; }

uint32_t half(int V) {
  static const uint32_t Bits[] = {0xc200, 0xc000, 0xbc00, 0, 0x3c00, 0x4000, 0x4200};
  return Bits[V + 3];
}
uint32_t bhalf(int V) { return bits(float(V)) >> 16; }

struct Shape {
  const char *Text; ///< "m16n8k16.row.col.f32.f16.f16.f32"
  unsigned M, K, BitsPerElement;
  char Element; ///< h, b, t, s, u, d
  char Sum;     ///< f, h, s, d
};

uint64_t encode(char Element, int V) {
  switch (Element) {
  case 'h':
    return half(V);
  case 'b':
    return bhalf(V);
  case 't':
  case 'f':
    return bits(float(V));
  case 'd':
    return bits(double(V));
  case 'u':
    return uint64_t(std::abs(V));
  default:
    return uint64_t(V) & 0xff;
  }
}
int known(char Element, int V) { return Element == 'u' ? std::abs(V) : V; }

/// Fragment layouts as the figures of PTX ISA 9.0, 9.7.14.5.1 to 9.7.14.5.14 give them,
/// by register r and element e of a lane; written down apart from the machine's rule.
void placeA(const Shape &S, unsigned Lane, unsigned R, unsigned E, unsigned &Row,
            unsigned &Column) {
  unsigned Group = Lane >> 2, InGroup = Lane % 4;
  bool LowRows = S.M == 8 || R % 2 == 0;
  unsigned Half = S.M == 8 ? R : R / 2;
  unsigned Per = S.BitsPerElement >= 32 ? 1 : 32 / S.BitsPerElement;
  Row = LowRows ? Group : Group + 8;
  Column = InGroup * Per + E + Half * 4 * Per;
}

class MmaTest : public testing::TestWithParam<Shape> {};

TEST_P(MmaTest, MultipliesAsThePlainLoop) {
  const Shape &S = GetParam();
  const unsigned Per = S.BitsPerElement >= 32 ? 1 : 32 / S.BitsPerElement;
  const unsigned CountA = S.M * S.K / 32 / Per, CountB = S.K * 8 / 32 / Per;
  const bool Double = S.Element == 'd', HalfSum = S.Sum == 'h';
  const unsigned CountC = S.M / 8 * (HalfSum ? 1 : 2);
  const std::string Type = Double ? "b64" : "b32", Bytes = Double ? "8" : "4";
  auto List = [](const char *Name, unsigned Count) {
    std::string Text = "{";
    for (unsigned I = 0; I < Count; ++I)
      Text += (I ? ", %" : "%") + std::string(Name) + std::to_string(I);
    return Text + "}";
  };
  std::string Body = ".reg ." + Type +
                     " %a<8>, %b<4>, %c<4>, %d<4>;"
                     ".reg .b64 %p, %x; .reg .b32 %t; mov.u32 %t, %tid.x;"
                     "mul.wide.u32 %x, %t, " +
                     Bytes + ";";
  auto Move = [&](const char *Op, const char *Name, unsigned Count, const char *From) {
    Body += "ld.param.u64 %p, [" + std::string(From) + "]; add.u64 %p, %p, %x;";
    for (unsigned I = 0; I < Count; ++I) {
      std::string Register = "%" + std::string(Name) + std::to_string(I);
      std::string At = "[%p+" + std::to_string(I * 32 * (Double ? 8 : 4)) + "]";
      Body += std::string(Op) + "." + Type + " " +
              (Op[0] == 'l' ? Register + ", " + At : At + ", " + Register) + ";";
    }
  };
  Move("ld.global", "a", CountA, "pa");
  Move("ld.global", "b", CountB, "pb");
  Move("ld.global", "c", CountC, "pc");
  Body += "mma.sync.aligned." + std::string(S.Text) + " " + List("d", CountC) + ", " +
          List("a", CountA) + ", " + List("b", CountB) + ", " + List("c", CountC) + ";";
  Move("st.global", "d", CountC, "pd");
  Device D;
  D.load(kernel(".param .u64 pa, .param .u64 pb, .param .u64 pc, .param .u64 pd",
                Body + "ret;"));
  ASSERT_TRUE(D.P);

  auto A = [](unsigned Row, unsigned K) { return small(Row * 100 + K); };
  auto B = [](unsigned K, unsigned Column) { return small(5000 + K * 10 + Column); };
  auto Initial = [](unsigned Row, unsigned Column) {
    return small(9000 + Row * 8 + Column);
  };
  const size_t Word = Double ? 8 : 4;
  std::vector<uint8_t> Bytes4A(Word * CountA * 32), BytesB(Word * CountB * 32),
      BytesC(Word * CountC * 32);
  auto Put = [&](std::vector<uint8_t> &To, unsigned R, unsigned Lane, uint64_t Value) {
    std::memcpy(&To[(size_t(R) * 32 + Lane) * Word], &Value, Word);
  };
  for (unsigned Lane = 0; Lane < 32; ++Lane) {
    for (unsigned R = 0; R < CountA; ++R) {
      uint64_t Value = 0;
      for (unsigned E = 0; E < Per; ++E) {
        unsigned Row, Column;
        placeA(S, Lane, R, E, Row, Column);
        Value |= encode(S.Element, A(Row, Column)) << E * S.BitsPerElement;
      }
      Put(Bytes4A, R, Lane, Value);
    }
    for (unsigned R = 0; R < CountB; ++R) {
      uint64_t Value = 0;
      for (unsigned E = 0; E < Per; ++E)
        Value |= encode(S.Element, B(Lane % 4 * Per + E + R * 4 * Per, Lane >> 2))
                 << E * S.BitsPerElement;
      Put(BytesB, R, Lane, Value);
    }
    for (unsigned R = 0; R < CountC; ++R) {
      unsigned Row = (Lane >> 2) + 8 * (HalfSum ? R : R / 2);
      unsigned Column = Lane % 4 * 2 + (HalfSum ? 0 : R % 2);
      uint64_t Value =
          HalfSum ? half(Initial(Row, Column)) | half(Initial(Row, Column + 1)) << 16
          : S.Sum == 's' ? uint32_t(Initial(Row, Column))
                         : encode(S.Sum, Initial(Row, Column));
      Put(BytesC, R, Lane, Value);
    }
  }
  uint64_t Out = D.buffer(std::vector<uint8_t>(Word * CountC * 32));
  D.with(D.buffer(Bytes4A)).with(D.buffer(BytesB)).with(D.buffer(BytesC)).with(Out);
  D.run("k", {1, 1, 1}, {32, 1, 1});
  auto Got = D.read<uint8_t>(Out, Word * CountC * 32);
  for (unsigned Lane = 0; Lane < 32; ++Lane)
    for (unsigned R = 0; R < CountC; ++R) {
      uint64_t Bits = 0;
      std::memcpy(&Bits, &Got[(size_t(R) * 32 + Lane) * Word], Word);
      for (unsigned E = 0; E < (HalfSum ? 2 : 1); ++E) {
        unsigned Row = (Lane >> 2) + 8 * (HalfSum ? R : R / 2);
        unsigned Column = Lane % 4 * 2 + (HalfSum ? E : R % 2);
        int Sum = Initial(Row, Column);
        for (unsigned K = 0; K < S.K; ++K)
          Sum += known(S.Element, A(Row, K)) * known(S.Element, B(K, Column));
        double Value;
        if (HalfSum) {
          uint32_t H = Bits >> E * 16 & 0xffff;
          Value = std::ldexp((H & 0x3ff) | (H & 0x7c00 ? 0x400 : 0),
                             int(H >> 10 & 31) - 25);
          Value = H >> 15 ? -Value : Value;
        } else if (S.Sum == 'f') {
          float F;
          std::memcpy(&F, &Bits, 4);
          Value = F;
        } else if (S.Sum == 'd') {
          std::memcpy(&Value, &Bits, 8);
        } else {
          Value = int32_t(Bits);
        }
        ASSERT_EQ(Value, Sum) << "row " << Row << " column " << Column;
      }
    }
}

const Shape Shapes[] = {
    {"m16n8k16.row.col.f32.f16.f16.f32", 16, 16, 16, 'h', 'f'},
    {"m16n8k8.row.col.f32.f16.f16.f32", 16, 8, 16, 'h', 'f'},
    {"m16n8k16.row.col.f16.f16.f16.f16", 16, 16, 16, 'h', 'h'},
    {"m16n8k8.row.col.f16.f16.f16.f16", 16, 8, 16, 'h', 'h'},
    {"m16n8k16.row.col.f32.bf16.bf16.f32", 16, 16, 16, 'b', 'f'},
    {"m16n8k8.row.col.f32.bf16.bf16.f32", 16, 8, 16, 'b', 'f'},
    {"m16n8k8.row.col.f32.tf32.tf32.f32", 16, 8, 32, 't', 'f'},
    {"m16n8k4.row.col.f32.tf32.tf32.f32", 16, 4, 32, 't', 'f'},
    {"m16n8k32.row.col.s32.s8.s8.s32", 16, 32, 8, 's', 's'},
    {"m16n8k16.row.col.satfinite.s32.s8.s8.s32", 16, 16, 8, 's', 's'},
    {"m8n8k16.row.col.s32.u8.u8.s32", 8, 16, 8, 'u', 's'},
    {"m8n8k4.row.col.f64.f64.f64.f64", 8, 4, 64, 'd', 'd'},
    {"m16n8k16.row.col.f64.f64.f64.f64", 16, 16, 64, 'd', 'd'},
};
INSTANTIATE_TEST_SUITE_P(Shapes, MmaTest, testing::ValuesIn(Shapes));

/// Lane l gives row l of 32 rows of 8 elements, numbered 8 * row + column.
std::vector<uint32_t> loaded(const std::string &How, unsigned Matrices) {
  Device D;
  std::string Registers = "{%r0";
  for (unsigned M = 1; M < Matrices; ++M)
    Registers += ", %r" + std::to_string(M);
  Registers += "}";
  std::string Body = R"(
    .shared .align 16 .b8 s[1024];
    .reg .b32 %r<4>, %t, %b, %i; .reg .b64 %o, %x; .reg .b16 %h; .reg .pred %p;
    mov.u32 %t, %tid.x; mov.u32 %b, s; mov.u32 %i, %t;
  fill:
    cvt.u16.u32 %h, %i;
    mad.lo.u32 %r0, %i, 2, %b;
    st.shared.u16 [%r0], %h;
    add.u32 %i, %i, 32;
    setp.lt.u32 %p, %i, 256;
    @%p bra fill;
    bar.sync 0;
    mad.lo.u32 %b, %t, 16, %b;
    ldmatrix.sync.aligned.m8n8.)" +
                     How + ".shared.b16 " + Registers + R"(, [%b];
    ld.param.u64 %o, [out]; mul.wide.u32 %x, %t, 4; add.u64 %o, %o, %x;)";
  for (unsigned M = 0; M < Matrices; ++M)
    Body += "st.global.u32 [%o+" + std::to_string(M * 128) + "], %r" +
            std::to_string(M) + ";";
  D.load(kernel(".param .u64 out", Body + "ret;"));
  uint64_t Out = D.buffer(std::vector<uint32_t>(128));
  D.with(Out).run("k", {1, 1, 1}, {32, 1, 1});
  return D.read<uint32_t>(Out, 128);
}

TEST(LoadMatrixTest, GivesEachLaneItsPair) {
  auto Plain = loaded("x4", 4), Transposed = loaded("x4.trans", 4);
  for (unsigned M = 0; M < 4; ++M)
    for (unsigned L = 0; L < 32; ++L) {
      unsigned Row = L / 4, Column = L % 4 * 2, First = M * 64;
      EXPECT_EQ(Plain[M * 32 + L],
                (First + Row * 8 + Column) | (First + Row * 8 + Column + 1) << 16);
      EXPECT_EQ(Transposed[M * 32 + L],
                (First + Column * 8 + Row) | (First + (Column + 1) * 8 + Row) << 16);
    }
  auto One = loaded("x1", 1), Two = loaded("x2", 2);
  EXPECT_EQ(One[31], Plain[31]);
  EXPECT_EQ(Two[63], Plain[63]);
}

TEST(StoreMatrixTest, IsTheInverse) {
  auto Out = evaluate(R"(
    .shared .align 16 .b8 s[128]; .reg .b32 %x, %y;
    and.b32 %x, %lane, 7; shl.b32 %x, %x, 4; mov.u32 %y, s; add.u32 %x, %x, %y;
    stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%x], {%a};
    bar.sync 0;
    ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%y}, [%x];
    movmatrix.sync.aligned.m8n8.trans.b16 %d, %y;)",
                      {"b32", {"b32"}}, {[] {
                        std::vector<uint64_t> V(32);
                        for (uint64_t L = 0; L < 32; ++L)
                          V[L] = L | (L + 100) << 16;
                        return V;
                      }()});
  for (uint64_t L = 0; L < 32; ++L)
    EXPECT_EQ(Out[L], L | (L + 100) << 16);
}

} // namespace
} // namespace argus::vm
