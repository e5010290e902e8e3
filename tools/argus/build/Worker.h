//===- Worker.h - builds one variant in a process of its own ------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's -mllvm options are global to a process, so each variant is built in one of
// its own: `argus build-variant`, which users do not see.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_BUILD_WORKER_H
#define ARGUS_TOOL_BUILD_WORKER_H

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace argus {

/// See argus::VariantKind, which this mirrors for those that see no LLVM.
enum class BuildKind { Mapped, Trace, Lines, Truth };

/// "mapped", "trace", "lines", "truth".
const char *toString(BuildKind Kind);

struct WorkerRequest {
  std::string Binary;
  std::string ModuleId;
  unsigned Capsule = 0;         ///< index in its container
  std::optional<unsigned> Unit; ///< of a linked image: which of its units to build
  /// Of a linked image whose units nvlink optimises as one: its options for that. All
  /// units are built, whatever Unit says.
  std::optional<std::vector<std::string>> LinkTimeOptions;
  BuildKind Kind = BuildKind::Mapped;
  std::vector<unsigned> Sites;
  std::map<std::string, unsigned> Registers; ///< see VariantRequest
  std::string CudaPath;
  std::string Directory; ///< gets variant.ptx and variant.json
};

constexpr const char WorkerCommand[] = "build-variant";
constexpr const char VariantPtx[] = "variant.ptx";
constexpr const char VariantJson[] = "variant.json";

std::vector<std::string> toArguments(const WorkerRequest &Request);
WorkerRequest parseWorkerArguments(const std::vector<std::string> &Arguments);

/// Throws Failure.
void buildInThisProcess(const WorkerRequest &Request);

} // namespace argus

#endif // ARGUS_TOOL_BUILD_WORKER_H
