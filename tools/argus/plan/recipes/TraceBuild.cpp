//===- TraceBuild.cpp - the build that records ----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Recipe.h"

namespace argus::recipes {

extern const Recipe TraceBuild;
const Recipe TraceBuild = [] {
  Recipe R;
  R.Name = "trace-build";
  R.Kind = TaskKind::Transform;
  R.Meaning = "the code with the wanted regions' begins and ends recorded";
  R.ForEach = "modules";
  R.Requires = {Capability::Ptxas};
  R.Seconds = 0.3;
  return R;
}();

} // namespace argus::recipes
