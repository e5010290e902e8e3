//===- argus_region.h - mark semantic regions in CUDA code -----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one header that a program includes (C++17 and later; clang, gcc, nvcc).
//
//   ARGUS_REGION("name");   the region lasts from here to the end of the block
//   ARGUS_BEGIN("name");    a region that need not be a block: it lasts on every
//   ARGUS_END("name");      path from BEGIN to END, matched per warp. They may stand in
//                           different functions of one translation unit that are called
//                           directly, constructor and destructor for example
//
// Not here, because the compiler reads them itself:
//
//   #pragma argus region("name")       on the statement, loop or block that follows
//   [[argus::region("name")]]          on a function: its body, wherever inlined
//   #pragma argus role("name")         names the warps that execute what follows;
//                                      before an `if`, those of its first branch
//   #pragma argus iteration            before a loop: its trips are counted
//
// Under nvcc, the attribute counts on the function's definition, and macros in the pragma
// are not expanded.
//
// A name has 1 to 128 printable UTF-8 characters and no '/'. Where the compiler runs
// without the Argus plugin, each macro is an empty statement.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_REGION_H
#define ARGUS_REGION_H

#if defined(__clang__) && !defined(__NVCC__)
#define ARGUS_PRAGMA(text) _Pragma(#text)
#define ARGUS_MARK(form)                                                               \
  ARGUS_PRAGMA(GCC diagnostic push)                                                    \
  ARGUS_PRAGMA(GCC diagnostic ignored "-Wunknown-pragmas")                             \
  ARGUS_PRAGMA(argus form) ARGUS_PRAGMA(GCC diagnostic pop)
#elif defined(__NVCC__) && defined(ARGUS_NVCC)
// `argus nvcc` reads the marks from preprocessed text; no compiler sees these pragmas.
#define ARGUS_PRAGMA(text) _Pragma(#text)
#define ARGUS_MARK(form) ARGUS_PRAGMA(argus form)
#else
// nvcc and gcc report unknown pragmas from places where no pragma silences them.
#define ARGUS_MARK(form)
#endif

#define ARGUS_REGION(name) ARGUS_MARK(scope(name))
#define ARGUS_BEGIN(name) ARGUS_MARK(begin(name))
#define ARGUS_END(name) ARGUS_MARK(end(name))

#endif // ARGUS_REGION_H
