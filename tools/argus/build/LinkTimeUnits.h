//===- LinkTimeUnits.h - nvlink optimises units as one ------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This header shows LLVM types: for the sources that are compiled with LLVM only.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_LINKTIMEUNITS_H
#define ARGUS_TOOL_BUILD_LINKTIMEUNITS_H

#include "argus/passes/Capsule.h"
#include "build/Worker.h"

#include <vector>

namespace argus {

/// Has nvlink optimise the units as it did for the program, to PTX, and returns that as
/// one capsule. Trace, Truth: with markers. Files go to the request's directory. Throws
/// Failure with what nvlink said.
Capsule linkTimeUnits(std::vector<Capsule> Units, const WorkerRequest &Request);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_LINKTIMEUNITS_H
