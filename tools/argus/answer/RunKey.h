//===- RunKey.h - what the result of a program's run follows from -*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_ANSWER_RUNKEY_H
#define ARGUS_TOOL_ANSWER_RUNKEY_H

#include "answer/ProgramRuns.h"
#include "answer/Session.h"

#include <map>
#include <string>
#include <vector>

namespace argus {

/// Digests, or size and time of change ("123 456.789"), by path.
using FileStates = std::map<std::string, std::string>;

/// Equal for two runs that do the same, as far as that can be told before they are
/// made: program, command, the files it names, directory, environment but for what
/// differs between two shells, input, device, images and how they are to record.
std::string taskOf(const Session &S, const RunSpec &Run);

/// Whether stdin is a pipe that more may come through: one run can read it, and no
/// other.
bool inputIsAPipe();

/// Of each word of a command: changes when the file is written that it, or what is
/// behind its "=", names; empty where that is none.
std::vector<std::string> argumentStamps(const std::vector<std::string> &Command);

/// The same with the binaries that the run turned out to load.
std::string keyOf(const std::string &Task, const FileStates &Binaries);

/// Those that the runtime saw in the run, but for the program itself and Argus' own.
FileStates binariesOf(const std::vector<CollectedProcess> &Processes,
                      const std::string &Program);

/// Whether they are what they were.
bool areUnchanged(const FileStates &Binaries);

/// What CUDA and its libraries read of the environment, for the store's record. The
/// rest may hold secrets and is in the key as a digest only.
std::map<std::string, std::string> notedEnvironment();

} // namespace argus

#endif // ARGUS_TOOL_ANSWER_RUNKEY_H
