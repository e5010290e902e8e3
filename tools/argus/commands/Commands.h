//===- Commands.h - the subcommands of argus ----------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_COMMANDS_COMMANDS_H
#define ARGUS_TOOL_COMMANDS_COMMANDS_H

#include "query/Query.h"
#include "support/Failure.h"

#include <optional>
#include <string>
#include <vector>

namespace argus {

/// Each returns its exit code or throws Failure.
ExitCode runQuery(const Query &Q);
enum class PlanFormat { Text, Json, Dot };
/// Explain: what keeps runs apart, too.
ExitCode explainQuery(const Query &Q, PlanFormat Format, bool Explain);
/// On the virtual device, without measuring. TimeLimit: seconds a launch.
ExitCode execProgram(const std::vector<std::string> &Command, double TimeLimit);
enum class RegionFormat { Text, Json, Sass };
/// AgainstNvcc: also what nvcc's build takes; `NvccOptions` are added to its command.
ExitCode listRegions(const std::string &Binary, RegionFormat Format,
                     const std::string &Store, bool AgainstNvcc,
                     const std::vector<std::string> &NvccOptions);
ExitCode listSignals(bool Json);
/// argus store ls, show, verify and gc. Keep: a number of runs.
ExitCode listStore(const std::string &Directory, bool Json);
ExitCode showArtifact(const std::string &Directory, const std::string &Prefix,
                      bool Json);
ExitCode verifyStore(const std::string &Directory, bool Repair);
ExitCode collectStore(const std::string &Directory, bool DryRun,
                      const std::optional<std::string> &Keep);

} // namespace argus

#endif // ARGUS_TOOL_COMMANDS_COMMANDS_H
