//===- Tasks.cpp - the task graph that answers a query --------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Tasks.h"

#include "support/Failure.h"
#include "support/Text.h"

#include <algorithm>
#include <boost/graph/topological_sort.hpp>
#include <stdexcept>

namespace argus {

/// Finds the recipes that signals need, and what of them cannot be had.
class Closure {
public:
  Closure(const RecipeBook &Book, const PlanRequest &Request, Tasks &Plan)
      : Book(Book), Request(Request), Plan(Plan) {}

  void addSignal(const std::string &Signal) {
    const Recipe *R = Book.find(Signal);
    if (!R || !R->Signal)
      throw badUsage("unknown signal '" + Signal + "'",
                     "'argus signals' lists what can be asked for");
    if (const Absence &Why = unavailable(*R))
      Plan.LostSignals.push_back({Signal, Why.Reason});
    else
      add(*R, Signal);
  }

private:
  const Recipe &known(const std::string &Name, const Recipe &By) const {
    if (const Recipe *R = Book.find(Name))
      return *R;
    throw std::logic_error("recipe " + By.Name + " needs " + Name +
                           ", which has no recipe");
  }

  /// Why a recipe's product cannot be had; no reason: it can.
  struct Absence {
    std::string Reason = {};
    bool Loss = true; ///< somebody might miss it
    explicit operator bool() const { return !Reason.empty(); }
  };

  const Absence &unavailable(const Recipe &R) {
    const auto [At, New] = Reasons.try_emplace(&R);
    if (New) {
      Open.insert(&R);
      At->second = reasonAgainst(R);
      Open.erase(&R);
    } else if (Open.count(&R)) {
      throw std::logic_error("recipe " + R.Name + " needs itself");
    }
    return At->second;
  }

  Absence reasonAgainst(const Recipe &R) {
    for (const Capability C : R.Requires) {
      if (Request.Inapplicable.count(C))
        return {R.Name + " is about " + toString(C), false};
      if (const auto Why = Request.Missing.find(C); Why != Request.Missing.end())
        return {R.Name + " needs " + toString(C) + ": " + Why->second};
    }
    for (const EffectOf &E : R.Effects)
      if (const auto Why = Request.Forbidden.find(E.Kind);
          Why != Request.Forbidden.end())
        return {R.Name + " " + toString(E.Kind) + ": " + Why->second};
    for (const std::string &Need : needsOf(R)) {
      Absence First;
      if (!chosen(R, Need, First) && Need.back() != '?')
        return First;
    }
    return {};
  }

  std::vector<std::string> needsOf(const Recipe &R) const {
    std::vector<std::string> Needs;
    for (const std::string &Need : R.Needs)
      if (!Request.Given.count(Need))
        Needs.push_back(Need);
    if (!R.ForEach.empty())
      Needs.push_back(R.ForEach);
    return Needs;
  }

  /// The first alternative that can be had; null: none. First: against the first.
  const Recipe *chosen(const Recipe &By, std::string Need, Absence &First) {
    if (Need.back() == '?')
      Need.pop_back();
    for (const std::string &Name : split(Need, '|')) {
      const Recipe &R = known(Name, By);
      const Absence &Why = unavailable(R);
      if (!Why)
        return &R;
      if (!First)
        First = Why;
    }
    return nullptr;
  }

  void add(const Recipe &R, const std::string &Signal) {
    if (!Added.insert(&R).second)
      return;
    Tasks::Chosen Entry{&R, {}};
    for (const std::string &Need : needsOf(R)) {
      Absence Why;
      const Recipe *Choice = chosen(R, Need, Why);
      if (Why && Why.Loss)
        Plan.LostSignals.push_back(
            {Signal,
             Choice ? Choice->Name + " takes the place: " + Why.Reason
                    : "less is known: " + Why.Reason,
             false});
      if (!Choice)
        continue;
      add(*Choice, Signal);
      Entry.Needs.push_back({Choice, Need.back() == '?'});
    }
    if (!R.ForEach.empty())
      Plan.Unexpanded.insert(R.ForEach);
    Plan.Recipes.push_back(std::move(Entry));
  }

  const RecipeBook &Book;
  const PlanRequest &Request;
  Tasks &Plan;
  std::map<const Recipe *, Absence> Reasons;
  std::set<const Recipe *> Open, Added;
};

Tasks::Tasks(const RecipeBook &Book, const PlanRequest &Request) {
  Closure Closed(Book, Request, *this);
  for (const std::string &Signal : Request.Signals)
    Closed.addSignal(Signal);
  for (const Chosen &Each : Recipes)
    if (Each.Self->ForEach.empty())
      addTask(Each, nullptr);
  for (const Chosen &Each : Recipes)
    connect(Each, [](const Recipe &, const Recipe &) { return true; });
}

std::vector<std::string> Tasks::targetsOf(const std::string &Control) const {
  std::vector<std::string> Names;
  for (const auto &[Name, Of] : Found.at(Control))
    Names.push_back(Name);
  return Names;
}

std::vector<std::string> Tasks::expanded() const {
  std::vector<std::string> Names;
  for (const auto &[Control, Targets] : Found)
    Names.push_back(Control);
  return Names;
}

std::vector<const Recipe *> Tasks::waitingFor(const std::string &Control) const {
  std::vector<const Recipe *> Waiting;
  if (Unexpanded.count(Control))
    for (const Chosen &Each : Recipes)
      if (Each.Self->ForEach == Control)
        Waiting.push_back(Each.Self);
  return Waiting;
}

bool Tasks::settled(const Recipe &R) const {
  if (Unexpanded.count(R.ForEach))
    return false;
  const auto At = std::find_if(Recipes.begin(), Recipes.end(),
                               [&](const Chosen &Each) { return Each.Self == &R; });
  return std::all_of(At->Needs.begin(), At->Needs.end(),
                     [&](const auto &Need) { return settled(*Need.From); });
}

void Tasks::expand(const std::string &Control, const std::vector<Target> &Targets) {
  if (!Unexpanded.erase(Control))
    throw std::logic_error("no task of the plan waits for " + Control);
  auto &Here = Found[Control];
  for (const Target &T : Targets)
    if (!Here.emplace(T.Name, T).second)
      throw std::logic_error(Control + " found " + T.Name + " twice");
  for (const Chosen &Each : Recipes)
    if (Each.Self->ForEach == Control)
      for (const Target &T : Targets)
        addTask(Each, &T);
  for (const Chosen &Each : Recipes)
    connect(Each, [&](const Recipe &User, const Recipe &Need) {
      return User.ForEach == Control || Need.ForEach == Control;
    });
}

static Effect effectOn(const EffectOf &Of, const Target *For) {
  Effect E;
  E.Kind = Of.Kind;
  E.Subject = Of.Subject;
  if (!For || Of.From == EffectOf::Whose::Given)
    return E;
  E.Cta = For->Cta;
  E.At = For->At;
  E.Subject = Of.From == EffectOf::Whose::Region ? For->Region : For->Role;
  return E;
}

void Tasks::addTask(const Chosen &Of, const Target *For) {
  Task New;
  New.Recipe = Of.Self;
  if (For)
    New.Target = For->Name;
  for (const EffectOf &E : Of.Self->Effects)
    New.Effects.push_back(effectOn(E, For));
  const std::string Name = New.Target;
  Known[Of.Self][Name] = boost::add_vertex(std::move(New), Graph);
}

/// The tasks of `Need` whose products the user's task takes: the one for the same
/// target or for its parent, else all.
void Tasks::connectTask(TaskId User, const Chosen::Need &Need) {
  const auto &Makers = Known[Need.From];
  const Task &Taker = Graph[User];
  if (!Taker.Target.empty()) {
    const Target &Its = Found[Taker.Recipe->ForEach].at(Taker.Target);
    const bool Same = Need.From->ForEach == Taker.Recipe->ForEach;
    const auto One = Makers.find(Same ? Its.Name : Its.Parent);
    if (One != Makers.end() && (Same || !Its.Parent.empty())) {
      boost::add_edge(One->second, User, {Need.Optional}, Graph);
      return;
    }
  }
  for (const auto &[Name, Maker] : Makers)
    boost::add_edge(Maker, User, {Need.Optional}, Graph);
}

template <typename Wanted> void Tasks::connect(const Chosen &Of, Wanted &&Wants) {
  for (const Chosen::Need &Need : Of.Needs)
    if (Wants(*Of.Self, *Need.From))
      for (const auto &[Name, User] : Known[Of.Self])
        connectTask(User, Need);
}

std::vector<TaskId> Tasks::inOrder() const {
  std::vector<TaskId> Order;
  boost::topological_sort(Graph, std::back_inserter(Order));
  std::reverse(Order.begin(), Order.end());
  return Order;
}

std::vector<TaskId> Tasks::tasksOf(const Recipe &R) const {
  std::vector<TaskId> Ids;
  if (const auto Of = Known.find(&R); Of != Known.end())
    for (const auto &[Name, Id] : Of->second)
      Ids.push_back(Id);
  return Ids;
}

} // namespace argus
