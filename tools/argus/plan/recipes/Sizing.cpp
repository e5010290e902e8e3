//===- Sizing.cpp - how many events a warp records ------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Recipe.h"

namespace argus::recipes {

extern const Recipe Sizing;
const Recipe Sizing = [] {
  Recipe R;
  R.Name = "sizing";
  R.Kind = TaskKind::Collect;
  R.Meaning = "a trace run that counts its events and keeps none";
  R.Needs = {"trace-build"};
  R.Effects = {{EffectKind::RunsImage, "trace"}, {EffectKind::AddsCode}};
  return R;
}();

} // namespace argus::recipes
