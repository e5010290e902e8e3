//===- ApiUnsupported.cpp - what the virtual device does not do -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Api.h"

// Arguments are left where the caller put them.
#define ARGUS_UNSUPPORTED(Name)                                                        \
  ARGUS_EXPORT int Name() { return argus::vcuda::notSupported(#Name); }
#include "Unsupported.def"

namespace {

struct ChannelDescription {
  int X, Y, Z, W, Kind;
};

} // namespace

/// Returns a structure, so it cannot be one of the above. It only describes.
ARGUS_EXPORT ChannelDescription cudaCreateChannelDesc(int X, int Y, int Z, int W,
                                                      int Kind) {
  return {X, Y, Z, W, Kind};
}
