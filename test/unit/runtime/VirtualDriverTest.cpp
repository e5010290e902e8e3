//===- VirtualDriverTest.cpp - the virtual device's driver ------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This program exports what libargus_virtual.so would export.
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

#include <cstring>
#include <gtest/gtest.h>

using namespace argus::rt;

static const char *Lacking = "";

static Result version(int *Version) {
  *Version = 42;
  return Success;
}

extern "C" __attribute__((visibility("default"))) void *
argus_virtual_driver(const char *Symbol) {
  return std::strcmp(Symbol, Lacking) ? reinterpret_cast<void *>(version) : nullptr;
}

TEST(VirtualDriver, ComesBeforeTheRealOne) {
  Lacking = "";
  Driver D;
  EXPECT_EQ(loadDriver(D), "");
  int Version = 0;
  ASSERT_NE(D.driverGetVersion, nullptr);
  EXPECT_EQ(D.driverGetVersion(&Version), Success);
  EXPECT_EQ(Version, 42);
}

TEST(VirtualDriver, SaysWhatItLacks) {
  Lacking = "cuLaunchKernel";
  Driver D;
  EXPECT_EQ(loadDriver(D), "the virtual device is of another version of Argus: it has "
                           "no cuLaunchKernel");
}
