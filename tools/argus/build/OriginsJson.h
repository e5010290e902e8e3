//===- OriginsJson.h - how the store keeps contexts and calls ---*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_ORIGINSJSON_H
#define ARGUS_TOOL_BUILD_ORIGINSJSON_H

#include "build/Contexts.h"

#include <nlohmann/json_fwd.hpp>

namespace argus {

/// Reads what Worker.cpp or addOrigins wrote.
void readOrigins(const nlohmann::json &Document, ContextTable &Table);

/// Adds "files", "functions", "contexts", "calls" and "address_taken".
void addOrigins(nlohmann::json &Document, const ContextTable &Table);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_ORIGINSJSON_H
