//===- curand_mtgp32_kernel.h - for toolkits without cuRAND ----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang 19's CUDA wrapper header includes this file in every CUDA compile, only to adapt
// two of its declarations. A program that uses cuRAND gets the toolkit's own file.
//
//===----------------------------------------------------------------------===//

#if __has_include_next(<curand_mtgp32_kernel.h>)
#include_next <curand_mtgp32_kernel.h>
#endif
