//===- host_math.h - functions that nvcc's host code has --------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With nvcc min and max are functions of host and device, for each pair of types of one
// width. Clang's wrapper makes them functions of the device only.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_DIALECT_HOST_MATH_H
#define ARGUS_DIALECT_HOST_MATH_H

#define __argus_extremum(R, A, B)                                                      \
  static __host__ __inline__ R min(A __a, B __b) {                                     \
    return (R)__a < (R)__b ? (R)__a : (R)__b;                                          \
  }                                                                                    \
  static __host__ __inline__ R max(A __a, B __b) {                                     \
    return (R)__a < (R)__b ? (R)__b : (R)__a;                                          \
  }
#define __argus_extrema(S, U)                                                          \
  __argus_extremum(S, S, S) __argus_extremum(U, U, U) __argus_extremum(U, S, U)        \
      __argus_extremum(U, U, S)
__argus_extrema(int, unsigned)
__argus_extrema(long, unsigned long)
__argus_extrema(long long, unsigned long long)
#undef __argus_extrema
#define __argus_named(PREFIX, T)                                                       \
  static __host__ __inline__ T PREFIX##min(T __a, T __b) {                             \
    return __a < __b ? __a : __b;                                                      \
  }                                                                                    \
  static __host__ __inline__ T PREFIX##max(T __a, T __b) {                             \
    return __a < __b ? __b : __a;                                                      \
  }
__argus_named(u, unsigned)
__argus_named(ll, long long)
__argus_named(ull, unsigned long long)
#undef __argus_named
#undef __argus_extremum

// As fmin and fmax: a NaN is no number to compare with.
#define __argus_extremum(R, A, B)                                                      \
  static __host__ __inline__ R min(A __a, B __b) {                                     \
    return sizeof(R) == 4 ? (R)__builtin_fminf(__a, __b) : (R)__builtin_fmin(__a, __b);\
  }                                                                                    \
  static __host__ __inline__ R max(A __a, B __b) {                                     \
    return sizeof(R) == 4 ? (R)__builtin_fmaxf(__a, __b) : (R)__builtin_fmax(__a, __b);\
  }
__argus_extremum(float, float, float)
__argus_extremum(double, double, double)
__argus_extremum(double, float, double)
__argus_extremum(double, double, float)
#undef __argus_extremum

#endif // ARGUS_DIALECT_HOST_MATH_H
