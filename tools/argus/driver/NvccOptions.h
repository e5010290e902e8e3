//===- NvccOptions.h - nvcc's command line for clang --------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `argus clang++` understands clang's options and those of nvcc's that clang does not
// have. One table says what each becomes. Where clang knows the word, clang's meaning
// holds; what neither the table nor clang knows is clang's to complain about.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_DRIVER_NVCCOPTIONS_H
#define ARGUS_DRIVER_NVCCOPTIONS_H

#include <string>
#include <vector>

namespace argus {

/// How an option of nvcc's takes its value.
enum class NvccValue {
  None,
  One,   ///< `-name VALUE` or `-name=VALUE`
  List,  ///< the same, the value a list separated by commas
  Joined ///< `-name=VALUE` only: clang has its own `-name`
};

/// What becomes of it.
enum class NvccFate { Translated, Ignored, Refused };

/// A row of the table. nvcc takes each name behind one dash or two; where clang would
/// read the first as another option (`-lib` names a library), the name has its dashes.
// NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): in the order of reading
struct NvccOption {
  const char *Names; ///< separated by spaces
  NvccValue Takes;
  /// The values that the row is about, separated by "|": a word, "prefix*", or "#" for
  /// a number. Empty: any.
  const char *Values;
  NvccFate Fate;
  /// Clang's arguments, separated by spaces; "%" is the value, once for each of a list.
  /// "@name": a rule in NvccOptions.cpp.
  const char *Clang;
  const char *Why; ///< why it is ignored or refused, and the way out
};

/// The table.
const std::vector<NvccOption> &nvccOptions();

enum class CudartChoice { Default, Static, None };

struct NvccTranslation {
  std::vector<std::string> Args;     ///< clang's
  std::vector<std::string> Notes;    ///< what was done, a line each, for -v
  std::vector<std::string> Warnings; ///< what a user must know, a line each
  std::string Problem;               ///< not empty: why the call is refused
  CudartChoice Cudart = CudartChoice::Default;
};

/// Translates a call. `HasGpu`: for -arch=native. Response files in which something is
/// to be translated are replaced by their words.
NvccTranslation translateNvccOptions(const std::vector<std::string> &Args, bool HasGpu);

} // namespace argus

#endif // ARGUS_DRIVER_NVCCOPTIONS_H
