//===- NvccBuildTest.cpp - nvcc's words for a cc1 command --------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/NvccBuild.h"

#include <gtest/gtest.h>

using namespace argus;

using Words = std::vector<std::string>;

TEST(NvccBuild, KeepsWhatTheUserSaid) {
  EXPECT_EQ(
      nvccArguments({"-cc1", "-D", "N=4", "-U", "M", "-I", "inc", "-isystem", "sys",
                     "-include", "pre.h", "-iquote", "here", "-std=gnu++17"}),
      (Words{"-D", "N=4", "-U", "M", "-I", "inc", "-isystem", "sys", "-include",
             "pre.h", "-I", "here", "-std=c++17"}));
}

TEST(NvccBuild, DropsWhatIsForClang) {
  EXPECT_TRUE(
      nvccArguments({"-D", "__CUDACC_VER_MAJOR__=13", "-include",
                     "__clang_cuda_runtime_wrapper.h", "-include",
                     "argus_cuda_dialect.h", "-D", "__nv_sqrtf=__nv_fsqrt_rn",
                     "-isystem", "/opt/argus/share/argus/cuda/include", "-isystem",
                     "/usr/local/cuda/include/cccl", "-internal-isystem",
                     "/usr/include", "-target-cpu", "sm_90a", "-mllvm", "-x"})
          .empty());
}

TEST(NvccBuild, TranslatesFloatingPoint) {
  EXPECT_EQ(nvccArguments({"-ffast-math", "-ffp-contract=off", "-ffp-contract=fast",
                           "-fdenormal-fp-math-f32=preserve-sign,preserve-sign"}),
            (Words{"--use_fast_math", "--fmad=false", "--ftz=true"}));
}
