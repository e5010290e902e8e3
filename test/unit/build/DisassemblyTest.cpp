//===- DisassemblyTest.cpp - reading nvdisasm's output ------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Disassembly.h"

#include "support/Failure.h"

#include <gtest/gtest.h>

using namespace argus;

TEST(Disassembly, InstructionsByKernelAndOffset) {
  const Disassembly Code =
      parseDisassembly("\t.target\tsm_90a\n"
                       "\t.section\t.text._Z1kv,\"ax\",@progbits\n"
                       "_Z1kv:\n"
                       "        /*0000*/                   LDC R1, c[0x0][0x28] ;\n"
                       ".L_x_1:\n"
                       "        /*0010*/              @!P0 BRA `(.L_x_1);\n"
                       "\t.section\t.nv.info,\"\",@0\n"
                       "        /*0020*/ \t.byte\t0x04, 0x2f\n");
  ASSERT_EQ(Code.size(), 1u);
  const auto &Kernel = Code.at("_Z1kv");
  ASSERT_EQ(Kernel.size(), 2u);
  EXPECT_EQ(Kernel.at(0), "LDC R1, c[0x0][0x28]");
  EXPECT_EQ(Kernel.at(0x10), "@!P0 BRA `(.L_x_1)");
}

TEST(Disassembly, AToolThatFailsSaysHowToRepeat) {
  try {
    disassemble("/bin/false", "no.cubin");
    FAIL();
  } catch (const Failure &F) {
    EXPECT_EQ(F.Code, ExitCode::Unmeasured);
    EXPECT_NE(F.Remedy.find("no.cubin"), std::string::npos);
  }
}

TEST(Disassembly, AToolThatPrintsNothingIsNoSuccess) {
  EXPECT_THROW(disassemble("/bin/true", "no.cubin"), Failure);
}
