//===- square_roots.h - exact square roots in functions of libdevice ---------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Libdevice asks whether a square root is to be exact; LLVM's NVVMReflect does not know
// the question and answers no, nvcc answers yes unless told otherwise. A function that
// is defined here is not linked from libdevice. Bit for bit, the results are those of
// nvcc's builds: the operations and their order are what its PTX shows.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_DIALECT_SQUARE_ROOTS_H
#define ARGUS_DIALECT_SQUARE_ROOTS_H

#ifdef __CUDA_ARCH__ // the host compile never emits them

// Magnitudes are scaled by a power of two that brings the largest near to 1, so that no
// square overflows; it depends on the largest's upper exponent bits alone.
__device__ __inline__ unsigned __argus_exponent(float __largest) {
  return __float_as_uint(__largest) & 0xFE000000u;
}
__device__ __inline__ float __argus_scale(float __largest) {
  return __uint_as_float(0x7E800000u - __argus_exponent(__largest));
}
__device__ __inline__ float __argus_unscaled_root(float __sum, float __largest) {
  return sqrtf(__sum) * __uint_as_float(__argus_exponent(__largest) | 0x00800000u);
}

extern "C" __device__ __inline__ float __nv_hypotf(float __x, float __y) {
  // As integers, which order NaN above infinity.
  const int __a = __float_as_int(fabsf(__x)), __b = __float_as_int(fabsf(__y));
  const float __small = __int_as_float(__a < __b ? __a : __b);
  const float __large = __int_as_float(__a < __b ? __b : __a);
  const float __s = __argus_scale(__large);
  const float __u = __small * __s, __v = __large * __s;
  const float __root = __argus_unscaled_root(__fmaf_rn(__v, __v, __u * __u), __large);
  if (__small == __builtin_inff())
    return __builtin_inff();
  return __small == 0.0f ? __large : __root;
}

extern "C" __device__ __inline__ float __nv_norm3df(float __x, float __y, float __z) {
  __x = fabsf(__x), __y = fabsf(__y), __z = fabsf(__z);
  const float __all = __x + __y + __z;
  const float __small = fminf(__x, __y), __middle = fminf(fmaxf(__x, __y), __z);
  const float __large = fmaxf(fmaxf(__x, __y), __z), __s = __argus_scale(__large);
  const float __t = __middle * __s, __u = __small * __s, __v = __large * __s;
  const float __sum = __fmaf_rn(__v, __v, __fmaf_rn(__u, __u, __t * __t));
  if (__large == __builtin_inff())
    return __builtin_inff();
  return __all > __large ? __argus_unscaled_root(__sum, __large) : __all;
}

extern "C" __device__ __inline__ float __nv_norm4df(float __x, float __y, float __z,
                                                    float __w) {
  __x = fabsf(__x), __y = fabsf(__y), __z = fabsf(__z), __w = fabsf(__w);
  const float __all = __z + (__x + __y + __w);
  const float __xy = fmaxf(__x, __y), __xyz = fmaxf(__xy, __z);
  const float __large = fmaxf(__xyz, __w), __s = __argus_scale(__large);
  const float __a = fminf(__xyz, __w) * __s, __b = fminf(__xy, __z) * __s;
  const float __c = fminf(__x, __y) * __s, __d = __large * __s;
  const float __sum =
      __fmaf_rn(__d, __d, __fmaf_rn(__c, __c, __fmaf_rn(__b, __b, __a * __a)));
  if (__large == __builtin_inff())
    return __builtin_inff();
  return __all > __large ? __argus_unscaled_root(__sum, __large) : __all;
}

extern "C" __device__ __inline__ float __nv_normf(int __count, const float *__values) {
  float __large = fabsf(__values[0]);
  for (int __i = 1; __i < __count; ++__i)
    __large = fmaxf(fabsf(__values[__i]), __large);
  const float __s = __argus_scale(__large), __most = __large * __s;
  // The first of the largest is added last.
  float __others = 0.0f;
  for (int __i = 0, __added = 0; __i < __count; ++__i) {
    const float __v = fabsf(__values[__i]) * __s;
    if (__v == __most && __added == __i)
      continue;
    __others = __fmaf_rn(__v, __v, __others);
    ++__added;
  }
  const float __root = sqrtf(__fmaf_rn(__most, __most, __others)) *
                       __uint_as_float(__argus_exponent(__large) + 0x00800000u);
  return __large == __builtin_inff() || __others == 0.0f ? __large : __root;
}

#endif

#endif // ARGUS_DIALECT_SQUARE_ROOTS_H
