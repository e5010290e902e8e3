//===- texture_fetch_functions.h - for clang 19 with CUDA 13 ---------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang 19's CUDA wrapper header includes this file unconditionally. CUDA 13 removed
// it together with texture references, so nothing that still exists is missing there.
//
//===----------------------------------------------------------------------===//

#if __has_include_next(<texture_fetch_functions.h>)
#include_next <texture_fetch_functions.h>
#endif
