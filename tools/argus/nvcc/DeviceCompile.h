//===- DeviceCompile.h - what argus nvcc does with device code ----------- ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_NVCC_DEVICECOMPILE_H
#define ARGUS_NVCC_DEVICECOMPILE_H

#include "execute/Process.h"
#include "nvcc/NvccSteps.h"
#include "nvcc/PtxCapsule.h"
#include "support/Files.h"
#include <map>
#include <string>
#include <vector>

namespace argus {

/// Watches the commands of translation units, which nvcc mixes with -t. Marks are taken
/// out of the text before nvcc's compilers see it: they would warn of each. When the
/// unit's object is there, its device code is compiled again, to PTX alone, from the
/// text with the marks: once laid out so that lines tell the marks, once with markers
/// in their place.
class DeviceCompile {
public:
  /// `Scratch`: a directory for files of its own.
  explicit DeviceCompile(fs::path Scratch) : Scratch(std::move(Scratch)) {}

  void preprocessed(const NvccStep &Step);
  void separated(const NvccStep &Step);
  void compiled(const NvccStep &Step) { Ciccs.push_back(Step); }
  void assembled(const NvccStep &Step);
  void packed(const NvccStep &Step) { Fatbinaries.push_back(Step); }

  /// Puts the capsule and the runtime's hooks into the object that the host's compiler
  /// made. False where a mark stands wrong, which has been said. What cannot be mapped
  /// is said, and noted in the object.
  bool complete(const NvccStep &HostCompile);

private:
  struct TextCompile {
    ProcessRequest Request;
    std::string Ptx;      ///< the file that it makes
    std::string LinkTime; ///< likewise, for nvlink to optimise; empty: not asked for
  };

  /// Code for an architecture, of one compile.
  struct CodeTarget {
    std::string Arch; ///< "sm_90a"
    const NvccStep *Cicc = nullptr;
    std::vector<std::string> Assembler;  ///< options of ptxas
    const NvccStep *Fatbinary = nullptr; ///< that packs it for nvlink; null: none
  };

  bool makeContainer(const std::vector<NvccStep> &Own, const std::string &Object,
                     CapsuleBytes &Result);
  std::vector<CodeTarget> targetsOf(const std::vector<NvccStep> &Own) const;
  void addLinkTimeTargets(const std::vector<NvccStep> &Own,
                          std::vector<CodeTarget> &Targets) const;
  std::vector<NvccStep> takeCompiles(const NvccStep &HostCompile);
  TextCompile prepare(const CodeTarget &Target, const std::string &Text);
  void compile(const CodeTarget &Target, const std::string &Object, PtxCompile &C);

  fs::path Scratch;
  unsigned Number = 0;                               ///< of files in Scratch
  std::vector<NvccStep> Ciccs, Ptxases, Fatbinaries; ///< so far
  std::map<std::string, std::string> UnitOf;   ///< module id's file, by host source
  std::map<std::string, std::string> Original; ///< preprocessed text, by file
};

/// The text without `#pragma argus` lines and `[[argus::...]]` attributes; places stay.
std::string withoutMarks(std::string_view Preprocessed);

/// The text with its places in the place of `__builtin_LINE()` and `__builtin_FILE()`,
/// of which glibc's assert is made: another layout would change their values. Not in
/// default arguments ("= __builtin_LINE()"), whose place is that of the call.
std::string withOwnPlaces(std::string_view Preprocessed);

} // namespace argus

#endif // ARGUS_NVCC_DEVICECOMPILE_H
