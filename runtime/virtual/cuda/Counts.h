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
  /// An empty directory: nothing is written. Not `Counting`: faults only.
  explicit CountsFile(std::string Directory, bool Counting = true);
  ~CountsFile();
  CountsFile(const CountsFile &) = delete;
  CountsFile &operator=(const CountsFile &) = delete;

  bool wanted() const { return Counting && !Directory.empty(); }
  /// Appends what one launch of a kernel of M counted, in one write. Each process has
  /// its own file.
  void write(Module &M, const std::string &Kernel, unsigned Launch,
             const vm::LaunchResult &R);
  /// Appends why a launch did not reach its end.
  void fault(const std::string &Kernel, unsigned Launch, const vm::Fault &F);

private:
  bool open();
  void append(const std::string &Text);

  std::string Directory;
  bool Counting;
  int File = -1;
  int Pid = 0; ///< whose file it is
};

} // namespace argus::vcuda

#endif // ARGUS_VIRTUAL_CUDA_COUNTS_H
