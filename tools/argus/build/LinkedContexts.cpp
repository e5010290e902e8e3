//===- LinkedContexts.cpp - contexts of an image of several units ---------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/LinkedContexts.h"

#include "support/Text.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

namespace argus {

unsigned LinkedContexts::add(const ContextTable &Unit,
                             const std::map<std::string, std::string> &Renamed,
                             const std::set<std::string> &Dropped) {
  const auto inImage = [&](const std::string &Name) {
    const auto At = Renamed.find(Name);
    return At == Renamed.end() ? Name : At->second;
  };
  std::vector<ContextInfo> &All = Table.Contexts;
  const bool First = All.empty();
  const size_t By = First ? 0 : All.size() - CommonContexts;
  for (size_t C = First ? 0 : CommonContexts; C < Unit.Contexts.size(); ++C) {
    All.push_back(Unit.Contexts[C]);
    All.back().Function = inImage(All.back().Function);
  }
  All.resize(std::max<size_t>(All.size(), CommonContexts));
  for (const CallInfo &C : Unit.Calls)
    if (!Dropped.count(C.Caller))
      Table.Calls.push_back({inImage(C.Caller), inImage(C.Callee), C.Stack});
  std::vector<std::string> &Taken = Table.AddressTaken;
  for (const std::string &Name : Unit.AddressTaken)
    if (std::find(Taken.begin(), Taken.end(), inImage(Name)) == Taken.end())
      Taken.push_back(inImage(Name));
  return static_cast<unsigned>(By);
}

std::string shiftContexts(std::string_view Ptx, unsigned By) {
  std::string Out;
  for (const std::string &Line : split(Ptx, '\n')) {
    unsigned File = 0, Row = 0;
    int Rest = 0;
    const size_t At = Line.find(".loc");
    if (At != std::string::npos && Line.find_first_not_of(" \t") == At &&
        std::sscanf(Line.c_str() + At, ".loc %u %u%n", &File, &Row, &Rest) == 2 &&
        Row >= CommonContexts)
      Out += fmt::format("\t.loc\t{} {}{}\n", File, Row + By, Line.substr(At + Rest));
    else
      Out += Line + "\n";
  }
  return Out;
}

} // namespace argus
