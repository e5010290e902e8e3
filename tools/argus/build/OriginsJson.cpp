//===- OriginsJson.cpp - how the store keeps contexts and calls -----------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "build/OriginsJson.h"

#include <nlohmann/json.hpp>
#include <unordered_map>

namespace argus {

using nlohmann::json;

void readOrigins(const json &Document, ContextTable &Table) {
  const std::vector<std::string> Files = Document.at("files");
  const std::vector<std::string> Functions = Document.at("functions");
  for (const json &C : Document.at("contexts"))
    Table.Contexts.push_back({Files.at(C.at(0).get<size_t>()), C.at(1), C.at(2),
                              C.at(3), static_cast<ContextOrigin>(C.at(4).get<int>()),
                              Functions.at(C.at(5).get<size_t>()), C.at(6), C.at(7)});
  for (const json &C : Document.at("calls"))
    Table.Calls.push_back({C.at("caller"), C.at("callee"), C.at("stack")});
  Table.AddressTaken = Document.at("address_taken").get<std::vector<std::string>>();
}

namespace {

/// Numbers texts that come up again and again.
class TextTable {
public:
  size_t number(const std::string &Text) {
    const auto [Slot, New] = Numbers.try_emplace(Text, Texts.size());
    if (New)
      Texts.push_back(Text);
    return Slot->second;
  }
  json Texts = json::array();

private:
  std::unordered_map<std::string, size_t> Numbers;
};

} // namespace

void addOrigins(json &Document, const ContextTable &Table) {
  TextTable Files, Functions;
  json Contexts = json::array(), Calls = json::array();
  for (const ContextInfo &C : Table.Contexts)
    Contexts.push_back({Files.number(C.File), C.Line, C.Column, C.Stack,
                        static_cast<int>(C.From), Functions.number(C.Function),
                        C.Contributors, C.Roles});
  for (const CallInfo &C : Table.Calls)
    Calls.push_back({{"caller", C.Caller}, {"callee", C.Callee}, {"stack", C.Stack}});
  Document["files"] = std::move(Files.Texts);
  Document["functions"] = std::move(Functions.Texts);
  Document["contexts"] = std::move(Contexts);
  Document["calls"] = std::move(Calls);
  Document["address_taken"] = Table.AddressTaken;
}

} // namespace argus
