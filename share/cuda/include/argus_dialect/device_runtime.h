//===- device_runtime.h - functions that nvcc links to device code ----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang refers to the first two functions in the tables of classes with pure or deleted virtual
// functions, and ptxas rejects an address of a function that is nowhere. Code for them is
// made only where a table needs it.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_DIALECT_DEVICE_RUNTIME_H
#define ARGUS_DIALECT_DEVICE_RUNTIME_H

extern "C" {
__device__ __inline__ __attribute__((noinline)) void __cxa_pure_virtual() {
  __builtin_trap();
}
__device__ __inline__ __attribute__((noinline)) void __cxa_deleted_virtual() {
  __builtin_trap();
}
__device__ void *__nv_aligned_device_malloc(size_t __size, size_t __align);
}

// Clang declares these for the device, as static functions, and defines them nowhere.
static __device__ __inline__ double nan(const char *) { return __builtin_nan(""); }
static __device__ __inline__ float nanf(const char *) { return __builtin_nanf(""); }

#endif // ARGUS_DIALECT_DEVICE_RUNTIME_H
