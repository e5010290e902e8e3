//===- Conflicts.cpp - which of many tasks may not share a run ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plan/Conflicts.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace argus {

namespace {

using Row = ConflictGraph::Row;

struct Member {
  size_t Task;
  Point At;
};

/// Tasks with effects that are alike but for their points, by point.
struct Group {
  Effect Like;
  std::vector<Member> Members;

  Row row(size_t Tasks) const {
    Row R(Tasks);
    for (const Member &M : Members)
      R.set(M.Task);
    return R;
  }
};

/// The groups of each kind of effect.
std::vector<std::vector<Group>>
groupsOf(const std::vector<const std::vector<Effect> *> &Tasks) {
  std::vector<std::vector<Group>> Groups(EffectKinds);
  std::map<std::tuple<EffectKind, std::string, std::optional<uint64_t>>, size_t> Known;
  for (size_t T = 0; T < Tasks.size(); ++T)
    for (const Effect &E : *Tasks[T]) {
      auto &OfKind = Groups[static_cast<unsigned>(E.Kind)];
      const auto [At, New] =
          Known.try_emplace({E.Kind, E.Subject, E.Cta}, OfKind.size());
      if (New)
        OfKind.push_back({E, {}});
      OfKind[At->second].Members.push_back({T, E.At});
    }
  for (auto &OfKind : Groups)
    for (Group &G : OfKind)
      std::stable_sort(G.Members.begin(), G.Members.end(),
                       [](const Member &A, const Member &B) { return A.At < B.At; });
  return Groups;
}

class Index {
public:
  explicit Index(size_t Tasks) : Tasks(Tasks), Result(Tasks) {}

  void apply(const Rule &R, const std::vector<Group> &First,
             const std::vector<Group> &Second) {
    for (const Group &A : First)
      for (const Group &B : Second)
        if (related(R.Where, A.Like, B.Like)) {
          if (R.Where == Relation::NotBefore)
            addOrdered(A, B);
          else
            addAll(A, B);
        }
  }

  ConflictGraph take() { return std::move(Result); }

private:
  void addAll(const Group &A, const Group &B) {
    const Row OfA = A.row(Tasks), OfB = B.row(Tasks);
    for (const Member &M : A.Members)
      Result.addAll(M.Task, OfB);
    for (const Member &M : B.Members)
      Result.addAll(M.Task, OfA);
  }

  /// Each of A with those of B that are not before it.
  void addOrdered(const Group &A, const Group &B) {
    Row Behind(Tasks), Before(Tasks);
    auto Next = B.Members.rbegin();
    for (auto I = A.Members.rbegin(); I != A.Members.rend(); ++I) {
      for (; Next != B.Members.rend() && !(Next->At < I->At); ++Next)
        Behind.set(Next->Task);
      Result.addAll(I->Task, Behind);
    }
    auto First = A.Members.begin();
    for (const Member &M : B.Members) {
      for (; First != A.Members.end() && !(M.At < First->At); ++First)
        Before.set(First->Task);
      Result.addAll(M.Task, Before);
    }
  }

  size_t Tasks;
  ConflictGraph Result;
};

} // namespace

ConflictGraph conflictsAmong(const std::vector<const std::vector<Effect> *> &Tasks) {
  const std::vector<std::vector<Group>> Groups = groupsOf(Tasks);
  Index Found(Tasks.size());
  for (const Rule &R : interferenceRules())
    Found.apply(R, Groups[static_cast<unsigned>(R.A)],
                Groups[static_cast<unsigned>(R.B)]);
  return Found.take();
}

} // namespace argus
