//===- Cli.h - the command line -----------------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_CLI_H
#define ARGUS_TOOL_CLI_H

namespace argus {

/// Parses the command line and runs the subcommand. Returns the exit code; throws
/// Failure.
int runCommandLine(int argc, char **argv);

} // namespace argus

#endif // ARGUS_TOOL_CLI_H
