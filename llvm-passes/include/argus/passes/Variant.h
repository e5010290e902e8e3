//===- Variant.h - device code made from a capsule ----------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_PASSES_VARIANT_H
#define ARGUS_PASSES_VARIANT_H

#include "argus/passes/Capsule.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace argus {

class ModuleFlow;

enum class VariantKind {
  Mapped, ///< the user's code; each instruction's line is a context number
  Trace,  ///< begin and end of each region recorded
  Lines,  ///< the user's code; each instruction's line is the source line that
          ///< it comes from, in the user's files where it can be
  Truth,  ///< as Mapped, and `.pragma "argus.begin N"`, "argus.end N" where regions
          ///< begin and end, for a machine that executes PTX as it stands
};

/// How the context of an instruction is known.
enum class Origin {
  Unknown,  ///< not at all
  Entry,    ///< what ptxas puts before a function's first instruction
  Known,    ///< the compiler carried its location through
  Merged,   ///< the compiler made one instruction of several places
  Inferred, ///< it has no location; what uses its result has
};

/// A place that instructions can come from: a line of the mapped build's line table.
struct Context {
  std::string File; ///< of the source; empty: no single place known
  unsigned Line = 0;
  unsigned Column = 0;
  std::vector<unsigned> Stack; ///< region sites, outermost first, inline chain included
  std::vector<unsigned> Roles; ///< role sites, likewise
  Origin From = Origin::Unknown;
  std::string Function; ///< whose code it is after inlining (mangled); Unknown: empty
  /// Inferred: the regions that the result is used in, where they are several. Stack is
  /// their nearest common one.
  std::vector<std::vector<unsigned>> Contributors;
};

/// A call that the optimiser left.
struct RemainingCall {
  std::string Caller;          ///< mangled
  std::string Callee;          ///< mangled; empty: indirect
  std::vector<unsigned> Stack; ///< regions of the caller that the call lies in
};

/// What the units of an image that is linked of several agree on; see Linked.h.
struct UnitRole {
  /// Trace: functions, of this or other units, that get their caller's lane state; of
  /// what nvcc compiled, kernels that record, too.
  std::set<std::string> Helpers;
  /// Trace: calls through pointers hand the lane's state on, in all units.
  bool Indirect = false;
  /// Trace: a function outside of the image that calls through pointers may lead to, so
  /// that none of their targets can record; empty where there is none.
  std::string Outside;
  /// Trace, where there is one: those targets, and what they call. Of what nvcc
  /// compiled, always the functions whose markers are to be deleted.
  std::set<std::string> Silent;
  /// Trace: the image's control variable lies in this unit.
  bool DefinesControl = false;
  /// Trace: kernels that kernels of the image launch; of what nvcc compiled.
  std::set<std::string> Launched;
  /// Trace: what could not be done in the image, for one unit to say.
  std::vector<std::string> Notes;
};

struct VariantRequest {
  VariantKind Kind = VariantKind::Mapped;
  /// Trace: the sites to record. Sites that may enclose them are added, and the roles
  /// of the kernels that hold them.
  std::vector<unsigned> Sites;
  /// Trace: the most registers a thread may use, by kernel (mangled), so that recording
  /// does not make a block too large to launch. Kernels with launch bounds need none.
  std::map<std::string, unsigned> Registers;
  /// For a unit of an image that is linked of several.
  std::optional<UnitRole> Unit;
};

struct Variant {
  std::string Ptx;
  std::vector<Context> Contexts;    ///< Mapped, Truth: by line number
  std::vector<RemainingCall> Calls; ///< Mapped, Truth
  std::vector<std::string>
      AddressTaken;               ///< Mapped, Truth: what indirect calls may reach
  std::vector<unsigned> Sites;    ///< Trace: the sites recorded
  std::vector<std::string> Notes; ///< what could not be done, for the report
};

/// Runs clang's own pipeline on the capsule's bitcode. `-mllvm` options of the capsule
/// are global to the process, so a process should build variants of one capsule only.
/// Libdevice is taken from `CudaPath` where the capsule's own path does not exist.
llvm::Expected<Variant> buildVariant(const Capsule &C, const VariantRequest &Request,
                                     llvm::StringRef CudaPath);

/// Every region path of the capsule, found from the unoptimised call graph; kernel by
/// kernel, in order of first appearance.
/// Scopes, if given: what each kernel of the capsule can reach.
llvm::Expected<std::vector<RegionPath>>
enumerateRegionPaths(const Capsule &C, std::vector<KernelScopes> *Scopes = nullptr);

/// Likewise of a module with markers, for the capsule that is made of it.
llvm::Expected<RegionPaths> enumerateRegionPaths(llvm::Module &M,
                                                 const RegionTable &Table);
/// Likewise, where M's flow is known.
llvm::Expected<RegionPaths>
enumerateRegionPaths(llvm::Module &M, const RegionTable &Table, const ModuleFlow &Flow);

} // namespace argus

#endif // ARGUS_PASSES_VARIANT_H
