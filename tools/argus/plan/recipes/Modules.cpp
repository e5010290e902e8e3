//===- Modules.cpp - which images the program loads -----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Recipe.h"

namespace argus::recipes {

extern const Recipe Modules;
const Recipe Modules = [] {
  Recipe R;
  R.Name = "modules";
  R.Kind = TaskKind::Control;
  R.Meaning = "the capsules whose kernels the program launches, by architecture";
  R.Needs = {"reference"};
  return R;
}();

} // namespace argus::recipes
