//===- Executor.cpp - runs steps as their inputs get ready ----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/Executor.h"

#include "execute/Interrupts.h"

#include <exception>
#include <utility>

namespace argus {

/// Of the step whose work this thread does.
static thread_local bool WasReused = false;

/// How often the time left is worked out anew where nothing ends.
static constexpr double TickSeconds = 0.5;

Executor::Executor(unsigned Cores, StepRunner &Runner, Progress &Shown)
    : Runner(Runner), Shown(Shown), Plan(Cores) {}

void Executor::reused() { WasReused = true; }

StepId Executor::add(Step S, const std::vector<StepId> &After) {
  const std::lock_guard Lock(Mutex);
  const StepId Id = Plan.add(S, After);
  Entry &Added = Steps.emplace_back();
  Added.Step = std::move(S);
  Shown.added(Id, Added.Step);
  if (Plan.state(Id) == Outcome::Skipped)
    noteSkipped({Id});
  return Id;
}

void Executor::need(StepId User, StepId Needed) {
  const std::lock_guard Lock(Mutex);
  noteSkipped(Plan.need(User, Needed));
}

const Outcome &Executor::outcome(StepId Id) const {
  const std::lock_guard Lock(Mutex);
  return Steps.at(Id).Outcome;
}

void Executor::run() {
  while (true) {
    std::optional<StepId> Next;
    {
      const std::lock_guard Lock(Mutex);
      startReady();
      Next = Plan.takeInline();
      if (!Next && Running == 0)
        break;
      if (Next) {
        Steps[*Next].Start = Runner.now();
        Steps[*Next].Outcome.Is = Outcome::Running;
        ++Running;
        Shown.started(*Next);
      }
    }
    if (Next) {
      perform(*Next);
    } else {
      Runner.await(TickSeconds);
      Shown.tick();
    }
  }
  Runner.awaitAll(); // the last one may still be on its way out of perform()
  Shown.finished();
}

/// With the lock held.
void Executor::startReady() {
  while (const std::optional<StepId> Id = Plan.take()) {
    Entry &E = Steps[*Id];
    E.Start = Runner.now();
    E.Outcome.Is = Outcome::Running;
    ++Running;
    Shown.started(*Id);
    try {
      Runner.start([this, Id = *Id] { perform(Id); });
    } catch (const std::exception &Error) {
      end(*Id,
          Failure(ExitCode::Internal,
                  E.Step.Name + ": cannot start a thread: " + Error.what()),
          false);
    }
  }
}

void Executor::perform(StepId Id) {
  WasReused = false;
  std::optional<Failure> Why = failureOf(Id);
  // The signal that ends Argus has ended the step's program as well.
  stayWhileEnding();
  const std::lock_guard Lock(Mutex);
  end(Id, std::move(Why), WasReused);
  startReady(); // the caller of run() may be busy with an Inline step
}

std::optional<Failure> Executor::failureOf(StepId Id) {
  const Step *S = nullptr;
  {
    const std::lock_guard Lock(Mutex);
    S = &Steps[Id].Step;
  }
  try {
    S->Work();
    return std::nullopt;
  } catch (const Failure &Thrown) {
    return Thrown;
  } catch (const std::exception &Error) {
    return Failure(ExitCode::Internal, S->Name + ": " + Error.what());
  } catch (...) {
    return Failure(ExitCode::Internal, S->Name + ": an exception of unknown type");
  }
}

/// With the lock held.
void Executor::end(StepId Id, std::optional<Failure> Why, bool Reused) {
  Entry &E = Steps[Id];
  E.Outcome.Is = Why ? Outcome::Failed : Outcome::Done;
  E.Outcome.Because = Id;
  E.Outcome.Why = std::move(Why);
  E.Outcome.Reused = Reused && !E.Outcome.Why;
  E.Outcome.Seconds = Runner.now() - E.Start;
  E.Step.Work = nullptr; // what it captured may be large
  --Running;
  const std::vector<StepId> Skipped = Plan.finish(Id, !E.Outcome.Why);
  Shown.ended(Id, E.Outcome);
  noteSkipped(Skipped);
}

void Executor::noteSkipped(const std::vector<StepId> &Ids) {
  for (const StepId Id : Ids) {
    Outcome &O = Steps[Id].Outcome;
    O.Is = Outcome::Skipped;
    O.Because = Plan.because(Id);
    O.Why = Steps[O.Because].Outcome.Why;
    Steps[Id].Step.Work = nullptr;
    Shown.ended(Id, O);
  }
}

} // namespace argus
