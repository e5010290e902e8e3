//===- Device.cpp - a machine for tests -----------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

namespace argus::vm {

void Device::load(const std::string &Ptx) {
  Fault Error;
  P = Gpu.load(Ptx, "test.ptx", Error);
  ASSERT_TRUE(P) << Error.Text << "\n" << Ptx;
}

LaunchResult Device::launch(const std::string &Kernel, Dim3 Grid, Dim3 Block) {
  Request.Grid = Grid;
  Request.Block = Block;
  LaunchResult Result = Gpu.launch(*P, Kernel, Request);
  Request.Parameters.clear();
  return Result;
}

LaunchResult Device::run(const std::string &Kernel, Dim3 Grid, Dim3 Block) {
  LaunchResult Result = launch(Kernel, Grid, Block);
  EXPECT_FALSE(Result.Error) << Result.Error.Text;
  return Result;
}

std::string kernel(const std::string &Parameters, const std::string &Body,
                   const std::string &Before) {
  return ".version 8.6\n.target sm_90a\n.address_size 64\n" + Before +
         ".visible .entry k(" + Parameters + ") {\n" + Body + "\n}\n";
}

/// Loads or stores of what a register of this class holds.
static std::string access(const std::string &Type) { return "." + Type; }

std::vector<uint64_t> evaluate(const std::string &Body, const Snippet &S,
                               const std::vector<std::vector<uint64_t>> &Inputs) {
  static const char *const Names[] = {"%a", "%b", "%c", "%e"};
  std::string Parameters = ".param .u64 out", Code;
  Code += ".reg .b64 %at, %p; .reg .b32 %lane; .reg .pred %q<4>;\n";
  Code += ".reg ." + std::string(S.Type) + " %d;\n";
  Code += "mov.u32 %lane, %tid.x; mul.wide.u32 %at, %lane, 8;\n";
  for (size_t I = 0; I < Inputs.size(); ++I) {
    std::string Type = S.Inputs[I];
    std::string Parameter = "in" + std::to_string(I);
    Parameters += ", .param .u64 " + Parameter;
    Code += ".reg ." + Type + " " + Names[I] + ";\n";
    Code += "ld.param.u64 %p, [" + Parameter + "]; add.u64 %p, %p, %at;\n";
    Code += "ld.global" + access(Type) + " " + Names[I] + ", [%p];\n";
  }
  Code += Body + "\nld.param.u64 %p, [out]; add.u64 %p, %p, %at;\n";
  Code += "st.global" + access(S.Type) + " [%p], %d;\nret;";
  Device D;
  D.load(kernel(Parameters, Code));
  if (!D.P)
    return std::vector<uint64_t>(32, ~uint64_t(0));
  std::vector<uint64_t> Out(32);
  uint64_t At = D.buffer(Out);
  D.with(At);
  for (const auto &Input : Inputs) {
    std::vector<uint64_t> Lanes(32);
    for (size_t L = 0; L < Lanes.size(); ++L)
      Lanes[L] = Input[L % Input.size()];
    D.with(D.buffer(Lanes));
  }
  D.run("k", {1, 1, 1}, {32, 1, 1});
  return D.read<uint64_t>(At, 32);
}

uint64_t value(const std::string &Body, const Snippet &S,
               const std::vector<uint64_t> &Inputs) {
  std::vector<std::vector<uint64_t>> Lanes;
  for (uint64_t I : Inputs)
    Lanes.push_back({I});
  std::vector<uint64_t> Result = evaluate(Body, S, Lanes);
  return Result.empty() ? ~uint64_t(0) : Result[0];
}

} // namespace argus::vm
