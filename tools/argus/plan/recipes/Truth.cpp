//===- Truth.cpp - what each region executes, by markers ------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Recipe.h"

namespace argus::recipes {

extern const Recipe Truth;
const Recipe Truth = [] {
  Recipe R;
  R.Name = "truth";
  R.Kind = TaskKind::Collect;
  R.Meaning = "instructions by region, counted by line table and by markers";
  R.Needs = {"truth-build"};
  R.Effects = {{EffectKind::RunsImage, "truth"}, {EffectKind::AddsCode}};
  R.Requires = {Capability::VirtualDevice};
  return R;
}();

} // namespace argus::recipes
