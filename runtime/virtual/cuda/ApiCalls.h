//===- ApiCalls.h - what the runtime's and the driver's interface share -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_CUDA_API_CALLS_H
#define ARGUS_VIRTUAL_CUDA_API_CALLS_H

#include "Context.h"

namespace argus::vcuda {

/// Virtual milliseconds between two recorded events that have times.
int elapsed(Context &C, float *Milliseconds, EventHandle Start, EventHandle End);

} // namespace argus::vcuda

#endif // ARGUS_VIRTUAL_CUDA_API_CALLS_H
