//===- RegisterLimits.cpp - keeps traced kernels launchable ---------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterLimits.h"

using namespace llvm;

namespace argus {

/// What stands between an entry's parameters and its body.
static bool hasBounds(StringRef Directives) {
  for (const char *Bound : {".maxntid", ".reqntid", ".minnctapersm", ".maxnreg"})
    if (Directives.contains(Bound))
      return true;
  return false;
}

/// Without bounds ptxas ignores `setmaxnreg`, and with a limit it would not: warps that
/// give registers back, or wait for more, are another program than the user's.
static bool movesRegisters(StringRef Body) { return Body.contains("setmaxnreg"); }

std::string limitRegisters(StringRef Ptx,
                           const std::map<std::string, unsigned> &Limits) {
  std::string Out = Ptx.str();
  for (const auto &[Name, Limit] : Limits) {
    const std::string Entry = ".entry " + Name + "(";
    const size_t At = Out.find(Entry);
    const size_t Body = Out.find("\n{", At);
    const size_t Parameters = Out.rfind(')', Body);
    if (At == std::string::npos || Body == std::string::npos || Parameters < At)
      continue;
    const size_t Directives = Parameters + 1;
    const size_t End = Out.find("\n}", Body);
    if (!hasBounds(StringRef(Out).slice(Directives, Body)) &&
        !movesRegisters(StringRef(Out).slice(Body, End)))
      Out.insert(Directives, "\n.maxnreg " + std::to_string(Limit));
  }
  return Out;
}

} // namespace argus
