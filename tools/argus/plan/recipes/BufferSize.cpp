//===- BufferSize.cpp - how large trace buffers have to be ----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Recipe.h"

namespace argus::recipes {

extern const Recipe BufferSize;
const Recipe BufferSize = [] {
  Recipe R;
  R.Name = "buffer-size";
  R.Kind = TaskKind::Control;
  R.Meaning =
      "events a warp has room for: what the busiest one of the sizing run needed";
  R.Needs = {"sizing"};
  return R;
}();

} // namespace argus::recipes
