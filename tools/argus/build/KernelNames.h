//===- KernelNames.h - tells kernels of one name apart ----------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_KERNELNAMES_H
#define ARGUS_TOOL_BUILD_KERNELNAMES_H

#include "model/Program.h"

#include <vector>

namespace argus {

/// Where kernels of a binary share a name, adds template arguments to it, and
/// parameters where those do not tell them apart, and changes their regions' paths with
/// it. IDs depend on the mangled name and stay.
void tellKernelsApart(std::vector<ContainerInfo> &Containers);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_KERNELNAMES_H
