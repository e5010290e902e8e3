//===- TruthBuild.cpp - the build whose markers tell where it is ----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Recipe.h"

namespace argus::recipes {

extern const Recipe TruthBuild;
const Recipe TruthBuild = [] {
  Recipe R;
  R.Name = "truth-build";
  R.Kind = TaskKind::Transform;
  R.Meaning = "the code with its markers left in it, for the virtual device";
  R.ForEach = "modules";
  R.Requires = {Capability::VirtualDevice};
  R.Seconds = 0.2;
  return R;
}();

} // namespace argus::recipes
