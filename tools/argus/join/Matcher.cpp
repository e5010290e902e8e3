//===- Matcher.cpp - events of a warp to occurrences of regions -----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "join/Matcher.h"

#include <algorithm>

namespace argus {

unsigned PathTable::child(unsigned Parent, unsigned Site, const std::string &Name) {
  const auto [At, New] = Children.emplace(std::make_pair(Parent, Name),
                                          static_cast<unsigned>(Entries.size()));
  if (New) {
    Entry E = Entries[Parent];
    E.Stack.push_back(Site);
    E.Name += (Parent ? "/" : "") + Name;
    E.Parent = Parent;
    Entries.push_back(std::move(E));
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
  Matcher(const std::vector<SiteInfo> &Sites, KernelPaths &Paths, MatchCounts &Counts)
      : Sites(Sites), Paths(Paths), Counts(Counts) {}

  void handle(const TimedEvent &Event) {
    if (Event.Site >= Sites.size())
      ++Counts.UnknownEvents;
    else if (Event.Kind == ARGUS_EVENT_BEGIN)
      begin(Event);
    else if (Event.Kind == ARGUS_EVENT_END)
      end(Event);
    else if (Event.Kind == ARGUS_EVENT_ITERATION)
      trip(Event);
    else
      ++Counts.UnknownEvents;
  }

  WarpMatch finish() {
    Counts.UnmatchedBegins += Open.size();
    for (const OpenSite &Left : Open)
      if (Sites[Left.Site].isRegion())
        ++Paths.Unended[Left.Value.At.Path];
    // In order of their begins, as a reader of a timeline expects.
    std::stable_sort(Done.Occurrences.begin(), Done.Occurrences.end(),
                     [](const auto &A, const auto &B) {
                       return A.Begin < B.Begin ||
                              (A.Begin == B.Begin && A.End > B.End);
                     });
    return std::move(Done);
  }

private:
  struct OpenSite {
    unsigned Site;
    Coordinates Around;
    Occurrence Value;   ///< At: what is open inside
    bool Began = false; ///< a counted loop: its first trip did
  };

  using Position = std::vector<OpenSite>::iterator;

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

  Coordinates innermost() const {
    return Open.empty() ? Coordinates() : Open.back().Value.At;
  }

  bool leadsTo(unsigned Site, const Coordinates &From) const {
    const std::string &Path = Paths.Regions.name(From.Path);
    return Paths.Reachable.count(Path + (From.Path ? "/" : "") + Sites[Site].Name) != 0;
  }

  /// For a begin of a lane that may be behind the one that is innermost.
  Coordinates latestThatLeadsTo(unsigned Site) const {
    for (auto I = Open.rbegin(); I != Open.rend(); ++I)
      if (leadsTo(Site, I->Value.At))
        return I->Value.At;
    const Occurrence *Latest = nullptr;
    for (const auto &[Path, Last] : Left)
      if (leadsTo(Site, Last.At) && (!Latest || Latest->Begin < Last.Begin))
        Latest = &Last;
    return Latest ? Latest->At : innermost();
  }

  Coordinates around(const TimedEvent &Event) {
    const Position Same = find(Event);
    const bool Behind = Open.empty() || Open.back().Value.Lane != Event.Lane;
    if (Same == Open.end())
      return Behind && Sites[Event.Site].isRegion() && !leadsTo(Event.Site, innermost())
                 ? latestThatLeadsTo(Event.Site)
                 : innermost();
    if (Same->Value.Lane != Event.Lane)
      return Same->Around;
    if (Sites[Event.Site].Form == SiteForm::Span) {
      // Spans do not nest in themselves: the earlier begin has lost its end.
      ++Counts.UnmatchedBegins;
      Open.erase(Same);
    }
    return innermost();
  }

  void begin(const TimedEvent &Event) {
    OpenSite New;
    New.Site = Event.Site;
    New.Around = around(Event);
    New.Value.At = New.Around;
    New.Value.Begin = Event.Clock;
    New.Value.Lane = Event.Lane;
    enter(New.Value.At, Event.Site);
    Open.push_back(std::move(New));
  }

  void enter(Coordinates &At, unsigned Site) {
    const SiteInfo &Info = Sites[Site];
    if (Info.Form == SiteForm::Iteration) {
      At.Trips.push_back(0);
      return;
    }
    if (Info.isRegion()) {
      At.Path = Paths.Regions.child(At.Path, Site, Info.Name);
      return;
    }
    At.Role = Paths.Roles.child(At.Role, Site, Info.Name);
    if (std::find(Done.Roles.begin(), Done.Roles.end(), At.Role) == Done.Roles.end())
      Done.Roles.push_back(At.Role);
  }

  void end(const TimedEvent &Event) {
    const Position At = find(Event);
    if (At == Open.end()) {
      ++Counts.UnmatchedEnds;
      return;
    }
    At->Value.End = Event.Clock;
    Left[At->Value.At.Path] = At->Value;
    if (Sites[Event.Site].isRegion())
      Done.Occurrences.push_back(std::move(At->Value));
    Open.erase(At);
  }

  void trip(const TimedEvent &Event) {
    const Position Loop = find(Event);
    if (Loop == Open.end() || Sites[Event.Site].Form != SiteForm::Iteration) {
      ++Counts.UnmatchedEnds;
      return;
    }
    Coordinates &Inside = Loop->Value.At;
    Inside.Trips.back() += Loop->Began;
    Loop->Began = true;
    Done.Trips.push_back(Inside);
  }

  const std::vector<SiteInfo> &Sites;
  KernelPaths &Paths;
  MatchCounts &Counts;
  std::vector<OpenSite> Open;
  std::map<unsigned, Occurrence> Left; ///< by path: the last that ended
  WarpMatch Done;
};

} // namespace

WarpMatch matchEvents(const std::vector<TimedEvent> &Events,
                      const std::vector<SiteInfo> &Sites, KernelPaths &Paths,
                      MatchCounts &Counts) {
  Matcher M(Sites, Paths, Counts);
  for (const TimedEvent &Event : Events)
    M.handle(Event);
  return M.finish();
}

} // namespace argus
