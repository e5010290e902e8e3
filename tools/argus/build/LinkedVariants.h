//===- LinkedVariants.h - one image of several units' variants ----*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_LINKEDVARIANTS_H
#define ARGUS_TOOL_BUILD_LINKEDVARIANTS_H

#include "build/Variants.h"

namespace argus {

/// Links the units' variants to the job's. As PTX always; as machine code, by ptxas and
/// nvlink, where the job needs it. Contexts are numbered through. Found in the store or
/// made there. Throws Failure with what a tool said.
BuiltVariant linkVariants(const VariantJob &Job, const std::vector<BuiltVariant> &Units,
                          const BuildTools &Tools);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_LINKEDVARIANTS_H
