//===- Markers.cpp - region markers in PTX -------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Markers.h"

#include "argus/Abi.h"
#include "argus/ptx/Parser.h"

namespace argus::ptxpasses {

static constexpr std::string_view Prefix = "\"argus.";

/// False: no number, or more than a site can be.
static bool readSite(std::string_view Text, unsigned &Site) {
  constexpr size_t MostDigits = 5;
  Site = 0;
  if (Text.empty() || Text.size() > MostDigits)
    return false;
  for (char C : Text) {
    if (C < '0' || C > '9')
      return false;
    Site = Site * 10 + unsigned(C - '0');
  }
  return Site < 1u << ARGUS_EVENT_SITE_BITS;
}

static unsigned kindOf(std::string_view Word) {
  return Word == "begin"  ? ARGUS_EVENT_BEGIN
         : Word == "end"  ? ARGUS_EVENT_END
         : Word == "trip" ? ARGUS_EVENT_ITERATION
                          : ARGUS_EVENT_NONE;
}

std::vector<Marker> findMarkers(const ptx::Function &F, const std::string &File) {
  std::vector<Marker> Markers;
  for (unsigned S = 0; S < F.Body.size(); ++S) {
    const auto *D = std::get_if<ptx::Directive>(&F.Body[S]);
    if (!D || D->Name != ".pragma" || D->Text.compare(0, Prefix.size(), Prefix) != 0)
      continue;
    std::string_view Text = std::string_view(D->Text).substr(Prefix.size());
    Text = Text.substr(0, Text.find('"'));
    const size_t Space = Text.find(' ');
    Marker M{S, kindOf(Text.substr(0, Space)), 0};
    if (M.Kind == ARGUS_EVENT_NONE || Space == std::string_view::npos ||
        !readSite(Text.substr(Space + 1), M.Site))
      throw ptx::ParseError(File, D->At,
                            "'argus." + std::string(Text) +
                                "' is no region marker: expected \"argus.begin N\", "
                                "\"argus.end N\" or \"argus.trip N\" with N at most "
                                "65535");
    Markers.push_back(M);
  }
  return Markers;
}

} // namespace argus::ptxpasses
