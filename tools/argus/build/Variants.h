//===- Variants.h - makes the images that a run needs -------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_VARIANTS_H
#define ARGUS_TOOL_BUILD_VARIANTS_H

#include "build/Contexts.h"
#include "build/Ptxas.h"
#include "build/VariantShelf.h"
#include "build/Worker.h"
#include "model/Program.h"
#include "support/Files.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace argus {

struct VariantJob {
  const ContainerInfo *Container = nullptr;
  unsigned Capsule = 0;
  BuildKind Kind = BuildKind::Mapped;
  std::vector<unsigned> Sites;
  std::map<std::string, unsigned> Registers; ///< most a thread, by kernel (mangled)
  std::string Arch;                          ///< that ptxas compiles for
  std::vector<std::string> PtxasOptions;
  std::vector<std::string> NvlinkOptions; ///< of a linked image
  std::optional<unsigned> Unit; ///< of a linked image: this of its units alone
  /// Of an image whose units nvlink optimised as one: its options for that.
  std::optional<std::vector<std::string>> LinkTimeOptions;
  /// Likewise: nvlink's optimiser made the whole image, and there was nothing to link.
  bool Whole = false;

  const CapsuleInfo &capsule() const { return Container->Capsules[Capsule]; }
  const char *kind() const { return toString(Kind); }
  /// How many parts are built before they are linked; 0: nothing is linked. Units that
  /// nvlink optimises as one are one part.
  size_t parts() const {
    return Whole ? 0 : LinkTimeOptions ? 1 : Container->Units.size();
  }
  /// The other kinds stay PTX: they run on the virtual device only.
  bool needsPtxas() const {
    return !Unit && (Kind == BuildKind::Mapped || Kind == BuildKind::Trace);
  }
};

struct BuiltVariant {
  std::string Key; ///< names the artifact in the store
  bool Reused = false;
  double Seconds = 0; ///< that it took when it was made
  fs::path Ptx;
  fs::path Cubin;       ///< empty where it needs no ptxas
  ContextTable Origins; ///< mapped, truth
  std::vector<std::string> Notes;
  std::map<std::string, Resources> Kernels;                 ///< by mangled name
  std::map<std::string, std::vector<PtxasNote>> PtxasNotes; ///< likewise; "": of none
};

struct BuildTools {
  std::string Argus; ///< this executable; runs the workers
  std::string ArgusDigest;
  std::string CudaPath;
  std::string Ptxas;
  std::string PtxasVersion;
  std::string Fatbinary;
  VariantShelf *Shelf = nullptr;
};

/// The jobs whose results are linked to the job's: the units of a linked image. The job
/// itself where nothing is linked.
std::vector<VariantJob> partsOf(const VariantJob &Job);

/// Builds one part or finds it on the shelf. May be called by several threads. Throws
/// Failure with what the compiler or ptxas said.
BuiltVariant buildPart(const VariantJob &Part, const BuildTools &Tools);

/// What the store notes about a variant that was built for the job.
Artifact artifactOf(const VariantJob &Job, const BuiltVariant &Built,
                    const BuildTools &Tools);

constexpr const char ImageCubin[] = "image.cubin";
constexpr const char PtxasOutput[] = "ptxas.txt";

/// Reads a variant from its directory.
void readVariant(const fs::path &Directory, BuiltVariant &Result);

/// One image of a fatbinary.
struct FatbinPart {
  std::string Arch;
  fs::path Cubin;
};

/// Writes the parts as a fatbinary. Throws Failure with what the tool said.
void linkFatbin(const std::vector<FatbinPart> &Parts, const fs::path &Output,
                const BuildTools &Tools);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_VARIANTS_H
