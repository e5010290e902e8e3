//===- Regions.cpp - argus regions ----------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "answer/Tools.h"
#include "build/Attribution.h"
#include "build/BuildSteps.h"
#include "build/Capsules.h"
#include "build/Disassembly.h"
#include "build/NvccBuild.h"
#include "commands/Commands.h"
#include "execute/Leftovers.h"
#include "report/RegionList.h"
#include "report/SassList.h"
#include "support/Status.h"

#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace argus {

namespace {

/// All capsules of all containers, each for its own architecture.
std::vector<ModuleBuild> planAll(const std::vector<ContainerInfo> &Containers) {
  std::vector<ModuleBuild> Modules;
  for (const ContainerInfo &Container : Containers) {
    ModuleBuild Module;
    Module.Container = &Container;
    Module.Siblings = &Containers;
    for (unsigned I = 0; I < Container.Capsules.size(); ++I) {
      CapsuleBuild Build;
      Build.Capsule = I;
      Build.Arch = Container.Capsules[I].Arch;
      Module.Capsules.push_back(std::move(Build));
    }
    Modules.push_back(std::move(Module));
  }
  return Modules;
}

/// Looking at regions must work where nothing can be written beside the program.
fs::path usableStore(const std::string &Store, const fs::path &Scratch) {
  try {
    requireWritable(Store, "the store");
    return fs::absolute(Store);
  } catch (const Failure &) {
    return Scratch / "store";
  }
}

KernelListing listKernel(const CapsuleInfo &Capsule, unsigned Kernel,
                         const CapsuleBuild *Build, const Cubin *Mapped) {
  KernelListing L;
  L.Kernel = Kernel;
  if (!Build) {
    L.Identity.Reason = "not compared: no variant could be built";
    return L;
  }
  const std::string &Name = Capsule.Kernels[Kernel].Mangled;
  if (const auto Notes = Build->Mapped.PtxasNotes.find(Name);
      Notes != Build->Mapped.PtxasNotes.end())
    L.Notes = Notes->second;
  L.Identity = Build->Kernels.at(Name).Identity;
  const auto Taken = Build->Mapped.Kernels.find(Name);
  if (Taken != Build->Mapped.Kernels.end())
    L.Taken = Taken->second;
  // The map of code that the program does not run would be about nothing.
  const CubinKernel *Code = Mapped->kernel(Name);
  if (Code && L.Identity.Identical.value_or(true))
    L.Map = mapKernel(Capsule, Kernel, *Code, Build->Mapped.Origins);
  return L;
}

std::vector<CapsuleListing> listAll(const std::vector<ModuleBuild> &Modules,
                                    bool Built) {
  std::vector<CapsuleListing> Result;
  for (const ModuleBuild &Module : Modules)
    for (const CapsuleBuild &Build : Module.Capsules) {
      CapsuleListing L;
      L.Container = Module.Container;
      L.Capsule = &Module.Container->Capsules[Build.Capsule];
      Cubin Mapped;
      if (Built) {
        const std::string Path = Build.Mapped.Cubin.string();
        Mapped = parseCubin(readFile(Path), Path);
        L.Notes = Build.Mapped.Notes;
        if (const auto Said = Build.Mapped.PtxasNotes.find("");
            Said != Build.Mapped.PtxasNotes.end())
          for (const PtxasNote &Note : Said->second)
            L.Notes.push_back(fmt::format("ptxas {}: {}", Note.Code, Note.Text));
      }
      for (unsigned K = 0; K < L.Capsule->Kernels.size(); ++K)
        L.Kernels.push_back(
            listKernel(*L.Capsule, K, Built ? &Build : nullptr, &Mapped));
      Result.push_back(std::move(L));
    }
  return Result;
}

/// In a linked image, called functions have sections of their own; the map has them
/// behind the kernel.
std::map<uint64_t, std::string> codeOf(const KernelMap &Map, const std::string &Kernel,
                                       Disassembly &All) {
  std::map<uint64_t, std::string> Code = All[Kernel];
  for (const CalledFunction &F : Map.Functions)
    if (const auto Own = All.find(F.Symbol); Own != All.end())
      for (const auto &[Offset, Text] : Own->second)
        if (Offset < F.End - F.Begin)
          Code[F.Begin + Offset] = Text;
  return Code;
}

/// The listing has one entry for each build, in order.
std::string sassOf(const std::vector<ModuleBuild> &Modules,
                   const std::vector<CapsuleListing> &List, const std::string &Nvdisasm,
                   const TextStyle &Style) {
  std::string Text;
  auto Entry = List.begin();
  for (const ModuleBuild &Module : Modules)
    for (const CapsuleBuild &Build : Module.Capsules) {
      const CapsuleListing &L = *Entry++;
      Disassembly Code = disassemble(Nvdisasm, Build.Mapped.Cubin);
      Text += fmt::format("{}{} for {}\n", Text.empty() ? "" : "\n", L.Capsule->Source,
                          L.Capsule->Arch);
      for (const KernelListing &K : L.Kernels)
        Text += sassAsText(*L.Capsule, K,
                           codeOf(K.Map ? *K.Map : KernelMap(),
                                  L.Capsule->Kernels[K.Kernel].Mangled, Code),
                           Style);
    }
  return Text;
}

} // namespace

/// nvcc drops the mark of internal linkage that clang puts into a kernel's name.
static std::string nvccName(const std::string &Mangled) {
  return Mangled.compare(0, 3, "_ZL") == 0 ? "_Z" + Mangled.substr(3) : Mangled;
}

/// Of a capsule that nvcc cannot build, a note says why.
static bool compareWithNvcc(std::vector<CapsuleListing> &List, const BuildTools &Tools,
                            const std::vector<std::string> &Options) {
  bool All = true;
  for (CapsuleListing &L : List) {
    try {
      const NvccBuild Built = buildWithNvcc(*L.Capsule, Tools.CudaPath, Options);
      for (KernelListing &K : L.Kernels) {
        const std::string Name = nvccName(L.Capsule->Kernels[K.Kernel].identity());
        if (const auto Found = Built.Kernels.find(Name); Found != Built.Kernels.end())
          K.NvccTaken = Found->second;
        else
          L.Notes.push_back("nvcc's build has no kernel " + Name);
        if (const auto Found = Built.Notes.find(Name); Found != Built.Notes.end())
          K.NvccNotes = Found->second;
      }
    } catch (const Failure &Problem) {
      L.Notes.push_back(Problem.Message +
                        (Problem.Remedy.empty() ? "" : "\n  " + Problem.Remedy));
      All = false;
    }
  }
  return All;
}

ExitCode listRegions(const std::string &Binary, RegionFormat Format,
                     const std::string &Store, bool AgainstNvcc,
                     const std::vector<std::string> &NvccOptions) {
  const std::vector<ContainerInfo> Containers = loadContainers(Binary);
  if (Containers.empty())
    throw noCapsule(Binary + ": no capsule");
  for (const std::string &Problem :
       {unmappedSources(Containers), changedSources(Containers)})
    if (!Problem.empty())
      status("warning: " + Problem);
  std::vector<ModuleBuild> Modules = planAll(Containers);
  const ScratchDirectory Scratch("argus-");
  argus::Store Kept(usableStore(Store, Scratch.path()));
  VariantShelf Shelf(Kept, "", fs::path(Scratch.path()) / "variants");
  std::string Nvdisasm;
  ExitCode Code = ExitCode::Done;
  BuildTools Tools;
  try {
    Tools = findBuildTools(&Shelf);
    if (Format == RegionFormat::Sass)
      Nvdisasm = findNvdisasm(Tools.CudaPath);
    buildMapped(Modules, Tools);
  } catch (const Failure &NoTools) {
    // The capsules list the regions; only what their code looks like is missing.
    if (NoTools.Code != ExitCode::Unmeasured || Format == RegionFormat::Sass)
      throw;
    status(NoTools.Message + "\n  " + NoTools.Remedy);
    Code = ExitCode::Unmeasured;
  }
  auto List = listAll(Modules, Code == ExitCode::Done);
  if (AgainstNvcc && Code == ExitCode::Done &&
      !compareWithNvcc(List, Tools, NvccOptions))
    Code = ExitCode::Unmeasured;
  const TextStyle Style = styleOf(STDOUT_FILENO);
  std::string Text;
  if (Format == RegionFormat::Sass)
    Text = sassOf(Modules, List, Nvdisasm, Style);
  else if (Format == RegionFormat::Json)
    Text = regionsAsJson(Binary, List);
  else
    Text = regionsAsText(List, Style);
  std::fputs(Text.c_str(), stdout);
  return Code;
}

} // namespace argus
