//===- Plan.h - which runs answer a query -------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pure: takes values, starts nothing.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_PLAN_PLAN_H
#define ARGUS_TOOL_PLAN_PLAN_H

#include "model/Program.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace argus {

/// Sizing: the trace build with next to no trace memory. It counts events exactly and
/// drops them, and so tells what the trace runs need. Truth: the truth build, on the
/// virtual device.
enum class RunKind { Reference, Sizing, Trace, Truth };

const char *toString(RunKind Kind);

/// The order of the program's runs: `Groups` times A B B A, where A is the reference
/// and B the trace. Drift of the machine (clocks, temperature) then weighs on both
/// alike. The virtual device has no drift and takes each as often as asked.
std::vector<RunKind> runOrder(unsigned Groups, bool Virtual);

/// The limit of the trace memory, in MiB, that the runtime applies.
constexpr uint64_t DefaultArenaMib = 2048;
/// Events per chunk of the sizing run: the least that the runtime takes.
constexpr uint32_t SizingEvents = 1;

/// Events per chunk for the trace runs: what the busiest lane of the sizing run
/// executed, and a little more for kernels that do not always do the same; less where
/// that many chunks do not fit into the memory.
uint32_t eventsPerChunk(uint64_t MaxEvents, uint64_t MaxRequested,
                        uint64_t ArenaMib = DefaultArenaMib);

/// The compute capability and kind of an architecture name.
struct Arch {
  unsigned Number = 0; ///< 90
  char Suffix = 0;     ///< 'a', 'f' or 0

  unsigned major() const { return Number / 10; }
};

/// "sm_90a"; none for anything else.
std::optional<Arch> parseArch(const std::string &Name);

/// Whether code for `Code` runs on `Device` ("sm_90") as it is.
bool loadable(const Arch &Code, const Arch &Device);

/// Indices of the capsules whose code `Device` may pick: the highest loadable version.
/// Where a version has plain and specific code, both. Empty: no code fits.
std::vector<size_t> pickCapsules(const std::vector<std::string> &Archs,
                                 const std::string &Device);

/// The capsule whose PTX the driver would compile for `Device`, where no code fits.
std::optional<size_t> pickPtx(const std::vector<std::string> &Archs,
                              const std::string &Device);

/// The sites that a trace variant of the capsule has to record for the regions that
/// the patterns select; all sites without patterns.
std::vector<unsigned> sitesToTrace(const CapsuleInfo &Capsule,
                                   const std::vector<std::string> &Patterns);

} // namespace argus

#endif // ARGUS_TOOL_PLAN_PLAN_H
