//===- Recording.h - which functions take part in a trace -------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTXPASSES_RECORDING_H
#define ARGUS_PTXPASSES_RECORDING_H

#include "Markers.h"

#include <map>
#include <set>
#include <string>

namespace argus::ptxpasses {

/// The wanted markers of each function's body, by the function's item in the module.
using MarkersByItem = std::map<size_t, std::vector<Marker>>;

struct Recording {
  std::set<std::string> Kernels;   ///< that can reach a marker
  std::set<std::string> Functions; ///< that can, too: they get the lane state
  /// Calls through pointers hand the state on, and all that they may lead to is in
  /// Functions.
  bool Indirect = false;
  /// Items whose markers are to be deleted: a caller that does not hand the state on
  /// may reach them.
  std::set<size_t> Silent;
  /// Kernels that kernels may launch: while such a launch runs, the chunks that the
  /// host reserved are those of another one.
  std::set<std::string> Launched;
};

/// Adds a note for each function that is silenced. Whole: the units of a linked image
/// together; nothing else calls their functions by name.
Recording findRecording(const ptx::Module &M, const MarkersByItem &Markers,
                        std::vector<std::string> &Notes, bool Whole = false);

/// The markers of M; those of other sites are deleted. File stands for the text in
/// errors.
MarkersByItem keepMarkers(ptx::Module &M, const std::set<unsigned> &Sites,
                          const std::string &File);

} // namespace argus::ptxpasses

#endif // ARGUS_PTXPASSES_RECORDING_H
