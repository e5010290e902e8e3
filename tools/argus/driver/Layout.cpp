//===- Layout.cpp - where an installation keeps its parts -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout.h"
#include <filesystem>

namespace fs = std::filesystem;

namespace argus {

Layout layoutAt(const std::string &Prefix) {
  Layout Result;
  Result.Prefix = Prefix;
  Result.Plugin = Prefix + "/lib/libArgus.so";
  Result.Runtime = Prefix + "/lib/libargus_runtime.so";
  Result.VirtualDevice = Prefix + "/lib/libargus_virtual.so";
  Result.IncludeDir = Prefix + "/include";
  Result.OverlayDir = Prefix + "/share/argus/cuda";
  Result.NvccHooks = Prefix + "/share/argus/nvcc/HostHooks.c";
  Result.BundledLlvm = Prefix + "/lib/llvm";
  return Result;
}

Layout ownLayout() {
  // argv[0] may be a bare name found by PATH or a link into the installation.
  std::error_code Error;
  fs::path Self = fs::read_symlink("/proc/self/exe", Error);
  return layoutAt(Self.parent_path().parent_path().string());
}

} // namespace argus
