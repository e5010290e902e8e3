//===- Identity.h - is a mapped build the program's code? ---------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_IDENTITY_H
#define ARGUS_TOOL_BUILD_IDENTITY_H

#include "build/Cubin.h"
#include "build/Fatbin.h"
#include "model/Program.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace argus {

/// The image that a binary ships for one capsule.
struct ShippedImage {
  std::optional<Cubin> Image;
  std::string Problem; ///< why there is none to compare with
  uint64_t Offset = 0; ///< of its fatbinary: Fatbin::Offset
};

/// Finds the shipped image of each container's capsule in a binary's fatbinaries; the
/// result has their shape. A fatbinary is known by its kernels. Where several
/// translation units have the same ones, both lists are in link order.
std::vector<std::vector<ShippedImage>>
findShipped(const std::vector<ContainerInfo> &Containers,
            const std::vector<Fatbin> &Fatbins);

struct KernelIdentity {
  std::optional<bool> Identical; ///< none: could not be told
  std::string Reason;            ///< empty where identical
};

/// Compares kernel by kernel.
std::map<std::string, KernelIdentity> compareImages(const CapsuleInfo &Capsule,
                                                    const ShippedImage &Shipped,
                                                    const Cubin &Mapped);

/// Whether a symbol is of libcudadevrt, which nvlink adds where kernels launch kernels.
bool isOfRuntime(std::string_view Symbol);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_IDENTITY_H
