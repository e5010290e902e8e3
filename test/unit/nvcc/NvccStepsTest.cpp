//===- NvccStepsTest.cpp - reading the commands of a dry run ------------- ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "nvcc/NvccSteps.h"
#include <gtest/gtest.h>

using namespace argus;
using Words = std::vector<std::string>;

namespace {

constexpr char DryRun[] = R"(t.cu(1): warning: not a command
#$ _SPACE_= 
#$ CICC_PATH=/cuda/bin/../nvvm/bin
#$ INCLUDES="-I/cuda/include"  
#$ gcc -D__CUDA_ARCH__=900 -E -x c++ "-I/cuda/include" "t t.cu" -o "/tmp/x/t.cpp1.ii" 
#$ "$CICC_PATH/cicc" --c++17 --orig_src_file_name "t t.cu" -arch compute_90a "/tmp/x/t.cpp1.ii" -o "/tmp/x/t.ptx"
#$ ptxas -arch=sm_90a -m64 "/tmp/x/t.ptx"  -o "/tmp/x/t.cubin" 
#$ rm /tmp/x/t.fatbin
#$ gcc -D__CUDA_ARCH__=900 -c -x c++ -m64 "/tmp/x/t.cudafe1.cpp" -o "t t.o" 
#$ g++ -m64 -Wl,--start-group "t t.o" -o "a.out" 
)";

TEST(NvccSteps, CommandsAndVariables) {
  const NvccSteps Plan = parseDryRun(DryRun);
  EXPECT_EQ(Plan.Environment.at("CICC_PATH"), "/cuda/bin/../nvvm/bin");
  EXPECT_EQ(Plan.Environment.at("INCLUDES"), "\"-I/cuda/include\"");
  EXPECT_EQ(Plan.Said, "t.cu(1): warning: not a command\n");
  ASSERT_EQ(Plan.Steps.size(), 6u);
  EXPECT_EQ(Plan.Steps[1].Words.front(), "/cuda/bin/../nvvm/bin/cicc");
}

TEST(NvccSteps, ToolsAreTold) {
  std::vector<NvccStep::Tool> Tools;
  for (const NvccStep &Step : parseDryRun(DryRun).Steps)
    Tools.push_back(Step.What);
  using Tool = NvccStep::Tool;
  EXPECT_EQ(Tools, (std::vector<NvccStep::Tool>{Tool::Preprocessor, Tool::Cicc,
                                                Tool::Ptxas, Tool::Other,
                                                Tool::HostCompiler, Tool::Other}));
}

TEST(NvccSteps, ValuesOfOptions) {
  const NvccSteps Plan = parseDryRun(DryRun);
  EXPECT_EQ(Plan.Steps[0].valueOf("-o"), "/tmp/x/t.cpp1.ii");
  EXPECT_EQ(Plan.Steps[1].input(), "/tmp/x/t.cpp1.ii");
  EXPECT_EQ(Plan.Steps[1].valueOf("--orig_src_file_name"), "t t.cu");
  EXPECT_EQ(Plan.Steps[2].valueOf("-arch"), "sm_90a");
  EXPECT_EQ(Plan.Steps[2].input(), "/tmp/x/t.ptx");
  EXPECT_EQ(Plan.Steps[2].valueOf("-maxrregcount"), "");
  EXPECT_TRUE(Plan.Steps[2].has("-m64"));
}

TEST(NvccSteps, WordsAsAShellSeesThem) {
  const std::map<std::string, std::string> Variables = {{"A", "one two"}, {"B", "x"}};
  EXPECT_EQ(shellWords(R"(a "b c" 'd $A' "e \"f\"" g\ h)", Variables),
            (Words{"a", "b c", "d $A", "e \"f\"", "g h"}));
  EXPECT_EQ(shellWords(R"("$A" ${B}y $C z "")", Variables),
            (Words{"one two", "xy", "z", ""}));
}

TEST(NvccSteps, ThreadsKeepWhatCommandsSayInFiles) {
  const NvccSteps Plan = parseDryRun(
      "#$ gcc -c -x c++ \"/t/a.cudafe1.cpp\" -o \"a.o\"  > /t/out 2>/t/err\n"
      "#$ -- Filter Dependencies -- > a.d\n");
  EXPECT_EQ(Plan.Steps[0].What, NvccStep::Tool::HostCompiler);
  EXPECT_EQ(Plan.Steps[0].input(), "/t/a.cudafe1.cpp");
  EXPECT_EQ(Plan.Steps[0].Line.find('>'), std::string::npos);
  EXPECT_EQ(Plan.Steps[1].Words.back(), "a.d");
}

TEST(NvccSteps, SecondOutputIsNoInput) {
  const NvccSteps Plan =
      parseDryRun("#$ cicc -arch compute_90 a.ii -o a.ptx -olto a.ltoir\n");
  EXPECT_EQ(Plan.Steps[0].input(), "a.ii");
}

} // namespace
