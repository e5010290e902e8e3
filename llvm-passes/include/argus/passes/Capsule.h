//===- Capsule.h - what a binary carries so that variants can be made -*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A capsule holds, for one translation unit and one GPU architecture, the device
// bitcode before optimisation with region markers and line tables, the complete
// cc1 command, the region table and the region paths. The capsules of a translation
// unit travel in one container in the object's non-allocated section `.argus_capsule`;
// the linker concatenates the containers.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_CAPSULE_H
#define ARGUS_PASSES_CAPSULE_H

#include "argus/passes/RegionTable.h"
#include "llvm/Support/Error.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace argus {

constexpr unsigned CapsuleVersion = 7;
constexpr const char CapsuleSection[] = ".argus_capsule";

/// A line of the text that nvcc's compiler was given: where it comes from.
struct PtxLine {
  unsigned Number = 0; ///< in `.loc`
  unsigned File = 0;   ///< in PtxSource::Files
  unsigned Line = 0;
  std::vector<unsigned> Sites; ///< marks of the function that are open, outermost first
};

/// Code that nvlink optimises with that of other units (nvcc's -dlto).
struct LinkTimeCode {
  /// The unit's name in `.file` ("argus.lines.NAME") and in markers, behind the site's
  /// number ("argus.begin 3@NAME"): digest of the text, so that equal names mean equal
  /// tables.
  std::string Unit;
  /// Objects for nvlink: what PtxSource::Shipped and Marked are the PTX of, and what
  /// the host's code refers to. Marked is empty where there is no mark.
  std::string Shipped, Marked;
};

/// What nvcc's compiler made of the source, in the place of bitcode.
struct PtxSource {
  /// The PTX of what ships; the lines of its `.loc` are numbers of `Lines`.
  std::string Shipped;
  /// With the directives `.pragma "argus.begin N"`, "argus.end N" and "argus.trip N",
  /// which went through the optimiser in place of the marks; empty: there is no mark.
  std::string Marked;
  std::vector<std::string> Files;
  std::vector<PtxLine> Lines; ///< ascending
  /// Of the files that have marks: SHA-256 when they were compiled, hex digits.
  std::map<std::string, std::string> Digests;
  /// What nvlink gets where it optimises; the PTX above tells what the unit is made of.
  std::optional<LinkTimeCode> LinkTime;
};

struct Capsule {
  std::string Arch;             ///< "sm_90a"
  std::string Source;           ///< main file, as given to the compiler
  std::string WorkingDirectory; ///< of the compile
  /// cc1 arguments, without the program. Of nvcc: cicc's words, "&&", "ptxas"
  /// and its options, apart from the architecture and the names of files.
  std::vector<std::string> Command;
  RegionTable Regions;
  /// Of code that is linked with other units they are not known here, since calls go
  /// from unit to unit.
  std::optional<RegionPaths> Paths;
  std::string Bitcode;          ///< empty where there is Ptx
  std::optional<PtxSource> Ptx; ///< of a compile by nvcc
};

/// All capsules of one translation unit: one per architecture.
struct CapsuleContainer {
  std::string ModuleId; ///< 32 hex digits, digest of the content
  std::vector<Capsule> Capsules;
  // Where the host compile found none:
  std::string Source;
  std::string Unmapped; ///< why
};

/// One capsule as bytes, for the way from the device to the host compile.
std::string serializeCapsule(const Capsule &C);
llvm::Expected<Capsule> parseCapsule(llvm::StringRef Bytes);

/// The container's bytes for the section; also sets ModuleId.
std::string serializeContainer(CapsuleContainer &Container);

/// Reads every container of a section. Errors name what is wrong and the offset:
/// no magic, another version, truncated, digest mismatch.
llvm::Expected<std::vector<CapsuleContainer>> parseContainers(llvm::StringRef Section);

/// Reads the containers of an executable, shared library or object file.
/// An ELF file without the section gives an empty vector.
llvm::Expected<std::vector<CapsuleContainer>> readContainers(llvm::StringRef Path);

} // namespace argus

#endif // ARGUS_PASSES_CAPSULE_H
