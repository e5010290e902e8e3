//===- LinkedContexts.h - contexts of an image of several units -*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_LINKEDCONTEXTS_H
#define ARGUS_TOOL_BUILD_LINKEDCONTEXTS_H

#include "build/Contexts.h"

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace argus {

/// Contexts 0 to 2 mean the same in each unit: none, code of unknown origin, and what
/// ptxas puts before a function.
constexpr unsigned CommonContexts = 3;

/// Collects the tables of the units of an image, in their order, so that calls are
/// followed from unit to unit.
class LinkedContexts {
public:
  /// Returns by how much the unit's contexts moved. Renamed: its internal functions
  /// that have another name in the image. Dropped: its functions that another unit
  /// defines in the image.
  unsigned add(const ContextTable &Unit,
               const std::map<std::string, std::string> &Renamed,
               const std::set<std::string> &Dropped);

  const ContextTable &table() const { return Table; }

private:
  ContextTable Table;
};

/// Adds `By` to the line of each `.loc` but those of the contexts that all units share.
std::string shiftContexts(std::string_view Ptx, unsigned By);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_LINKEDCONTEXTS_H
