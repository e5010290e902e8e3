//===- NvccOptionsTest.cpp - nvcc's options become clang's ------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/NvccOptions.h"
#include "TempDir.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

using namespace argus;
using Strings = std::vector<std::string>;
using test::TempDir;

namespace {

NvccTranslation translate(const Strings &Args, bool HasGpu = false) {
  NvccTranslation T = translateNvccOptions(Args, HasGpu);
  // That clang is not to warn of what a step has no use for is no part of a meaning.
  const auto IsBracket = [](const std::string &Arg) {
    return Arg == "--start-no-unused-arguments" || Arg == "--end-no-unused-arguments";
  };
  T.Args.erase(std::remove_if(T.Args.begin(), T.Args.end(), IsBracket), T.Args.end());
  return T;
}

Strings words(const std::string &Text) {
  std::istringstream In(Text);
  Strings Words;
  for (std::string Word; In >> Word;)
    Words.push_back(Word);
  return Words;
}

struct Case {
  const char *Nvcc;
  const char *Clang;
};

class Translated : public testing::TestWithParam<Case> {};

TEST_P(Translated, Option) {
  const NvccTranslation T = translate(words(GetParam().Nvcc));
  EXPECT_EQ(T.Problem, "");
  EXPECT_EQ(T.Args, words(GetParam().Clang));
}

INSTANTIATE_TEST_SUITE_P(
    Languages, Translated,
    testing::Values(Case{"-x cu a.cpp", "-x cuda a.cpp"}, Case{"-x=cu a", "-x cuda a"},
                    Case{"-xcu a", "-x cuda a"}, Case{"-x c++ a.cu", "-x c++ a.cu"},
                    Case{"-std c++17", "-std=c++17"}, Case{"--std=c++20", "-std=c++20"},
                    Case{"-ptx a.cu", "--cuda-device-only -S a.cu"},
                    Case{"--cubin a.cu", "--cuda-device-only -c a.cu"},
                    Case{"-dc a.cu", "-fgpu-rdc -c a.cu"},
                    Case{"--device-c a.cu", "-fgpu-rdc -c a.cu"},
                    Case{"-keep", "-save-temps"}, Case{"-save-temps", "-save-temps"},
                    Case{"-odir out -c d/a.cu", "-c d/a.cu -o out/a.o"},
                    Case{"-odir out -c a.cu -o b.o", "-c a.cu -o b.o"}));

INSTANTIATE_TEST_SUITE_P(
    Architectures, Translated,
    testing::Values(
        Case{"-arch sm_90a", "--offload-arch=sm_90a"},
        Case{"-arch=sm_90a", "--offload-arch=sm_90a"},
        Case{"--gpu-architecture=sm_80", "--offload-arch=sm_80"},
        Case{"-arch=compute_80", "--offload-arch=sm_80"},
        Case{"-arch=compute_80 -code=sm_86,compute_80", "--offload-arch=sm_86"},
        Case{"-gencode arch=compute_90a,code=sm_90a", "--offload-arch=sm_90a"},
        Case{"-gencode=arch=compute_90a,code=sm_90a", "--offload-arch=sm_90a"},
        Case{"--generate-code arch=compute_80,code=compute_80", "--offload-arch=sm_80"},
        Case{"-gencode arch=compute_80,code=[sm_80,compute_80] "
             "-gencode=arch=compute_90a,code=\"sm_90a,compute_90a\"",
             "--offload-arch=sm_80 --offload-arch=sm_90a"},
        Case{"-arch=sm_80 -gencode arch=compute_80,code=sm_80", "--offload-arch=sm_80"},
        // Of another system's clang, and none of nvcc's.
        Case{"-arch x86_64", "-arch x86_64"}));

INSTANTIATE_TEST_SUITE_P(
    DeviceCode, Translated,
    testing::Values(
        Case{"-rdc=true", "-fgpu-rdc"}, Case{"-rdc true", "-fgpu-rdc"},
        Case{"--relocatable-device-code=false", "-fno-gpu-rdc"},
        Case{"--expt-relaxed-constexpr", "-D__CUDACC_RELAXED_CONSTEXPR__"},
        Case{"--extended-lambda", "-DARGUS_EXTENDED_LAMBDA"},
        Case{"-expt-extended-lambda", "-DARGUS_EXTENDED_LAMBDA"},
        Case{"-maxrregcount=32", "-Xcuda-ptxas --maxrregcount=32"},
        Case{"--maxrregcount 64", "-Xcuda-ptxas --maxrregcount=64"},
        Case{"-use_fast_math",
             "-fgpu-approx-transcendentals -fgpu-flush-denormals-to-zero -mllvm "
             "-nvptx-prec-divf32=0 -mllvm -nvptx-prec-sqrtf32=0 -U__nv_sqrtf "
             "-D__nv_expf=__nv_fast_expf -D__nv_exp10f=__nv_fast_exp10f "
             "-D__nv_log10f=__nv_fast_log10f -D__nv_powf=__nv_fast_powf "
             "-D__nv_tanf=__nv_fast_tanf"},
        Case{"-ftz=true", "-fgpu-flush-denormals-to-zero"},
        Case{"-prec-div=false", "-mllvm -nvptx-prec-divf32=1"},
        Case{"--prec-sqrt=false", "-mllvm -nvptx-prec-sqrtf32=0 -U__nv_sqrtf"},
        Case{"-fmad=false", "-Xarch_device -ffp-contract=off"},
        Case{"-lineinfo", "-Xarch_device -gline-directives-only"},
        Case{"--generate-line-info", "-Xarch_device -gline-directives-only"},
        Case{"-G -O3", "-g --cuda-noopt-device-debug -O3 -Xarch_device -O0"},
        Case{"-G 8", "-G 8"},
        Case{"-default-stream per-thread", "-fgpu-default-stream=per-thread"}));

INSTANTIATE_TEST_SUITE_P(
    OtherPrograms, Translated,
    testing::Values(Case{"-Xcompiler -Wall,-fPIC",
                         "-Xarch_host -Wall -Xarch_host -fPIC"},
                    Case{"-Xcompiler=-Wall", "-Xarch_host -Wall"},
                    Case{"-Xcompiler -DA=1\\,2", "-Xarch_host -DA=1,2"},
                    Case{"-Xptxas -v,-O2", "-Xcuda-ptxas -v -Xcuda-ptxas -O2"},
                    Case{"--ptxas-options=-v", "-Xcuda-ptxas -v"},
                    // Clang's own -Xlinker takes its word as it is.
                    Case{"-Xlinker -rpath,/x", "-Xlinker -rpath,/x"},
                    Case{"-Xlinker=-rpath,/x", "-Wl,-rpath,/x"},
                    Case{"-Xclang -arch", "-Xclang -arch"},
                    Case{"-mllvm -G a.cu", "-mllvm -G a.cu"}));

INSTANTIATE_TEST_SUITE_P(
    IgnoredOnes, Translated,
    testing::Values(Case{"-t 4 a.cu", "a.cu"}, Case{"--threads=0", ""},
                    Case{"-t a.o", "-t a.o"}, Case{"-ccbin /usr/bin/g++", ""},
                    Case{"-ccbin=g++", ""}, Case{"-diag-suppress 20012,177", ""},
                    Case{"--diag-suppress=20012", ""},
                    Case{"-Wno-deprecated-gpu-targets", ""},
                    Case{"-Werror all-warnings", "-Werror"},
                    Case{"-Werror=unused", "-Werror=unused"},
                    Case{"--forward-unknown-to-host-compiler", ""}));

INSTANTIATE_TEST_SUITE_P(
    ClangsOwn, Translated,
    testing::Values(Case{"-O3 -c a.cu -o a.o", "-O3 -c a.cu -o a.o"},
                    Case{"-lib", "-lib"}, Case{"-MD -MF a.d", "-MD -MF a.d"},
                    Case{"--offload-arch=sm_90a", "--offload-arch=sm_90a"},
                    Case{"-not-known=3", "-not-known=3"}));

TEST(NvccOptions, Cudart) {
  EXPECT_EQ(translate({"a.cu"}).Cudart, CudartChoice::Default);
  EXPECT_EQ(translate({"-cudart=shared"}).Cudart, CudartChoice::Default);
  EXPECT_EQ(translate({"-cudart=static"}).Cudart, CudartChoice::Static);
  EXPECT_EQ(translate({"--cudart", "none"}).Cudart, CudartChoice::None);
  EXPECT_EQ(translate({"--cudart", "none"}).Args, Strings{});
}

TEST(NvccOptions, NativeNeedsGpu) {
  EXPECT_EQ(translate({"-arch=native"}, true).Args, Strings{"--offload-arch=native"});
  const std::string Problem = translate({"-arch=native"}, false).Problem;
  EXPECT_NE(Problem.find("needs a GPU"), std::string::npos) << Problem;
  EXPECT_NE(Problem.find("-arch=sm_90a"), std::string::npos) << Problem;
}

TEST(NvccOptions, RefusalSaysTheWayOut) {
  const std::string Link = translate({"-dlink", "a.o"}).Problem;
  EXPECT_NE(Link.find("'-dlink'"), std::string::npos) << Link;
  EXPECT_NE(Link.find("argus clang++ -fgpu-rdc"), std::string::npos) << Link;
  for (const char *Option : {"-arch=all", "--lib", "-run", "-dlto", "-odir=d"})
    EXPECT_NE(translate({Option}).Problem, "") << Option;
}

TEST(NvccOptions, ArchitectureThatClangLacks) {
  const NvccTranslation Both = translate({"-gencode", "arch=compute_100a,code=sm_100a",
                                          "-gencode", "arch=compute_90a,code=sm_90a"});
  EXPECT_EQ(Both.Problem, "");
  EXPECT_EQ(Both.Args, Strings{"--offload-arch=sm_90a"});
  ASSERT_EQ(Both.Warnings.size(), 1u);
  EXPECT_NE(Both.Warnings[0].find("sm_100a is left out"), std::string::npos);
  EXPECT_NE(translate({"-arch=sm_120"}).Problem, "");
}

TEST(NvccOptions, NotesSayWhatWasDone) {
  EXPECT_EQ(
      translate({"-rdc=true", "-t", "4", "-O3", "-std=c++17"}).Notes,
      (Strings{"'-rdc=true' is '-fgpu-rdc'",
               "'-t 4' is ignored: clang compiles the architectures one after the "
               "other; build systems run more compiles"}));
}

TEST(NvccOptions, ResponseFiles) {
  TempDir Dir;
  const std::string Nvcc = Dir.write("nvcc", "-rdc=true \"-DA=b c\"\n");
  const std::string Plain = Dir.write("plain", "-O3 -DA\n");
  EXPECT_EQ(translate({"@" + Nvcc, "a.cu"}).Args,
            (Strings{"-fgpu-rdc", "-DA=b c", "a.cu"}));
  EXPECT_EQ(translate({"@" + Plain}).Args, (Strings{"@" + Plain}));
  EXPECT_EQ(translate({"-optf", Plain}).Args, (Strings{"-O3", "-DA"}));
}

/// A row that says nothing to the user who meets it is no row.
TEST(NvccOptions, EachRowSaysWhatItDoes) {
  for (const NvccOption &Row : nvccOptions()) {
    const bool HasClang = *Row.Clang != 0, HasWhy = *Row.Why != 0;
    EXPECT_EQ(HasClang, Row.Fate == NvccFate::Translated) << Row.Names;
    EXPECT_EQ(HasWhy, Row.Fate != NvccFate::Translated) << Row.Names;
  }
}

} // namespace
