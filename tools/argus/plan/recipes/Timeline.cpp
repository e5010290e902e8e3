//===- Timeline.cpp - the signal timeline ---------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Recipe.h"
#include "report/Results.h"

namespace argus::recipes {

/// The intervals were drawn when the trace was read: it may be larger than memory.
static void addTimeline(Report &R, Evidence &All) {
  if (R.Trace.Events > 0)
    R.Timeline = {All.TimelineFile.string(), All.Drawn->intervals(),
                  All.Drawn->omitted()};
}

extern const Recipe Timeline;
const Recipe Timeline = [] {
  Recipe R;
  R.Name = "timeline";
  R.Kind = TaskKind::Synthesise;
  R.Meaning = "every interval on its SM, CTA and warp, for ui.perfetto.dev";
  R.Needs = {"duration", "trace"};
  R.Signal = true;
  R.Evidence = "reference trace";
  R.Qualifier = "observed";
  R.Synthesise = addTimeline;
  R.Coordinates = "rank, kernel, launch, cta, warp, role, iter";
  return R;
}();

} // namespace argus::recipes
