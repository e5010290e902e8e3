//===- linked.cu - a program and the library that it links -----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "work.h"

extern "C" void runLibrary();

namespace {

/// Not the library's instantiation.
struct Own {
  static constexpr int Amount = 2;
};

} // namespace

int main() {
  runLibrary();
  int *Sums = newSums();
  launchAdd<Own>(Sums);
  expect(Sums, 2);
  ok();
  return 0;
}
