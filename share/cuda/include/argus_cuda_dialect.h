//===- argus_cuda_dialect.h - what nvcc has in scope, for clang -------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `argus clang++` and argus_target include this file before the first line of each CUDA
// source (`-include argus_cuda_dialect.h`); --no-dialect leaves it out. It declares what
// nvcc's own headers and compiler declare and clang's wrapper does not, and makes macros
// of the words where nvcc's syntax differs: the plugin reads their expansions.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_CUDA_DIALECT_H
#define ARGUS_CUDA_DIALECT_H

// Not without clang's wrapper (-nocudainc): source that was preprocessed has it all.
#if defined(__CUDA__) && defined(__CLANG_CUDA_RUNTIME_WRAPPER_H__)

#pragma clang system_header

// What nvcc includes on its own and clang's wrapper does not.
#include <assert.h>
#include <math.h>
#include <new>
#include <stdio.h>
#include <time.h>

// Hundreds of instructions, which few programs use: the plugin makes clang keep the bodies
// of these templates as tokens until one is instantiated.
#if __has_attribute(argus_shared)
#pragma argus_dialect lazy
#endif
#include "argus_dialect/atomics.h"
#include "argus_dialect/cache_hints.h"
#include "argus_dialect/corrections.h"
#include "argus_dialect/device_runtime.h"
#include "argus_dialect/host_math.h"
#include "argus_dialect/packed_float.h"
#include "argus_dialect/square_roots.h"
#include "argus_dialect/surfaces.h"
#if __has_attribute(argus_shared)
#pragma argus_dialect eager
#endif

// Not earlier: the toolkit's headers would include <functional> at a bad moment.
#ifdef ARGUS_EXTENDED_LAMBDA
#define __CUDACC_EXTENDED_LAMBDA__ 1
#endif

// Only with the plugin; without it clang's own rules hold.
#if __has_attribute(argus_shared)

// extern without brackets, constructors that do not run, and alignas behind it.
#undef __shared__
#define __shared__ __attribute__((argus_shared)) _Pragma("argus_dialect alignas")

// A single '%' before what is no operand.
#define asm _Pragma("argus_dialect percent") asm
#define __asm _Pragma("argus_dialect percent") __asm
#define __asm__ _Pragma("argus_dialect percent") __asm__

// CUTLASS takes clang for a compiler without __grid_constant__. Its TMA descriptors would
// lie in local memory, where TMA must not read them: an illegal memory access.
#if defined(__CUDA_ARCH__) && !defined(CUTLASS_GRID_CONSTANT)
#define CUTLASS_GRID_CONSTANT __grid_constant__
#endif

#endif

#endif

#endif // ARGUS_CUDA_DIALECT_H
