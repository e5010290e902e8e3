//===- atomics.h - nvcc's __nv_atomic_* for clang ---------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc 12.8 and later have these built in; clang 19's own scoped atomics lose order and
// scope in the NVPTX back end. Each function is the instruction that nvcc 13 writes for
// it: `fence.sc` and an acquire for sequential consistency, the opposite added for a
// subtraction. Order and scope are numbers of __NV_ATOMIC_* and __NV_THREAD_SCOPE_*; the
// branches on constants go in the first optimisation.
//
// Macros, since the text of an asm must be a literal; and templates, since their bodies
// are parsed only where they are used.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_DIALECT_ATOMICS_H
#define ARGUS_DIALECT_ATOMICS_H

// In a header of the toolkit that clang's wrapper skips.
enum {
  __NV_ATOMIC_RELAXED,
  __NV_ATOMIC_CONSUME,
  __NV_ATOMIC_ACQUIRE,
  __NV_ATOMIC_RELEASE,
  __NV_ATOMIC_ACQ_REL,
  __NV_ATOMIC_SEQ_CST
};
enum {
  __NV_THREAD_SCOPE_THREAD,
  __NV_THREAD_SCOPE_BLOCK,
  __NV_THREAD_SCOPE_CLUSTER,
  __NV_THREAD_SCOPE_DEVICE,
  __NV_THREAD_SCOPE_SYSTEM
};

#define __argus_device static __device__ __inline__ __attribute__((always_inline))

// Before Hopper there are no clusters; nvcc takes the next larger scope, too.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
#define __argus_cluster ".gpu"
#else
#define __argus_cluster ".cluster"
#endif

// The host compile reads these functions and emits none.
#ifndef __CUDA_ARCH__
#define __argus_by_scope(...)
#define __argus_by_order(...)
#else
#define __argus_by_scope(OP, ORDER, ...)                                               \
  switch (__scope) {                                                                   \
  case 0: /* thread: the smallest that there is */                                     \
  case 1:                                                                              \
    OP(ORDER ".cta", __VA_ARGS__);                                                     \
    break;                                                                             \
  case 2:                                                                              \
    OP(ORDER __argus_cluster, __VA_ARGS__);                                            \
    break;                                                                             \
  case 3:                                                                              \
    OP(ORDER ".gpu", __VA_ARGS__);                                                     \
    break;                                                                             \
  default:                                                                             \
    OP(ORDER ".sys", __VA_ARGS__);                                                     \
  }

#define __argus_by_order(OP, ...)                                                      \
  if (__order == 5)                                                                    \
    __argus_fence_sc(__scope);                                                         \
  if (__order == 0) {                                                                  \
    __argus_by_scope(OP, ".relaxed", __VA_ARGS__)                                      \
  } else if (__order == 3) {                                                           \
    __argus_by_scope(OP, ".release", __VA_ARGS__)                                      \
  } else if (__order == 4) {                                                           \
    __argus_by_scope(OP, ".acq_rel", __VA_ARGS__)                                      \
  } else { /* acquire, consume, and behind the fence */                                \
    __argus_by_scope(OP, ".acquire", __VA_ARGS__)                                      \
  }
#endif

#define __argus_fence(ORDER, ...) asm volatile("fence" ORDER ";" : : : "memory")
#define __argus_ld(ORDER, BITS, C)                                                     \
  asm volatile("ld" ORDER "." BITS " %0, [%1];" : "=" C(__r) : "l"(__p) : "memory")
#define __argus_st(ORDER, BITS, C)                                                     \
  asm volatile("st" ORDER "." BITS " [%0], %1;" : : "l"(__p), C(__v) : "memory")
#define __argus_atom(ORDER, NAME, TYPE, C)                                             \
  asm volatile("atom." NAME ORDER "." TYPE " %0, [%1], %2;"                            \
               : "=" C(__r)                                                            \
               : "l"(__p), C(__v)                                                      \
               : "memory")
#define __argus_cas(ORDER, BITS, C)                                                    \
  asm volatile("atom.cas" ORDER "." BITS " %0, [%1], %2, %3;"                          \
               : "=" C(__r)                                                            \
               : "l"(__p), C(__e), C(__v)                                              \
               : "memory")

// 128 bits: in pairs of 64, since LLVM 19 has no operand for them.
#define __argus_ld128(ORDER, ...)                                                      \
  asm volatile("{\n\t.reg .b128 t;\n\tld" ORDER ".b128 t, [%2];\n\t"                   \
               "mov.b128 {%0, %1}, t;\n\t}"                                            \
               : "=l"(__r.__lo), "=l"(__r.__hi)                                        \
               : "l"(__p)                                                              \
               : "memory")
#define __argus_st128(ORDER, ...)                                                      \
  asm volatile("{\n\t.reg .b128 t;\n\tmov.b128 t, {%1, %2};\n\t"                       \
               "st" ORDER ".b128 [%0], t;\n\t}"                                        \
               :                                                                       \
               : "l"(__p), "l"(__v.__lo), "l"(__v.__hi)                                \
               : "memory")
#define __argus_exch128(ORDER, ...)                                                    \
  asm volatile("{\n\t.reg .b128 t, u;\n\tmov.b128 t, {%3, %4};\n\t"                    \
               "atom.exch" ORDER ".b128 u, [%2], t;\n\tmov.b128 {%0, %1}, u;\n\t}"     \
               : "=l"(__r.__lo), "=l"(__r.__hi)                                        \
               : "l"(__p), "l"(__v.__lo), "l"(__v.__hi)                                \
               : "memory")
#define __argus_cas128(ORDER, ...)                                                     \
  asm volatile("{\n\t.reg .b128 t, u, v;\n\tmov.b128 t, {%3, %4};\n\t"                 \
               "mov.b128 v, {%5, %6};\n\tatom.cas" ORDER ".b128 u, [%2], t, v;\n\t"    \
               "mov.b128 {%0, %1}, u;\n\t}"                                            \
               : "=l"(__r.__lo), "=l"(__r.__hi)                                        \
               : "l"(__p), "l"(__e.__lo), "l"(__e.__hi), "l"(__v.__lo), "l"(__v.__hi)  \
               : "memory")

template <int = 0> __argus_device void __argus_fence_sc(int __scope) {
  __argus_by_scope(__argus_fence, ".sc", )
}

struct __argus_u128 {
  unsigned long long __lo, __hi;
};
__argus_device bool operator==(__argus_u128 __a, __argus_u128 __b) {
  return __a.__lo == __b.__lo && __a.__hi == __b.__hi;
}

// Values of N bytes as registers: their type, PTX's, and the constraint.
template <unsigned long __bytes> struct __argus_bits; // sizes that have no atomics

#define __argus_load_store(BYTES, T, LD, ST, ...)                                      \
  template <> struct __argus_bits<BYTES> {                                             \
    typedef T __type;                                                                  \
    template <int = 0>                                                                 \
    __argus_device T __load(const void *__p, int __order, int __scope) {               \
      T __r;                                                                           \
      if (__order == 5)                                                                \
        __argus_fence_sc(__scope);                                                     \
      if (__order == 0) {                                                              \
        __argus_by_scope(LD, ".relaxed", __VA_ARGS__)                                  \
      } else {                                                                         \
        __argus_by_scope(LD, ".acquire", __VA_ARGS__)                                  \
      }                                                                                \
      return __r;                                                                      \
    }                                                                                  \
    template <int = 0>                                                                 \
    __argus_device void __store(void *__p, T __v, int __order, int __scope) {          \
      if (__order == 5) {                                                              \
        __argus_fence_sc(__scope);                                                     \
        __order = 0;                                                                   \
      }                                                                                \
      if (__order == 3) {                                                              \
        __argus_by_scope(ST, ".release", __VA_ARGS__)                                  \
      } else {                                                                         \
        __argus_by_scope(ST, ".relaxed", __VA_ARGS__)                                  \
      }                                                                                \
    }
#define __argus_exchange(T, EXCH, ...)                                                 \
  template <int = 0>                                                                   \
  __argus_device T __exchange(void *__p, T __v, int __order, int __scope) {            \
    T __r;                                                                             \
    __argus_by_order(EXCH, __VA_ARGS__) return __r;                                    \
  }
#define __argus_compare(T, CAS, ...)                                                   \
  template <int = 0>                                                                   \
  __argus_device T __cas(void *__p, T __e, T __v, int __order, int __scope) {          \
    T __r;                                                                             \
    __argus_by_order(CAS, __VA_ARGS__) return __r;                                     \
  }

__argus_load_store(1, unsigned, __argus_ld, __argus_st, "b8", "r")
};
__argus_load_store(2, unsigned short, __argus_ld, __argus_st, "b16", "h")
__argus_compare(unsigned short, __argus_cas, "b16", "h")
};
__argus_load_store(4, unsigned, __argus_ld, __argus_st, "b32", "r")
__argus_compare(unsigned, __argus_cas, "b32", "r")
__argus_exchange(unsigned, __argus_atom, "exch", "b32", "r")
};
__argus_load_store(8, unsigned long long, __argus_ld, __argus_st, "b64", "l")
__argus_compare(unsigned long long, __argus_cas, "b64", "l")
__argus_exchange(unsigned long long, __argus_atom, "exch", "b64", "l")
};
__argus_load_store(16, __argus_u128, __argus_ld128, __argus_st128, )
__argus_compare(__argus_u128, __argus_cas128, )
__argus_exchange(__argus_u128, __argus_exch128, )
};

template <class _T> struct __argus_value {
  typedef __remove_cv(_T) __type;
  typedef __argus_bits<sizeof(_T)> __bits;
  typedef typename __bits::__type __reg;
  __argus_device __reg __in(const __type &__v) {
    __reg __r = {};
    __builtin_memcpy(&__r, &__v, sizeof(_T));
    return __r;
  }
  __argus_device __type __out(__reg __r) {
    union __room { // need not be default constructible
      char __none;
      __type __v;
      __device__ __room() : __none() {}
      __device__ ~__room() {}
    } __u;
    __builtin_memcpy((void *)&__u.__v, &__r, sizeof(_T));
    return __u.__v;
  }
};

// An order that serves the success and the failure of a compare-exchange.
__argus_device int __argus_both_orders(int __success, int __failure) {
  if (__success == 5 || __failure == 5)
    return 5;
  if (__failure == 0)
    return __success;
  return __success == 3 || __success == 4 ? 4 : 2;
}

template <class _T> __argus_device bool
__nv_atomic_compare_exchange(_T *__p, typename __argus_value<_T>::__type *__expected,
                             typename __argus_value<_T>::__type *__desired, bool,
                             int __success, int __failure, int __scope = 4) {
  typedef __argus_value<_T> __v;
  const auto __e = __v::__in(*__expected);
  const auto __old = __v::__bits::__cas((void *)__p, __e, __v::__in(*__desired),
                                        __argus_both_orders(__success, __failure),
                                        __scope);
  *__expected = __v::__out(__old);
  return __old == __e;
}
template <class _T> __argus_device bool
__nv_atomic_compare_exchange_n(_T *__p, typename __argus_value<_T>::__type *__expected,
                               typename __argus_value<_T>::__type __desired,
                               bool __weak, int __success, int __failure,
                               int __scope = 4) {
  return __nv_atomic_compare_exchange(__p, __expected, &__desired, __weak, __success,
                                      __failure, __scope);
}
template <class _T> __argus_device typename __argus_value<_T>::__type
__nv_atomic_load_n(_T *__p, int __order, int __scope = 4) {
  typedef __argus_value<_T> __v;
  return __v::__out(__v::__bits::__load((const void *)__p, __order, __scope));
}
template <class _T> __argus_device void
__nv_atomic_load(_T *__p, typename __argus_value<_T>::__type *__r, int __order,
                 int __scope = 4) {
  *__r = __nv_atomic_load_n(__p, __order, __scope);
}
template <class _T> __argus_device void
__nv_atomic_store_n(_T *__p, typename __argus_value<_T>::__type __value, int __order,
                    int __scope = 4) {
  typedef __argus_value<_T> __v;
  __v::__bits::__store((void *)__p, __v::__in(__value), __order, __scope);
}
template <class _T> __argus_device void
__nv_atomic_store(_T *__p, typename __argus_value<_T>::__type *__value, int __order,
                  int __scope = 4) {
  __nv_atomic_store_n(__p, *__value, __order, __scope);
}
template <class _T> __argus_device typename __argus_value<_T>::__type
__nv_atomic_exchange_n(_T *__p, typename __argus_value<_T>::__type __value, int __order,
                       int __scope = 4) {
  typedef __argus_value<_T> __v;
  return __v::__out(
      __v::__bits::__exchange((void *)__p, __v::__in(__value), __order, __scope));
}
template <class _T> __argus_device void
__nv_atomic_exchange(_T *__p, typename __argus_value<_T>::__type *__value,
                     typename __argus_value<_T>::__type *__r, int __order,
                     int __scope = 4) {
  *__r = __nv_atomic_exchange_n(__p, *__value, __order, __scope);
}

// A fence that neither acquires nor releases alone is the strongest one, as nvcc has it.
template <int = 0>
__argus_device void __nv_atomic_thread_fence(int __order, int __scope = 4) {
  if (__order == 4) {
    __argus_by_scope(__argus_fence, ".acq_rel", )
  } else {
    __argus_by_scope(__argus_fence, ".sc", )
  }
}

#define __argus_fetch(OP, NAME, T, TYPE, C)                                            \
  template <int = 0>                                                                   \
  __argus_device T __argus_fetch_##OP(T *__p, T __v, int __order, int __scope) {       \
    T __r;                                                                             \
    __argus_by_order(__argus_atom, NAME, TYPE, C) return __r;                          \
  }
#define __argus_fetch_bits(OP, NAME)                                                   \
  __argus_fetch(OP, NAME, unsigned, "b32", "r")                                        \
  __argus_fetch(OP, NAME, unsigned long long, "b64", "l")
#define __argus_fetch_ordered(OP, NAME)                                                \
  __argus_fetch(OP, NAME, int, "s32", "r")                                             \
  __argus_fetch(OP, NAME, unsigned, "u32", "r")                                        \
  __argus_fetch(OP, NAME, long long, "s64", "l")                                       \
  __argus_fetch(OP, NAME, unsigned long long, "u64", "l")

__argus_fetch(add, "add", int, "s32", "r")
__argus_fetch(add, "add", unsigned, "u32", "r")
__argus_fetch(add, "add", unsigned long long, "u64", "l")
__argus_fetch(add, "add", float, "f32", "f")
__argus_fetch(add, "add", double, "f64", "d")
__argus_fetch_bits(and, "and")
__argus_fetch_bits(or, "or")
__argus_fetch_bits(xor, "xor")
__argus_fetch_ordered(min, "min")
__argus_fetch_ordered(max, "max")

// The register type of an operand: of its sign, or unsigned.
template <class _T> struct __argus_number { typedef _T __ordered, __raw; };
template <> struct __argus_number<int> { typedef int __ordered; typedef unsigned __raw; };
template <> struct __argus_number<long> {
  typedef long long __ordered;
  typedef unsigned long long __raw;
};
template <> struct __argus_number<unsigned long> {
  typedef unsigned long long __ordered, __raw;
};
template <> struct __argus_number<long long> {
  typedef long long __ordered;
  typedef unsigned long long __raw;
};
// PTX has no add.s64; the sum's bits are the same.
template <class _T> struct __argus_addend : __argus_number<_T> {
  typedef typename __argus_number<_T>::__ordered __ordered;
};
template <> struct __argus_addend<long> { typedef unsigned long long __ordered; };
template <> struct __argus_addend<long long> { typedef unsigned long long __ordered; };

#define __argus_operation(NAME, OP, SIGN, REG, VALUE)                                  \
  template <class _T> __argus_device typename __argus_value<_T>::__type                \
  __nv_atomic_fetch_##NAME(_T *__p, typename __argus_value<_T>::__type __value,        \
                           int __order, int __scope = 4) {                             \
    typedef typename SIGN<typename __argus_value<_T>::__type>::REG __reg;              \
    return (_T)__argus_fetch_##OP((__reg *)__p, (__reg)(VALUE), __order, __scope);     \
  }                                                                                    \
  template <class _T> __argus_device void __nv_atomic_##NAME(                          \
      _T *__p, typename __argus_value<_T>::__type __value, int __order,                \
      int __scope = 4) {                                                               \
    __nv_atomic_fetch_##NAME(__p, __value, __order, __scope);                          \
  }
__argus_operation(add, add, __argus_addend, __ordered, __value)
__argus_operation(sub, add, __argus_addend, __ordered, -__value)
__argus_operation(and, and, __argus_number, __raw, __value)
__argus_operation(or, or, __argus_number, __raw, __value)
__argus_operation(xor, xor, __argus_number, __raw, __value)
__argus_operation(min, min, __argus_number, __ordered, __value)
__argus_operation(max, max, __argus_number, __ordered, __value)

// atomicCAS and atomicExch of 16 bytes, which nvcc has for Hopper and later.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
template <bool _Is> struct __argus_if_wide {};
template <> struct __argus_if_wide<true> { typedef int __type; };
#define __argus_wide(SUFFIX, SCOPE)                                                    \
  template <class _T, typename __argus_if_wide<sizeof(_T) == 16 && alignof(_T) >= 16 &&\
                                               __is_trivially_copyable(_T)>::__type = 0>\
  __argus_device _T atomicCAS##SUFFIX(_T *__p, _T __e, _T __v) {                       \
    typedef __argus_value<_T> __w;                                                     \
    return __w::__out(__w::__bits::__cas(__p, __w::__in(__e), __w::__in(__v), 0,       \
                                         SCOPE));                                      \
  }                                                                                    \
  template <class _T, typename __argus_if_wide<sizeof(_T) == 16 && alignof(_T) >= 16 &&\
                                               __is_trivially_copyable(_T)>::__type = 0>\
  __argus_device _T atomicExch##SUFFIX(_T *__p, _T __v) {                              \
    typedef __argus_value<_T> __w;                                                     \
    return __w::__out(__w::__bits::__exchange(__p, __w::__in(__v), 0, SCOPE));         \
  }
__argus_wide(, 3)
__argus_wide(_block, 1)
__argus_wide(_system, 4)
#undef __argus_wide
#endif

#undef __argus_operation
#undef __argus_fetch_ordered
#undef __argus_fetch_bits
#undef __argus_fetch
#undef __argus_compare
#undef __argus_exchange
#undef __argus_load_store
#undef __argus_cas128
#undef __argus_exch128
#undef __argus_st128
#undef __argus_ld128
#undef __argus_cas
#undef __argus_atom
#undef __argus_st
#undef __argus_ld
#undef __argus_fence
#undef __argus_by_order
#undef __argus_by_scope
#undef __argus_cluster
#undef __argus_device

#endif // ARGUS_DIALECT_ATOMICS_H
