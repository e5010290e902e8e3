//===- IdentityTest.cpp - is a mapped build the program's code? --------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Identity.h"

#include "Assemble.h"

using namespace argus;

namespace {

struct Identities : ImageTest {
  static CapsuleInfo capsule(std::vector<std::string> Kernels,
                             const std::string &Arch = "sm_80") {
    CapsuleInfo C;
    C.Arch = Arch;
    C.Source = "k.cu";
    for (std::string &Kernel : Kernels)
      C.Kernels.push_back({Kernel, Kernel});
    return C;
  }

  static ContainerInfo container(CapsuleInfo C) {
    ContainerInfo Container;
    Container.Capsules = {std::move(C)};
    return Container;
  }

  Fatbin fatbin(const std::string &Name, int Constant) {
    FatbinImage Image;
    Image.IsElf = true;
    Image.Arch = "sm_80";
    Image.Bytes = readFile(assemble(Name, Constant));
    Fatbin F;
    F.Images = {Image};
    return F;
  }

  Cubin mapped(int Constant) {
    return parseCubin(readFile(assemble("mapped", Constant)), "mapped");
  }
};

} // namespace

TEST_F(Identities, EachKernelIsComparedByItself) {
  const auto Shipped = findShipped({container(capsule({"k", "l"}))}, {fatbin("a", 1)});
  auto Result = compareImages(capsule({"k", "l"}), Shipped[0][0], mapped(2));
  EXPECT_EQ(Result["k"].Identical, true);
  EXPECT_EQ(Result["k"].Reason, "");
  EXPECT_EQ(Result["l"].Identical, false);
  EXPECT_NE(Result["l"].Reason, "");
}

TEST_F(Identities, EqualKernelsOfTwoSourcesAreToldApartByLinkOrder) {
  const std::vector<ContainerInfo> Two = {container(capsule({"k", "l"})),
                                          container(capsule({"k", "l"}))};
  const auto Shipped = findShipped(Two, {fatbin("a", 1), fatbin("b", 2)});
  ASSERT_EQ(Shipped.size(), 2u);
  const Cubin Mapped = mapped(2);
  EXPECT_EQ(compareImages(Two[0].Capsules[0], Shipped[0][0], Mapped)["l"].Identical,
            false);
  EXPECT_EQ(compareImages(Two[1].Capsules[0], Shipped[1][0], Mapped)["l"].Identical,
            true);
}

TEST_F(Identities, ImagesOfOtherKernelsAndArchitecturesAreNone) {
  for (const CapsuleInfo &C :
       {capsule({"k"}), capsule({"k", "m"}), capsule({"k", "l"}, "sm_90a")}) {
    const auto Shipped = findShipped({container(C)}, {fatbin("a", 1)});
    EXPECT_FALSE(Shipped[0][0].Image);
    auto Result = compareImages(C, Shipped[0][0], mapped(1));
    EXPECT_EQ(Result["k"].Identical, std::nullopt);
    EXPECT_EQ(Result["k"].Reason,
              "the binary holds no image for " + C.Arch + " with the kernels of k.cu");
  }
}

TEST_F(Identities, ImagesThatCannotBeReadSayWhy) {
  Fatbin F = fatbin("a", 1);
  F.Images[0].Bytes.clear();
  F.Images[0].Problem = "compressed";
  const auto Shipped = findShipped({container(capsule({"k", "l"}))}, {F});
  auto Result = compareImages(capsule({"k", "l"}), Shipped[0][0], mapped(1));
  EXPECT_EQ(Result["k"].Identical, std::nullopt);
  EXPECT_EQ(Result["k"].Reason, "compressed");
}
