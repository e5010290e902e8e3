//===- argus/AbiStores.h - what stores of a chunk's header rely on ----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_ABISTORES_H
#define ARGUS_ABISTORES_H

#include "argus/Abi.h"
#include <cstddef>

static_assert(offsetof(ArgusChunkHeader, launch) == 4 &&
                  offsetof(ArgusChunkHeader, cta) == 8 &&
                  offsetof(ArgusChunkHeader, begin_globaltimer) % 16 == 0 &&
                  offsetof(ArgusChunkHeader, end_globaltimer) % 16 == 0 &&
                  offsetof(ArgusChunkHeader, events) % 16 == 0 &&
                  offsetof(ArgusChunkHeader, warp) == 52 &&
                  offsetof(ArgusChunkHeader, sm) == 56,
              "the header is stored in pairs of 64 bits");

#endif // ARGUS_ABISTORES_H
