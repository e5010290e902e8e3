//===- Cudart.h - how a program is linked with the CUDA runtime -*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_CUDART_H
#define ARGUS_TOOL_BUILD_CUDART_H

#include <string>

namespace argus {

/// Whether an ELF file holds device code but names no shared CUDA runtime: its launches
/// go to a static one, which nothing preloaded can replace. False for files that cannot
/// be read as ELF.
bool hasStaticCudart(const std::string &Path);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_CUDART_H
