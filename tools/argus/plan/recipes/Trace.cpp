//===- Trace.cpp - begins and ends of regions -----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Recipe.h"

namespace argus::recipes {

extern const Recipe Trace;
const Recipe Trace = [] {
  Recipe R;
  R.Name = "trace";
  R.Kind = TaskKind::Collect;
  R.Meaning = "clocks at the begins and ends of regions, warp by warp";
  R.Needs = {"trace-build", "buffer-size"};
  R.Effects = {{EffectKind::RunsImage, "trace"},
               {EffectKind::AddsCode},
               {EffectKind::MeasuresTime}};
  return R;
}();

} // namespace argus::recipes
