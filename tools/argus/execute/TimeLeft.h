//===- TimeLeft.h - how long the steps that are left will take --*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_EXECUTE_TIMELEFT_H
#define ARGUS_TOOL_EXECUTE_TIMELEFT_H

#include "execute/Step.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace argus {

/// Works out the time left from the estimates of the steps that are left, corrected by
/// how long those took that have been.
class TimeLeft {
public:
  explicit TimeLeft(unsigned Cores) : Cores(Cores) {}

  void added(const Step &S);
  void ended(const Step &S, const Outcome &O);

  /// `Running`: steps, and for how many seconds each has been running. None where the
  /// time of some kind of step is unknown.
  std::optional<double>
  seconds(const std::vector<std::pair<const Step *, double>> &Running) const;

private:
  /// Steps that run one after the other, but for those on cores.
  using Lane = std::pair<StepKind, std::string>;
  struct Left {
    double Estimated = 0;
    size_t Unknown = 0; ///< steps without an estimate
  };
  struct Measured {
    size_t Count = 0;
    double Seconds = 0;
    double Estimated = 0,
           OfEstimated = 0; ///< of those with an estimate; what they took
  };

  static Lane laneOf(const Step &S);
  /// A step without an estimate takes as long as others of its kind.
  std::optional<double> expected(StepKind Kind, const Left &L) const;

  unsigned Cores;
  std::map<Lane, Left> Lanes;
  std::map<StepKind, Measured> Kinds;
};

/// "45 s", "3 min", "2.5 h".
std::string durationText(double Seconds);

} // namespace argus

#endif // ARGUS_TOOL_EXECUTE_TIMELEFT_H
