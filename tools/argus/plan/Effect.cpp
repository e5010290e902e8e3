//===- Effect.cpp - what a task does to a run, and which effects conflict ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Effect.h"

namespace argus {

const char *toString(EffectKind Kind) {
  static constexpr const char *Names[EffectKinds] = {"runs",
                                                     "measures reference time",
                                                     "measures time",
                                                     "measures an operation",
                                                     "measures overlap",
                                                     "adds code",
                                                     "delays",
                                                     "serialises kernels",
                                                     "replays kernels",
                                                     "slows kernels",
                                                     "holds the CUPTI subscriber",
                                                     "needs counters",
                                                     "needs the GPU alone"};
  return Names[static_cast<unsigned>(Kind)];
}

std::string toString(const Effect &E) {
  std::string Text = toString(E.Kind);
  if (!E.Subject.empty())
    Text += (E.Kind == EffectKind::MeasuresTime        ? " of "
             : E.Kind == EffectKind::MeasuresOperation ? " of "
             : E.Kind == EffectKind::AddsCode          ? " to "
                                                       : " ") +
            E.Subject;
  if (E.Kind == EffectKind::Delays || E.Kind == EffectKind::MeasuresOperation)
    Text += " at operation " + std::to_string(E.At.Operation) + " of iteration " +
            std::to_string(E.At.Iteration);
  if (E.Cta)
    Text += " in CTA " + std::to_string(*E.Cta);
  return Text;
}

const std::vector<Rule> &interferenceRules() {
  using K = EffectKind;
  static const std::vector<Rule> Rules = {
      {"one-image", K::RunsImage, K::RunsImage, Relation::OtherSubject,
       "a run loads one build of the kernels"},
      {"reference-code", K::MeasuresReferenceTime, K::AddsCode, Relation::Any,
       "reference time is that of the user's own code"},
      {"reference-delay", K::MeasuresReferenceTime, K::Delays, Relation::Any,
       "reference time is that of undelayed kernels"},
      {"reference-serialised", K::MeasuresReferenceTime, K::SerialisesKernels,
       Relation::Any, "reference time is that of kernels that may overlap"},
      {"reference-replayed", K::MeasuresReferenceTime, K::ReplaysKernels, Relation::Any,
       "reference time is that of kernels that run once"},
      {"reference-slowed", K::MeasuresReferenceTime, K::SlowsKernels, Relation::Any,
       "reference time is that of kernels that nothing samples"},
      {"added-code", K::MeasuresTime, K::AddsCode, Relation::Nested,
       "a region's time includes code that another task adds to it"},
      {"delay", K::Delays, K::MeasuresOperation, Relation::NotBefore,
       "what a role does after it was delayed is late"},
      {"delayed-time", K::Delays, K::MeasuresTime, Relation::Any,
       "a delayed role makes regions longer, its own and those that wait for it"},
      {"serialised-time", K::MeasuresTime, K::SerialisesKernels, Relation::Any,
       "kernels that run alone find other caches and clocks"},
      {"replayed-time", K::MeasuresTime, K::ReplaysKernels, Relation::Any,
       "a replayed kernel finds other caches and clocks"},
      {"slowed-time", K::MeasuresTime, K::SlowsKernels, Relation::Any,
       "a kernel that is sampled takes longer"},
      {"serialised-operation", K::MeasuresOperation, K::SerialisesKernels,
       Relation::Any, "kernels that run alone find other caches and clocks"},
      {"replayed-operation", K::MeasuresOperation, K::ReplaysKernels, Relation::Any,
       "a replayed kernel finds other caches and clocks"},
      {"slowed-operation", K::MeasuresOperation, K::SlowsKernels, Relation::Any,
       "a kernel that is sampled takes longer"},
      {"serialised-overlap", K::MeasuresOverlap, K::SerialisesKernels, Relation::Any,
       "kernels that run alone overlap with none"},
      {"replayed-overlap", K::MeasuresOverlap, K::ReplaysKernels, Relation::Any,
       "a replayed kernel overlaps with none"},
      {"overlap-code", K::MeasuresOverlap, K::AddsCode, Relation::Any,
       "kernels that take longer overlap otherwise"},
      {"one-subscriber", K::HoldsSubscriber, K::HoldsSubscriber, Relation::Any,
       "CUPTI takes one subscriber a process"},
      {"one-counter-session", K::NeedsCounters, K::NeedsCounters, Relation::Any,
       "the GPU's performance monitors serve one session"},
  };
  return Rules;
}

namespace {

bool nested(const std::string &A, const std::string &B) {
  const std::string &Outer = A.size() < B.size() ? A : B;
  const std::string &Inner = A.size() < B.size() ? B : A;
  return Outer.empty() ||
         (Inner.compare(0, Outer.size(), Outer) == 0 &&
          (Inner.size() == Outer.size() || Inner[Outer.size()] == '/'));
}

} // namespace

bool related(Relation Where, const Effect &A, const Effect &B) {
  if (A.Cta && B.Cta && *A.Cta != *B.Cta)
    return false;
  switch (Where) {
  case Relation::Any:
    return true;
  case Relation::OtherSubject:
    return A.Subject != B.Subject;
  case Relation::Nested:
    return nested(A.Subject, B.Subject);
  case Relation::NotBefore:
    return A.Subject == B.Subject;
  }
  return true;
}

/// Whether the rule holds with A as the first task.
static bool holds(const Rule &R, const std::vector<Effect> &A,
                  const std::vector<Effect> &B) {
  for (const Effect &First : A)
    if (First.Kind == R.A)
      for (const Effect &Second : B)
        if (Second.Kind == R.B && related(R.Where, First, Second) &&
            (R.Where != Relation::NotBefore || !(Second.At < First.At)))
          return true;
  return false;
}

const Rule *conflict(const std::vector<Effect> &A, const std::vector<Effect> &B) {
  for (const Rule &R : interferenceRules())
    if (holds(R, A, B) || holds(R, B, A))
      return &R;
  return nullptr;
}

} // namespace argus
