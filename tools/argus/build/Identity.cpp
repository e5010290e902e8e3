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

namespace {

/// A fatbinary with its cubins parsed.
struct ParsedFatbin {
  std::map<std::string, ShippedImage> ByArch;
  std::vector<std::string> PtxArchs;
  bool Taken = false;

  /// Whether some image has all kernels of the capsule, and of its architecture.
  bool fits(const CapsuleInfo &C) const {
    const auto At = ByArch.find(C.Arch);
    if (At == ByArch.end() || !At->second.Image)
      return At != ByArch.end();
    const Cubin &Image = *At->second.Image;
    return Image.Kernels.size() == C.Kernels.size() &&
           std::all_of(C.Kernels.begin(), C.Kernels.end(),
                       [&](const KernelInfo &K) { return Image.kernel(K.Mangled); });
  }
};

ParsedFatbin parse(const Fatbin &F) {
  ParsedFatbin Result;
  for (const FatbinImage &Image : F.Images) {
    if (!Image.IsElf) {
      Result.PtxArchs.push_back(Image.Arch);
      continue;
    }
    ShippedImage &Slot = Result.ByArch[Image.Arch];
    Slot.Problem = Image.Problem;
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
  for (const KernelInfo &K : Capsule.Kernels) {
    KernelIdentity &Identity = Result[K.Mangled];
    const CubinKernel *Made = Mapped.kernel(K.Mangled);
    const CubinKernel *Original =
        Shipped.Image ? Shipped.Image->kernel(K.Mangled) : nullptr;
    if (!Original) {
      Identity.Reason = Shipped.Problem.empty() ? "the program's image lacks the kernel"
                                                : Shipped.Problem;
      continue;
    }
    if (!Made) {
      Identity.Reason = "the mapped build lacks the kernel";
      continue;
    }
    Identity.Reason = codeDifference(*Original, *Made);
    Identity.Identical = Identity.Reason.empty();
    const std::string &Theirs = Shipped.Image->PtxasVersion;
    if (!*Identity.Identical && Theirs != Mapped.PtxasVersion)
      Identity.Reason += fmt::format("; the program was made by '{}', the mapped build "
                                     "by '{}'",
                                     Theirs, Mapped.PtxasVersion);
  }
  return Result;
}

} // namespace argus
