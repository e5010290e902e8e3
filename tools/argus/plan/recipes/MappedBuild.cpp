//===- MappedBuild.cpp - the build that the map of instructions comes from -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Recipe.h"

namespace argus::recipes {

extern const Recipe MappedBuild;
const Recipe MappedBuild = [] {
  Recipe R;
  R.Name = "mapped-build";
  R.Kind = TaskKind::Transform;
  R.Meaning = "the code with contexts for lines, compared with the shipped code";
  R.ForEach = "modules";
  R.Requires = {Capability::Ptxas};
  R.Seconds = 0.3;
  return R;
}();

} // namespace argus::recipes
