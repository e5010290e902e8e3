//===- Capsules.cpp - the capsules of a binary as plain values ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Capsules.h"

#include "argus/passes/Capsule.h"
#include "argus/passes/Linked.h"
#include "argus/passes/Variant.h"
#include "argus/ptx/Parser.h"
#include "build/KernelNames.h"
#include "build/LinkedCapsules.h"
#include "nvcc/PtxPaths.h"
#include "support/Files.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace argus {

static SiteForm toSiteForm(RegionForm Form) {
  switch (Form) {
  case RegionForm::Statement:
    return SiteForm::Statement;
  case RegionForm::Function:
    return SiteForm::Function;
  case RegionForm::Scope:
    return SiteForm::Scope;
  case RegionForm::Span:
    return SiteForm::Span;
  case RegionForm::Role:
    return SiteForm::Role;
  case RegionForm::Iteration:
    return SiteForm::Iteration;
  }
  return SiteForm::Statement;
}

static Failure unreadable(const std::string &Path, llvm::Error Error) {
  return badUsage(Path + ": " + llvm::toString(std::move(Error)),
                  "the file is damaged, or another version of Argus made it: compile "
                  "and link the program again with this version of Argus");
}

static void addTable(CapsuleInfo &Info, const RegionTable &Regions,
                     std::vector<RegionPath> &Paths,
                     std::vector<KernelScopes> &Scopes) {
  for (const RegionSite &S : Regions.Sites)
    Info.Sites.push_back({S.Name, toSiteForm(S.Form), S.File, S.Line, S.Column});
  for (size_t K = 0; K < Regions.Kernels.size(); ++K)
    Info.Kernels.push_back({Regions.Kernels[K].Mangled, Regions.Kernels[K].Name,
                            std::move(Scopes[K].Roles),
                            Regions.Kernels[K].NvccMangled});
  for (RegionPath &P : Paths)
    Info.Regions.push_back({P.Kernel, std::move(P.Stack), std::move(P.Path), P.Id,
                            std::move(P.Roles), P.Counted, P.Indirect});
}

static std::vector<std::string>
optimisationOf(const std::vector<std::string> &Command) {
  std::vector<std::string> Options;
  for (size_t I = 0; I < Command.size(); ++I)
    if (Command[I].rfind("-O", 0) == 0)
      Options.insert(Options.begin(), Command[I]);
    else if (Command[I] == "-mllvm" && I + 1 < Command.size())
      Options.push_back(Command[++I]);
  return Options;
}

static void addSourceDigests(CapsuleInfo &Info, const Capsule &C) {
  if (C.Ptx)
    for (const auto &[File, Digest] : C.Ptx->Digests)
      Info.SourceDigests[(fs::path(C.WorkingDirectory) / File).string()] = Digest;
}

static CapsuleInfo describe(const Capsule &C, const std::string &Path) {
  CapsuleInfo Info;
  Info.Arch = C.Arch;
  Info.Source = C.Source;
  Info.Directory = C.WorkingDirectory;
  Info.Command = C.Command;
  Info.ByNvcc = C.Ptx.has_value();
  addSourceDigests(Info, C);
  if (!Info.ByNvcc)
    Info.Optimisation = optimisationOf(C.Command);
  Info.Digest = digestOf(serializeCapsule(C));
  std::vector<KernelScopes> Scopes;
  auto Paths = enumerateRegionPaths(C, &Scopes);
  if (!Paths)
    throw unreadable(Path, Paths.takeError());
  addTable(Info, C.Regions, *Paths, Scopes);
  return Info;
}

/// Of a capsule by nvcc, what ptxas got: in its command behind cicc's (Capsule.h).
static std::vector<std::string> ptxasOptions(const Capsule &C) {
  const auto At = llvm::find(C.Command, "&&");
  return {C.Command.end() - At < 2 ? C.Command.end() : At + 2, C.Command.end()};
}

/// Of units that nvcc compiled, with one table: regions along calls from one to
/// another, and how each was assembled.
static void addPtxUnits(CapsuleInfo &Info, llvm::ArrayRef<Capsule> Units,
                        const std::string &Path) {
  Info.ByNvcc = true;
  Info.Optimisation.clear(); // LLVM's
  std::vector<std::string> Texts;
  for (const Capsule &C : Units) {
    Texts.push_back(C.Ptx->Marked.empty() ? C.Ptx->Shipped : C.Ptx->Marked);
    Info.UnitOptions.push_back(ptxasOptions(C));
    Info.LinkTimeUnits.push_back(C.Ptx->LinkTime.has_value());
    Info.UnitSources.push_back(C.Source);
    addSourceDigests(Info, C);
  }
  try {
    RegionPaths Found = pathsOfMarkedUnits(Texts, Units.front().Regions);
    addTable(Info, Units.front().Regions, Found.Paths, Found.Scopes);
  } catch (const ptx::ParseError &Bad) {
    throw badUsage(Path + ": " + Bad.what());
  }
}

/// All units of a linked image, seen as one capsule.
static CapsuleInfo describeLinked(std::vector<Capsule> Units, const std::string &Path) {
  CapsuleInfo Info;
  std::string All;
  for (const Capsule &C : Units) {
    All += serializeCapsule(C);
    Info.Source += (Info.Source.empty() ? "" : ", ") + C.Source;
  }
  Info.Digest = digestOf(All);
  Info.Arch = Units.front().Arch;
  Info.Command = Units.front().Command;
  for (const Capsule &C : Units) // perhaps not all alike
    for (std::string &Option : optimisationOf(C.Command))
      if (!llvm::is_contained(Info.Optimisation, Option))
        Info.Optimisation.push_back(std::move(Option));
  if (llvm::Error Problem = shareRegionTable(Units))
    throw unreadable(Path, std::move(Problem));
  if (Units.front().Ptx) {
    addPtxUnits(Info, Units, Path);
    return Info;
  }
  std::vector<KernelScopes> Scopes;
  auto Paths = enumerateLinkedPaths(Units, Scopes);
  if (!Paths)
    throw unreadable(Path, Paths.takeError());
  addTable(Info, Units.front().Regions, *Paths, Scopes);
  return Info;
}

/// An ELF file that is still to be linked: e_type is ET_REL.
static bool isObject(const std::string &Path) {
  const MappedFile File(Path);
  return File.bytes().size() > 17 && File.bytes()[16] == 1 && File.bytes()[17] == 0;
}

std::vector<ContainerInfo> loadContainers(const std::string &Path) {
  if (MappedFile(Path).bytes().substr(0, 4) != "\177ELF")
    throw badUsage(Path + ": not an ELF file",
                   "give an executable, a shared library or an object file");
  auto Containers = readContainers(Path);
  if (!Containers)
    throw unreadable(Path, Containers.takeError());
  std::vector<ContainerInfo> Result;
  for (const CapsuleContainer &Container : *Containers) {
    if (isLinkedUnit(Container))
      continue;
    ContainerInfo Info;
    Info.ModuleId = Container.ModuleId;
    Info.Binary = Path;
    Info.Source = Container.Source;
    Info.Unmapped = Container.Unmapped;
    for (const Capsule &C : Container.Capsules)
      Info.Capsules.push_back(describe(C, Path));
    Result.push_back(std::move(Info));
  }
  for (LinkedImage &Image : linkedImages(*Containers, Path)) {
    ContainerInfo Info;
    Info.ModuleId = Image.ModuleId;
    Info.Binary = Path;
    Info.Units = Image.Units;
    if (Image.Problem.empty() && isObject(Path) && Image.Capsules.front().front().Ptx)
      throw badUsage(Path +
                         ": an object of relocatable device code, whose kernels call "
                         "functions of other objects",
                     "name the program or the library that it is linked into");
    if (!Image.Problem.empty()) {
      Info.Source = Path;
      Info.Unmapped = Image.Problem;
      Image.Capsules.clear();
    }
    for (std::vector<Capsule> &Units : Image.Capsules)
      Info.Capsules.push_back(describeLinked(std::move(Units), Path));
    Result.push_back(std::move(Info));
  }
  tellKernelsApart(Result);
  return Result;
}

Failure noCapsule(const std::string &Message) {
  return badUsage(Message, "compile with 'argus clang++' or 'argus nvcc' (or clang's "
                           "-fplugin=libArgus.so): what other compilers made can't be "
                           "mapped afterwards; where the binary is stripped by "
                           "llvm-strip, add --keep-section=.argus_capsule");
}

std::string unmappedSources(const std::vector<ContainerInfo> &Containers) {
  std::string Text;
  for (const ContainerInfo &C : Containers)
    if (!C.Unmapped.empty())
      Text += (Text.empty() ? "" : "\n") + C.Source + ": " + C.Unmapped;
  return Text;
}

std::string changedSources(const std::vector<ContainerInfo> &Containers) {
  std::set<std::string> Changed;
  for (const ContainerInfo &Container : Containers)
    for (const CapsuleInfo &C : Container.Capsules)
      for (const auto &[File, Digest] : C.SourceDigests)
        if (fs::is_regular_file(File) && digestOf(readFile(File)) != Digest)
          Changed.insert(File);
  std::string Text;
  for (const std::string &File : Changed)
    Text += (Text.empty() ? "" : "\n") + File +
            " has changed since it was compiled: lines are those of the text that was "
            "compiled; compile again";
  return Text;
}

std::string regionPath(const CapsuleInfo &Capsule, const std::string &Kernel,
                       const std::vector<unsigned> &Stack) {
  std::string Path = Kernel;
  for (const unsigned Site : Stack)
    if (Capsule.Sites[Site].isRegion())
      Path += "/" + Capsule.Sites[Site].Name;
  return Path;
}

uint64_t regionNumber(const KernelInfo &Kernel, const std::string &Path) {
  return regionId(Kernel.identity(), Path);
}

} // namespace argus
