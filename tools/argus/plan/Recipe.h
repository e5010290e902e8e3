//===- Recipe.h - how one piece of evidence or one signal is made ---------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A recipe is a constant in a file of its own in recipes/, and nothing else names it:
// the build lists the folder. The planner knows of signals what their recipes say.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_PLAN_RECIPE_H
#define ARGUS_TOOL_PLAN_RECIPE_H

#include "plan/Effect.h"

#include <string>
#include <string_view>
#include <vector>

namespace argus {

struct Evidence;
struct Report;

enum class TaskKind : uint8_t {
  Transform,  ///< makes a build of the program's kernels
  Collect,    ///< takes part in a run of the program
  Synthesise, ///< makes fields of the report
  Control,    ///< finds out what else there is to do
};
constexpr unsigned TaskKinds = 4;

const char *toString(TaskKind Kind);

/// What a machine, its tools or a permission must offer.
enum class Capability : uint8_t { Gpu, VirtualDevice, Ptxas, Cupti, Counters };
constexpr unsigned Capabilities = 5;

const char *toString(Capability Which);

/// An effect of a recipe's tasks; the task's target gives the rest.
struct EffectOf {
  enum class Whose : uint8_t {
    Given,  ///< Subject as it stands
    Region, ///< the target's
    Role,   ///< the target's, with its CTA and point
  };
  EffectKind Kind;
  std::string Subject = {};
  Whose From = Whose::Given;
};

struct Recipe {
  std::string Name; ///< of what it makes: "trace"; a signal's is the user's word for it
  TaskKind Kind = TaskKind::Collect;
  std::string Meaning;
  /// The recipes whose products it takes. "a|b": b where a cannot be had. "a?": it does
  /// without where a cannot be had.
  std::vector<std::string> Needs = {};
  /// The control recipe for whose targets there is one task each; empty: one task.
  std::string ForEach = {};
  std::vector<EffectOf> Effects = {};
  std::vector<Capability> Requires = {};
  double Seconds = 0;         ///< estimate for one task, beside the program's own time
  bool Signal = false;        ///< may be asked for
  std::string Evidence = {};  ///< of a signal, in words
  std::string Qualifier = {}; ///< of a signal: "observed", "attributed", "derived"
  std::string Coordinates = {}; ///< of a signal: the parts of --scope that it takes
  /// Of a synthesis: makes fields of the report from what the tasks that it needs
  /// brought.
  void (*Synthesise)(Report &, argus::Evidence &) = nullptr;
};

/// Recipes by name.
class RecipeBook {
public:
  explicit RecipeBook(std::vector<const Recipe *> All);
  /// Null: there is none.
  const Recipe *find(std::string_view Name) const;
  /// In the order of their names.
  const std::vector<const Recipe *> &all() const { return All; }

private:
  std::vector<const Recipe *> All;
};

/// Those of recipes/.
const RecipeBook &allRecipes();

} // namespace argus

#endif // ARGUS_TOOL_PLAN_RECIPE_H
