//===- Images.cpp - the traced images of the modules of a program ---------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Images.h"

#include "build/LinkTimeNote.h"
#include "plan/Plan.h"
#include "support/Failure.h"
#include "support/Text.h"

#include <algorithm>
#include <fmt/format.h>

namespace argus {

const CapsuleBuild *ModuleBuild::forDevice(const std::string &Arch) const {
  const auto At = ForDevice.find(Arch);
  return At == ForDevice.end() ? nullptr : &Capsules[At->second];
}

static size_t addCapsule(ModuleBuild &Module, unsigned Capsule,
                         const std::string &Arch) {
  for (size_t I = 0; I < Module.Capsules.size(); ++I)
    if (Module.Capsules[I].Capsule == Capsule && Module.Capsules[I].Arch == Arch)
      return I;
  CapsuleBuild Build;
  Build.Capsule = Capsule;
  Build.Arch = Arch;
  Module.Capsules.push_back(std::move(Build));
  return Module.Capsules.size() - 1;
}

unsigned registersFor(uint64_t BlockThreads) {
  // CUDA C++ Programming Guide, compute capabilities 5.0 to 12.x: 64 Ki registers a
  // block, given to warps in units of 256, at most 255 a thread.
  constexpr uint64_t PerBlock = 65536, Unit = 8, Most = 255;
  const uint64_t Warps = std::max<uint64_t>(1, (BlockThreads + 31) / 32);
  const uint64_t Limit = PerBlock / (Warps * 32) / Unit * Unit;
  return Limit > Most ? 0 : static_cast<unsigned>(Limit);
}

/// What makes machine code for the architecture. "sm_90"
static std::string optionFor(const CapsuleInfo &Capsule, const std::string &Arch) {
  if (!Capsule.ByNvcc)
    return "--cuda-gpu-arch=" + Arch;
  const std::string Number = Arch.substr(Arch.find('_') + 1);
  return fmt::format("-gencode arch=compute_{0},code=sm_{0} (CMake: "
                     "-DCMAKE_CUDA_ARCHITECTURES={0})",
                     Number);
}

ModuleBuild planBuild(const ModuleUse &Use) {
  ModuleBuild Module;
  for (const auto &[Kernel, Threads] : Use.BlockThreads)
    if (const unsigned Limit = registersFor(Threads))
      Module.Registers[Kernel] = Limit;
  Module.Container = Use.Container;
  Module.Siblings = Use.Siblings;
  std::vector<std::string> Archs;
  for (const CapsuleInfo &C : Use.Container->Capsules)
    Archs.push_back(C.Arch);
  for (const std::string &Device : Use.DeviceArchs) {
    if (Device.empty()) // the runtime asks it at a module's first launch
      throw badUsage(Use.Container->Binary +
                         ": the program used no device that could be identified, so "
                         "none of its kernels ran",
                     "look at what the program says of its CUDA calls; its capsules "
                     "are for " +
                         join(Archs, ", "));
    const std::vector<size_t> Picked = pickCapsules(Archs, Device);
    for (const size_t I : Picked)
      Module.ForDevice[Device] = addCapsule(Module, I, Archs[I]);
    if (!Picked.empty())
      continue;
    const auto Ptx = pickPtx(Archs, Device);
    if (!Ptx)
      throw badUsage(fmt::format("{}: its capsules are for {}, the program ran on {}",
                                 Use.Container->Binary, join(Archs, ", "), Device),
                     "compile with " +
                         optionFor(Use.Container->Capsules.front(), Device));
    Module.ForDevice[Device] = addCapsule(Module, *Ptx, Device);
  }
  return Module;
}

/// The images that the program ships, read once for each binary.
class ShippedImages {
public:
  explicit ShippedImages(const std::vector<ModuleBuild> &Modules) {
    std::set<std::string> Known;
    for (const ModuleBuild &M : Modules) {
      const std::string &Binary = M.Container->Binary;
      if (!Known.insert(Binary).second)
        continue;
      auto Found = findShipped(*M.Siblings, readFatbins(Binary));
      for (size_t I = 0; I < M.Siblings->size(); ++I)
        Images[{Binary, (*M.Siblings)[I].ModuleId}] = std::move(Found[I]);
    }
  }

  /// Code that the driver compiles from PTX is nowhere to be compared with.
  ShippedImage of(const ContainerInfo &C, const CapsuleBuild &Build) const {
    const std::string &Own = C.Capsules[Build.Capsule].Arch;
    if (Build.Arch != Own)
      return {std::nullopt,
              fmt::format(
                  "the program has no image for {}: the driver compiles its PTX "
                  "for {}; add {}",
                  Build.Arch, Own, optionFor(C.Capsules[Build.Capsule], Build.Arch))};
    return Images.at({C.Binary, C.ModuleId})[Build.Capsule];
  }

private:
  std::map<std::pair<std::string, std::string>, std::vector<ShippedImage>> Images;
};

namespace {

std::vector<std::string> optionsFor(const CapsuleInfo &Capsule,
                                    const ShippedImage &Shipped) {
  if (Shipped.Image && !Shipped.Image->PtxasOptions.empty())
    return codeOptions(Shipped.Image->PtxasOptions);
  return optionsFromCommand(Capsule.Command);
}

/// What nvlink got for the shipped image. nvcc's host objects tell it what their code
/// refers to, and it leaves the rest out; for a mapped image, what is there tells.
std::vector<std::string> nvlinkOptions(const CapsuleInfo &Capsule, const Cubin &Image) {
  const std::optional<LinkTimeNote> Optimised = readLinkTimeNote(Image.NvlinkOptions);
  std::vector<std::string> Options =
      Optimised ? Optimised->Linker : linkOptions(Image.NvlinkOptions);
  if (Capsule.UnitOptions.empty())
    return Options;
  std::vector<std::string> Kernels, Variables;
  for (const CubinKernel &K : Image.Kernels)
    if (!isOfRuntime(K.Name))
      Kernels.push_back(K.Name);
  for (const std::string &Variable : Image.Variables)
    if (!isOfRuntime(Variable))
      Variables.push_back(Variable);
  if (!Kernels.empty())
    Options.push_back("--kernels-used=" + join(Kernels, ","));
  if (!Variables.empty())
    Options.push_back("--variables-used=" + join(Variables, ","));
  return Options;
}

/// What nvlink got for its optimiser; none where it did not optimise. Where that left
/// nothing to link, the image has the note of ptxas alone.
std::optional<std::vector<std::string>> optimiserOptions(const Cubin &Image) {
  if (!Image.NvlinkOptions.empty()) {
    const std::optional<LinkTimeNote> Note = readLinkTimeNote(Image.NvlinkOptions);
    return Note ? std::optional(Note->Optimiser) : std::nullopt;
  }
  std::vector<std::string> Options;
  for (const std::string &Option : codeOptions(Image.PtxasOptions))
    if (Option.rfind("-maxrregcount=", 0) == 0)
      Options.push_back(Option);
  return Options;
}

/// Tells the job whether and how nvlink optimised the image. Throws Failure(BadUsage)
/// where it optimised some units of those that are linked.
void addLinkTime(VariantJob &Job, const ShippedImage &Shipped) {
  const std::vector<bool> &Units = Job.capsule().LinkTimeUnits;
  if (!Shipped.Image || std::find(Units.begin(), Units.end(), true) == Units.end())
    return;
  Job.LinkTimeOptions = optimiserOptions(*Shipped.Image);
  if (!Job.LinkTimeOptions)
    return;
  Job.Whole = Shipped.Image->NvlinkOptions.empty();
  if (const std::string Problem = linkTimeProblem(Job.capsule()); !Problem.empty())
    throw badUsage(Job.Container->Binary + ": " + Problem,
                   "compile all units with -dlto (or code=lto_90a), or all without");
}

FatbinImage ptxOf(const CapsuleBuild &Build, ImageKind Kind) {
  FatbinImage Image;
  Image.Arch = Build.Arch;
  if (Kind == ImageKind::TruthPtx)
    Image.Bytes = readFile(Build.Truth->Ptx);
  else
    Image.Bytes = readFile(Build.Trace ? Build.Trace->Ptx : Build.Mapped.Ptx);
  return Image;
}

fs::path imageFile(const fs::path &Directory, const ContainerInfo &Container) {
  return Directory / (Container.ModuleId + ".fatbin");
}

/// The runtime looks for a linked image by whichever unit announces itself first, and
/// puts it where the binary keeps its own.
void nameLinkedImage(const fs::path &Directory, const ContainerInfo &Container,
                     uint64_t Wrapper) {
  for (const std::string &Unit : Container.Units) {
    fs::create_symlink(Container.ModuleId + ".fatbin", Directory / (Unit + ".fatbin"));
    writeFile(Directory / (Unit + ".wrapper"), fmt::format("{:#x}\n", Wrapper));
  }
}

/// A variant takes the place of the whole image, so that it must have all of it. Throws
/// where the image holds more, or cannot be found.
uint64_t wrapperOf(const ContainerInfo &Container, const ShippedImage &Shipped) {
  if (!Shipped.Image)
    throw badUsage(
        fmt::format("{}: the linked image (-fgpu-rdc) cannot be measured: {}",
                    Container.Binary, Shipped.Problem),
        "compile every source of relocatable device code with -fplugin=libArgus.so, "
        "for "
        "the same architectures");
  const auto Wrapper = findWrapper(Container.Binary, Shipped.Offset);
  if (!Wrapper)
    throw badUsage(Container.Binary +
                       ": the linked image (-fgpu-rdc) cannot be measured: "
                       "the binary does not say where it registers it",
                   "link a program or a shared library, by 'argus clang++ -fgpu-rdc'");
  return *Wrapper;
}

} // namespace

ModuleJobs::ModuleJobs(std::vector<ModuleBuild> &Modules, bool Replaced)
    : Shipped(std::make_unique<ShippedImages>(Modules)) {
  for (ModuleBuild &Module : Modules)
    for (CapsuleBuild &Build : Module.Capsules) {
      if (!Module.Container->Units.empty() && Replaced)
        Module.Wrapper =
            wrapperOf(*Module.Container, Shipped->of(*Module.Container, Build));
      Targets.push_back({&Module, &Build});
    }
}

ModuleJobs::~ModuleJobs() = default;

std::optional<VariantJob>
ModuleJobs::job(const Target &Of, BuildKind Kind,
                const std::vector<std::string> &Regions) const {
  const ShippedImage Image = Shipped->of(*Of.Module->Container, *Of.Build);
  VariantJob Job;
  Job.Container = Of.Module->Container;
  Job.Capsule = Of.Build->Capsule;
  Job.Kind = Kind;
  Job.Arch = Of.Build->Arch;
  Job.PtxasOptions = optionsFor(Job.capsule(), Image);
  if (Image.Image)
    Job.NvlinkOptions = nvlinkOptions(Job.capsule(), *Image.Image);
  addLinkTime(Job, Image);
  if (Kind != BuildKind::Trace)
    return Job;
  Job.Sites = sitesToTrace(Job.capsule(), Regions);
  Job.Registers = Of.Module->Registers;
  return Job.Sites.empty() ? std::nullopt : std::optional(Job);
}

void ModuleJobs::compare(const Target &Of) const {
  CapsuleBuild &Build = *Of.Build;
  const CapsuleInfo &Capsule = Of.Module->Container->Capsules[Build.Capsule];
  const ShippedImage Image = Shipped->of(*Of.Module->Container, Build);
  const std::string Path = Build.Mapped.Cubin.string();
  const Cubin Mapped = parseCubin(readFile(Path), Path);
  for (auto &[Name, Identity] : compareImages(Capsule, Image, Mapped)) {
    KernelBuild &Kernel = Build.Kernels[Name];
    Kernel.Identity = Identity;
    if (Identity.Identical.value_or(false))
      Kernel.Reference = Build.Mapped.Kernels[Name];
    else if (const CubinKernel *K = Image.Image ? Image.Image->kernel(Name) : nullptr)
      Kernel.ReferenceRegisters = K->Registers;
    if (Build.Trace)
      Kernel.Trace = Build.Trace->Kernels[Name];
  }
}

void writeImages(const std::vector<ModuleBuild> &Modules, ImageKind Kind,
                 const fs::path &Directory, const BuildTools &Tools) {
  createDirectories(Directory);
  for (const ModuleBuild &Module : Modules) {
    std::vector<FatbinPart> Cubins;
    std::vector<FatbinImage> Ptx;
    bool Differs = Kind == ImageKind::TruthPtx;
    for (const CapsuleBuild &Build : Module.Capsules) {
      Differs |= Build.Trace.has_value();
      if (Kind != ImageKind::TraceCode)
        Ptx.push_back(ptxOf(Build, Kind));
      else
        Cubins.push_back(
            {Build.Arch, Build.Trace ? Build.Trace->Cubin : Build.Mapped.Cubin});
    }
    const fs::path File = imageFile(Directory, *Module.Container);
    if (Differs && Kind == ImageKind::TraceCode)
      linkFatbin(Cubins, File, Tools);
    else if (Differs)
      writeFile(File, packPtx(Ptx));
    if (Differs)
      nameLinkedImage(Directory, *Module.Container, Module.Wrapper);
  }
}

void addImages(const fs::path &From, const fs::path &To) {
  for (const fs::directory_entry &File : fs::directory_iterator(From))
    if (const fs::path Copy = To / File.path().filename();
        !fs::exists(fs::symlink_status(Copy)))
      fs::copy(File.path(), Copy, fs::copy_options::copy_symlinks);
}

static ShippedImage shippedImage(const ContainerInfo &Container, unsigned Capsule,
                                 const std::vector<ContainerInfo> &Siblings) {
  const auto Shipped = findShipped(Siblings, readFatbins(Container.Binary));
  return Shipped[&Container - &Siblings.front()][Capsule];
}

static void writeLinesImage(const fs::path &Directory, const VariantJob &Job,
                            const std::vector<ContainerInfo> &Siblings,
                            std::string Ptx) {
  const ContainerInfo &Container = *Job.Container;
  writeFile(imageFile(Directory, Container),
            packPtx({{false, Job.Arch, std::move(Ptx), ""}}));
  if (!Container.Units.empty())
    nameLinkedImage(
        Directory, Container,
        wrapperOf(Container, shippedImage(Container, Job.Capsule, Siblings)));
}

std::vector<VariantJob> linesJobs(const std::vector<ContainerInfo> &Containers,
                                  const std::string &DeviceArch) {
  std::vector<VariantJob> Jobs;
  for (const ContainerInfo &Container : Containers) {
    std::vector<std::string> Archs;
    for (const CapsuleInfo &C : Container.Capsules)
      Archs.push_back(C.Arch);
    std::vector<size_t> Picked = pickCapsules(Archs, DeviceArch);
    if (const auto Ptx = pickPtx(Archs, DeviceArch); Picked.empty() && Ptx)
      Picked = {*Ptx};
    if (Picked.empty())
      continue;
    VariantJob Job;
    Job.Container = &Container;
    Job.Capsule = static_cast<unsigned>(Picked.back());
    Job.Kind = BuildKind::Lines;
    Job.Arch = Archs[Picked.back()];
    if (!Container.Units.empty())
      addLinkTime(Job, shippedImage(Container, Job.Capsule, Containers));
    Jobs.push_back(Job);
  }
  return Jobs;
}

void writeLinesImages(const std::vector<ContainerInfo> &Containers,
                      const std::vector<VariantJob> &Jobs,
                      const std::vector<BuiltVariant> &Built,
                      const fs::path &Directory) {
  createDirectories(Directory);
  for (size_t I = 0; I < Jobs.size(); ++I)
    writeLinesImage(Directory, Jobs[I], Containers, readFile(Built[I].Ptx));
}

} // namespace argus
