//===- Artifact.h - what one task made ----------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_STORE_ARTIFACT_H
#define ARGUS_TOOL_STORE_ARTIFACT_H

#include <cstdint>
#include <ctime>
#include <map>
#include <string>
#include <vector>

namespace argus {

struct StoredFile {
  std::string Name; ///< "stdout.txt", "trace/0.bin"
  std::string Digest;
  uint64_t Bytes = 0;
};

/// What one task made, and all that it follows from.
struct Artifact {
  std::string Key;     ///< digest of the task and of all that its result follows from
  std::string Digest;  ///< of the files' names and contents; the store computes it
  std::string Kind;    ///< "build", "run"
  std::string Task;    ///< "trace-build gemm.cu:sm_90a"
  std::string Program; ///< digest of the program's file
  /// Of a run: the other binaries that it loaded, by path: the digest of one with
  /// capsules, size and time of change of another.
  std::map<std::string, std::string> Binaries;
  std::vector<std::string> Inputs;          ///< keys of the artifacts it was made from
  std::map<std::string, std::string> Tools; ///< "argus", "ptxas", "driver": version
  std::string Host;
  std::string Gpu;                                ///< UUID; empty for builds
  std::vector<std::string> Arguments;             ///< the command
  std::map<std::string, std::string> Environment; ///< the part that matters
  std::time_t Time = 0;                           ///< when it was made
  double Seconds = 0;                             ///< how long that took
  std::vector<StoredFile> Files;                  ///< by name

  uint64_t bytes() const {
    uint64_t Sum = 0;
    for (const StoredFile &File : Files)
      Sum += File.Bytes;
    return Sum;
  }
};

} // namespace argus

#endif // ARGUS_TOOL_STORE_ARTIFACT_H
