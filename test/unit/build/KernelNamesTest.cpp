//===- KernelNamesTest.cpp - kernels of one name ------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/KernelNames.h"

#include <gtest/gtest.h>

using namespace argus;

static std::vector<ContainerInfo> containers(std::vector<KernelInfo> Kernels) {
  CapsuleInfo C;
  for (unsigned K = 0; K < Kernels.size(); ++K)
    C.Regions.push_back({K, {0}, Kernels[K].Name + "/a", K});
  C.Kernels = std::move(Kernels);
  ContainerInfo Container;
  Container.Capsules = {C};
  return {Container};
}

TEST(KernelNames, OneOfItsNameKeepsIt) {
  auto C = containers({{"_Z4gemmIfLi3EEvPT_", "gemm"}, {"_Z5otherv", "other"}});
  tellKernelsApart(C);
  EXPECT_EQ(C[0].Capsules[0].Kernels[0].Name, "gemm");
}

TEST(KernelNames, InstantiationsShowTheirArgumentsAndKeepTheirIds) {
  auto C = containers({{"_Z4gemmIfLi3EEvPT_", "gemm"}, {"_Z4gemmIdLi4EEvPT_", "gemm"}});
  tellKernelsApart(C);
  const CapsuleInfo &Capsule = C[0].Capsules[0];
  EXPECT_EQ(Capsule.Kernels[0].Name, "gemm<float, 3>");
  EXPECT_EQ(Capsule.Regions[1].Path, "gemm<double, 4>/a");
  EXPECT_EQ(Capsule.Regions[1].Id, 1u);
}

TEST(KernelNames, OverloadsShowTheirParameters) {
  auto C = containers({{"_ZN2ns4gemmEPf", "ns::gemm"}, {"_ZN2ns4gemmEPd", "ns::gemm"}});
  tellKernelsApart(C);
  EXPECT_EQ(C[0].Capsules[0].Kernels[0].Name, "ns::gemm(float*)");
}

TEST(KernelNames, SameKernelForSeveralArchitecturesIsOne) {
  auto C = containers({{"_Z4gemmIfEvPT_", "gemm"}});
  C[0].Capsules.push_back(C[0].Capsules[0]);
  tellKernelsApart(C);
  EXPECT_EQ(C[0].Capsules[1].Kernels[0].Name, "gemm");
}
