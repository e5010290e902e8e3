//===- FatbinTest.cpp - the GPU images inside a binary -----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Fatbin.h"

#include "../Failures.h"
#include "Assemble.h"

using namespace argus;

namespace {

struct Fatbins : ImageTest {
  std::string link(std::vector<std::string> Options) {
    Cubin = assemble("a");
    const fs::path Output = Root.path() / "out.fatbin";
    std::vector<std::string> Command = {Cuda.Fatbinary, "-64", "--create",
                                        Output.string()};
    Command.insert(Command.end(), Options.begin(), Options.end());
    Command.push_back("--image3=kind=elf,sm=80,file=" + Cubin.string());
    Command.push_back("--image3=kind=ptx,sm=80,file=" +
                      (Root.path() / "a.ptx").string());
    runTool(Command);
    return readFile(Output);
  }

  void expectImages(const std::vector<Fatbin> &Found) {
    ASSERT_EQ(Found.size(), 1u);
    ASSERT_EQ(Found[0].Images.size(), 2u);
    for (const FatbinImage &Image : Found[0].Images) {
      EXPECT_EQ(Image.Problem, "");
      EXPECT_EQ(Image.Arch, "sm_80");
      if (Image.IsElf)
        EXPECT_EQ(Image.Bytes.substr(0, readFile(Cubin).size()), readFile(Cubin));
      else
        EXPECT_NE(Image.Bytes.find(".entry k"), std::string::npos);
    }
  }

  fs::path Cubin;
};

} // namespace

TEST_F(Fatbins, AsTheToolWritesThem) { expectImages(parseFatbins(link({}))); }

TEST_F(Fatbins, AllCompressed) { expectImages(parseFatbins(link({"-compress-all"}))); }

TEST_F(Fatbins, NotCompressed) {
  expectImages(parseFatbins(link({"-compress=false"})));
}

TEST_F(Fatbins, SeveralWithPadding) {
  const std::string One = link({});
  const std::string Padding(8, '\0');
  EXPECT_EQ(parseFatbins(One + Padding + One + One).size(), 3u);
}

TEST_F(Fatbins, DamageEndsTheListQuietly) {
  const std::string Whole = link({});
  for (const size_t Size : {size_t{3}, size_t{15}, size_t{40}, Whole.size() - 1})
    EXPECT_TRUE(parseFatbins(std::string_view(Whole).substr(0, Size)).empty()) << Size;
  EXPECT_TRUE(parseFatbins(std::string(100, 'x')).empty());
}

TEST(Fatbin, FilesWithoutImages) {
  EXPECT_TRUE(readFatbins("/proc/self/exe").empty());
  EXPECT_EQ(failureOf([] { readFatbins("/nonexistent"); }).Code, ExitCode::BadUsage);
}
