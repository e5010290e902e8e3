//===- LinkedContextsTest.cpp - contexts of an image of several units -------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/LinkedContexts.h"
#include "build/ContextOwners.h"

#include <gtest/gtest.h>

namespace argus {
namespace {

ContextInfo in(const char *Function, SiteStack Stack) {
  return {"f.cu", 1, 1, std::move(Stack), ContextOrigin::Known, Function, {}, {}};
}

/// The contexts 0 to 2, and the unit's own.
ContextTable unit(std::vector<ContextInfo> Own, std::vector<CallInfo> Calls) {
  ContextTable T;
  T.Contexts = {{"", 0, 0, {}, ContextOrigin::Unknown, "", {}, {}},
                {"", 0, 0, {}, ContextOrigin::Unknown, "", {}, {}},
                {"", 0, 0, {}, ContextOrigin::Entry, "", {}, {}}};
  for (ContextInfo &C : Own)
    T.Contexts.push_back(std::move(C));
  T.Calls = std::move(Calls);
  return T;
}

TEST(LinkedContexts, CallsAreFollowedFromUnitToUnit) {
  LinkedContexts All;
  EXPECT_EQ(All.add(unit({in("kernel", {0})}, {{"kernel", "helper", {0}}}), {}, {}),
            0u);
  EXPECT_EQ(All.add(unit({in("helper", {1})}, {}), {}, {}), 1u);
  const ContextOwners Owners(All.table(), "kernel");
  EXPECT_EQ(Owners.owner(3).Stack, (SiteStack{0}));
  EXPECT_EQ(Owners.owner(4).Stack, (SiteStack{0, 1}));
  EXPECT_EQ(Owners.owner(4).Class, CodeClass::Region);
}

TEST(LinkedContexts, UnitsWithoutCodeShiftNothing) {
  LinkedContexts All;
  EXPECT_EQ(All.add(unit({}, {}), {}, {}), 0u);
  EXPECT_EQ(All.add(unit({in("kernel", {5})}, {}), {}, {}), 0u);
  EXPECT_EQ(ContextOwners(All.table(), "kernel").owner(3).Stack, (SiteStack{5}));
}

TEST(LinkedContexts, InternalFunctionsOfOneNameAreTwo) {
  LinkedContexts All;
  All.add(unit({in("same", {})}, {{"ka", "same", {0}}}), {{"same", "same$u0"}}, {});
  All.add(unit({in("same", {})}, {{"ka", "same", {1}}}), {{"same", "same$u1"}}, {});
  const ContextOwners Owners(All.table(), "ka");
  EXPECT_EQ(Owners.owner(3).Stack, (SiteStack{0}));
  EXPECT_EQ(Owners.owner(4).Stack, (SiteStack{1}));
  EXPECT_EQ(Owners.owner(4).Class, CodeClass::Region);
}

TEST(LinkedContexts, CallsOfADroppedCopyDoNotCount) {
  LinkedContexts All;
  All.add(unit({}, {{"kernel", "weak", {}}, {"weak", "f", {0}}}), {}, {});
  All.add(unit({in("f", {})}, {{"weak", "f", {1}}}), {}, {"weak"});
  EXPECT_EQ(ContextOwners(All.table(), "kernel").owner(3).Stack, (SiteStack{0}));
}

TEST(LinkedContexts, PointersLeadToFunctionsOfAllUnits) {
  ContextTable A = unit({}, {{"kernel", "", {0}}}), B = unit({in("f", {})}, {});
  B.AddressTaken = {"f"};
  LinkedContexts All;
  All.add(A, {}, {});
  All.add(B, {}, {});
  EXPECT_EQ(ContextOwners(All.table(), "kernel").owner(3).Stack, (SiteStack{0}));
}

TEST(LinkedContexts, CommonContextsStay) {
  EXPECT_EQ(shiftContexts("\t.loc\t1 1 0\n\t.loc\t1 2 0\n\t.loc\t1 3 0\n", 10),
            "\t.loc\t1 1 0\n\t.loc\t1 2 0\n\t.loc\t1 13 0\n\n");
}

} // namespace
} // namespace argus
