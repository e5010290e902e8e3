//===- SiteStack.h - the open sites of a place --------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function knows which sites it has opened, and in what order; those that its callers
// have opened lie around them. A span may begin in one function and end in another, so
// a function's stack may also end a site that its caller opened.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_SITESTACK_H
#define ARGUS_PASSES_SITESTACK_H

#include <vector>

namespace argus {

/// Numbers of sites, outermost first, each perhaps with one of the two bits below.
using SiteStack = std::vector<unsigned>;

/// The site ended before what began inside it: it keeps its place there, so that the
/// path of the other stays what it was.
constexpr unsigned EndedSite = 1u << 31;
/// Not open here: the place where a site of the callers' ended.
constexpr unsigned EndOfCallersSite = 1u << 30;
constexpr unsigned SiteNumber = EndOfCallersSite - 1;

bool isOpen(const SiteStack &S, unsigned Site);

/// Ends the innermost open Site. False, and no change, where it is not open.
bool endSite(SiteStack &S, unsigned Site);

/// What is open where a function whose stack there is Inner is called inside Outer.
SiteStack joined(SiteStack Outer, const SiteStack &Inner);

/// The stack without EndedSite bits: what names a region.
SiteStack pathOf(SiteStack S);

} // namespace argus

#endif // ARGUS_PASSES_SITESTACK_H
