//===- Duration.cpp - the signal duration ---------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Recipe.h"
#include "report/Results.h"

namespace argus::recipes {

extern const Recipe Duration;
const Recipe Duration = [] {
  Recipe R;
  R.Name = "duration";
  R.Kind = TaskKind::Synthesise;
  R.Meaning =
      "time of each region per warp: count, total, percentiles, share of the kernel";
  R.Needs = {"reference", "mapped-build", "trace", "truth?"};
  R.Signal = true;
  R.Evidence = "reference trace";
  R.Qualifier = "observed";
  R.Synthesise = addResults;
  R.Coordinates = "rank, kernel, launch, cta, warp, role, iter";
  return R;
}();

} // namespace argus::recipes
