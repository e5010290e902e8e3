//===- Precision.cpp - how sure the report's values are -------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Precision.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace argus {

PrecisionSummary summarisePrecision(double AskedPercent, unsigned Groups,
                                    Verdict Stopped,
                                    const std::vector<Precision> &Values) {
  PrecisionSummary S;
  S.AskedPercent = AskedPercent;
  S.Groups = Groups;
  S.Stopped = toString(Stopped);
  // What the clock cannot tell better is not what the reader can mend.
  const auto Worse = [](const Precision &A, const Precision &B) {
    return A.Reached != B.Reached ? A.Reached : A.percent() < B.percent();
  };
  const auto Worst = std::max_element(Values.begin(), Values.end(), Worse);
  if (Worst == Values.end())
    return S;
  S.Reached = Worst->Reached;
  S.Worst = Worst->Name;
  if (std::isfinite(Worst->percent()))
    S.WorstPercent = Worst->percent();
  return S;
}

std::string precisionLine(const PrecisionSummary &P) {
  std::string Line = fmt::format("precision: {:g} % asked", P.AskedPercent);
  if (!P.Worst.empty())
    Line +=
        P.WorstPercent
            ? fmt::format(", worst {:.2g} % ({})", *P.WorstPercent, P.Worst)
            : fmt::format(", not known of {}, which less than two runs have", P.Worst);
  Line += fmt::format(", {} group{}", P.Groups, P.Groups == 1 ? "" : "s");
  if (P.Stopped == "repeats")
    Line += "; --max-repeat allows no more";
  if (P.Stopped == "time")
    Line += "; --max-seconds allows no more";
  return Line + "\n";
}

} // namespace argus
