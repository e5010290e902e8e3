//===- ptx.h - the PTX instructions that the GEMM is made of ------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared memory addresses are 32-bit, as PTX wants them.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_EXAMPLES_PTX_H
#define ARGUS_EXAMPLES_PTX_H

#include <cstdint>

__device__ inline uint32_t sharedAddress(const void *pointer) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(pointer));
}

/// Starts a copy of 16 bytes from global to shared memory, past the L1 cache.
__device__ inline void copyAsync16(uint32_t shared, const void *global) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
               :
               : "r"(shared), "l"(global)
               : "memory");
}

__device__ inline void commitCopies() {
  asm volatile("cp.async.commit_group;" : : : "memory");
}

/// Waits until at most `Pending` of the newest committed groups are under way.
template <int Pending> __device__ inline void waitCopies() {
  asm volatile("cp.async.wait_group %0;" : : "n"(Pending) : "memory");
}

/// Four 8x8 matrices of half; lane 8*i+j gives the address of row j of matrix i.
__device__ inline void loadMatrices(uint32_t (&result)[4], uint32_t shared) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(result[0]), "=r"(result[1]), "=r"(result[2]), "=r"(result[3])
               : "r"(shared)
               : "memory");
}

__device__ inline void loadMatricesTransposed(uint32_t (&result)[4], uint32_t shared) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(result[0]), "=r"(result[1]), "=r"(result[2]), "=r"(result[3])
               : "r"(shared)
               : "memory");
}

/// c += a * b with a: 16x16 half, b: 16x8 half, c: 16x8 float.
__device__ inline void multiplyAdd(float (&c)[4], const uint32_t (&a)[4], uint32_t b0,
                                   uint32_t b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

#endif // ARGUS_EXAMPLES_PTX_H
