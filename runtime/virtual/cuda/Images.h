//===- Images.h - the PTX that a program carries ------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_CUDA_IMAGES_H
#define ARGUS_VIRTUAL_CUDA_IMAGES_H

#include <map>
#include <string>
#include <string_view>

namespace argus::vcuda {

struct PtxImage {
  int Error = 0;       ///< Success, else what CUDA would return
  std::string Problem; ///< with the way out
  std::string Arch;    ///< "sm_90a"
  std::string Text;
  /// Registers a thread that ptxas gave each kernel, where machine code lies beside it.
  std::map<std::string, unsigned> Registers = {};
};

/// The PTX of the highest target up to sm_90a among a fatbinary's images.
PtxImage choosePtx(std::string_view Fatbin);

/// The same of the fatbinary at `Data`, which may be damaged or no memory at all.
PtxImage choosePtxAt(const void *Data);

/// What cuModuleLoadData is given: PTX text or a fatbinary.
PtxImage imageFrom(const void *Data);

/// FNV-1a of the text, 16 hex digits: names the PTX in the counts file.
std::string hashOf(std::string_view Text);

} // namespace argus::vcuda

#endif // ARGUS_VIRTUAL_CUDA_IMAGES_H
