//===- NvccArguments.h - nvcc's command line, word by word --------------- ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_NVCC_NVCCARGUMENTS_H
#define ARGUS_NVCC_NVCCARGUMENTS_H

#include "driver/Toolkit.h"
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace argus {

/// An option with its value, or an input.
struct NvccArgument {
  /// As nvcc's help has it in short, with its dash: "-Xptxas" for --ptxas-options, too;
  /// of an option that is not known here, what stands before a "=". Empty: an input.
  std::string Option;
  std::string Value;              ///< of an option; or the input
  std::vector<std::string> Words; ///< as given: one, or two where the value follows
  bool Cut = false;               ///< the value is missing
};

/// Knows which options take the next word: that of `-Xptxas -v` is no option of nvcc's.
std::vector<NvccArgument> readNvccArguments(const std::vector<std::string> &Words);

/// The words of NVCC_PREPEND_FLAGS, NVCC_APPEND_FLAGS and of a file of options: parted
/// by white space outside of quotes, which stay.
std::vector<std::string> nvccWordsOf(std::string_view Text);

/// All that nvcc reads: NVCC_PREPEND_FLAGS, the words, NVCC_APPEND_FLAGS, with files of
/// options in their place. A file that cannot be read is nvcc's to complain about.
std::vector<NvccArgument> allNvccArguments(const std::vector<std::string> &Words,
                                           const Environment &Env);

/// Whether one of the options, by their short names, is given.
bool hasOption(const std::vector<NvccArgument> &Arguments,
               std::initializer_list<std::string_view> Options);

/// A compile's words for nvcc's -M: in place of -MD, without names of output files and
/// without what is compiled. Files of options are written anew below `Scratch`.
std::vector<std::string> dependencyWords(const std::vector<std::string> &Words,
                                         const std::string &Scratch);

} // namespace argus

#endif // ARGUS_NVCC_NVCCARGUMENTS_H
