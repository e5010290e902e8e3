//===- Launch.h - one kernel's execution --------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_LAUNCH_H
#define ARGUS_VIRTUAL_LAUNCH_H

#include "Counts.h"
#include "Warp.h"

#include <chrono>
#include <unordered_map>

namespace argus::vm {

/// What the system keeps of an SM's shared memory for each CTA, in bytes.
constexpr uint64_t ReservedShared = 1024, ReservedAlignment = 16;

/// Op::Mode of what lanes may wait for each other at, wherever each of them is.
constexpr uint8_t AnyPlace = 255;
/// Op::Bytes of a cp.async whose last operand is a predicate.
constexpr uint8_t IgnoresSource = 255;

/// CTAs that share memory and a barrier.
struct ClusterState {
  std::vector<Cta *> Ctas;
  unsigned Arrived = 0, Live = 0; ///< threads
  uint64_t LastArrival = 0, Phase = 0;
};

struct Sm {
  IssueSlots Schedulers[4];
  unsigned Threads = 0, Blocks = 0;
  uint64_t SharedBytes = 0;
  std::vector<bool> Slots;
};

class Launch {
public:
  Launch(LoadedProgram &P, unsigned Kernel, const LaunchRequest &R, Memory &M,
         double TimeLimit, uint64_t Number);
  ~Launch();
  Launch(const Launch &) = delete;
  Launch &operator=(const Launch &) = delete;
  LaunchResult run();

  /// Address of a cooperative launch's grid workspace, else 0.
  uint64_t workspace() const { return Workspace.Base; }

  // For warps.
  Frame *newFrame(const Code &C);
  void releaseFrame(Frame *F);
  /// Ends the launch where its calls together go too deep.
  void requireRoomForCall(const Warp &W, const Code &Callee);
  void copyArguments(Warp &W, Frame &From, Frame &To);
  void copyReturns(Warp &W, Frame &Of);
  void enqueue(Warp &W);
  void threadsEnded(Warp &W, unsigned Count);
  void regionsChanged(Warp &W) {
    if (Counting)
      Counts.select(W);
  }
  /// An instruction that waited for lanes has been counted before it was executed.
  void recount(const Warp &W, const Op &I, uint32_t Mask, bool More);
  void pushRegion(Warp &W, unsigned Site);
  void popRegion(Warp &W, unsigned Site);
  void countTrip(Warp &W, unsigned Site);

  // Barriers.cpp
  void arriveAtBarrier(Warp &W, const Op &I, unsigned Id, uint32_t Expected,
                       bool Waits);
  void completeBarriers(Cta &C);
  void arriveAtCluster(Warp &W);
  void waitForCluster(Warp &W);

  void polled(Warp &W, const Op &I);

  /// Ends the launch. What: "read 4 bytes at ...". The place is I's, or the warp's.
  [[noreturn]] void fault(const Warp &W, int Code, const std::string &What) const;
  [[noreturn]] void unsupported(const Warp &W, const Op &I) const;
  std::string placeOf(const Code &C, unsigned Instr) const;
  /// "kernel 'k'"
  std::string kernelText() const;

  LoadedProgram &P;
  const Kernel &K;
  const KernelInfo &Info;
  const LaunchRequest &R;
  Memory &M;
  const uint64_t Number; ///< %gridid
  std::vector<uint8_t> Parameters;
  std::string Printed;
  Allocation Cached; ///< the last one that an access was in
  uint64_t CachedGeneration = ~uint64_t(0);
  /// Grows with each arrival at a barrier and each end of a thread.
  uint64_t Progress = 0;
  uint64_t SharedTotal = 0;

private:
  template <bool Counted> void runWarp(Warp &W, uint64_t Until);
  void startClusters(uint64_t Now);
  bool fits(const Sm &S, unsigned Ctas) const;
  void startCta(Sm &S, unsigned SmIndex, uint64_t CtaNumber, uint64_t Now,
                const std::shared_ptr<ClusterState> &Cluster);
  void endCta(Cta &C, uint64_t Now);
  void addWarps(Cta &C, uint64_t Now);
  void addWorkspace();
  void checkTime();
  [[noreturn]] void deadlock();
  std::string whereWarpsAre(const Cta &C, unsigned Most) const;
  std::string whereWarpIs(const Warp &W) const;
  bool releaseHeldLanes();

  using Entry = std::pair<uint64_t, std::pair<uint64_t, Warp *>>;
  struct Later {
    bool operator()(const Entry &A, const Entry &B) const {
      return A.first != B.first ? A.first > B.first : A.second.first > B.second.first;
    }
  };

  std::vector<Sm> Sms;
  std::vector<std::unique_ptr<Cta>> Ctas; ///< resident ones
  std::vector<Entry> Queue;               ///< a heap
  uint64_t NextCta = 0, CtaCount = 0;
  unsigned CtaThreads = 0, CtasPerCluster = 1;
  uint64_t LastEnd = 0;

  Allocation Workspace;

  std::vector<std::unique_ptr<Frame>> Frames; ///< all there have been
  std::unordered_map<const Code *, std::vector<Frame *>> FreeFrames;
  uint64_t CallBytes = 0; ///< of frames of called functions, all there have been

  bool Counting = false;
  Counter Counts;
  uint64_t WarpInstructions = 0, ThreadInstructions = 0;
  double TimeLimit;
  std::chrono::steady_clock::time_point Started;
  uint64_t NextTimeCheck = 0;
};

} // namespace argus::vm

#endif // ARGUS_VIRTUAL_LAUNCH_H
