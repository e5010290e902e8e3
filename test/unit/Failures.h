//===- Failures.h - checks the failure that an expression throws --*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_UNIT_FAILURES_H
#define ARGUS_TEST_UNIT_FAILURES_H

#include "support/Failure.h"

#include <gtest/gtest.h>

namespace argus {

/// The failure that `Call` throws; a test failure where it throws none.
template <typename F> Failure failureOf(F Call) {
  try {
    Call();
  } catch (const Failure &Thrown) {
    return Thrown;
  }
  ADD_FAILURE() << "no failure was thrown";
  return Failure(ExitCode::Done, "");
}

} // namespace argus

#endif // ARGUS_TEST_UNIT_FAILURES_H
