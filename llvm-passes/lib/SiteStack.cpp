//===- SiteStack.cpp - the open sites of a place ----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/passes/SiteStack.h"
#include <algorithm>

namespace argus {

/// Drops sites that have ended and hold nothing open any more.
static void dropEnded(SiteStack &S) {
  bool Holds = false;
  for (size_t I = S.size(); I-- > 0;) {
    if (S[I] & EndOfCallersSite)
      continue;
    if (!(S[I] & EndedSite))
      Holds = true;
    else if (!Holds)
      S.erase(S.begin() + static_cast<SiteStack::difference_type>(I));
  }
}

bool isOpen(const SiteStack &S, unsigned Site) {
  return std::find(S.begin(), S.end(), Site) != S.end();
}

bool endSite(SiteStack &S, unsigned Site) {
  const auto Last = std::find(S.rbegin(), S.rend(), Site);
  if (Last == S.rend())
    return false;
  *Last |= EndedSite;
  dropEnded(S);
  return true;
}

SiteStack joined(SiteStack Outer, const SiteStack &Inner) {
  for (const unsigned Site : Inner) {
    const bool Ends = (Site & EndOfCallersSite) != 0;
    if (!Ends || !endSite(Outer, Site & SiteNumber))
      Outer.push_back(Site);
  }
  dropEnded(Outer);
  return Outer;
}

SiteStack pathOf(SiteStack S) {
  for (unsigned &Site : S)
    Site &= ~EndedSite;
  return S;
}

} // namespace argus
