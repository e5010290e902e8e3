//===- LinkedTrace.h - what the units of an image must agree on -*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTXPASSES_LINKEDTRACE_H
#define ARGUS_PTXPASSES_LINKEDTRACE_H

#include "argus/ptxpasses/RegionCalls.h"
#include "argus/ptxpasses/Trace.h"

namespace argus::ptxpasses {

struct LinkedTrace {
  std::set<unsigned> Sites;         ///< what sitesToRecord adds is among them
  std::set<unsigned> Unclosed;      ///< of these, those that a path leaves open
  std::vector<UnitRecording> Units; ///< in their order, by their own names of functions
  std::vector<std::string> Notes;   ///< what is not traced, and why
};

/// Plans the trace variants of the units of one image, whose markers are numbered by
/// one table. A function records in all units or in none: all its callers are among
/// them, unless its address is taken. Of a weak function, all copies count. Coordinates: see
/// sitesToRecord. Name: stands for the text in errors. Throws ptx::ParseError.
LinkedTrace planLinkedTrace(std::vector<ptx::Module> Units,
                            const std::set<unsigned> &Sites,
                            const CoordinateSites &Coordinates,
                            const std::string &Name);

} // namespace argus::ptxpasses

#endif // ARGUS_PTXPASSES_LINKEDTRACE_H
