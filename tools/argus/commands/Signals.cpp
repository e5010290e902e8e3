//===- Signals.cpp - argus signals ----------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "query/Signals.h"
#include "commands/Commands.h"
#include "report/TextTable.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace argus {

ExitCode listSignals(bool Json) {
  if (Json) {
    auto List = nlohmann::ordered_json::array();
    for (const Signal &S : signals())
      List.push_back({{"name", S.Name},
                      {"evidence", S.Evidence},
                      {"qualifier", S.Qualifier},
                      {"meaning", S.Meaning}});
    std::printf("%s\n", List.dump(2).c_str());
    return ExitCode::Done;
  }
  TextTable Table("llll", {"signal", "qualifier", "evidence", "meaning"});
  for (const Signal &S : signals())
    Table.add({S.Name, S.Qualifier, S.Evidence, S.Meaning});
  std::fputs(Table.text(styleOf(STDOUT_FILENO)).c_str(), stdout);
  return ExitCode::Done;
}

} // namespace argus
