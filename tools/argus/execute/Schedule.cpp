//===- Schedule.cpp - which steps may start -------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/Schedule.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace argus {

Schedule::Schedule(unsigned CoreCount) { Cores.Free = std::max(1u, CoreCount); }

Schedule::Queue &Schedule::queueOf(const Node &N) {
  if (N.Kind == StepKind::Inline)
    return Inlines;
  return N.Kind == StepKind::Compute || N.Resource.empty() ? Cores
                                                           : Resources[N.Resource];
}

void Schedule::requireKnown(StepId Id) const {
  if (Id >= Nodes.size())
    throw std::logic_error("there is no step " + std::to_string(Id) + " of " +
                           std::to_string(Nodes.size()));
}

StepId Schedule::add(const Step &S, const std::vector<StepId> &After) {
  for (const StepId Needed : After)
    requireKnown(Needed);
  const StepId Id = Nodes.size();
  Node &Added = Nodes.emplace_back();
  Added.Kind = S.Kind;
  Added.Resource = S.Resource;
  Added.Anyway = S.Anyway;
  for (const StepId Needed : After)
    connect(Id, Needed);
  if (Added.State == Outcome::Waiting && Added.Missing == 0)
    queueOf(Added).Ready.insert(Id);
  return Id;
}

void Schedule::connect(StepId User, StepId Needed) {
  Node &U = Nodes[User], &N = Nodes[Needed];
  const bool Lost = N.State == Outcome::Failed || N.State == Outcome::Skipped;
  if (Lost && !U.Anyway && U.State == Outcome::Waiting)
    skip(User, N.Because);
  if (Lost || N.State == Outcome::Done)
    return;
  N.Users.push_back(User);
  ++U.Missing;
}

std::vector<StepId> Schedule::need(StepId User, StepId Needed) {
  requireKnown(User);
  requireKnown(Needed);
  if (reaches(User, Needed))
    throw std::logic_error("step " + std::to_string(Needed) +
                           " waits for the step that is to wait for it, " +
                           std::to_string(User));
  Node &U = Nodes[User];
  if (U.State == Outcome::Skipped)
    return {};
  if (U.State != Outcome::Waiting)
    throw std::logic_error("step " + std::to_string(User) + " has started already");
  connect(User, Needed);
  if (U.State == Outcome::Waiting && U.Missing == 0)
    return {};
  queueOf(U).Ready.erase(User);
  if (U.State == Outcome::Waiting)
    return {};
  std::vector<StepId> Skipped = tellUsers(User);
  Skipped.insert(Skipped.begin(), User);
  return Skipped;
}

bool Schedule::reaches(StepId From, StepId To) const {
  std::set<StepId> Seen = {From};
  std::vector<StepId> Left = {From};
  while (!Left.empty()) {
    const StepId Id = Left.back();
    Left.pop_back();
    if (Id == To)
      return true;
    for (const StepId User : Nodes[Id].Users)
      if (Seen.insert(User).second)
        Left.push_back(User);
  }
  return false;
}

std::optional<StepId> Schedule::takeInline() {
  if (Inlines.Ready.empty())
    return std::nullopt;
  const StepId Id = *Inlines.Ready.begin();
  Inlines.Ready.erase(Inlines.Ready.begin());
  Nodes[Id].State = Outcome::Running;
  return Id;
}

std::optional<StepId> Schedule::take() {
  Queue *First = nullptr;
  const auto Consider = [&](Queue &Q) {
    if (Q.Free > 0 && !Q.Ready.empty() &&
        (!First || *Q.Ready.begin() < *First->Ready.begin()))
      First = &Q;
  };
  Consider(Cores);
  for (auto &[Name, Resource] : Resources)
    Consider(Resource);
  if (!First)
    return std::nullopt;
  const StepId Id = *First->Ready.begin();
  First->Ready.erase(First->Ready.begin());
  --First->Free;
  Nodes[Id].State = Outcome::Running;
  return Id;
}

std::vector<StepId> Schedule::finish(StepId Id, bool Ok) {
  requireKnown(Id);
  Node &N = Nodes[Id];
  if (N.State != Outcome::Running)
    throw std::logic_error("step " + std::to_string(Id) + " is not running");
  N.State = Ok ? Outcome::Done : Outcome::Failed;
  N.Because = Id;
  if (N.Kind != StepKind::Inline)
    ++queueOf(N).Free;
  return tellUsers(Id);
}

void Schedule::skip(StepId Id, StepId Because) {
  Nodes[Id].State = Outcome::Skipped;
  Nodes[Id].Because = Because;
}

std::vector<StepId> Schedule::tellUsers(StepId Ended) {
  std::vector<StepId> Skipped, Left = {Ended};
  while (!Left.empty()) {
    const StepId Id = Left.back();
    Left.pop_back();
    for (const StepId User : Nodes[Id].Users) {
      Node &U = Nodes[User];
      --U.Missing;
      if (U.State != Outcome::Waiting)
        continue;
      if (Nodes[Id].State != Outcome::Done && !U.Anyway) {
        skip(User, Nodes[Id].Because);
        Skipped.push_back(User);
        Left.push_back(User);
      } else if (U.Missing == 0) {
        queueOf(U).Ready.insert(User);
      }
    }
  }
  return Skipped;
}

} // namespace argus
