//===- corrections.h - functions that clang 19 compiles to something else ---===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang declares them, and what they return is wrong without a word. The names become
// macros for functions that are the instructions of the CUDA C++ Programming Guide (warp
// reduce functions) and of the CUDA Math API (type casting intrinsics).
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_DIALECT_CORRECTIONS_H
#define ARGUS_DIALECT_CORRECTIONS_H

#define __argus_device static __device__ __inline__ __attribute__((always_inline))

// Clang's header hands mask and value to LLVM in the wrong order (llvm-project issue
// 131415, mended in clang 21).
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800

#define __argus_reduce(NAME, T, OPERATION)                                             \
  __argus_device T __argus_reduce_##NAME##_sync(unsigned __mask, T __value) {          \
    T __result;                                                                        \
    asm volatile("redux.sync." OPERATION " %0, %1, %2;"                                \
                 : "=r"(__result)                                                      \
                 : "r"(__value), "r"(__mask));                                         \
    return __result;                                                                   \
  }
__argus_reduce(add, unsigned, "add.u32")
__argus_reduce(add, int, "add.s32")
__argus_reduce(min, unsigned, "min.u32")
__argus_reduce(min, int, "min.s32")
__argus_reduce(max, unsigned, "max.u32")
__argus_reduce(max, int, "max.s32")
__argus_reduce(and, unsigned, "and.b32")
__argus_reduce(or, unsigned, "or.b32")
__argus_reduce(xor, unsigned, "xor.b32")
#undef __argus_reduce

#define __reduce_add_sync __argus_reduce_add_sync
#define __reduce_min_sync __argus_reduce_min_sync
#define __reduce_max_sync __argus_reduce_max_sync
#define __reduce_and_sync __argus_reduce_and_sync
#define __reduce_or_sync __argus_reduce_or_sync
#define __reduce_xor_sync __argus_reduce_xor_sync

#endif

// LLVM's optimiser replaces those that round toward zero by conversions that round to the
// nearest.
#define __argus_convert(NAME, TO, FROM, TYPES, OUT, IN)                                \
  __argus_device TO __argus_##NAME##_rz(FROM __value) {                                \
    TO __result;                                                                       \
    asm("cvt.rz." TYPES " %0, %1;" : OUT(__result) : IN(__value));                     \
    return __result;                                                                   \
  }
__argus_convert(int2float, float, int, "f32.s32", "=f", "r")
__argus_convert(uint2float, float, unsigned, "f32.u32", "=f", "r")
__argus_convert(ll2float, float, long long, "f32.s64", "=f", "l")
__argus_convert(ull2float, float, unsigned long long, "f32.u64", "=f", "l")
__argus_convert(ll2double, double, long long, "f64.s64", "=d", "l")
__argus_convert(ull2double, double, unsigned long long, "f64.u64", "=d", "l")
#undef __argus_convert

#define __int2float_rz __argus_int2float_rz
#define __uint2float_rz __argus_uint2float_rz
#define __ll2float_rz __argus_ll2float_rz
#define __ull2float_rz __argus_ull2float_rz
#define __ll2double_rz __argus_ll2double_rz
#define __ull2double_rz __argus_ull2double_rz

#undef __argus_device

#endif // ARGUS_DIALECT_CORRECTIONS_H
