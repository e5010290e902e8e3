//===- ToolkitMacros.cpp - what nvcc defines and clang does not -------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToolkitMacros.h"
#include <cstdio>
#include <cstdlib>

namespace argus {

std::vector<std::string> toolkitMacros(const ToolkitLocation &Cuda) {
  std::vector<std::string> Options = {
      "-D__CUDACC_VER_MAJOR__=" + std::to_string(Cuda.Version.Major),
      "-D__CUDACC_VER_MINOR__=" + std::to_string(Cuda.Version.Minor),
      "-D__CUDACC_VER_BUILD__=" + std::to_string(Cuda.Build)};
  // Clang 19 knows no other architecture with features of its own.
  if (!(Cuda.Version < CudaVersion{12, 9}))
    for (const char *Name : {"__CUDA_ARCH_SPECIFIC__", "__CUDA_ARCH_FAMILY_SPECIFIC__"})
      Options.insert(Options.end(),
                     {"-Xarch_sm_90a", std::string("-D") + Name + "=900"});
  return Options;
}

static std::string shellQuoted(const std::string &Text) {
  std::string Out = "'";
  for (const char C : Text)
    Out += C == '\'' ? std::string("'\\''") : std::string(1, C);
  return Out + "'";
}

unsigned ptxasBuild(const std::string &Ptxas) {
  FILE *Pipe = ::popen((shellQuoted(Ptxas) + " --version 2>/dev/null").c_str(), "r");
  if (!Pipe)
    return 0;
  std::string Text;
  char Buffer[512];
  while (size_t Size = std::fread(Buffer, 1, sizeof(Buffer), Pipe))
    Text.append(Buffer, Size);
  ::pclose(Pipe);
  unsigned Major = 0, Minor = 0, Build = 0;
  const size_t At = Text.find(", V");
  if (At == std::string::npos ||
      std::sscanf(Text.c_str() + At, ", V%u.%u.%u", &Major, &Minor, &Build) != 3)
    return 0;
  return Build;
}

} // namespace argus
