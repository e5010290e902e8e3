//===- PlanSteps.h - carries out the tasks of a plan --------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_ANSWER_PLANSTEPS_H
#define ARGUS_TOOL_ANSWER_PLANSTEPS_H

#include "answer/ProgramRuns.h"
#include "answer/Session.h"
#include "build/BuildSteps.h"
#include "execute/Executor.h"
#include "join/RunValues.h"
#include "plan/Repeats.h"
#include "plan/Runs.h"
#include "report/Evidence.h"

#include <deque>
#include <map>
#include <set>

namespace argus {

/// Makes steps of a plan's tasks, and of what control tasks add to it.
class PlanSteps {
public:
  PlanSteps(Session &S, Tasks &Plan, Executor &Steps, Progress &Shown, Report &R);

  /// Until all that can be done is done.
  void run();

  /// Why the program gives nothing to measure; empty: it does.
  const std::string &nothing() const { return Nothing; }
  /// Of the task, or of what it needs: what went wrong first; null: nothing did.
  const Failure *failure(TaskId T) const;
  const Failure *firstFailure() const;
  /// Recipes whose tasks failed and which others do without.
  std::map<std::string, std::string> failedOptional() const;
  /// Runs of the program that failed, by id.
  std::map<std::string, const Failure *> failedRuns() const;
  bool referenceDone() const;
  /// Those that ended well, in the order in which they were asked for; traces joined.
  std::deque<DoneRun> takeRuns();
  /// What the builds are of, by the names of the plan's targets.
  std::map<std::string, ModuleJobs::Target> targets() const;
  const std::vector<BuiltVariant> &lines() const { return Lines; }
  const Timeline &drawn() const { return Drawn; }
  /// How precise the values are, and whether the machine drifted.
  void notePrecision(Report &To) const;
  uint32_t eventsPerChunk() const { return Events; }

private:
  struct ProgramStep {
    RunSpec Spec;
    DoneRun Done;
    StepId Step = 0;
  };

  void schedule();
  StepId stepOf(TaskId T);
  std::vector<StepId> makersOf(TaskId T);
  StepId addTransform(TaskId T, const std::vector<StepId> &After);
  StepId addControl(TaskId T, const std::vector<StepId> &After);
  StepId addCollections(TaskId Of);

  static BuildKind buildKind(const std::string &Recipe);
  StepId addLines(const std::vector<StepId> &After);
  StepId addImages(const std::string &Image);
  fs::path imagesOf(const std::string &Image) const;
  std::vector<std::string> imageKeys(const std::string &Image) const;

  RunSpec specOf(const PlannedRun &Run) const;
  ProgramStep &addRun(RunSpec Spec, std::vector<StepId> After);
  StepId addGroup(const PlannedRun &Run, std::vector<StepId> After);
  void decideOn(const PlannedRun &Run, const std::vector<ProgramStep *> &Group);

  void expandModules();
  void keepUsedGpus();
  void sizeBuffers();

  const CapsuleInfo *tracedCapsule(const RuntimeLog &Log, int Module, int Device) const;
  JoinedRun join(const DoneRun &Run, bool Draw);
  void joinOnce(DoneRun &Run);
  const Failure *failureOf(StepId Step) const;

  Session &S;
  Tasks &Plan;
  Executor &Steps;
  Progress &Shown;
  Report &R;
  std::map<TaskId, StepId> Done;
  std::set<TaskId> Placed; ///< collections that have their runs
  std::map<std::string, StepId> Images;
  std::map<std::string, unsigned> Count; ///< of runs, by name
  std::deque<ProgramStep> Runs;
  std::unique_ptr<ModuleJobs> Jobs;
  std::map<std::string, size_t> Targets; ///< of the plan, to those of the jobs
  std::set<const DoneRun *> Joined;
  std::vector<VariantJob> LinesJobs;
  std::vector<BuiltVariant> Lines;
  fs::path LinesDirectory;
  std::string Nothing;
  RepeatRules Rules;
  RunValues Values;
  std::vector<double> GroupSeconds;
  std::vector<Precision> Reached;
  Verdict Stopped = Verdict::More;
  unsigned Groups = 0;
  Timeline Drawn;
  uint32_t Events = 0;
};

} // namespace argus

#endif // ARGUS_TOOL_ANSWER_PLANSTEPS_H
