//===- Identity.cpp - is a mapped build the program's code? ---------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/Identity.h"

#include "support/Failure.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace argus {

bool isOfRuntime(std::string_view Symbol) {
  return Symbol.find("_cuda_device_runtime_cu_") != std::string_view::npos;
}

namespace {

const Cubin *imageOf(const ShippedImage &Shipped) {
  return Shipped.Image ? &*Shipped.Image : nullptr;
}

/// Kernels that nvlink takes from libcudadevrt where a kernel launches others.
size_t runtimeKernels(const Cubin &Image) {
  return std::count_if(Image.Kernels.begin(), Image.Kernels.end(),
                       [](const CubinKernel &K) { return isOfRuntime(K.Name); });
}

/// A fatbinary with its cubins parsed.
struct ParsedFatbin {
  std::map<std::string, ShippedImage> ByArch;
  bool Taken = false;

  /// Whether some image has all kernels of the capsule, and of its architecture.
  bool fits(const CapsuleInfo &C) const {
    const auto At = ByArch.find(C.Arch);
    if (At == ByArch.end())
      return false;
    const Cubin *Image = imageOf(At->second);
    if (!Image) // it cannot be read; nothing speaks against it
      return true;
    const size_t Found =
        std::count_if(C.Kernels.begin(), C.Kernels.end(), [&](const KernelInfo &K) {
          return Image->kernel(K.Mangled) != nullptr;
        });
    // nvcc's linker leaves out kernels that no host code launches.
    return Image->Kernels.size() == Found + runtimeKernels(*Image) &&
           (C.UnitOptions.empty() ? Found == C.Kernels.size() : Found > 0);
  }
};

ParsedFatbin parse(const Fatbin &F) {
  ParsedFatbin Result;
  for (const FatbinImage &Image : F.Images) {
    if (!Image.IsElf)
      continue;
    ShippedImage &Slot = Result.ByArch[Image.Arch];
    Slot.Problem = Image.Problem;
    Slot.Offset = F.Offset;
    if (!Image.Problem.empty())
      continue;
    try {
      Slot.Image = parseCubin(Image.Bytes, "the program's image for " + Image.Arch);
    } catch (const Failure &Bad) {
      Slot.Problem = Bad.Message;
    }
  }
  return Result;
}

} // namespace

std::vector<std::vector<ShippedImage>>
findShipped(const std::vector<ContainerInfo> &Containers,
            const std::vector<Fatbin> &Fatbins) {
  std::vector<ParsedFatbin> Parsed;
  for (const Fatbin &F : Fatbins)
    Parsed.push_back(parse(F));
  std::vector<std::vector<ShippedImage>> Result;
  for (const ContainerInfo &Container : Containers) {
    const auto At = std::find_if(Parsed.begin(), Parsed.end(), [&](const auto &P) {
      return !P.Taken &&
             std::all_of(Container.Capsules.begin(), Container.Capsules.end(),
                         [&](const CapsuleInfo &C) { return P.fits(C); });
    });
    std::vector<ShippedImage> &Images = Result.emplace_back();
    for (const CapsuleInfo &C : Container.Capsules)
      if (At != Parsed.end())
        Images.push_back(At->ByArch.at(C.Arch));
      else
        Images.push_back({std::nullopt, fmt::format("the binary holds no image for {} "
                                                    "with the kernels of {}",
                                                    C.Arch, C.Source)});
    if (At != Parsed.end())
      At->Taken = true;
  }
  return Result;
}

std::map<std::string, KernelIdentity> compareImages(const CapsuleInfo &Capsule,
                                                    const ShippedImage &Shipped,
                                                    const Cubin &Mapped) {
  std::map<std::string, KernelIdentity> Result;
  const Cubin *Image = imageOf(Shipped);
  for (const KernelInfo &K : Capsule.Kernels) {
    KernelIdentity &Identity = Result[K.Mangled];
    const CubinKernel *Made = Mapped.kernel(K.Mangled);
    const CubinKernel *Original = Image ? Image->kernel(K.Mangled) : nullptr;
    if (!Original) {
      Identity.Reason = !Shipped.Problem.empty() ? Shipped.Problem
                        : Capsule.UnitOptions.empty()
                            ? "the program's image lacks the kernel"
                            : "nvlink left the kernel out: no host code launches it";
      continue;
    }
    if (!Made) {
      Identity.Reason = "the mapped build lacks the kernel";
      continue;
    }
    Identity.Reason = codeDifference(*Original, *Made);
    const bool Identical = Identity.Reason.empty();
    Identity.Identical = Identical;
    if (!Identical && !Image->PtxasVersion.empty() && !Mapped.PtxasVersion.empty() &&
        Image->PtxasVersion != Mapped.PtxasVersion)
      Identity.Reason += fmt::format("; the program was made by '{}', the mapped build "
                                     "by '{}'",
                                     Image->PtxasVersion, Mapped.PtxasVersion);
  }
  return Result;
}

} // namespace argus
