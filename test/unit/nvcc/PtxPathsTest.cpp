//===- PtxPathsTest.cpp - regions that kernels of marked PTX reach ------- ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/PtxPaths.h"
#include <gtest/gtest.h>

using namespace argus;
using Words = std::vector<std::string>;

namespace {

RegionTable table() {
  RegionTable T;
  T.Sites.resize(5);
  T.Sites[0].Name = "outer";
  T.Sites[1].Name = "inner";
  T.Sites[2].Name = "helper";
  T.Sites[3].Name = "producer";
  T.Sites[3].Form = RegionForm::Role;
  T.Sites[4].Form = RegionForm::Iteration;
  T.Kernels = {{"kernel", "kernel"}};
  return T;
}

std::string module(const std::string &Body, const std::string &Before = "") {
  return ".version 8.5\n.target sm_90a\n.address_size 64\n" + Before +
         ".visible .entry kernel()\n{\n.reg .pred %p<2>;\n.reg .b64 %rd<3>;\n" + Body +
         "ret;\n}\n";
}

std::vector<std::string> names(const RegionPaths &Found) {
  std::vector<std::string> Result;
  for (const RegionPath &P : Found.Paths)
    Result.push_back(P.Path);
  return Result;
}

TEST(PtxPaths, NestedRegions) {
  const RegionPaths Found =
      pathsOfMarkedPtx(module(".pragma \"argus.begin 0\";\n.pragma \"argus.begin 1\";\n"
                              ".pragma \"argus.end 1\";\n.pragma \"argus.end 0\";\n"
                              ".pragma \"argus.begin 1\";\n.pragma \"argus.end 1\";\n"),
                       table());
  EXPECT_EQ(names(Found),
            (Words{"kernel/outer", "kernel/outer/inner", "kernel/inner"}));
  EXPECT_EQ(Found.Paths[1].Id, regionId("kernel", "kernel/outer/inner"));
  EXPECT_FALSE(Found.Paths[0].Indirect);
}

TEST(PtxPaths, BranchesCarryWhatIsOpen) {
  const RegionPaths Found = pathsOfMarkedPtx(
      module(".pragma \"argus.begin 0\";\n@%p1 bra $L1;\nbra.uni $L2;\n"
             "$L1:\n.pragma \"argus.begin 1\";\n.pragma \"argus.end 1\";\n"
             "$L2:\n.pragma \"argus.end 0\";\n"),
      table());
  EXPECT_EQ(names(Found), (Words{"kernel/outer", "kernel/outer/inner"}));
}

TEST(PtxPaths, RolesAndCountedLoops) {
  const RegionPaths Found =
      pathsOfMarkedPtx(module(".pragma \"argus.begin 3\";\n.pragma \"argus.begin 4\";\n"
                              ".pragma \"argus.begin 0\";\n.pragma \"argus.end 0\";\n"
                              ".pragma \"argus.end 4\";\n.pragma \"argus.end 3\";\n"),
                       table());
  ASSERT_EQ(names(Found), (Words{"kernel/outer"}));
  EXPECT_TRUE(Found.Paths[0].Counted);
  EXPECT_EQ(Found.Paths[0].Roles, (Words{"producer"}));
  EXPECT_EQ(Found.Scopes[0].Roles, (Words{"producer"}));
}

const char Helper[] = ".func helper()\n{\n.pragma \"argus.begin 2\";\n"
                      ".pragma \"argus.end 2\";\nret;\n}\n";

TEST(PtxPaths, CallsLeadOn) {
  const RegionPaths Found =
      pathsOfMarkedPtx(module(".pragma \"argus.begin 0\";\ncall.uni helper;\n"
                              ".pragma \"argus.end 0\";\ncall.uni helper;\n",
                              Helper),
                       table());
  EXPECT_EQ(names(Found),
            (Words{"kernel/outer", "kernel/outer/helper", "kernel/helper"}));
}

TEST(PtxPaths, PointersMayLeadOn) {
  const RegionPaths Found =
      pathsOfMarkedPtx(module("mov.u64 %rd1, helper;\nproto: .callprototype _ ();\n"
                              "call %rd1, proto;\n",
                              Helper),
                       table());
  ASSERT_EQ(names(Found), (Words{"kernel/helper"}));
  EXPECT_TRUE(Found.Paths[0].Indirect);
}

TEST(PtxPaths, CallsLeadToOtherUnits) {
  const std::string Head = ".version 8.5\n.target sm_90a\n.address_size 64\n";
  const RegionPaths Found =
      pathsOfMarkedUnits({module(".pragma \"argus.begin 0\";\ncall.uni helper;\n"
                                 ".pragma \"argus.end 0\";\n",
                                 ".extern .func helper();\n"),
                          Head + ".visible " + Helper},
                         table());
  EXPECT_EQ(names(Found), (Words{"kernel/outer", "kernel/outer/helper"}));
}

TEST(RegionIds, UnitsOfInternalKernelsAreNoPart) {
  EXPECT_EQ(sourceKernelName("_ZL4statPf"), "_Z4statPf");
  EXPECT_EQ(sourceKernelName("_ZL4statPf__intern__ad2316fe00_93be6af9"), "_Z4statPf");
  EXPECT_EQ(sourceKernelName("__nv_static_20__0330a699_4_a_cu_own__Z4statPf"),
            "_Z4statPf");
  EXPECT_EQ(sourceKernelName("_ZN35_GLOBAL__N__c2db9063_7_anon_cu_main4anonEPf"),
            "_ZN12_GLOBAL__N_14anonEPf");
  EXPECT_EQ(sourceKernelName("__nv_static_9"), "__nv_static_9");
  EXPECT_EQ(sourceKernelName("_Z3runIN35_GLOBAL__N__c2"), "_Z3runIN35_GLOBAL__N__c2");
}

} // namespace
