//===- Timeline.cpp - intervals for ui.perfetto.dev -----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Timeline.h"

#include "query/Regions.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

namespace argus {

void Timeline::add(const Interval &I) {
  const CapsuleInfo &Capsule = *I.Kernel->Capsule;
  const std::vector<unsigned> &Stack = I.Kernel->Paths.Regions.stack(I.Path);
  std::string Path = I.Kernel->Name;
  for (const unsigned Site : Stack)
    Path += "/" + Capsule.Sites[Site].Name;
  if (!anyRegionMatches(Patterns, Path))
    return;
  if (Entries.size() >= Limit) {
    ++Omitted;
    return;
  }
  const bool Span =
      !Stack.empty() && Capsule.Sites[Stack.back()].Form == SiteForm::Span;
  Entries.push_back({I.Process, I.Device, I.Launch, I.Sm, I.Cta, I.Warp, I.Trips,
                     I.Roles, Span, std::move(Path), I.EpochNs, I.BeginNs,
                     I.DurationNs});
}

namespace {

/// Text as a JSON string.
std::string quoted(const std::string &Text) {
  return nlohmann::json(Text).dump(-1, ' ', false,
                                   nlohmann::json::error_handler_t::replace);
}

std::string lastComponent(const std::string &Path) {
  return Path.substr(Path.rfind('/') + 1);
}

/// Numbers keys in order of appearance, from 1.
template <typename Key> class Numbers {
public:
  /// The number, and whether the key is new.
  std::pair<size_t, bool> of(const Key &K) {
    const auto [At, New] = Known.emplace(K, Known.size() + 1);
    return {At->second, New};
  }

private:
  std::map<Key, size_t> Known;
};

class Writer {
public:
  Writer(uint64_t Epoch, bool Virtual)
      : Epoch(Epoch), Gpu(Virtual ? "virtual GPU" : "GPU") {
    fmt::format_to(std::back_inserter(Out),
                   R"({{"displayTimeUnit":"ns","traceEvents":[)");
  }

  void interval(const Timeline::Entry &E) {
    const size_t Pid = process(E), Tid = thread(E, Pid);
    const double Start = (static_cast<double>(E.EpochNs - Epoch) + E.BeginNs) / 1000;
    const std::string Common =
        fmt::format(R"("name":{},"cat":"region","pid":{},"tid":{})",
                    quoted(lastComponent(E.Path)), Pid, Tid);
    std::string Details = R"("args":{"path":)" + quoted(E.Path);
    if (!E.Trips.empty())
      Details += fmt::format(R"(,"iteration":{})", E.Trips.back());
    if (E.Trips.size() > 1)
      Details += fmt::format(R"(,"iterations":[{}])", fmt::join(E.Trips, ","));
    if (!E.Roles.empty())
      Details += R"(,"role":)" + quoted(E.Roles);
    Details += "}";
    if (!E.MayOverlap) {
      event(R"("ph":"X",{},"ts":{:.3f},"dur":{:.3f},{})", Common, Start,
            E.DurationNs / 1000, Details);
      return;
    }
    // A viewer draws complete events of a thread as a stack, which overlaps would
    // break.
    ++SpanId;
    event(R"("ph":"b",{},"id":{},"ts":{:.3f},{})", Common, SpanId, Start, Details);
    event(R"("ph":"e",{},"id":{},"ts":{:.3f})", Common, SpanId,
          Start + E.DurationNs / 1000);
  }

  std::string finish() {
    fmt::format_to(std::back_inserter(Out), "\n]}}\n");
    return fmt::to_string(Out);
  }

private:
  template <typename... Ts>
  void event(fmt::format_string<Ts...> Format, const Ts &...Values) {
    fmt::format_to(std::back_inserter(Out), "{}\n{{", Separator);
    fmt::format_to(std::back_inserter(Out), Format, Values...);
    Out.push_back('}');
    Separator = ",";
  }

  size_t process(const Timeline::Entry &E) {
    const auto [Pid, New] = Processes.of({E.Process, E.Device, E.Launch, E.Sm});
    if (New)
      event(R"("ph":"M","name":"process_name","pid":{},"args":{{"name":)"
            R"("process {} {} {} launch {} SM {}"}})",
            Pid, E.Process, Gpu, E.Device, E.Launch, E.Sm);
    return Pid;
  }

  size_t thread(const Timeline::Entry &E, size_t Pid) {
    const auto [Tid, New] = Threads.of({Pid, E.Cta, E.Warp});
    if (New)
      event(R"("ph":"M","name":"thread_name","pid":{},"tid":{},"args":)"
            R"({{"name":"CTA {} warp {}"}})",
            Pid, Tid, E.Cta, E.Warp);
    return Tid;
  }

  uint64_t Epoch;
  const char *Gpu;
  fmt::memory_buffer Out;
  const char *Separator = "";
  size_t SpanId = 0;
  Numbers<std::tuple<unsigned, int, uint64_t, uint32_t>> Processes;
  Numbers<std::tuple<size_t, uint64_t, uint16_t>> Threads;
};

} // namespace

std::string Timeline::text() const {
  uint64_t Epoch = UINT64_MAX;
  for (const Entry &E : Entries)
    Epoch = std::min(Epoch, E.EpochNs);
  Writer W(Epoch, Virtual);
  for (const Entry &E : Entries)
    W.interval(E);
  return W.finish();
}

} // namespace argus
