//===- Assemble.h - GPU images made while a test runs -------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Made and not stored, so that the parsers are tested with what the toolkit at hand
// writes.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_UNIT_BUILD_ASSEMBLE_H
#define ARGUS_TEST_UNIT_BUILD_ASSEMBLE_H

#include "../ToolkitTest.h"

namespace argus {

class ImageTest : public ToolkitTest {
protected:
  /// The cubin of a kernel "k" that calls a function "helper", which calls itself so
  /// that ptxas does not inline it; a kernel "l" follows.
  /// Lines are what `.loc` says; `Constant` changes the code of "l" only.
  fs::path assemble(const std::string &Name, int Constant = 1,
                    const std::vector<std::string> &Options = {}) {
    const std::string Ptx = R"(.version 7.0
.target sm_80
.address_size 64
.file 1 "contexts"
.func (.param .b32 r) helper(.param .b32 a)
{
  .reg .pred %p;
  .reg .b32 %r<4>;
  .param .b32 x;
  .param .b32 y;
  .loc 1 40 0
  ld.param.b32 %r1, [a];
  setp.eq.s32 %p, %r1, 0;
  @%p bra done;
  sub.s32 %r1, %r1, 1;
  st.param.b32 [x], %r1;
  call (y), helper, (x);
  ld.param.b32 %r1, [y];
done:
  st.param.b32 [r], %r1;
  ret;
}
.visible .entry k(.param .u64 p)
{
  .reg .b64 %rd<3>;
  .reg .b32 %r<4>;
  .shared .align 4 .b8 buffer[64];
  .loc 1 20 0
  ld.param.u64 %rd1, [p];
  ld.global.b32 %r1, [%rd1];
  st.shared.b32 [buffer], %r1;
  .param .b32 x;
  .param .b32 y;
  st.param.b32 [x], %r1;
  .loc 1 4000000000 0
  call (y), helper, (x);
  ld.param.b32 %r2, [y];
  .loc 1 30 0
  st.global.b32 [%rd1], %r2;
  ret;
}
.visible .entry l(.param .u64 p)
{
  .reg .b64 %rd<3>;
  .loc 1 50 0
  ld.param.u64 %rd1, [p];
  st.global.b32 [%rd1], )" + std::to_string(Constant) +
                            ";\n  ret;\n}\n";
    const fs::path Source = Root.path() / (Name + ".ptx");
    const fs::path Image = Root.path() / (Name + ".cubin");
    writeFile(Source, Ptx);
    std::vector<std::string> Command = {Cuda.Ptxas, "-arch=sm_80"};
    Command.insert(Command.end(), Options.begin(), Options.end());
    Command.insert(Command.end(), {Source.string(), "-o", Image.string()});
    runTool(Command);
    return Image;
  }
};

} // namespace argus

#endif // ARGUS_TEST_UNIT_BUILD_ASSEMBLE_H
