//===- ProcessTree.h - the processes below one, and their memory *- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_EXECUTE_PROCESSTREE_H
#define ARGUS_TOOL_EXECUTE_PROCESSTREE_H

#include <cstdint>
#include <string>
#include <sys/types.h>
#include <vector>

namespace argus {

/// All processes below `Root` that have not ended, by a look at every process there is.
std::vector<pid_t> descendants(pid_t Root);

/// The same where the kernel lists children: faster, and may miss one that starts
/// meanwhile.
std::vector<pid_t> descendantsAtAGlance(pid_t Root);

/// Memory that is the process's own or shared with its kin, in bytes; files that it
/// maps don't count, nor what CUDA only reserves. 0 where the process has ended.
uint64_t residentBytes(pid_t Pid);

/// Kills each process whose environment has `Variable` ("NAME=value") until there is
/// none left, for at most two seconds.
void killAllWith(const std::string &Variable);

} // namespace argus

#endif // ARGUS_TOOL_EXECUTE_PROCESSTREE_H
