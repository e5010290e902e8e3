//===- Images.h - the traced images of the modules of a program ---*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_IMAGES_H
#define ARGUS_TOOL_BUILD_IMAGES_H

#include "build/Identity.h"
#include "build/Variants.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace argus {

/// A module and the architectures of the devices that it launched kernels on.
struct ModuleUse {
  const ContainerInfo *Container = nullptr;
  const std::vector<ContainerInfo> *Siblings = nullptr; ///< all of its binary, in order
  std::set<std::string> DeviceArchs;
  std::map<std::string, uint64_t> BlockThreads; ///< most of a launch, by mangled name
};

struct KernelBuild {
  KernelIdentity Identity;
  std::optional<Resources> Reference; ///< known where the mapped build is identical
  std::optional<unsigned> ReferenceRegisters; ///< from the shipped image otherwise
  Resources Trace;
};

/// The builds of one capsule for one architecture.
struct CapsuleBuild {
  unsigned Capsule = 0;
  std::string Arch; ///< of the cubins
  BuiltVariant Mapped;
  std::optional<BuiltVariant> Trace;
  std::optional<BuiltVariant> Truth;          ///< for the virtual device
  std::map<std::string, KernelBuild> Kernels; ///< by mangled name
};

struct ModuleBuild {
  const ContainerInfo *Container = nullptr;
  const std::vector<ContainerInfo> *Siblings = nullptr;
  std::map<std::string, unsigned> Registers; ///< most a thread of a traced kernel
  std::vector<CapsuleBuild> Capsules;
  std::map<std::string, size_t> ForDevice; ///< device's architecture -> in Capsules
  /// Of a linked image: where the binary registers it (findWrapper).
  uint64_t Wrapper = 0;

  const CapsuleBuild *forDevice(const std::string &Arch) const;
};

/// The most registers a thread may use in blocks of this size; 0: any number.
unsigned registersFor(uint64_t BlockThreads);

/// The builds of a module for its devices, before anything is built. Throws
/// Failure(BadUsage) where a device can run none of the capsules.
ModuleBuild planBuild(const ModuleUse &Use);

class ShippedImages;

/// What there is to build for the capsules of modules, beside the images that their
/// binaries ship.
class ModuleJobs {
public:
  struct Target {
    ModuleBuild *Module;
    CapsuleBuild *Build;
  };

  /// The modules stay where they are. Throws Failure(BadUsage) where a linked image
  /// that is to be replaced cannot be found in its binary.
  ModuleJobs(std::vector<ModuleBuild> &Modules, bool Replaced);
  ~ModuleJobs();

  const std::vector<Target> &targets() const { return Targets; }
  /// What to build; Regions: patterns of those to trace. None: there is nothing to
  /// trace.
  std::optional<VariantJob> job(const Target &Of, BuildKind Kind,
                                const std::vector<std::string> &Regions) const;
  /// Compares the mapped variant with what ships.
  void compare(const Target &Of) const;

private:
  std::unique_ptr<ShippedImages> Shipped;
  std::vector<Target> Targets;
};

enum class ImageKind { TraceCode, TracePtx, TruthPtx };

/// Writes `<module id>.fatbin` for each module. Where the trace variant of a capsule
/// records nothing, the module keeps its own images.
void writeImages(const std::vector<ModuleBuild> &Modules, ImageKind Kind,
                 const fs::path &Directory, const BuildTools &Tools);

/// Copies the images of modules that have none in `To`.
void addImages(const fs::path &From, const fs::path &To);

/// For modules that the virtual device is to run as they are, what makes images whose
/// line table is that of the source. Modules without code for the device are left out.
std::vector<VariantJob> linesJobs(const std::vector<ContainerInfo> &Containers,
                                  const std::string &DeviceArch);

/// Writes the images of what was built for linesJobs.
void writeLinesImages(const std::vector<ContainerInfo> &Containers,
                      const std::vector<VariantJob> &Jobs,
                      const std::vector<BuiltVariant> &Built,
                      const fs::path &Directory);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_IMAGES_H
