//===- Cubin.h - what a GPU image says about its kernels ----------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_CUBIN_H
#define ARGUS_TOOL_BUILD_CUBIN_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace argus {

/// Volta and later encode each instruction in 16 bytes.
constexpr uint64_t InstructionBytes = 16;

/// A called function; ptxas puts a copy behind each kernel that calls it.
struct CubinFunction {
  std::string Name;
  uint64_t Offset = 0;
  uint64_t Size = 0;
};

struct CubinKernel {
  std::string Name;                     ///< mangled
  std::string Text;                     ///< machine code, called functions included
  std::vector<std::string> Relocations; ///< of the code, as text that can be compared
  std::vector<CubinFunction> Functions;
  std::vector<uint32_t> Lines; ///< of each instruction; 0: the line table has none
  std::optional<unsigned> Registers;
  uint64_t SharedBytes = 0; ///< static
  std::optional<unsigned> StackBytes;
};

struct Cubin {
  std::vector<CubinKernel> Kernels;
  std::vector<std::string> Variables; ///< in global and constant memory
  std::string PtxasVersion;  ///< "Cuda compilation tools, release 13.0, V13.0.88"
  std::string PtxasOptions;  ///< as ptxas noted them; empty where it did not
  std::string NvlinkOptions; ///< likewise; of an image that nvlink made

  const CubinKernel *kernel(std::string_view Name) const;
};

/// Throws Failure(Internal) that starts with `Name` where the bytes are no cubin.
Cubin parseCubin(std::string_view Bytes, const std::string &Name);

/// Empty where the code of both is the same, else what differs.
std::string codeDifference(const CubinKernel &Shipped, const CubinKernel &Made);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_CUBIN_H
