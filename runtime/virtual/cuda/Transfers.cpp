//===- Transfers.cpp - copies and memsets -----------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transfers.h"

#include <cstring>

namespace argus::vcuda {

/// Whether rows and slices do not run into each other.
static bool pitchesHold(const Place &P, const Box &B) {
  return (B.Rows == 1 || P.Pitch >= B.Width) &&
         (B.Depth == 1 || P.SlicePitch / B.Rows >= P.Pitch);
}

/// Bytes from the first to behind the last.
static uint64_t spanOf(const Place &P, const Box &B) {
  return (B.Depth - 1) * P.SlicePitch + (B.Rows - 1) * P.Pitch + B.Width;
}

template <typename Callable> static void eachRow(const Box &B, Callable Row) {
  for (size_t Z = 0; Z < B.Depth; ++Z)
    for (size_t Y = 0; Y < B.Rows; ++Y)
      Row(Z, Y);
}

static char *rowAt(const Place &P, size_t Z, size_t Y) {
  return static_cast<char *>(pointerTo(P.Base)) + Z * P.SlicePitch + Y * P.Pitch;
}

/// Sets `Where` to the side that the pointer is on, unless one is declared: a device's
/// pointer must then be known, and a host's must not be device memory. Pinned and
/// managed memory are both.
int Transfers::check(const Place &P, const Box &B, Side &Where, bool Declared) const {
  if (!P.Base)
    return ErrorInvalidValue;
  if (!pitchesHold(P, B))
    return ErrorInvalidPitch;
  const vm::Allocation A = M.find(P.Base);
  if (!Declared)
    Where = A && A.Kind != vm::MemoryKind::Host ? Side::Device : Side::Host;
  if (!A)
    return Where == Side::Device ? ErrorInvalidValue : Success;
  if (Where == Side::Host && A.Kind == vm::MemoryKind::Device)
    return ErrorInvalidValue;
  return M.holds(P.Base, spanOf(P, B)) ? Success : ErrorInvalidValue;
}

int Transfers::copy(const Place &To, const Place &From, const Box &B, int Kind,
                    StreamHandle S, bool Wait) {
  if (Kind < HostToHost || Kind > AnyToAny)
    return ErrorInvalidMemcpyDirection;
  StreamState *Stream = T.stream(S);
  if (!Stream)
    return ErrorInvalidResourceHandle;
  if (B.empty())
    return Success;
  const bool Declared = Kind != AnyToAny;
  Side Target =
      Kind == HostToDevice || Kind == DeviceToDevice ? Side::Device : Side::Host;
  Side Source =
      Kind == DeviceToHost || Kind == DeviceToDevice ? Side::Device : Side::Host;
  if (int E = check(To, B, Target, Declared))
    return E;
  if (int E = check(From, B, Source, Declared))
    return E;
  eachRow(B, [&](size_t Z, size_t Y) {
    std::memmove(rowAt(To, Z, Y), rowAt(From, Z, Y), B.Width);
  });
  const bool Inside = Target == Side::Device && Source == Side::Device;
  T.add(*Stream, transferNs(B.bytes(), Inside ? DeviceBytesPerNs : HostBytesPerNs));
  if (Wait && !Inside)
    T.synchronize(*Stream);
  return Success;
}

int Transfers::copy3D(const Copy3D &C, StreamHandle S, bool Wait) {
  if (C.FromArray || C.ToArray)
    return ErrorNotSupported;
  auto At = [](const PitchedPtr &P, const Position &Start) -> Place {
    const size_t Slice = P.Pitch * P.Height;
    return {addressOf(P.Data) + Start.Z * Slice + Start.Y * P.Pitch + Start.X, P.Pitch,
            Slice};
  };
  return copy(At(C.To, C.ToAt), At(C.From, C.FromAt),
              {C.Size.Width, C.Size.Height, C.Size.Depth}, C.Kind, S, Wait);
}

static void fill(char *To, size_t Bytes, uint32_t Value, unsigned Unit) {
  if (Unit == 1) {
    std::memset(To, int(Value), Bytes);
    return;
  }
  for (size_t I = 0; I + Unit <= Bytes; I += Unit)
    std::memcpy(To + I, &Value, Unit);
}

int Transfers::set(const Place &To, const Box &B, uint32_t Value, unsigned Unit,
                   StreamHandle S) {
  StreamState *Stream = T.stream(S);
  if (!Stream)
    return ErrorInvalidResourceHandle;
  if (B.empty())
    return Success;
  Side Where = Side::Device;
  if (int E = check(To, B, Where, true))
    return E;
  eachRow(B, [&](size_t Z, size_t Y) { fill(rowAt(To, Z, Y), B.Width, Value, Unit); });
  T.add(*Stream, transferNs(B.bytes(), DeviceBytesPerNs));
  return Success;
}

} // namespace argus::vcuda
