//===- LinesBuild.cpp - the build that faults can be told of by line ------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Recipe.h"

namespace argus::recipes {

extern const Recipe LinesBuild;
const Recipe LinesBuild = [] {
  Recipe R;
  R.Name = "lines-build";
  R.Kind = TaskKind::Transform;
  R.Meaning = "the code with the lines of the source, for the virtual device";
  R.Requires = {Capability::VirtualDevice};
  R.Seconds = 0.2;
  return R;
}();

} // namespace argus::recipes
