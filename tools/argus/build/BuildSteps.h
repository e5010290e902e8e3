//===- BuildSteps.h - variants as steps of the executor -----------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_BUILDSTEPS_H
#define ARGUS_TOOL_BUILD_BUILDSTEPS_H

#include "build/Images.h"
#include "execute/Executor.h"

#include <vector>

namespace argus {

/// Adds the steps that build the job's parts, and one that links them where it has
/// several. `Into` gets the result before the step ends whose number is returned. The
/// tools, and what the job refers to, have to be there until then.
StepId addVariant(Executor &Steps, const VariantJob &Job, const BuildTools &Tools,
                  BuiltVariant &Into, const std::vector<StepId> &After = {});

/// Builds each job, several at a time; in the order of the jobs. Throws the first
/// Failure.
std::vector<BuiltVariant> buildVariants(const std::vector<VariantJob> &Jobs,
                                        const BuildTools &Tools);

/// Builds the mapped variants and compares them with what the binaries ship.
void buildMapped(std::vector<ModuleBuild> &Modules, const BuildTools &Tools);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_BUILDSTEPS_H
