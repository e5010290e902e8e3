//===- corrections.h - functions that clang 19 compiles to something else ---===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang declares them, and what they do is wrong without a word. Each is here again, as
// the instruction that the CUDA C++ Programming Guide (warp reduce functions, atomic
// functions, clock) or the CUDA Math API (type casting intrinsics) names. Of two
// functions that differ in enable_if alone, overload resolution takes the one that has
// it.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_DIALECT_CORRECTIONS_H
#define ARGUS_DIALECT_CORRECTIONS_H

#define __argus_device static __device__ __inline__ __attribute__((always_inline))
#define __argus_rather __attribute__((enable_if(true, "")))

// clang-format off: it takes the lists below for one expression each.

// Clang's header hands mask and value to LLVM in the wrong order (llvm-project issue
// 131415, mended in clang 21).
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define __argus_reduce(NAME, T, OPERATION)                                             \
  __argus_device T __reduce_##NAME##_sync(unsigned __mask, T __value) __argus_rather { \
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
#endif

// LLVM's optimiser takes those that round toward zero for conversions of C++: it rounds
// integers to the nearest, and does not saturate what is out of range.
#define __argus_convert(NAME, TO, FROM, INSTRUCTION, OUT, IN)                          \
  __argus_device TO NAME(FROM __value) __argus_rather {                                \
    TO __result;                                                                       \
    asm(INSTRUCTION " %0, %1;" : OUT(__result) : IN(__value));                         \
    return __result;                                                                   \
  }
#define __argus_s64 long long
#define __argus_u64 unsigned long long
__argus_convert(__int2float_rz, float, int, "cvt.rz.f32.s32", "=f", "r")
__argus_convert(__uint2float_rz, float, unsigned, "cvt.rz.f32.u32", "=f", "r")
__argus_convert(__ll2float_rz, float, __argus_s64, "cvt.rz.f32.s64", "=f", "l")
__argus_convert(__ull2float_rz, float, __argus_u64, "cvt.rz.f32.u64", "=f", "l")
__argus_convert(__ll2double_rz, double, __argus_s64, "cvt.rz.f64.s64", "=d", "l")
__argus_convert(__ull2double_rz, double, __argus_u64, "cvt.rz.f64.u64", "=d", "l")
__argus_convert(__float2int_rz, int, float, "cvt.rzi.s32.f32", "=r", "f")
__argus_convert(__float2uint_rz, unsigned, float, "cvt.rzi.u32.f32", "=r", "f")
__argus_convert(__float2ll_rz, __argus_s64, float, "cvt.rzi.s64.f32", "=l", "f")
__argus_convert(__float2ull_rz, __argus_u64, float, "cvt.rzi.u64.f32", "=l", "f")
__argus_convert(__double2int_rz, int, double, "cvt.rzi.s32.f64", "=r", "d")
__argus_convert(__double2uint_rz, unsigned, double, "cvt.rzi.u32.f64", "=r", "d")
__argus_convert(__double2ll_rz, __argus_s64, double, "cvt.rzi.s64.f64", "=l", "d")
__argus_convert(__double2ull_rz, __argus_u64, double, "cvt.rzi.u64.f64", "=l", "d")
#undef __argus_u64
#undef __argus_s64
#undef __argus_convert

// Clang's header does not say that they write memory: one whose result is not used is
// deleted.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define __argus_atomic_add(NAME, SCOPE)                                                \
  __argus_device float2 NAME(float2 *__p, float2 __v) __argus_rather {                 \
    float2 __old;                                                                      \
    asm volatile("atom" SCOPE ".add.v2.f32 {%0, %1}, [%2], {%3, %4};"                  \
                 : "=f"(__old.x), "=f"(__old.y)                                        \
                 : "l"(__nv_cvta_generic_to_global_impl(__p)), "f"(__v.x), "f"(__v.y)  \
                 : "memory");                                                          \
    return __old;                                                                      \
  }                                                                                    \
  __argus_device float4 NAME(float4 *__p, float4 __v) __argus_rather {                 \
    float4 __old;                                                                      \
    asm volatile("atom" SCOPE ".add.v4.f32 {%0, %1, %2, %3}, [%4], {%5, %6, %7, %8};"  \
                 : "=f"(__old.x), "=f"(__old.y), "=f"(__old.z), "=f"(__old.w)          \
                 : "l"(__nv_cvta_generic_to_global_impl(__p)), "f"(__v.x), "f"(__v.y), \
                   "f"(__v.z), "f"(__v.w)                                              \
                 : "memory");                                                          \
    return __old;                                                                      \
  }
__argus_atomic_add(atomicAdd, ".global")
__argus_atomic_add(atomicAdd_block, ".global.cta")
__argus_atomic_add(atomicAdd_system, ".global.sys")
#undef __argus_atomic_add
#endif

// Clang's has 32 bits, with a sign.
__argus_device clock_t clock() __argus_rather {
  return static_cast<clock_t>(__nvvm_read_ptx_sreg_clock64());
}

#undef __argus_rather
#undef __argus_device

#endif // ARGUS_DIALECT_CORRECTIONS_H
