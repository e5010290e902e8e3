//===- reference.h - input and CPU check of the GEMM --------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements are -1, 0 or 1, so that products of up to K = 2^16 stay integers that half
// represents exactly (|c| <= 2048 is twelve standard deviations away), and the check
// needs no tolerance.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_EXAMPLES_REFERENCE_H
#define ARGUS_EXAMPLES_REFERENCE_H

#include <cstdint>
#include <cstdio>
#include <cuda_fp16.h>
#include <vector>

inline int hashedValue(uint32_t Row, uint32_t Column, uint32_t Seed) {
  uint32_t X = Row * 0x9e3779b1u ^ Column * 0x85ebca77u ^ Seed;
  X = (X ^ X >> 15) * 0x2c1b3c6du;
  X = (X ^ X >> 12) * 0x297a2d39u;
  return static_cast<int>((X ^ X >> 15) % 3) - 1;
}

inline int valueA(int Row, int Column) { return hashedValue(Row, Column, 0x1234567u); }
inline int valueB(int Row, int Column) { return hashedValue(Row, Column, 0x89abcdeu); }

inline std::vector<__half> makeMatrix(int (*Value)(int, int), int Rows, int Columns) {
  const __half Values[] = {__float2half(-1.0f), __float2half(0.0f), __float2half(1.0f)};
  std::vector<__half> Matrix(size_t(Rows) * Columns);
  for (int R = 0; R < Rows; ++R)
    for (int C = 0; C < Columns; ++C)
      Matrix[size_t(R) * Columns + C] = Values[Value(R, C) + 1];
  return Matrix;
}

inline int columnWeight(int Column) { return 1 + Column % 7; }

/// Every element of row `R` against its own dot product.
inline bool checkRow(const std::vector<__half> &C, int R, int N, int K) {
  std::vector<int> Expected(N);
  for (int I = 0; I < K; ++I)
    if (int A = valueA(R, I))
      for (int J = 0; J < N; ++J)
        Expected[J] += A * valueB(I, J);
  for (int J = 0; J < N; ++J) {
    float Got = __half2float(C[size_t(R) * N + J]);
    if (Got != static_cast<float>(Expected[J])) {
      std::printf("FAILED c[%d][%d] is %g, expected %d\n", R, J, Got, Expected[J]);
      return false;
    }
  }
  return true;
}

/// C * w = A * (B * w) for the weights w covers every element at quadratic cost; eight
/// rows spread over C are also checked element by element. `Checksum` sums C * w.
inline bool checkProduct(const std::vector<__half> &C, int M, int N, int K,
                         long long &Checksum) {
  std::vector<long long> WeightedB(K);
  for (int I = 0; I < K; ++I)
    for (int J = 0; J < N; ++J)
      WeightedB[I] += valueB(I, J) * columnWeight(J);
  for (int R = 0; R < M; ++R) {
    long long Expected = 0;
    double Got = 0;
    for (int I = 0; I < K; ++I)
      Expected += valueA(R, I) * WeightedB[I];
    for (int J = 0; J < N; ++J)
      Got += __half2float(C[size_t(R) * N + J]) * columnWeight(J);
    if (Got != static_cast<double>(Expected)) {
      std::printf("FAILED the weighted sum of row %d is %.0f, expected %lld\n", R, Got,
                  Expected);
      return false;
    }
    Checksum += Expected;
  }
  for (int Sample = 0; Sample < 8; ++Sample)
    if (!checkRow(C, static_cast<int>((M - 1LL) * Sample / 7), N, K))
      return false;
  return true;
}

#endif // ARGUS_EXAMPLES_REFERENCE_H
