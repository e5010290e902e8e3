//===- NvccSteps.h - the commands that nvcc would run -------------------- ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_NVCC_NVCCSTEPS_H
#define ARGUS_NVCC_NVCCSTEPS_H

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace argus {

/// One command. nvcc writes it for a shell, with variables that it sets itself.
struct NvccStep {
  enum class Tool { Preprocessor, Cudafe, Cicc, Ptxas, Fatbinary, HostCompiler, Other };
  std::string Line;               ///< as nvcc wrote it, without its prompt
  std::vector<std::string> Words; ///< without quotes, variables replaced
  Tool What = Tool::Other;

  /// Value of an option: its next word, or behind "=". Empty where it is not given.
  std::string valueOf(std::string_view Option) const;
  bool has(std::string_view Option) const;
  /// Whether a word is or contains the name ("--image3=kind=elf,file=NAME").
  bool mentions(std::string_view File) const;
  /// The last word that is neither option nor an option's value: the file it reads.
  std::string input() const;
};

struct NvccSteps {
  std::map<std::string, std::string> Environment; ///< what nvcc sets for its commands
  std::vector<NvccStep> Steps;                    ///< in their order
  std::string Assigned; ///< the assignments, as nvcc wrote them
  std::string Said;     ///< the other lines: warnings and errors of nvcc itself
};

/// Reads what `nvcc --dryrun` prints: lines that begin with "#$ ", an assignment or a
/// command each.
NvccSteps parseDryRun(std::string_view Text);

/// The words of a line as a shell would see them: quotes, backslashes, $NAME and
/// ${NAME}.
std::vector<std::string>
shellWords(std::string_view Line, const std::map<std::string, std::string> &Variables);

} // namespace argus

#endif // ARGUS_NVCC_NVCCSTEPS_H
