//===- ExplainTest.cpp - a plan in words, JSON and dot ---------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Explain.h"

#include "../Validate.h"

#include <gtest/gtest.h>

using namespace argus;
using Json = nlohmann::ordered_json;

namespace {

/// Of the signal duration, on a GPU.
struct Explaining : testing::Test {
  Explaining() { Context.Signals = {"duration"}; }

  Tasks plan() const {
    PlanRequest Request;
    Request.Signals = Context.Signals;
    Request.Inapplicable = {Capability::VirtualDevice};
    return Tasks(allRecipes(), Request);
  }

  static Tasks expanded(Tasks Plan) {
    Plan.expand("modules", {{"a.cu sm_90"}, {"b.cu sm_90"}});
    return Plan;
  }

  static Json named(const Json &Rows, const char *Key, const std::string &Name) {
    for (const Json &Row : Rows)
      if (Row[Key] == Name)
        return Row;
    return {};
  }

  PlanContext Context{{}, "auto", "10 times"};
};

} // namespace

TEST_F(Explaining, SaysWhatIsNotKnownYet) {
  const Json D = explainPlan(plan(), Context);
  EXPECT_EQ(validate(D, "plan.schema.json"), "");
  const Json Open = named(D["unexpanded"], "control", "modules");
  EXPECT_EQ(Open["tasks"], Json({"mapped-build", "trace-build"}));
  EXPECT_NE(planAsText(D, true).find("not known before 'modules' is done"),
            std::string::npos);
}

TEST_F(Explaining, NamesTheRuleThatKeepsRunsApart) {
  const Json D = explainPlan(expanded(plan()), Context);
  EXPECT_EQ(validate(D, "plan.schema.json"), "");
  const Json Trace = named(D["runs"], "name", "trace");
  EXPECT_EQ(Trace["for"], Json({"duration"}));
  EXPECT_EQ(Trace["repeats"], "10 times");
  EXPECT_EQ(named(Trace["apart_from"], "run", "reference")["rule"], "one-image");
  EXPECT_EQ(named(D["runs"], "name", "sizing")["repeats"], "once");
  const std::string Text = planAsText(D, false);
  EXPECT_NE(Text.find("apart from reference: a run loads one build of the kernels "
                      "[one-image]"),
            std::string::npos)
      << Text;
  EXPECT_EQ(planAsText(D, true).find("apart from"), std::string::npos);
}

TEST_F(Explaining, TellsWhatWasMadeBeforeFromWhatIsEstimated) {
  Context.Costs["trace-build a.cu sm_90"] = {1.5, {"key"}, true};
  const Json D = explainPlan(expanded(plan()), Context);
  EXPECT_EQ(validate(D, "plan.schema.json"), "");
  EXPECT_EQ(named(D["tasks"], "id", "trace-build a.cu sm_90")["real"]["in_store"],
            true);
  EXPECT_FALSE(named(D["tasks"], "id", "trace-build b.cu sm_90").contains("real"));
  const std::string Text = planAsText(D, true);
  EXPECT_NE(Text.find("1.50 s when last done, in the store"), std::string::npos);
  EXPECT_NE(Text.find("about 0.3 s"), std::string::npos);
}

TEST_F(Explaining, EstimatesRunsByTheProgramsOwnTime) {
  EXPECT_TRUE(named(explainPlan(plan(), Context)["tasks"], "id", "trace")["estimated_s"]
                  .is_null());
  Context.ProgramSeconds = 2;
  EXPECT_EQ(named(explainPlan(plan(), Context)["tasks"], "id", "trace")["estimated_s"],
            2.0);
}

TEST_F(Explaining, DrawsTheGraph) {
  const std::string Dot = planAsDot(expanded(plan()));
  EXPECT_EQ(Dot.find("digraph plan {"), 0u);
  EXPECT_NE(Dot.find("label=\"trace-build a.cu sm_90\", shape=box"), std::string::npos)
      << Dot;
  EXPECT_NE(Dot.find("subgraph cluster_0"), std::string::npos);
}
