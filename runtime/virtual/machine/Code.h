//===- Code.h - decoded functions and the module around them ------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_CODE_H
#define ARGUS_VIRTUAL_CODE_H

#include "Machine.h"
#include "Op.h"

#include <deque>
#include <map>
#include <new>
#include <optional>
#include <tuple>

namespace argus::vm {

constexpr uint32_t NoPc = ~0u;

/// Generic addresses: the upper 16 bits say which memory, and a global address is the
/// host's. Addresses in a state space of their own have them clear.
enum Window : uint64_t {
  GlobalWindow = 0,
  SharedWindow = 1,
  LocalWindow = 2,
  ParamWindow = 3, ///< a kernel's parameters
  CodeWindow = 4,  ///< functions, 16 apart
};
constexpr unsigned WindowShift = 48;
constexpr uint64_t OffsetMask = (uint64_t(1) << WindowShift) - 1;
constexpr unsigned FunctionShift = 4;

/// A CTA of the cluster, other than by its own addresses: rank + 1 above the offset.
constexpr unsigned ClusterShift = 24;

/// Bytes that vectors of 64 bytes may be read from.
class AlignedBytes {
public:
  AlignedBytes() = default;
  explicit AlignedBytes(size_t Size) : Size(Size) {
    if (Size)
      Data = static_cast<uint8_t *>(::operator new(Size, std::align_val_t(64)));
  }
  AlignedBytes(AlignedBytes &&O) noexcept { swap(O); }
  AlignedBytes &operator=(AlignedBytes &&O) noexcept {
    swap(O);
    return *this;
  }
  ~AlignedBytes() { ::operator delete(Data, std::align_val_t(64)); }
  uint8_t *data() const { return Data; }
  size_t size() const { return Size; }

private:
  void swap(AlignedBytes &O) noexcept {
    std::swap(Data, O.Data);
    std::swap(Size, O.Size);
  }
  uint8_t *Data = nullptr;
  size_t Size = 0;
};

/// Where an instruction stands.
struct Place {
  unsigned PtxLine = 0;
  unsigned SourceFile = 0, SourceLine = 0;
  const ptx::Instruction *Text = nullptr; ///< null: the end of the body
};

/// Where a parameter or an argument is: in the frame's local memory, or a register.
struct Slot {
  bool InRegister = false;
  bool Wide = false;   ///< a 64-bit register
  bool Bit = false;    ///< a predicate
  uint32_t Offset = 0; ///< in the frame's local memory
  Ref Row = NoRef;
  uint32_t Size = 0; ///< bytes
};

struct Code;

enum class Builtin : uint8_t { None, Vprintf, AssertFail, Malloc, Free };

struct CallSite {
  const Code *Callee = nullptr; ///< null: Indirect, or a Builtin
  Builtin Runs = Builtin::None;
  std::string Name;
  Ref Pointer = NoRef; ///< of an indirect call
  std::vector<Slot> Returns, Arguments;
};

struct BranchTable {
  std::vector<uint32_t> Targets;
};

struct Code {
  const ptx::Function *F = nullptr;
  std::string Name;
  unsigned Index = 0; ///< in the program
  bool Entry = false;
  std::vector<Op> Ops;
  std::vector<Place> Places;
  std::vector<uint32_t> Scoreboard;
  std::deque<std::vector<Ref>> Refs;
  std::deque<CallSite> Calls;
  std::deque<BranchTable> Tables;
  AlignedBytes Constants;
  uint32_t RegisterBytes = 0, RegisterCount = 0;
  uint32_t LocalBytes = 0;
  std::vector<Slot> Returns, Parameters; ///< of a .func
  std::vector<unsigned> Shared;          ///< variables that it names
  std::vector<unsigned> Callees;         ///< indices in the program
  bool CallsPointers = false;
};

struct SharedVariable {
  std::string Name;
  uint64_t Size = 0;
  unsigned Align = 1;
  bool Dynamic = false; ///< `.extern .shared x[]`
};

/// A kernel's shared memory: its variables' offsets, by number.
struct SharedLayout {
  std::vector<uint32_t> Offset;
  uint64_t Static = 0;  ///< bytes
  uint64_t Dynamic = 0; ///< where the dynamic part begins
};

struct Kernel {
  const Code *Entry = nullptr;
  SharedLayout Shared;
  uint64_t ParameterBytes = 0;
  Dim3 RequiredBlock{0, 0, 0}; ///< X 0: any
};

class LoadedProgram : public Program {
public:
  explicit LoadedProgram(Memory &M) : M(M) {}
  ~LoadedProgram() override;
  const std::vector<KernelInfo> &kernels() const override { return Infos; }
  std::pair<uint64_t, uint64_t> variable(const std::string &Name) const override;
  const std::vector<RegionStack> &stacks() const override { return Stacks; }

  /// The stack of Parent with Site on top.
  unsigned pushed(unsigned Parent, unsigned Site, bool Ended = false);
  /// The stack after the end of Site, which need not be the innermost; nothing where it
  /// is not open.
  std::optional<unsigned> ended(unsigned Stack, unsigned Site);
  /// "f.cu:12", or empty.
  std::string sourceOf(const Place &P) const;
  bool isConstant(uint64_t Address) const;
  static uint64_t addressOfFunction(unsigned Index) {
    return uint64_t(CodeWindow) << WindowShift | uint64_t(Index) << FunctionShift;
  }
  /// Allocates a .global or .const variable and returns its address.
  uint64_t addVariable(const ptx::Variable &V, bool Named);

  Memory &M;
  std::string Name;
  ptx::Module Module;
  std::vector<std::unique_ptr<Code>> Functions;
  std::map<std::string, unsigned> FunctionIndex; ///< those with a body
  std::vector<KernelInfo> Infos;
  std::vector<Kernel> Kernels; ///< as Infos
  std::vector<SharedVariable> Shared;
  size_t ModuleShared = 0; ///< how many of them are outside of functions
  std::map<std::string, std::pair<uint64_t, uint64_t>> Variables;
  std::vector<uint64_t> Owned; ///< allocations
  /// Variables whose initial values are still to be written.
  std::vector<std::pair<const ptx::Variable *, uint64_t>> Initialized;
  std::vector<std::pair<uint64_t, uint64_t>> Constants; ///< addresses and ends
  bool Markers = false;

private:
  std::optional<unsigned> endedBelow(unsigned Stack, unsigned Site);

  std::vector<RegionStack> Stacks{1};
  std::map<std::tuple<unsigned, unsigned, bool>, unsigned> StackIndex;
};

} // namespace argus::vm

#endif // ARGUS_VIRTUAL_CODE_H
