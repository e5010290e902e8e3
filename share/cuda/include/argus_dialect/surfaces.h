//===- surfaces.h - surface reads and writes --------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang 19 has textures and no surfaces. The functions (surf2Dread, surf3Dwrite, ...) are
// the toolkit's; what they call is a name that nvcc turns into an instruction, and clang
// into the templates below.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_DIALECT_SURFACES_H
#define ARGUS_DIALECT_SURFACES_H

#define __argus_device static __device__ __inline__ __attribute__((always_inline))

// Components of a texel: their number and the register that holds one.
template <class _T, class = void> struct __argus_texel {
  enum { __count = 1, __bytes = sizeof(_T) };
};
template <class _T> struct __argus_texel<_T, decltype((void)((_T *)0)->x)> {
  enum { __bytes = sizeof(((_T *)0)->x), __count = sizeof(_T) / __bytes };
};
template <int __bytes> struct __argus_component;
#define __argus_component_of(BYTES, WORD, REG)                                         \
  template <> struct __argus_component<BYTES> {                                        \
    typedef WORD __attribute__((may_alias)) __word;                                    \
    typedef REG __reg;                                                                 \
  };
__argus_component_of(1, unsigned char, unsigned short)
__argus_component_of(2, unsigned short, unsigned short)
__argus_component_of(4, unsigned, unsigned)
__argus_component_of(8, unsigned long long, unsigned long long)
#undef __argus_component_of

template <int __bytes, int __count> struct __argus_texels;

// An access of one geometry, in the three modes for what lies outside. 3d and a2d have a
// fourth coordinate that nothing reads; a layer stands before the place in it. Registers
// of components that a texel lacks are not in the text.
#ifndef __CUDA_ARCH__ // the host compile reads these functions and emits none
#define __argus_modes(...)
#else
#define __argus_modes(LOAD, STORE, GEOMETRY, TYPE, TEXEL, PLACE, C, ...)               \
  if (__is_read) {                                                                     \
    if (__mode == cudaBoundaryModeZero)                                                \
      LOAD("suld.b." GEOMETRY TYPE ".zero " TEXEL ", [%4, " PLACE "];", C, __VA_ARGS__); \
    else if (__mode == cudaBoundaryModeClamp)                                          \
      LOAD("suld.b." GEOMETRY TYPE ".clamp " TEXEL ", [%4, " PLACE "];", C, __VA_ARGS__); \
    else                                                                               \
      LOAD("suld.b." GEOMETRY TYPE ".trap " TEXEL ", [%4, " PLACE "];", C, __VA_ARGS__); \
  } else {                                                                             \
    if (__mode == cudaBoundaryModeZero)                                                \
      STORE("sust.b." GEOMETRY TYPE ".zero [%4, " PLACE "], " TEXEL ";", C, __VA_ARGS__); \
    else if (__mode == cudaBoundaryModeClamp)                                          \
      STORE("sust.b." GEOMETRY TYPE ".clamp [%4, " PLACE "], " TEXEL ";", C, __VA_ARGS__); \
    else                                                                               \
      STORE("sust.b." GEOMETRY TYPE ".trap [%4, " PLACE "], " TEXEL ";", C, __VA_ARGS__); \
  }
#endif
#define __argus_load(TEXT, C, ...)                                                     \
  asm volatile(TEXT                                                                    \
               : "=" C(__v[0]), "=" C(__v[1]), "=" C(__v[2]), "=" C(__v[3])            \
               : "l"(__s), __VA_ARGS__                                                 \
               : "memory")
#define __argus_store(TEXT, C, ...)                                                    \
  asm volatile(TEXT                                                                    \
               :                                                                       \
               : C(__v[0]), C(__v[1]), C(__v[2]), C(__v[3]), "l"(__s), __VA_ARGS__     \
               : "memory")

#define __argus_texels_of(BYTES, COUNT, TYPE, TEXEL, C)                                \
  template <> struct __argus_texels<BYTES, COUNT> {                                    \
    template <char __geometry, bool __layered, bool __is_read, class _R>               \
    __argus_device void __access(_R (&__v)[4], cudaSurfaceObject_t __s, int __x,       \
                                 int __y, int __z, int __layer,                        \
                                 cudaSurfaceBoundaryMode __mode) {                     \
      if (__layered && __geometry == '1') {                                            \
        __argus_modes(__argus_load, __argus_store, "a1d", TYPE, TEXEL, "{%5, %6}", C,  \
                      "r"(__layer), "r"(__x))                                          \
      } else if (__layered) {                                                          \
        __argus_modes(__argus_load, __argus_store, "a2d", TYPE, TEXEL,                 \
                      "{%5, %6, %7, %7}", C, "r"(__layer), "r"(__x), "r"(__y))         \
      } else if (__geometry == '1') {                                                  \
        __argus_modes(__argus_load, __argus_store, "1d", TYPE, TEXEL, "{%5}", C,       \
                      "r"(__x))                                                        \
      } else if (__geometry == '2') {                                                  \
        __argus_modes(__argus_load, __argus_store, "2d", TYPE, TEXEL, "{%5, %6}", C,   \
                      "r"(__x), "r"(__y))                                              \
      } else {                                                                         \
        __argus_modes(__argus_load, __argus_store, "3d", TYPE, TEXEL,                  \
                      "{%5, %6, %7, %7}", C, "r"(__x), "r"(__y), "r"(__z))             \
      }                                                                                \
    }                                                                                  \
  };
__argus_texels_of(1, 1, ".b8", "{%0}", "h")
__argus_texels_of(1, 2, ".v2.b8", "{%0, %1}", "h")
__argus_texels_of(1, 4, ".v4.b8", "{%0, %1, %2, %3}", "h")
__argus_texels_of(2, 1, ".b16", "{%0}", "h")
__argus_texels_of(2, 2, ".v2.b16", "{%0, %1}", "h")
__argus_texels_of(2, 4, ".v4.b16", "{%0, %1, %2, %3}", "h")
__argus_texels_of(4, 1, ".b32", "{%0}", "r")
__argus_texels_of(4, 2, ".v2.b32", "{%0, %1}", "r")
__argus_texels_of(4, 4, ".v4.b32", "{%0, %1, %2, %3}", "r")
__argus_texels_of(8, 1, ".b64", "{%0}", "l")
__argus_texels_of(8, 2, ".v2.b64", "{%0, %1}", "l")

#undef __argus_texels_of
#undef __argus_store
#undef __argus_load
#undef __argus_modes

// GEOMETRY: '1', '2', '3' or 'C', a cube, whose faces are layers.
template <char __geometry, bool __layered, bool __is_read> struct __argus_surface {
  template <class _T>
  __argus_device void __at(_T *__p, cudaSurfaceObject_t __s, int __x, int __y, int __z,
                           int __layer, cudaSurfaceBoundaryMode __mode) {
    typedef __argus_texel<_T> __t;
    typedef __argus_component<__t::__bytes> __c;
    typename __c::__reg __v[4] = {};
    typename __c::__word *__words = (typename __c::__word *)__p;
    if (!__is_read)
      for (int __i = 0; __i < __t::__count; ++__i)
        __v[__i] = __words[__i];
    __argus_texels<__t::__bytes, __t::__count>::template __access<
        __geometry, __layered, __is_read>(__v, __s, __x, __y, __z, __layer, __mode);
    if (__is_read)
      for (int __i = 0; __i < __t::__count; ++__i)
        __words[__i] = __v[__i];
  }
  template <class _T>
  __argus_device void __access(_T *__p, cudaSurfaceObject_t __s, int __x,
                               cudaSurfaceBoundaryMode __mode) {
    __at(__p, __s, __x, 0, 0, 0, __mode);
  }
  template <class _T>
  __argus_device void __access(_T *__p, cudaSurfaceObject_t __s, int __x, int __y,
                               cudaSurfaceBoundaryMode __mode) {
    __at(__p, __s, __x, __y, 0, __y, __mode);
  }
  template <class _T>
  __argus_device void __access(_T *__p, cudaSurfaceObject_t __s, int __x, int __y,
                               int __z, cudaSurfaceBoundaryMode __mode) {
    __at(__p, __s, __x, __y, __z, __z, __mode);
  }
};

// The names are "__isurf1Dread", "__isurf2DLayeredwrite_v2", "__isurfCubemapread", ...
#pragma push_macro("__nv_tex_surf_handler")
#undef __nv_tex_surf_handler
#define __nv_tex_surf_handler(NAME, PTR, ...)                                          \
  __argus_surface<(NAME)[7], (NAME)[7] == 'C' || (NAME)[9] == 'L',                     \
                  (NAME)[sizeof(NAME) - 2] == 'd'>::__access(PTR, __VA_ARGS__)
#include "surface_indirect_functions.h"
#pragma pop_macro("__nv_tex_surf_handler")

#undef __argus_device

#endif // ARGUS_DIALECT_SURFACES_H
