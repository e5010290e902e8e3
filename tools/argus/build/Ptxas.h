//===- Ptxas.h - options and output of ptxas ----------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_PTXAS_H
#define ARGUS_TOOL_BUILD_PTXAS_H

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace argus {

/// What a kernel takes, called functions included.
struct Resources {
  unsigned Registers = 0;
  uint64_t SharedBytes = 0; ///< static
  uint64_t StackBytes = 0;
  uint64_t SpillBytes = 0; ///< stores and loads

  bool operator==(const Resources &O) const {
    return Registers == O.Registers && SharedBytes == O.SharedBytes &&
           StackBytes == O.StackBytes && SpillBytes == O.SpillBytes;
  }
};

/// By mangled kernel name, from what `ptxas -v` writes.
std::map<std::string, Resources> parseResources(std::string_view PtxasOutput);

/// What ptxas says of the code that it made: serialised WGMMA, injected waits,
/// `setmaxnreg` ignored.
struct PtxasNote {
  std::string Code; ///< "C7510"
  std::string Text; ///< without the function's name and lines of the PTX
  unsigned Count = 1;

  bool operator==(const PtxasNote &O) const {
    return Code == O.Code && Text == O.Text && Count == O.Count;
  }
};

/// By mangled function name; empty: those that name no function.
std::map<std::string, std::vector<PtxasNote>> parseNotes(std::string_view PtxasOutput);

/// Options that shape code: the noted command line of a cubin without the
/// architecture, word size, verbosity and file names.
std::vector<std::string> codeOptions(std::string_view NotedOptions);

/// Those of nvlink that shape code: likewise, without the libraries and where they are.
std::vector<std::string> linkOptions(std::string_view NotedOptions);

/// What clang gives ptxas for the optimisation level of a cc1 command. For cubins
/// without a note.
std::vector<std::string>
optionsFromCommand(const std::vector<std::string> &Cc1Arguments);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_PTXAS_H
