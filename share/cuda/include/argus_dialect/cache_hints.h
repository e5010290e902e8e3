//===- cache_hints.h - loads and stores with a cache operator ---------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// __ldcg, __ldca, __ldcs, __ldlu, __ldcv, __stwb, __stcg, __stcs, __stwt. The toolkit's
// header that has them is 270 functions, which each compile would parse; these templates
// are parsed where they are used.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_DIALECT_CACHE_HINTS_H
#define ARGUS_DIALECT_CACHE_HINTS_H

#define __argus_device static __device__ __inline__ __attribute__((always_inline))

// How a type is loaded and stored; only the types that CUDA has these functions for.
template <class _T> struct __argus_hinted;

// OPERATOR: 0 cg, 1 ca, 2 cs, 3 lu, 4 cv; stores: 0 cg, 1 wb, 2 cs, 3 wt. The last two
// loads may not be moved across other accesses; nvcc marks them in the same way.
#ifndef __CUDA_ARCH__ // the host compile reads these functions and emits none
#define __argus_load_as(...)
#define __argus_store_as(...)
#else
#define __argus_load_as(SUFFIX, OUT, IN, ...)                                          \
  if (__op == 0)                                                                       \
    asm volatile("ld.global.cg." SUFFIX " " OUT ", [" IN "];" : __VA_ARGS__ : "l"(__p)); \
  else if (__op == 1)                                                                  \
    asm volatile("ld.global.ca." SUFFIX " " OUT ", [" IN "];" : __VA_ARGS__ : "l"(__p)); \
  else if (__op == 2)                                                                  \
    asm volatile("ld.global.cs." SUFFIX " " OUT ", [" IN "];" : __VA_ARGS__ : "l"(__p)); \
  else if (__op == 3)                                                                  \
    asm("ld.global.lu." SUFFIX " " OUT ", [" IN "];"                                   \
        : __VA_ARGS__                                                                  \
        : "l"(__p)                                                                     \
        : "memory");                                                                   \
  else                                                                                 \
    asm("ld.global.cv." SUFFIX " " OUT ", [" IN "];"                                   \
        : __VA_ARGS__                                                                  \
        : "l"(__p)                                                                     \
        : "memory")
#define __argus_store_as(SUFFIX, IN, ...)                                              \
  if (__op == 0)                                                                       \
    asm("st.global.cg." SUFFIX " [%0], " IN ";" : : "l"(__p), __VA_ARGS__ : "memory"); \
  else if (__op == 1)                                                                  \
    asm("st.global.wb." SUFFIX " [%0], " IN ";" : : "l"(__p), __VA_ARGS__ : "memory"); \
  else if (__op == 2)                                                                  \
    asm("st.global.cs." SUFFIX " [%0], " IN ";" : : "l"(__p), __VA_ARGS__ : "memory"); \
  else                                                                                 \
    asm("st.global.wt." SUFFIX " [%0], " IN ";" : : "l"(__p), __VA_ARGS__ : "memory")
#endif

// T: the type; R: what a register holds of it; C: the register's constraint.
#define __argus_hinted1(T, SUFFIX, R, C)                                               \
  template <> struct __argus_hinted<T> {                                               \
    typedef T __type;                                                                  \
    template <int __op> __argus_device T __load(const T *__p) {                        \
      R __x;                                                                           \
      __argus_load_as(SUFFIX, "%0", "%1", "=" C(__x));                                 \
      return (T)__x;                                                                   \
    }                                                                                  \
    template <int __op> __argus_device void __store(T *__p, T __v) {                   \
      __argus_store_as(SUFFIX, "%1", C((R)__v));                                       \
    }                                                                                  \
  };
#define __argus_hinted2(T, SUFFIX, R, C)                                               \
  template <> struct __argus_hinted<T> {                                               \
    typedef T __type;                                                                  \
    template <int __op> __argus_device T __load(const T *__p) {                        \
      typedef decltype(T::x) __item;                                                   \
      R __x, __y;                                                                      \
      __argus_load_as("v2." SUFFIX, "{%0, %1}", "%2", "=" C(__x), "=" C(__y));         \
      return T{(__item)__x, (__item)__y};                                              \
    }                                                                                  \
    template <int __op> __argus_device void __store(T *__p, T __v) {                   \
      __argus_store_as("v2." SUFFIX, "{%1, %2}", C((R)__v.x), C((R)__v.y));            \
    }                                                                                  \
  };
#define __argus_hinted4(T, SUFFIX, R, C)                                               \
  template <> struct __argus_hinted<T> {                                               \
    typedef T __type;                                                                  \
    template <int __op> __argus_device T __load(const T *__p) {                        \
      typedef decltype(T::x) __item;                                                   \
      R __x, __y, __z, __w;                                                            \
      __argus_load_as("v4." SUFFIX, "{%0, %1, %2, %3}", "%4", "=" C(__x), "=" C(__y),  \
                      "=" C(__z), "=" C(__w));                                         \
      return T{(__item)__x, (__item)__y, (__item)__z, (__item)__w};                    \
    }                                                                                  \
    template <int __op> __argus_device void __store(T *__p, T __v) {                   \
      __argus_store_as("v4." SUFFIX, "{%1, %2, %3, %4}", C((R)__v.x), C((R)__v.y),     \
                       C((R)__v.z), C((R)__v.w));                                      \
    }                                                                                  \
  };

#define __argus_hinted_family(T, V, SUFFIX, R, C)                                      \
  __argus_hinted1(T, SUFFIX, R, C) __argus_hinted2(V##2, SUFFIX, R, C)                 \
      __argus_hinted4(V##4, SUFFIX, R, C)
__argus_hinted_family(char, char, "s8", int, "r")
__argus_hinted_family(unsigned char, uchar, "u8", unsigned, "r")
__argus_hinted_family(short, short, "s16", short, "h")
__argus_hinted_family(unsigned short, ushort, "u16", unsigned short, "h")
__argus_hinted_family(int, int, "s32", int, "r")
__argus_hinted_family(unsigned, uint, "u32", unsigned, "r")
__argus_hinted_family(float, float, "f32", float, "f")
__argus_hinted1(signed char, "s8", int, "r")
__argus_hinted1(long, "s64", long, "l")
__argus_hinted1(unsigned long, "u64", unsigned long, "l")
__argus_hinted1(long long, "s64", long long, "l")
__argus_hinted1(unsigned long long, "u64", unsigned long long, "l")
__argus_hinted1(double, "f64", double, "d")
__argus_hinted2(longlong2, "s64", long long, "l")
__argus_hinted2(ulonglong2, "u64", unsigned long long, "l")
__argus_hinted2(double2, "f64", double, "d")

#define __argus_hinted_load(NAME, OP)                                                  \
  template <class _T>                                                                  \
  __argus_device typename __argus_hinted<_T>::__type NAME(const _T *__p) {             \
    return __argus_hinted<_T>::template __load<OP>(__p);                               \
  }
__argus_hinted_load(__ldcg, 0)
__argus_hinted_load(__ldca, 1)
__argus_hinted_load(__ldcs, 2)
__argus_hinted_load(__ldlu, 3)
__argus_hinted_load(__ldcv, 4)
#define __argus_hinted_store(NAME, OP)                                                 \
  template <class _T>                                                                  \
  __argus_device void NAME(_T *__p, typename __argus_hinted<_T>::__type __v) {         \
    __argus_hinted<_T>::template __store<OP>(__p, __v);                                \
  }
__argus_hinted_store(__stcg, 0)
__argus_hinted_store(__stwb, 1)
__argus_hinted_store(__stcs, 2)
__argus_hinted_store(__stwt, 3)

#undef __argus_hinted_store
#undef __argus_hinted_load
#undef __argus_hinted_family
#undef __argus_hinted4
#undef __argus_hinted2
#undef __argus_hinted1
#undef __argus_store_as
#undef __argus_load_as
#undef __argus_device

#endif // ARGUS_DIALECT_CACHE_HINTS_H
