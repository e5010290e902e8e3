//===- Machine.h - a deterministic GPU that executes PTX ----------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warps of 32 lanes execute PTX as it stands, one instruction of a warp at a time, with
// reconvergence at immediate post-dominators. The result, the clock and all counts
// depend on the program and its input alone: not on the host, the time or the order of
// threads. docs/virtual-device.md states the cost model behind the clock.
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_MACHINE_H
#define ARGUS_VIRTUAL_MACHINE_H

#include "Memory.h"
#include "argus/ptx/Module.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace argus::vm {

/// What the virtual GPU claims to be. Limits are those of compute capability 9.0.
struct DeviceLimits {
  const char *Name = "Argus virtual device";
  unsigned Major = 9, Minor = 0;
  unsigned Sms = 8;
  unsigned ClockKhz = 1000000; ///< one cycle is one nanosecond
  unsigned MaxThreadsPerBlock = 1024;
  unsigned MaxBlock[3] = {1024, 1024, 64};
  unsigned MaxGrid[3] = {2147483647, 65535, 65535};
  unsigned ThreadsPerSm = 2048;
  unsigned BlocksPerSm = 32;
  uint64_t SharedPerBlock = 48 << 10;       ///< without opting in
  uint64_t SharedPerBlockOptin = 227 << 10; ///< dynamic and static together
  uint64_t SharedPerSm = 228 << 10;
  uint64_t ConstantBytes = 64 << 10;
};

const DeviceLimits &limits();

struct Dim3 {
  uint32_t X = 1, Y = 1, Z = 1;
};

/// A CUresult / cudaError_t and what happened, for the user. Code 0: nothing did.
struct Fault {
  int Code = 0;
  std::string Text; ///< "kernel 'k': warp 3 of CTA (0,0,0) read 4 bytes at 0x10, ..."
  explicit operator bool() const { return Code != 0; }
};

/// The codes that the machine gives; cudaError_t has the same values.
enum FaultCode : int {
  InvalidValue = 1,
  InvalidConfiguration = 9,
  InvalidPtx = 218,
  UnsupportedInstruction = 801, ///< cudaErrorNotSupported
  IllegalAddress = 700,
  LaunchOutOfResources = 701,
  LaunchTimeout = 702,
  Assert = 710,
  MisalignedAddress = 716,
  IllegalInstruction = 715, ///< trap
  LaunchFailure = 719,      ///< deadlock, barrier misuse
  InvalidClusterSize = 912,
};

/// A region stack as the markers of a truth build drove it. Stack 0 is the empty one.
struct RegionStack {
  unsigned Parent = 0;
  unsigned Site = 0;
  bool Ended = false; ///< before one that began inside it, which keeps its place
};

/// What one launch executed. An instruction is named by its line in the PTX text.
struct Execution {
  unsigned PtxLine = 0;
  unsigned SourceFile = 0, SourceLine = 0; ///< of the `.loc` above it; 0, 0: none
  unsigned Stack = 0;                      ///< in Program::stacks(); 0 without markers
  uint64_t Warps = 0;                      ///< times a warp executed it
  uint64_t Threads = 0;                    ///< lanes that were active, summed
};

/// How often warps entered a region stack (a begin marker was executed), or made a trip
/// of the loop on top of it.
struct Entries {
  unsigned Stack = 0;
  uint64_t Warps = 0;
  uint64_t Threads = 0;
};

struct LaunchCounts {
  std::vector<Execution> Executed; ///< by line, then stack; no zero counts
  std::vector<Entries> Entered;    ///< by stack
  std::vector<Entries> Trips;      ///< by stack
};

struct LaunchRequest {
  Dim3 Grid, Block, Cluster;
  uint64_t DynamicShared = 0; ///< bytes
  /// The parameter bytes, one vector a parameter, each as long as the kernel says.
  std::vector<std::vector<uint8_t>> Parameters;
  uint64_t StartNs = 0; ///< %globaltimer at the start of the launch
  bool Count = false;   ///< fill LaunchResult::Counts
  bool Cooperative = false;
};

struct LaunchResult {
  Fault Error;
  uint64_t Cycles = 0; ///< from the launch's start to the last warp's end
  uint64_t WarpInstructions = 0, ThreadInstructions = 0;
  LaunchCounts Counts;
  std::string Printed; ///< what vprintf wrote
};

struct KernelInfo {
  std::string Name;
  std::vector<uint64_t> ParameterSizes;   ///< bytes
  std::vector<uint64_t> ParameterOffsets; ///< in the parameter block
  uint64_t StaticShared = 0, Local = 0;   ///< bytes
  unsigned MaxThreads = 0;                ///< from .maxntid / .reqntid; 0: no limit
  Dim3 RequiredCluster{0, 0, 0};          ///< X 0: none
};

/// A loaded module: its PTX, decoded, and its variables in device memory.
class Program {
public:
  virtual ~Program() = default;
  virtual const std::vector<KernelInfo> &kernels() const = 0;
  const KernelInfo *kernel(const std::string &Name) const;
  /// Address and size of a .global or .const variable; {0, 0}: there is none.
  virtual std::pair<uint64_t, uint64_t> variable(const std::string &Name) const = 0;
  virtual const std::vector<RegionStack> &stacks() const = 0;
};

class Machine {
public:
  explicit Machine(Memory &M);
  ~Machine();

  /// Loads PTX. `Name` stands for it in errors. An instruction that is not supported is
  /// an error when it is executed, not here. Null: Error says why.
  std::shared_ptr<Program> load(std::string_view Ptx, const std::string &Name,
                                Fault &Error);

  /// Executes a kernel to its end. Checks the configuration as CUDA does, first.
  LaunchResult launch(Program &P, const std::string &Kernel, const LaunchRequest &R);

  /// Host time after which a launch ends with LaunchTimeout, and the message says where
  /// its warps are. 0: never.
  void setTimeLimit(double Seconds);

private:
  struct State;
  std::unique_ptr<State> S;
};

} // namespace argus::vm

#endif // ARGUS_VIRTUAL_MACHINE_H
