//===- Format.cpp - the doctor's findings as text and JSON ------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include <algorithm>
#include <nlohmann/json.hpp>

namespace argus {

static const char *name(CheckStatus Status) {
  switch (Status) {
  case CheckStatus::Ok:
    return "ok";
  case CheckStatus::Warning:
    return "warning";
  case CheckStatus::Missing:
    return "missing";
  }
  return "";
}

static std::string column(std::string Text, size_t Width) {
  Text.resize(std::max(Width, Text.size() + 1), ' ');
  return Text;
}

/// `Text` with its further lines below the first.
static std::string indented(const std::string &Text, size_t Width) {
  std::string Result;
  for (char C : Text) {
    Result += C;
    if (C == '\n')
      Result.append(Width, ' ');
  }
  return Result + "\n";
}

std::string formatText(const std::vector<Check> &Checks) {
  constexpr size_t StatusWidth = 9, NameWidth = 14, Indent = StatusWidth + NameWidth;
  std::string Text;
  for (const Check &C : Checks) {
    Text += column(name(C.Status), StatusWidth) + column(C.Name, NameWidth) +
            indented(C.Detail, Indent);
    if (!C.Remedy.empty())
      Text += std::string(Indent, ' ') + "remedy: " + indented(C.Remedy, Indent);
  }
  return Text + (canTrace(Checks) ? "Programs can be traced here.\n"
                                  : "Programs cannot be traced on a GPU here; "
                                    "'argus run --device virtual' needs none.\n");
}

std::string formatJson(const std::vector<Check> &Checks) {
  nlohmann::ordered_json List = nlohmann::ordered_json::array();
  for (const Check &C : Checks) {
    nlohmann::ordered_json Entry = {
        {"name", C.Name}, {"status", name(C.Status)}, {"detail", C.Detail}};
    if (!C.Remedy.empty())
      Entry["remedy"] = C.Remedy;
    List.push_back(Entry);
  }
  nlohmann::ordered_json All = {{"can_trace", canTrace(Checks)}, {"checks", List}};
  // A path need not be UTF-8.
  return All.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace argus
