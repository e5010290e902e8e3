//===- packed_float.h - arithmetic of two floats in one instruction ---------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// __ffma2_rn and its kin. As with nvcc they exist for sm_100 and later and, so that host
// compiles of code for those can be parsed, where no device is compiled for.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_DIALECT_PACKED_FLOAT_H
#define ARGUS_DIALECT_PACKED_FLOAT_H

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 1000

union __argus_float2 {
  float2 __f;
  unsigned long long __bits;
};

#define __argus_packed(ROUND)                                                          \
  static __device__ __inline__ float2 __ffma2_##ROUND(float2 __x, float2 __y,          \
                                                      float2 __z) {                    \
    __argus_float2 __a = {__x}, __b = {__y}, __c = {__z}, __r;                         \
    asm("fma." #ROUND ".f32x2 %0, %1, %2, %3;"                                         \
        : "=l"(__r.__bits)                                                             \
        : "l"(__a.__bits), "l"(__b.__bits), "l"(__c.__bits));                          \
    return __r.__f;                                                                    \
  }                                                                                    \
  static __device__ __inline__ float2 __fadd2_##ROUND(float2 __x, float2 __y) {        \
    __argus_float2 __a = {__x}, __b = {__y}, __r;                                      \
    asm("add." #ROUND ".f32x2 %0, %1, %2;"                                             \
        : "=l"(__r.__bits)                                                             \
        : "l"(__a.__bits), "l"(__b.__bits));                                           \
    return __r.__f;                                                                    \
  }                                                                                    \
  static __device__ __inline__ float2 __fmul2_##ROUND(float2 __x, float2 __y) {        \
    __argus_float2 __a = {__x}, __b = {__y}, __r;                                      \
    asm("mul." #ROUND ".f32x2 %0, %1, %2;"                                             \
        : "=l"(__r.__bits)                                                             \
        : "l"(__a.__bits), "l"(__b.__bits));                                           \
    return __r.__f;                                                                    \
  }
__argus_packed(rn)
__argus_packed(rz)
__argus_packed(rd)
__argus_packed(ru)
#undef __argus_packed

#endif

#endif // ARGUS_DIALECT_PACKED_FLOAT_H
