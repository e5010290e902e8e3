//===- Recipe.cpp - how one piece of evidence or one signal is made -------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Recipe.h"

#include <algorithm>

namespace argus {

const char *toString(TaskKind Kind) {
  static constexpr const char *Names[TaskKinds] = {"transform", "collect", "synthesise",
                                                   "control"};
  return Names[static_cast<unsigned>(Kind)];
}

const char *toString(Capability Which) {
  static constexpr const char *Names[Capabilities] = {
      "a GPU", "the virtual device", "ptxas", "CUPTI", "permission for counters"};
  return Names[static_cast<unsigned>(Which)];
}

RecipeBook::RecipeBook(std::vector<const Recipe *> Given) : All(std::move(Given)) {
  std::sort(All.begin(), All.end(),
            [](const Recipe *A, const Recipe *B) { return A->Name < B->Name; });
}

const Recipe *RecipeBook::find(std::string_view Name) const {
  const auto At = std::lower_bound(
      All.begin(), All.end(), Name,
      [](const Recipe *R, std::string_view Wanted) { return R->Name < Wanted; });
  return At != All.end() && (*At)->Name == Name ? *At : nullptr;
}

} // namespace argus
