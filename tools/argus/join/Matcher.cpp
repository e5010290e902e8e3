//===- Matcher.cpp - events of a warp to occurrences of regions -----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "join/Matcher.h"

#include <algorithm>

namespace argus {

unsigned PathTable::child(unsigned Parent, unsigned Site) {
  const auto [At, New] = Children.emplace(std::make_pair(Parent, Site),
                                          static_cast<unsigned>(Stacks.size()));
  if (New) {
    std::vector<unsigned> Stack = Stacks[Parent];
    Stack.push_back(Site);
    Stacks.push_back(std::move(Stack));
  }
  return At->second;
}

MatchCounts &MatchCounts::operator+=(const MatchCounts &Other) {
  UnmatchedBegins += Other.UnmatchedBegins;
  UnmatchedEnds += Other.UnmatchedEnds;
  UnknownEvents += Other.UnknownEvents;
  return *this;
}

namespace {

class Matcher {
public:
  Matcher(const std::vector<SiteInfo> &Sites, PathTable &Paths, MatchCounts &Counts)
      : Sites(Sites), Paths(Paths), Counts(Counts) {}

  void handle(const TimedEvent &Event) {
    if (Event.Site >= Sites.size())
      ++Counts.UnknownEvents;
    else if (Event.Kind == ARGUS_EVENT_BEGIN)
      begin(Event);
    else if (Event.Kind == ARGUS_EVENT_END)
      end(Event);
    else
      ++Counts.UnknownEvents;
  }

  std::vector<Occurrence> finish() {
    Counts.UnmatchedBegins += Open.size();
    // In order of their begins, as a reader of a timeline expects.
    std::stable_sort(Done.begin(), Done.end(), [](const auto &A, const auto &B) {
      return A.Begin < B.Begin || (A.Begin == B.Begin && A.End > B.End);
    });
    return std::move(Done);
  }

private:
  struct OpenRegion {
    unsigned Site;
    unsigned Parent;
    Occurrence Value;
  };

  using Position = std::vector<OpenRegion>::iterator;

  /// The latest open begin of the event's site, its own lane's first.
  Position find(const TimedEvent &Event) {
    Position Other = Open.end();
    for (Position I = Open.end(); I != Open.begin();) {
      --I;
      if (I->Site != Event.Site)
        continue;
      if (I->Value.Lane == Event.Lane)
        return I;
      if (Other == Open.end())
        Other = I;
    }
    return Other;
  }

  void begin(const TimedEvent &Event) {
    unsigned Parent = Open.empty() ? 0 : Open.back().Value.Path;
    if (const Position Same = find(Event); Same != Open.end()) {
      const bool OwnLane = Same->Value.Lane == Event.Lane;
      if (!OwnLane)
        Parent = Same->Parent;
      else if (Sites[Event.Site].Form == SiteForm::Span) {
        // Spans do not nest in themselves: the earlier begin has lost its end.
        ++Counts.UnmatchedBegins;
        Open.erase(Same);
        Parent = Open.empty() ? 0 : Open.back().Value.Path;
      }
    }
    OpenRegion Region{Event.Site, Parent, {}};
    Region.Value.Path = Paths.child(Parent, Event.Site);
    Region.Value.Begin = Event.Clock;
    Region.Value.Iteration = Event.Iteration;
    Region.Value.Lane = Event.Lane;
    Open.push_back(Region);
  }

  void end(const TimedEvent &Event) {
    const Position At = find(Event);
    if (At == Open.end()) {
      ++Counts.UnmatchedEnds;
      return;
    }
    At->Value.End = Event.Clock;
    Done.push_back(At->Value);
    Open.erase(At);
  }

  const std::vector<SiteInfo> &Sites;
  PathTable &Paths;
  MatchCounts &Counts;
  std::vector<OpenRegion> Open;
  std::vector<Occurrence> Done;
};

} // namespace

std::vector<Occurrence> matchEvents(const std::vector<TimedEvent> &Events,
                                    const std::vector<SiteInfo> &Sites,
                                    PathTable &Paths, MatchCounts &Counts) {
  Matcher M(Sites, Paths, Counts);
  for (const TimedEvent &Event : Events)
    M.handle(Event);
  return M.finish();
}

} // namespace argus
