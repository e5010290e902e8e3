//===- Lowering.h - markers become recorded events --------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTXPASSES_LOWERING_H
#define ARGUS_PTXPASSES_LOWERING_H

#include "Recording.h"

namespace argus::ptxpasses {

struct KernelRole {
  unsigned Number;       ///< in the kernel table
  bool Launched = false; ///< by kernels, too: takes free chunks, not reserved ones
};

/// A kernel: opens a chunk for each warp, records the events of the markers, hands the
/// state on to the functions that record, and closes the chunks wherever threads end.
/// File: stands for the PTX text in errors.
void lowerKernel(ptx::Function &F, KernelRole Role, const std::vector<Marker> &Markers,
                 const Recording &Takes, const std::string &File);

/// A function that gets its caller's lane state.
void lowerFunction(ptx::Function &F, const std::vector<Marker> &Markers,
                   const Recording &Takes);

/// Deletes markers.
void eraseMarkers(ptx::Function &F, const std::vector<Marker> &Markers);

} // namespace argus::ptxpasses

#endif // ARGUS_PTXPASSES_LOWERING_H
