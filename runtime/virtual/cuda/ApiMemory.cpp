//===- ApiMemory.cpp - memory of the device and of the host -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Api.h"

using namespace argus::vcuda;
using argus::vm::MemoryKind;

namespace {

/// The one memory pool. Freed memory goes back at once, so its attributes change
/// nothing.
struct Pool {
  uint64_t ReleaseThreshold = 0;
  int Reuse[3] = {1, 1, 1};
} DefaultPool;

enum PoolAttribute : int {
  PoolReuseFollowEvents = 1,
  PoolReuseInternal = 3,
  PoolReleaseThreshold = 4,
  PoolUsedHigh = 8,
};

/// As cudaMalloc, but nothing waits for anything: work is done when it is called for.
int allocateIn(Context &C, void **Pointer, size_t Bytes, StreamHandle S) {
  if (!C.Time.stream(S))
    return ErrorInvalidResourceHandle;
  return C.Memory.allocate(Pointer, Bytes, MemoryKind::Device);
}

int releaseIn(Context &C, void *Pointer, StreamHandle S) {
  if (!C.Time.stream(S))
    return ErrorInvalidResourceHandle;
  return Pointer ? C.Memory.release(Pointer, false) : ErrorInvalidValue;
}

int allocateManaged(Context &C, void **Pointer, size_t Bytes, unsigned Flags) {
  constexpr unsigned AttachGlobal = 1, AttachHost = 2;
  if (Bytes == 0 || (Flags != AttachGlobal && Flags != AttachHost))
    return ErrorInvalidValue;
  return C.Memory.allocate(Pointer, Bytes, MemoryKind::Managed, Flags);
}

int allocate3D(Context &C, PitchedPtr *Result, const Extent &Size) {
  if (!Result)
    return ErrorInvalidValue;
  size_t Rows = 0;
  if (__builtin_mul_overflow(Size.Height, Size.Depth, &Rows))
    return ErrorMemoryAllocation;
  Result->Width = Size.Width;
  Result->Height = Size.Height;
  return C.Memory.allocatePitched(&Result->Data, &Result->Pitch, Size.Width, Rows);
}

int usage(Context &C, size_t *Free, size_t *Total) {
  if (!Free || !Total)
    return ErrorInvalidValue;
  *Total = C.bytes().total();
  *Free = *Total - std::min<size_t>(*Total, C.bytes().used());
  return Success;
}

/// Advice and prefetches move pages, of which the virtual device has one kind.
int hint(Context &C, const void *Pointer, size_t Bytes) {
  return Bytes && C.bytes().holds(addressOf(Pointer), Bytes) ? Success
                                                             : ErrorInvalidValue;
}

int poolAttribute(void *P, int Attribute, void *Value, bool Set) {
  if (P != &DefaultPool || !Value || Attribute < PoolReuseFollowEvents ||
      Attribute > PoolUsedHigh)
    return ErrorInvalidValue;
  if (Attribute <= PoolReuseInternal) {
    int &Mine = DefaultPool.Reuse[Attribute - PoolReuseFollowEvents];
    (Set ? Mine : *static_cast<int *>(Value)) = Set ? *static_cast<int *>(Value) : Mine;
    return Success;
  }
  if (Attribute == PoolReleaseThreshold) {
    uint64_t &Mine = DefaultPool.ReleaseThreshold;
    (Set ? Mine : *static_cast<uint64_t *>(Value)) =
        Set ? *static_cast<uint64_t *>(Value) : Mine;
    return Success;
  }
  return Set ? Success : ErrorNotSupported;
}

int copyRows(Context &C, void *To, size_t ToPitch, const void *From, size_t FromPitch,
             const Box &B, int Kind, StreamHandle S, bool Wait) {
  return C.Copies.copy({addressOf(To), ToPitch, 0}, {addressOf(From), FromPitch, 0}, B,
                       Kind, S, Wait);
}

/// Where `Bytes` bytes at `Offset` of a variable lie.
int inSymbol(Api &A, Context &C, const void *Symbol, size_t Offset, size_t Bytes,
             void *&Address) {
  uint64_t Base = 0;
  size_t Size = 0;
  if (int Error = C.variable(A.Registered, Symbol, Base, Size))
    return Error;
  if (Offset > Size || Bytes > Size - Offset)
    return ErrorInvalidValue;
  Address = pointerTo(Base + Offset);
  return Success;
}

int toSymbol(Api &A, Context &C, const void *Symbol, const void *From, size_t Bytes,
             size_t Offset, int Kind, StreamHandle S, bool Wait) {
  void *To = nullptr;
  if (Kind != HostToDevice && Kind != DeviceToDevice && Kind != AnyToAny)
    return ErrorInvalidMemcpyDirection;
  if (int Error = inSymbol(A, C, Symbol, Offset, Bytes, To))
    return Error;
  return C.Copies.copy(To, From, Bytes, Kind, S, Wait);
}

int fromSymbol(Api &A, Context &C, void *To, const void *Symbol, size_t Bytes,
               size_t Offset, int Kind, StreamHandle S, bool Wait) {
  void *From = nullptr;
  if (Kind != DeviceToHost && Kind != DeviceToDevice && Kind != AnyToAny)
    return ErrorInvalidMemcpyDirection;
  if (int Error = inSymbol(A, C, Symbol, Offset, Bytes, From))
    return Error;
  return C.Copies.copy(To, From, Bytes, Kind, S, Wait);
}

int peer(Context &C, void *To, int ToDevice, const void *From, int FromDevice,
         size_t Bytes, StreamHandle S) {
  if (ToDevice != 0 || FromDevice != 0)
    return ErrorInvalidDevice;
  return C.Copies.copy(To, From, Bytes, DeviceToDevice, S, false);
}

int copy3D(Context &C, const Copy3D *P, StreamHandle S, bool Wait) {
  return P ? C.Copies.copy3D(*P, S, Wait) : ErrorInvalidValue;
}

int setBytes(Context &C, void *To, int Value, size_t Bytes, StreamHandle S) {
  return C.Copies.set({addressOf(To), 0, 0}, {Bytes, 1, 1}, uint32_t(Value) & 0xff, 1,
                      S);
}

int setRows(Context &C, void *To, size_t Pitch, int Value, size_t Width, size_t Rows,
            StreamHandle S) {
  return C.Copies.set({addressOf(To), Pitch, 0}, {Width, Rows, 1},
                      uint32_t(Value) & 0xff, 1, S);
}

int set3D(Context &C, const PitchedPtr &To, int Value, const Extent &Size,
          StreamHandle S) {
  return C.Copies.set({addressOf(To.Data), To.Pitch, To.Pitch * To.Height},
                      {Size.Width, Size.Height, Size.Depth}, uint32_t(Value) & 0xff, 1,
                      S);
}

int givePool(void **P, int Device) {
  if (Device != 0)
    return ErrorInvalidDevice;
  *P = &DefaultPool;
  return Success;
}

} // namespace

//===- Allocation ----------------------------------------------------------===//

ARGUS_API(cudaMalloc, (void **P, size_t N), C.Memory.allocate(P, N, MemoryKind::Device))
ARGUS_API(cudaMallocManaged, (void **P, size_t N, unsigned Flags),
          allocateManaged(C, P, N, Flags))
ARGUS_API(cudaMallocPitch, (void **P, size_t *Pitch, size_t Width, size_t Rows),
          C.Memory.allocatePitched(P, Pitch, Width, Rows))
ARGUS_API(cudaMalloc3D, (PitchedPtr * P, Extent Size), allocate3D(C, P, Size))
ARGUS_API(cudaFree, (void *P), C.Memory.release(P, false))
ARGUS_STREAM_API(cudaMallocAsync, (void **P, size_t N, StreamHandle S),
                 allocateIn(C, P, N, S))
ARGUS_STREAM_API(cudaMallocFromPoolAsync,
                 (void **P, size_t N, void *From, StreamHandle S),
                 From == &DefaultPool ? allocateIn(C, P, N, S) : ErrorInvalidValue)
ARGUS_STREAM_API(cudaFreeAsync, (void *P, StreamHandle S), releaseIn(C, P, S))

ARGUS_API(cudaMallocHost, (void **P, size_t N),
          C.Memory.allocate(P, N, MemoryKind::Host))
ARGUS_API(cudaHostAlloc, (void **P, size_t N, unsigned Flags),
          C.Memory.allocate(P, N, MemoryKind::Host, Flags))
ARGUS_API(cudaFreeHost, (void *P), C.Memory.release(P, true))
ARGUS_API(cudaHostRegister, (void *P, size_t N, unsigned Flags),
          C.Memory.adopt(P, N, Flags))
ARGUS_API(cudaHostUnregister, (void *P), C.Memory.abandon(P))
ARGUS_API(cudaHostGetDevicePointer, (void **P, void *Host, unsigned),
          C.Memory.devicePointer(P, Host))
ARGUS_API(cudaHostGetFlags, (unsigned *Flags, void *Host),
          C.Memory.hostFlags(*Flags, Host))
ARGUS_API(cudaPointerGetAttributes, (PointerAttributes * Result, const void *P),
          Result ? C.Memory.attributes(*Result, P) : ErrorInvalidValue)

ARGUS_API(cudaMemGetInfo, (size_t *Free, size_t *Total), usage(C, Free, Total))
// What follows the first two parameters differs between CUDA 12 and 13.
ARGUS_API(cudaMemAdvise, (const void *P, size_t N), hint(C, P, N))
ARGUS_API(cudaMemAdvise_v2, (const void *P, size_t N), hint(C, P, N))
ARGUS_API(cudaMemPrefetchAsync, (const void *P, size_t N), hint(C, P, N))
ARGUS_API(cudaMemPrefetchAsync_ptsz, (const void *P, size_t N), hint(C, P, N))
ARGUS_API(cudaMemPrefetchAsync_v2, (const void *P, size_t N), hint(C, P, N))
ARGUS_API(cudaMemPrefetchAsync_v2_ptsz, (const void *P, size_t N), hint(C, P, N))

//===- The default pool ----------------------------------------------------===//

ARGUS_API(cudaDeviceGetDefaultMemPool, (void **P, int Device), givePool(P, Device))
ARGUS_API(cudaDeviceGetMemPool, (void **P, int Device), givePool(P, Device))
ARGUS_API(cudaDeviceSetMemPool, (int Device, void *P),
          Device == 0 && P == &DefaultPool ? Success : ErrorInvalidValue)
ARGUS_API(cudaMemPoolSetAttribute, (void *P, int Attribute, void *Value),
          poolAttribute(P, Attribute, Value, true))
ARGUS_API(cudaMemPoolGetAttribute, (void *P, int Attribute, void *Value),
          poolAttribute(P, Attribute, Value, false))
ARGUS_API(cudaMemPoolTrimTo, (void *P, size_t),
          P == &DefaultPool ? Success : ErrorInvalidValue)

//===- Copies --------------------------------------------------------------===//

ARGUS_SYNC_API(cudaMemcpy, (void *To, const void *From, size_t N, int Kind),
               C.Copies.copy(To, From, N, Kind, S, true))
ARGUS_STREAM_API(cudaMemcpyAsync,
                 (void *To, const void *From, size_t N, int Kind, StreamHandle S),
                 C.Copies.copy(To, From, N, Kind, S, false))
ARGUS_SYNC_API(cudaMemcpy2D,
               (void *To, size_t ToPitch, const void *From, size_t FromPitch,
                size_t Width, size_t Rows, int Kind),
               copyRows(C, To, ToPitch, From, FromPitch, {Width, Rows, 1}, Kind, S,
                        true))
ARGUS_STREAM_API(cudaMemcpy2DAsync,
                 (void *To, size_t ToPitch, const void *From, size_t FromPitch,
                  size_t Width, size_t Rows, int Kind, StreamHandle S),
                 copyRows(C, To, ToPitch, From, FromPitch, {Width, Rows, 1}, Kind, S,
                          false))
ARGUS_SYNC_API(cudaMemcpy3D, (const Copy3D *P), copy3D(C, P, S, true))
ARGUS_STREAM_API(cudaMemcpy3DAsync, (const Copy3D *P, StreamHandle S),
                 copy3D(C, P, S, false))
ARGUS_SYNC_API(cudaMemcpyToSymbol,
               (const void *Symbol, const void *From, size_t N, size_t Offset,
                int Kind),
               toSymbol(A, C, Symbol, From, N, Offset, Kind, S, true))
ARGUS_STREAM_API(cudaMemcpyToSymbolAsync,
                 (const void *Symbol, const void *From, size_t N, size_t Offset,
                  int Kind, StreamHandle S),
                 toSymbol(A, C, Symbol, From, N, Offset, Kind, S, false))
ARGUS_SYNC_API(cudaMemcpyFromSymbol,
               (void *To, const void *Symbol, size_t N, size_t Offset, int Kind),
               fromSymbol(A, C, To, Symbol, N, Offset, Kind, S, true))
ARGUS_STREAM_API(cudaMemcpyFromSymbolAsync,
                 (void *To, const void *Symbol, size_t N, size_t Offset, int Kind,
                  StreamHandle S),
                 fromSymbol(A, C, To, Symbol, N, Offset, Kind, S, false))
ARGUS_API(cudaMemcpyPeer,
          (void *To, int ToDevice, const void *From, int FromDevice, size_t N),
          peer(C, To, ToDevice, From, FromDevice, N, legacyStream()))
ARGUS_API(cudaMemcpyPeerAsync,
          (void *To, int ToDevice, const void *From, int FromDevice, size_t N,
           StreamHandle S),
          peer(C, To, ToDevice, From, FromDevice, N, S))

//===- Memsets -------------------------------------------------------------===//

ARGUS_SYNC_API(cudaMemset, (void *To, int Value, size_t N),
               setBytes(C, To, Value, N, S))
ARGUS_STREAM_API(cudaMemsetAsync, (void *To, int Value, size_t N, StreamHandle S),
                 setBytes(C, To, Value, N, S))
ARGUS_SYNC_API(cudaMemset2D,
               (void *To, size_t Pitch, int Value, size_t Width, size_t Rows),
               setRows(C, To, Pitch, Value, Width, Rows, S))
ARGUS_STREAM_API(cudaMemset2DAsync,
                 (void *To, size_t Pitch, int Value, size_t Width, size_t Rows,
                  StreamHandle S),
                 setRows(C, To, Pitch, Value, Width, Rows, S))
ARGUS_SYNC_API(cudaMemset3D, (PitchedPtr To, int Value, Extent Size),
               set3D(C, To, Value, Size, S))
ARGUS_STREAM_API(cudaMemset3DAsync,
                 (PitchedPtr To, int Value, Extent Size, StreamHandle S),
                 set3D(C, To, Value, Size, S))
