//===- library.cu - kernels in a shared library ----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "work.h"

/// Launches in the library; twice.
extern "C" void runLibrary() {
  int *Sums = newSums();
  for (int I = 0; I < 2; ++I)
    launchAdd<One>(Sums);
  expect(Sums, 2);
}
