//===- Effect.h - what a task does to a run, and which effects conflict -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_PLAN_EFFECT_H
#define ARGUS_TOOL_PLAN_EFFECT_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace argus {

enum class EffectKind : uint8_t {
  RunsImage,             ///< Subject: the build of the kernels that the run loads
  MeasuresReferenceTime, ///< of the kernels as the user built them
  MeasuresTime,          ///< Subject: a region's path; empty: all regions
  MeasuresOperation,     ///< Subject: a role; how long its operation at the point takes
  MeasuresOverlap,       ///< which kernels and copies run at once
  AddsCode,              ///< Subject: the path of the region that gets it; empty: any
  Delays,                ///< Subject: a role; what it does from the point on is late
  SerialisesKernels,     ///< no two kernels run at once
  ReplaysKernels,        ///< a kernel runs several times, from saved memory
  SlowsKernels,          ///< samples or counts while they run
  HoldsSubscriber,       ///< CUPTI's
  NeedsCounters,         ///< the GPU's performance monitors, and the permission
  NeedsGpuAlone,         ///< no other program may use the GPU
};
constexpr unsigned EffectKinds = 13;

/// "adds code"
const char *toString(EffectKind Kind);

/// Where in a warp's life something happens: first by iteration, then by operation.
struct Point {
  uint32_t Iteration = 0;
  uint32_t Operation = 0;

  bool operator<(const Point &Other) const {
    return Iteration != Other.Iteration ? Iteration < Other.Iteration
                                        : Operation < Other.Operation;
  }
};

struct Effect {
  EffectKind Kind = EffectKind::RunsImage;
  std::string Subject = {};
  std::optional<uint64_t> Cta = {}; ///< the only one that it concerns; none: all
  Point At = {};                    ///< of Delays and MeasuresOperation
};

/// "adds code to gemm/mainloop"
std::string toString(const Effect &E);

/// What two effects have to have in common to conflict.
enum class Relation : uint8_t {
  Any,
  OtherSubject, ///< subjects differ
  Nested,       ///< one subject is a region in the other, or empty
  NotBefore, ///< one subject, and the second effect's point is not before the first's
};

/// Two tasks may not share a run if one has effect A and the other effect B.
struct Rule {
  const char *Name;
  EffectKind A, B;
  Relation Where;
  const char *Why;
};

/// The table of interference. Effects that concern different CTAs never conflict.
const std::vector<Rule> &interferenceRules();

/// The first rule by which the tasks that have these effects may not share a run; null:
/// they may.
const Rule *conflict(const std::vector<Effect> &A, const std::vector<Effect> &B);

/// Whether two effects have in common what a rule asks for, their points apart.
bool related(Relation Where, const Effect &A, const Effect &B);

} // namespace argus

#endif // ARGUS_TOOL_PLAN_EFFECT_H
