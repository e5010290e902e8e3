//===- Samples.h - PTX with markers -----------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_UNIT_PTXPASSES_SAMPLES_H
#define ARGUS_TEST_UNIT_PTXPASSES_SAMPLES_H

#include "argus/ptxpasses/Trace.h"

#include <string>

namespace argus::ptxpasses {

inline std::string module(const std::string &Items) {
  return ".version 7.0\n.target sm_80\n.address_size 64\n" + Items;
}

/// A kernel `k` of a module with `Before` in front of it.
inline std::string kernel(const std::string &Statements,
                          const std::string &Before = "") {
  return module(Before +
                ".visible .entry k(.param .u64 out, .param .u32 n)\n{\n"
                ".reg .pred %p<4>;\n.reg .b32 %r<9>;\n.reg .b64 %rd<4>;\n" +
                Statements + "\n}\n");
}

inline std::string mark(const std::string &Kind, unsigned Site) {
  return "\n.pragma \"argus." + Kind + " " + std::to_string(Site) + "\";\n";
}

/// A request for sites 1 to 9 of kernel `k`.
inline TraceRequest request() {
  TraceRequest R;
  R.Sites = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  R.KernelIndex = {{"k", 3}};
  R.Name = "t.ptx";
  return R;
}

/// A function that records and calls itself; kernels that call it twice in one scope,
/// without a list of arguments, and under a guard.
inline std::string callsSample() {
  return kernel("mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 7;\n.param .b32 a;\n"
                "st.param.b32 [a], %r1;\ncall.uni f, (a);\nst.param.b32 [a], 2;\n"
                "@%p1 call f, (a);\ncall g;\ncall h, ();\nret;",
                ".func f(.param .b32 x);\n.func g()\n{\n" + mark("begin", 2) +
                    mark("end", 2) +
                    "}\n.func h()\n{\n.reg .pred p; .reg .b32 t; mov.u32 t, %tid.x;"
                    "setp.eq.u32 p, t, 3;" +
                    mark("begin", 4) + mark("end", 4) +
                    "@p exit; setp.eq.u32 p, t, 5; @!p ret; trap;\n}\n"
                    ".func f(.param .b32 x)\n{\n"
                    ".reg .pred p; .reg .b32 r; ld.param.b32 r, [x]; " +
                    mark("begin", 3) +
                    "setp.eq.u32 p, r, 0; @p bra D; sub.u32 r, r, 1;\n"
                    "{ .param .b32 y; st.param.b32 [y], r; call f, (y); }\nD:\n" +
                    mark("end", 3) + "ret;\n}\n");
}

/// Every way to leave a kernel, guards of a scope's own register, and a body that ends
/// with a label.
inline std::string endsSample() {
  return kernel(
      "mov.u32 %r1, %tid.x;" + mark("begin", 1) +
      "{ .reg .pred q; setp.eq.u32 q, %r1, 1; @q exit; setp.eq.u32 q, %r1, 2; "
      "@!q bra L; ret;\nL: }\nsetp.eq.u32 %p1, %r1, 3; @!%p1 ret;" +
      mark("end", 1) + "setp.eq.u32 %p1, %r1, 4; @%p1 bra E;" + mark("begin", 2) +
      mark("end", 2) + "E:");
}

} // namespace argus::ptxpasses

#endif // ARGUS_TEST_UNIT_PTXPASSES_SAMPLES_H
