//===- Counts.h - the counts file ---------------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// argus/VirtualCounts.h describes the format.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_CUDA_COUNTS_H
#define ARGUS_VIRTUAL_CUDA_COUNTS_H

#include "Modules.h"

namespace argus::vcuda {

class CountsFile {
public:
  /// An empty directory: nothing is written.
  explicit CountsFile(std::string Directory);
  ~CountsFile();
  CountsFile(const CountsFile &) = delete;
  CountsFile &operator=(const CountsFile &) = delete;

  bool wanted() const { return !Directory.empty(); }
  /// Appends what one launch of a kernel of M counted, in one write. Each process has
  /// its own file.
  void write(Module &M, const std::string &Kernel, unsigned Launch,
             const vm::LaunchResult &R);

private:
  bool open();

  std::string Directory;
  int File = -1;
  int Pid = 0; ///< whose file it is
};

} // namespace argus::vcuda

#endif // ARGUS_VIRTUAL_CUDA_COUNTS_H
