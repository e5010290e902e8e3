//===- CubinTest.cpp - what a cubin says about its kernels -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Cubin.h"

#include "../Failures.h"
#include "Assemble.h"
#include "build/Ptxas.h"

#include <algorithm>

using namespace argus;

namespace {

struct Cubins : ImageTest {
  Cubin made(const std::string &Name, int Constant = 1,
             const std::vector<std::string> &Options = {}) {
    return parseCubin(readFile(assemble(Name, Constant, Options)), Name);
  }
};

} // namespace

TEST_F(Cubins, KernelsWithTheirFunctionsAndResources) {
  const Cubin C = made("a");
  ASSERT_EQ(C.Kernels.size(), 2u);
  const CubinKernel *K = C.kernel("k");
  ASSERT_NE(K, nullptr);
  EXPECT_EQ(C.kernel("helper"), nullptr);
  EXPECT_EQ(K->Text.size() % InstructionBytes, 0u);
  EXPECT_GT(K->Text.size(), 0u);
  EXPECT_EQ(K->SharedBytes, 64u);
  ASSERT_TRUE(K->Registers);
  EXPECT_GT(*K->Registers, 0u);
  ASSERT_EQ(K->Functions.size(), 1u);
  EXPECT_NE(K->Functions[0].Name.find("helper"), std::string::npos);
  EXPECT_LE(K->Functions[0].Offset + K->Functions[0].Size, K->Text.size());
  EXPECT_TRUE(C.kernel("l")->Functions.empty());
}

TEST_F(Cubins, LinesOfEachKernel) {
  const Cubin C = made("a");
  const CubinKernel *K = C.kernel("k");
  const auto Has = [](const CubinKernel &Kernel, uint32_t Line) {
    return std::count(Kernel.Lines.begin(), Kernel.Lines.end(), Line) > 0;
  };
  ASSERT_EQ(K->Lines.size(), K->Text.size() / InstructionBytes);
  EXPECT_TRUE(Has(*K, 20));
  EXPECT_TRUE(Has(*K, 30));
  EXPECT_TRUE(Has(*K, 40));
  EXPECT_TRUE(Has(*K, 4000000000u)) << "lines of 32 bits";
  EXPECT_FALSE(Has(*K, 50));
  EXPECT_TRUE(Has(*C.kernel("l"), 50));
  EXPECT_FALSE(Has(*C.kernel("l"), 20));
  // The function's lines lie in its range and nowhere else.
  const CubinFunction &F = K->Functions[0];
  for (size_t I = 0; I < K->Lines.size(); ++I)
    if (K->Lines[I] == 40) {
      EXPECT_GE(I * InstructionBytes, F.Offset);
      EXPECT_LT(I * InstructionBytes, F.Offset + F.Size);
    }
}

TEST_F(Cubins, NotedOptionsMakeTheSameCodeAgain) {
  const Cubin First = made("a", 1, {"-O1", "-maxrregcount=32"});
  EXPECT_NE(First.PtxasVersion.find("release"), std::string::npos);
  // What is known of: ptxas 13.0. An older one that notes nothing is passed over.
  if (Cuda.Version.Major < 13 && First.PtxasOptions.empty())
    return;
  ASSERT_FALSE(First.PtxasOptions.empty());
  const std::vector<std::string> Options = codeOptions(First.PtxasOptions);
  EXPECT_EQ(std::count(Options.begin(), Options.end(), "-maxrregcount=32"), 1);
  const Cubin Second = made("b", 1, Options);
  EXPECT_EQ(codeDifference(*First.kernel("k"), *Second.kernel("k")), "");
}

TEST_F(Cubins, DifferencesAreFoundPerKernel) {
  const Cubin A = made("a"), B = made("b", 2);
  EXPECT_EQ(codeDifference(*A.kernel("k"), *B.kernel("k")), "");
  EXPECT_EQ(
      codeDifference(*A.kernel("l"), *B.kernel("l")).rfind("the instruction at 0x", 0),
      0u);
  EXPECT_NE(codeDifference(*A.kernel("k"), *B.kernel("l")).find("bytes of code"),
            std::string::npos);
}

TEST(Cubin, OtherBytesAreRefused) {
  const Failure Bad = failureOf([] { parseCubin("nonsense", "x.cubin"); });
  EXPECT_EQ(Bad.Message.rfind("x.cubin: no cubin: ", 0), 0u);
}

TEST(Cubin, EqualCodeMayReferToOtherSymbols) {
  CubinKernel A, B;
  A.Text = B.Text = std::string(32, 'x');
  A.Relocations = {"0x10 type 1 table+0"};
  EXPECT_EQ(codeDifference(A, A), "");
  EXPECT_EQ(codeDifference(A, B), "the code is equal but refers to other symbols");
}
