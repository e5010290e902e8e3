//===- Timeline.cpp - the signal timeline ---------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Recipe.h"

namespace argus::recipes {

extern const Recipe Timeline;
const Recipe Timeline = [] {
  Recipe R;
  R.Name = "timeline";
  R.Kind = TaskKind::Synthesise;
  R.Meaning = "every interval on its SM, CTA and warp, for ui.perfetto.dev";
  R.Needs = {"reference", "trace"};
  R.Signal = true;
  R.Evidence = "reference trace";
  R.Qualifier = "observed";
  R.Coordinates = "rank, kernel, launch, cta, warp, role, iter";
  return R;
}();

} // namespace argus::recipes
