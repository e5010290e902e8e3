//===- Special.cpp - special registers ------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 10.
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "Operations.h"

namespace argus::vm {

namespace {

using Reader = uint64_t (*)(const Warp &, unsigned Lane);

struct SpecialRow {
  const char *Name;
  bool Wide;
  Reader Read;
};

uint64_t threadOf(const Warp &W, unsigned Lane) {
  return uint64_t(W.Index) * WarpSize + Lane;
}
const Dim3 &block(const Warp &W) { return W.L->R.Block; }
const Dim3 &grid(const Warp &W) { return W.L->R.Grid; }
const Dim3 &cluster(const Warp &W) { return W.L->R.Cluster; }
uint64_t volume(const Dim3 &D) { return uint64_t(D.X) * D.Y * D.Z; }
uint64_t warpsOf(const Warp &W) { return (volume(block(W)) + WarpSize - 1) / WarpSize; }
uint64_t now(const Warp &W) { return W.L->R.StartNs + W.Start; }
uint64_t slot(const Warp &W) {
  return (W.C->SlotOnSm * warpsOf(W) + W.Index) % (limits().ThreadsPerSm / WarpSize);
}

/// Where a CTA's reserved shared memory is, for cooperative groups. A CTA has it from
/// the first time that it is asked for; until then, addresses behind its own are
/// faults.
uint64_t reservedShared(const Warp &W) {
  const uint64_t Begin = (W.L->SharedTotal + ReservedAlignment - 1) /
                         ReservedAlignment * ReservedAlignment;
  if (W.C->Shared.size() < Begin + ReservedShared)
    W.C->Shared.resize(Begin + ReservedShared);
  return Begin;
}

#define READ(Value)                                                                    \
  [](const Warp &W, unsigned L) -> uint64_t {                                          \
    (void)W, (void)L;                                                                  \
    return Value;                                                                      \
  }
#define XYZ(Name, D)                                                                   \
  {Name ".x", false, READ((D).X)}, {Name ".y", false, READ((D).Y)}, {                  \
    Name ".z", false, READ((D).Z)                                                      \
  }

constexpr SpecialRow Rows[] = {
    {"%tid.x", false, READ(threadOf(W, L) % block(W).X)},
    {"%tid.y", false, READ(threadOf(W, L) / block(W).X % block(W).Y)},
    {"%tid.z", false, READ(threadOf(W, L) / block(W).X / block(W).Y)},
    XYZ("%ntid", block(W)),
    XYZ("%ctaid", W.C->Id),
    XYZ("%nctaid", grid(W)),
    {"%laneid", false, READ(L)},
    {"%warpid", false, READ(slot(W))},
    {"%nwarpid", false, READ(limits().ThreadsPerSm / WarpSize)},
    {"%smid", false, READ(W.C->Sm)},
    {"%nsmid", false, READ(limits().Sms)},
    {"%gridid", true, READ(W.L->Number)},
    {"%clock", false, READ(uint32_t(W.Start))},
    {"%clock_hi", false, READ(W.Start >> 32)},
    {"%clock64", true, READ(W.Start)},
    {"%globaltimer", true, READ(now(W))},
    {"%globaltimer_lo", false, READ(uint32_t(now(W)))},
    {"%globaltimer_hi", false, READ(now(W) >> 32)},
    {"%lanemask_eq", false, READ(1u << L)},
    {"%lanemask_lt", false, READ((1u << L) - 1)},
    {"%lanemask_le", false, READ((2u << L) - 1)},
    {"%lanemask_gt", false, READ(uint32_t(~((2u << L) - 1)))},
    {"%lanemask_ge", false, READ(uint32_t(~((1u << L) - 1)))},
    {"%dynamic_smem_size", false, READ(W.L->R.DynamicShared)},
    {"%total_smem_size", false, READ(W.L->SharedTotal)},
    {"%aggr_smem_size", false, READ(W.L->SharedTotal)},
    {"%reserved_smem_offset_begin", false, READ(reservedShared(W))},
    {"%reserved_smem_offset_0", false, READ(reservedShared(W))},
    {"%reserved_smem_offset_1", false, READ(reservedShared(W) + ReservedShared / 2)},
    {"%reserved_smem_offset_end", false, READ(reservedShared(W) + ReservedShared)},
    {"%reserved_smem_offset_cap", false, READ(reservedShared(W) + ReservedShared)},
    {"%is_explicit_cluster", false, READ(volume(cluster(W)) > 1)},
    XYZ("%cluster_nctaid", cluster(W)),
    {"%cluster_ctaid.x", false, READ(W.C->Id.X % cluster(W).X)},
    {"%cluster_ctaid.y", false, READ(W.C->Id.Y % cluster(W).Y)},
    {"%cluster_ctaid.z", false, READ(W.C->Id.Z % cluster(W).Z)},
    {"%cluster_ctarank", false, READ(W.C->RankInCluster)},
    {"%cluster_nctarank", false, READ(volume(cluster(W)))},
    {"%clusterid.x", false, READ(W.C->Id.X / cluster(W).X)},
    {"%clusterid.y", false, READ(W.C->Id.Y / cluster(W).Y)},
    {"%clusterid.z", false, READ(W.C->Id.Z / cluster(W).Z)},
    {"%nclusterid.x", false, READ(grid(W).X / cluster(W).X)},
    {"%nclusterid.y", false, READ(grid(W).Y / cluster(W).Y)},
    {"%nclusterid.z", false, READ(grid(W).Z / cluster(W).Z)},
    // What the driver gives a cooperative launch, as CUDA's cooperative groups read it.
    {"%envreg1", false, READ(W.L->workspace() >> 32)},
    {"%envreg2", false, READ(uint32_t(W.L->workspace()))},
    {"WARP_SZ", false, READ(WarpSize)},
};
#undef READ
#undef XYZ

} // namespace

int specialRegister(const std::string &Name, bool &Wide) {
  for (size_t N = 0; N < sizeof Rows / sizeof *Rows; ++N)
    if (Name == Rows[N].Name) {
      Wide = Rows[N].Wide;
      return int(N);
    }
  return -1;
}

/// Wide: the destination has 64 bits.
void readSpecial(Lanes &X, const Op &I) {
  Warp &W = warpOf(X);
  const Reader Read = Rows[I.Imm].Read;
  if (I.Flags & OpHelper)
    W.Start = W.Clock;
  forActive(X.Mask, [&](unsigned L) {
    uint64_t Value = Read(W, L);
    if (I.Wide)
      rowOf<uint64_t>(X, I.Refs[0])[L] = Value;
    else
      rowOf<uint32_t>(X, I.Refs[0])[L] = uint32_t(Value);
  });
}

} // namespace argus::vm
