//===- Layout.h - where an installation keeps its parts -----------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Build tree, installation and bundle share one layout, so that each of them can be
// moved: <prefix>/bin/argus, lib/libArgus.so, lib/libargus_runtime.so, include,
// share/argus. A bundle also has clang in lib/llvm.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_DRIVER_LAYOUT_H
#define ARGUS_DRIVER_LAYOUT_H

#include <string>

namespace argus {

struct Layout {
  std::string Prefix;
  std::string Plugin;        ///< libArgus.so
  std::string Runtime;       ///< libargus_runtime.so
  std::string VirtualDevice; ///< libargus_virtual.so
  std::string IncludeDir;    ///< has argus_region.h
  std::string OverlayDir;    ///< share/argus/cuda: include/ and bin/ for clang 19
  std::string NvccHooks;     ///< share/argus/nvcc/HostHooks.c
  std::string BundledLlvm;   ///< lib/llvm; need not exist
};

/// The layout below `Prefix`; touches no file.
Layout layoutAt(const std::string &Prefix);

/// The layout that the running executable belongs to, symbolic links resolved.
Layout ownLayout();

} // namespace argus

#endif // ARGUS_DRIVER_LAYOUT_H
