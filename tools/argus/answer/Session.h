//===- Session.h - what answering a query has at hand -------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_ANSWER_SESSION_H
#define ARGUS_TOOL_ANSWER_SESSION_H

#include "build/Modules.h"
#include "build/Variants.h"
#include "doctor/Probes.h"
#include "query/Query.h"
#include "store/Store.h"

#include <optional>
#include <string>
#include <vector>

namespace argus {

struct Session {
  /// Opens the store and makes the run's directory in it. Throws Failure(BadUsage)
  /// where the program, the store or the place of the report cannot be used.
  explicit Session(const Query &Q);

  const Query &Q;
  std::string Program; ///< file
  std::string Digest;  ///< of that file
  Store Kept;
  fs::path Directory; ///< <store>/runs/<Id>
  /// Of the run that this answer is: the store keeps artifacts for it.
  std::string Id;
  fs::path Out;         ///< gets the report
  DriverProbe Driver;   ///< of a query about a GPU
  std::string Identity; ///< of the device or devices that the program may use
  /// UUIDs of the GPUs that no other run may use meanwhile: those that the program may
  /// use, and once a run has told, those that it uses. In order.
  std::vector<std::string> Gpus;
  ModuleSet Modules;
  VariantShelf Shelf;
  bool PipedInput;     ///< stdin was a pipe that more might come through
  int64_t InputOffset; ///< in the file that stdin is, when Argus started
  /// Of the files that the command names, when Argus started.
  std::vector<std::string> Stamps;
  BuildTools Tools;
  std::vector<ModuleBuild> Builds; ///< of the modules that the program uses
};

/// Why the query's device cannot be used, with the remedy; empty: it can, and Driver
/// and Identity are set. Throws Failure(BadUsage) where the query asks for one of more
/// GPUs than there are.
std::string findDevice(Session &S);

} // namespace argus

#endif // ARGUS_TOOL_ANSWER_SESSION_H
