//===- Reference.cpp - the program as it is -------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Recipe.h"

namespace argus::recipes {

extern const Recipe Reference;
const Recipe Reference = [] {
  Recipe R;
  R.Name = "reference";
  R.Kind = TaskKind::Collect;
  R.Meaning = "kernel times, launches and modules of the program as the user built it";
  R.Needs = {"lines-build?"};
  R.Effects = {{EffectKind::RunsImage, "reference"},
               {EffectKind::MeasuresReferenceTime}};
  return R;
}();

} // namespace argus::recipes
