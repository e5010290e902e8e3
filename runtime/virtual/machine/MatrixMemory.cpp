//===- MatrixMemory.cpp - ldmatrix, stmatrix, movmatrix -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.14.5.15 to 9.7.14.5.17. Lane 8 * i + j has the address of row j of
// matrix i; of a matrix, lane 4 * r + c holds elements 2c and 2c + 1 of row r.
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "Launch.h"
#include "Operations.h"

#include <cstring>

namespace argus::vm {

namespace {

constexpr unsigned RowBytes = 16;
constexpr size_t Rows = 8;

/// The addresses of the first 8 * Matrices lanes; time of one access a matrix.
void matrixRows(Warp &W, const Op &I, Ref Base, unsigned Matrices, bool Writes,
                Access &A) {
  uint32_t All = W.Mask;
  if (All != AllLanes)
    W.L->fault(W, IllegalInstruction,
               "moves matrices with " + std::to_string(__builtin_popcount(All)) +
                   " of its 32 lanes");
  W.Mask = Matrices == 4 ? AllLanes : (1u << Matrices * Rows) - 1;
  access(W, I, Base, I.Imm, RowBytes, Writes, A);
  W.Mask = All;
}

uint16_t elementAt(const uint8_t *Row, size_t Column) {
  uint16_t Value;
  std::memcpy(&Value, Row + Column * 2, sizeof Value);
  return Value;
}

/// Refs: a register a matrix, then the base. Mode 1: transposed.
void load(Lanes &X, const Op &I) {
  Access A;
  const unsigned Matrices = I.Lanes;
  matrixRows(warpOf(X), I, I.Refs[Matrices], Matrices, false, A);
  uint32_t Result[4][WarpSize];
  for (unsigned M = 0; M < Matrices; ++M)
    for (size_t L = 0; L < WarpSize; ++L) {
      size_t Row = L / 4, Column = L % 4 * 2;
      uint8_t *const *At = A.At + M * Rows;
      uint16_t Low = I.Mode ? elementAt(At[Column], Row) : elementAt(At[Row], Column);
      uint16_t High =
          I.Mode ? elementAt(At[Column + 1], Row) : elementAt(At[Row], Column + 1);
      Result[M][L] = Low | uint32_t(High) << 16;
    }
  for (unsigned M = 0; M < Matrices; ++M)
    if (I.Refs[M] != NoRef)
      std::memcpy(rowOf<uint32_t>(X, I.Refs[M]), Result[M], sizeof Result[M]);
}

/// Refs: the base, then a register a matrix.
void store(Lanes &X, const Op &I) {
  Access A;
  const unsigned Matrices = I.Lanes;
  matrixRows(warpOf(X), I, I.Refs[0], Matrices, true, A);
  for (unsigned M = 0; M < Matrices; ++M) {
    const uint32_t *From = rowOf<uint32_t>(X, I.Refs[1 + M]);
    for (size_t L = 0; L < WarpSize; ++L)
      for (unsigned Half = 0; Half < 2; ++Half) {
        size_t Row = L / 4, Column = L % 4 * 2 + Half;
        auto Value = uint16_t(From[L] >> Half * 16);
        uint8_t *At = I.Mode ? A.At[M * Rows + Column] + Row * 2
                             : A.At[M * Rows + Row] + Column * 2;
        std::memcpy(At, &Value, sizeof Value);
      }
  }
}

/// movmatrix.trans: Refs: d, a.
void transpose(Lanes &X, const Op &I) {
  const uint32_t *A = rowOf<uint32_t>(X, I.Refs[1]);
  uint16_t Elements[Rows][Rows];
  for (size_t L = 0; L < WarpSize; ++L) {
    size_t Row = L / 4, Column = L % 4 * 2;
    Elements[Row][Column] = uint16_t(A[L]);
    Elements[Row][Column + 1] = uint16_t(A[L] >> 16);
  }
  uint32_t *D = rowOf<uint32_t>(X, I.Refs[0]);
  forActive(X.Mask, [&](size_t L) {
    size_t Row = L / 4, Column = L % 4 * 2;
    D[L] = Elements[Column][Row] | uint32_t(Elements[Column + 1][Row]) << 16;
  });
}

bool isPlain(const ptx::Instruction &I) { return I.has("m8n8") && I.has("b16"); }

} // namespace

ExecFn loadMatrix(const ptx::Instruction &I, const Variant &) {
  return isPlain(I) ? &load : nullptr;
}
ExecFn storeMatrix(const ptx::Instruction &I, const Variant &) {
  return isPlain(I) ? &store : nullptr;
}
ExecFn moveMatrix(const ptx::Instruction &I, const Variant &) {
  return isPlain(I) ? &transpose : nullptr;
}

} // namespace argus::vm
