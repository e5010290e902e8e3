//===- Machine.cpp - a deterministic GPU that executes PTX ----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "Launch.h"
#include "Program.h"

#include <algorithm>

namespace argus::vm {

struct Machine::State {
  Memory &M;
  double TimeLimit = 0;
  uint64_t Launches = 0;
};

const DeviceLimits &limits() {
  static const DeviceLimits Limits;
  return Limits;
}

Machine::Machine(Memory &M) : S(std::make_unique<State>(State{M})) {}
Machine::~Machine() = default;

void Machine::setTimeLimit(double Seconds) { S->TimeLimit = Seconds; }

std::shared_ptr<Program> Machine::load(std::string_view Ptx, const std::string &Name,
                                       Fault &Error) {
  Error = {};
  return loadProgram(S->M, Ptx, Name, Error);
}

static std::string text(const Dim3 &D) {
  return "(" + std::to_string(D.X) + "," + std::to_string(D.Y) + "," +
         std::to_string(D.Z) + ")";
}

static uint64_t volume(const Dim3 &D) { return uint64_t(D.X) * D.Y * D.Z; }

static Fault wrong(const KernelInfo &K, int Code, const std::string &What) {
  return {Code, "kernel '" + K.Name + "': " + What};
}

static Fault checkGrid(const KernelInfo &K, const LaunchRequest &R) {
  const DeviceLimits &D = limits();
  if (!volume(R.Grid) || R.Grid.X > D.MaxGrid[0] || R.Grid.Y > D.MaxGrid[1] ||
      R.Grid.Z > D.MaxGrid[2])
    return wrong(K, InvalidConfiguration,
                 "the grid " + text(R.Grid) +
                     " must have at least one CTA and at most (" +
                     std::to_string(D.MaxGrid[0]) + "," + std::to_string(D.MaxGrid[1]) +
                     "," + std::to_string(D.MaxGrid[2]) + ")");
  if (!volume(R.Block) || R.Block.X > D.MaxBlock[0] || R.Block.Y > D.MaxBlock[1] ||
      R.Block.Z > D.MaxBlock[2] || volume(R.Block) > D.MaxThreadsPerBlock)
    return wrong(K, InvalidConfiguration,
                 "a CTA of " + text(R.Block) + " threads must have 1 to " +
                     std::to_string(D.MaxThreadsPerBlock) + ", and at most " +
                     text({D.MaxBlock[0], D.MaxBlock[1], D.MaxBlock[2]}) +
                     " in x, y and z");
  return {};
}

static Fault checkCluster(const KernelInfo &Info, const LaunchRequest &R) {
  constexpr unsigned MostCtas = 16;
  const Dim3 &C = R.Cluster;
  if (!volume(C) || volume(C) > MostCtas)
    return wrong(Info, InvalidClusterSize,
                 "a cluster of " + text(C) + " must have 1 to 16 CTAs");
  if (R.Grid.X % C.X || R.Grid.Y % C.Y || R.Grid.Z % C.Z)
    return wrong(Info, InvalidClusterSize,
                 "the grid " + text(R.Grid) + " is no multiple of the cluster " +
                     text(C));
  const Dim3 &Q = Info.RequiredCluster;
  if (Q.X && (Q.X != C.X || Q.Y != C.Y || Q.Z != C.Z))
    return wrong(Info, InvalidClusterSize,
                 "launched with clusters of " + text(C) + ", compiled for " + text(Q));
  return {};
}

static Fault checkResources(const Kernel &K, const KernelInfo &Info,
                            const LaunchRequest &R) {
  uint64_t Shared = K.Shared.Static;
  if (R.DynamicShared)
    Shared = K.Shared.Dynamic + R.DynamicShared;
  if (Shared > limits().SharedPerBlockOptin || R.DynamicShared > Shared)
    return wrong(Info, InvalidValue,
                 "needs " + std::to_string(Shared) +
                     " bytes of shared memory a CTA, of which there are " +
                     std::to_string(limits().SharedPerBlockOptin));
  if (Info.MaxThreads && volume(R.Block) > Info.MaxThreads)
    return wrong(Info, LaunchOutOfResources,
                 "a CTA of " + std::to_string(volume(R.Block)) +
                     " threads exceeds the kernel's limit of " +
                     std::to_string(Info.MaxThreads) + " (.maxntid or .reqntid)");
  const Dim3 &Q = K.RequiredBlock;
  if (Q.X && (Q.X != R.Block.X || Q.Y != R.Block.Y || Q.Z != R.Block.Z))
    return wrong(Info, LaunchOutOfResources,
                 "launched with CTAs of " + text(R.Block) + " threads, compiled for " +
                     text(Q) + " (.reqntid)");
  return {};
}

static Fault checkParameters(const KernelInfo &K, const LaunchRequest &R) {
  if (R.Parameters.size() != K.ParameterSizes.size())
    return wrong(K, InvalidValue,
                 "takes " + std::to_string(K.ParameterSizes.size()) +
                     " parameters, not " + std::to_string(R.Parameters.size()));
  for (size_t I = 0; I < R.Parameters.size(); ++I)
    if (R.Parameters[I].size() != K.ParameterSizes[I])
      return wrong(K, InvalidValue,
                   "parameter " + std::to_string(I) + " has " +
                       std::to_string(K.ParameterSizes[I]) + " bytes, not " +
                       std::to_string(R.Parameters[I].size()));
  return {};
}

/// All CTAs of a cooperative launch are resident at once.
static Fault checkCooperative(const Kernel &K, const KernelInfo &Info,
                              const LaunchRequest &R) {
  if (!R.Cooperative)
    return {};
  constexpr uint64_t Reserved = 1024;
  const DeviceLimits &D = limits();
  uint64_t Threads = (volume(R.Block) + WarpSize - 1) / WarpSize * WarpSize;
  uint64_t Shared = K.Shared.Dynamic + R.DynamicShared + Reserved;
  uint64_t PerSm = std::min(
      {D.ThreadsPerSm / Threads, uint64_t(D.BlocksPerSm), D.SharedPerSm / Shared});
  if (volume(R.Grid) <= PerSm * D.Sms)
    return {};
  constexpr int CooperativeLaunchTooLarge = 720;
  return wrong(Info, CooperativeLaunchTooLarge,
               "a cooperative launch of " + std::to_string(volume(R.Grid)) +
                   " CTAs exceeds the " + std::to_string(PerSm * D.Sms) +
                   " that fit at once");
}

/// Code 0: the kernel may be launched like this.
static Fault check(const Kernel &K, const KernelInfo &Info, const LaunchRequest &R) {
  Fault F = checkGrid(Info, R);
  if (!F)
    F = checkCluster(Info, R);
  if (!F)
    F = checkResources(K, Info, R);
  if (!F)
    F = checkParameters(Info, R);
  return F ? F : checkCooperative(K, Info, R);
}

LaunchResult Machine::launch(Program &Of, const std::string &Name,
                             const LaunchRequest &R) {
  auto &P = static_cast<LoadedProgram &>(Of);
  LaunchResult Result;
  for (unsigned N = 0; N < P.Infos.size(); ++N) {
    const KernelInfo &Info = P.Infos[N];
    if (Info.Name != Name)
      continue;
    Result.Error = check(P.Kernels[N], Info, R);
    if (Result.Error)
      return Result;
    return Launch(P, N, R, S->M, S->TimeLimit, ++S->Launches).run();
  }
  Result.Error = {InvalidValue, "the module has no kernel '" + Name + "'"};
  return Result;
}

} // namespace argus::vm
