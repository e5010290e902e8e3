//===- Trace.h - trace variants from PTX alone ------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PTXPASSES_TRACE_H
#define ARGUS_PTXPASSES_TRACE_H

#include "argus/ptx/Module.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace argus::ptxpasses {

/// Of several units of an image one defines the control variable, needed there or not,
/// and the others declare it.
enum class TraceControl { DefinedIfUsed, Defined, DeclaredIfUsed };

/// What a unit of an image has to do in common with the others; see LinkedTrace.h.
struct UnitRecording {
  std::set<std::string>
      Recording;                  ///< kernels that record, functions that get the state
  std::set<std::string> Silent;   ///< functions whose markers are to be deleted
  std::set<std::string> Launched; ///< kernels that kernels of the image launch
};

/// How to make a trace variant. The PTX marks regions by `.pragma "argus.begin N";` and
/// `"argus.end N"`, and each trip of a counted loop by `"argus.trip N"`; N is the site,
/// at most 65535.
struct TraceRequest {
  std::set<unsigned> Sites; ///< record only these; other markers are deleted
  /// `.maxnreg` by kernel. One with launch bounds, or that moves registers between
  /// warps (`setmaxnreg`), stays as it is.
  std::map<std::string, unsigned> Registers;
  /// By the kernel's mangled name: what ArgusChunkHeader::kernel gets.
  std::map<std::string, unsigned> KernelIndex;
  std::string Name = "module.ptx"; ///< stands for the text in errors
  TraceControl Control = TraceControl::DefinedIfUsed;
  std::optional<UnitRecording>
      Unit; ///< for a unit of an image that is linked of several
};

struct TraceResult {
  std::string Ptx;
  std::vector<unsigned> Sites;    ///< sorted; those that have a marker that records
  std::vector<std::string> Notes; ///< what is not traced, and why
};

/// Makes the requested markers record events as argus/Abi.h says and as the trace
/// variants from bitcode do; a kernel that can reach none of them stays as it is.
///
/// A function that is called, not inlined, gets its caller's lane state by pointer. If
/// one that is called through a pointer can reach a marker, every function whose
/// address is taken gets the state, and every call through a pointer hands it on. The
/// markers of functions that code outside of the module may call are deleted, with a
/// note, and, where calls through pointers may lead there, so are those that such calls
/// reach. A unit does what it is told.
///
/// Throws ptx::ParseError where the text is no PTX, a marker is malformed or a
/// function with markers records already, and std::runtime_error where a kernel has no
/// index or the module is for a target that cannot record (32-bit addresses, PTX before
/// 6.2).
TraceResult tracePtx(const std::string &Ptx, const TraceRequest &Request);
/// The same of PTX that is parsed already.
TraceResult tracePtx(ptx::Module M, const TraceRequest &Request);

} // namespace argus::ptxpasses

#endif // ARGUS_PTXPASSES_TRACE_H
