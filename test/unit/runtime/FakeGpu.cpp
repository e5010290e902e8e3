//===- FakeGpu.cpp - a CUDA driver without a device ------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeGpu.h"

#include <cstring>
#include <memory>
#include <stdexcept>

namespace argus::test {

using namespace rt;

static std::unique_ptr<FakeGpu> TheGpu;

FakeGpu &gpu() {
  if (!TheGpu)
    resetGpu();
  return *TheGpu;
}

void resetGpu() {
  TheGpu = std::make_unique<FakeGpu>();
  TheGpu->Current = reinterpret_cast<Context>(uintptr_t(0xc0));
}

DevicePtr FakeGpu::allocate(size_t Bytes) {
  const DevicePtr Address = NextAddress;
  NextAddress += (Bytes + 0xffff) & ~size_t(0xfff);
  // Not zero: the runtime must not rely on it.
  Memory[Address].assign(Bytes, 0xa5);
  return Address;
}

std::vector<unsigned char> &FakeGpu::allocation(DevicePtr Address, size_t &Offset) {
  auto At = Memory.upper_bound(Address);
  if (At == Memory.begin())
    throw std::out_of_range("no such device memory");
  --At;
  Offset = size_t(Address - At->first);
  if (Offset > At->second.size())
    throw std::out_of_range("no such device memory");
  return At->second;
}

CudaModule FakeGpu::addModule(size_t ControlBytes) {
  const auto M = reinterpret_cast<CudaModule>(NextHandle++);
  if (ControlBytes) {
    const DevicePtr Control = allocate(ControlBytes);
    std::memset(&at<char>(Control), 0, ControlBytes);
    Controls[M] = {Control, ControlBytes};
  }
  return M;
}

Function FakeGpu::addFunction(CudaModule M) {
  const auto F = reinterpret_cast<Function>(NextHandle++);
  Functions[F] = M;
  return F;
}

Stream FakeGpu::addStream(unsigned Flags) {
  const auto S = reinterpret_cast<Stream>(NextHandle++);
  Streams[S].Flags = Flags;
  return S;
}

void FakeGpu::enqueue(Stream S, Operation Work) {
  StreamState &State = Streams[S];
  if (State.Capturing)
    State.Graph.push_back(std::move(Work));
  else if (State.Held)
    State.Queue.push_back(std::move(Work));
  else
    Work();
}

void FakeGpu::release(Stream S) {
  StreamState &State = Streams[S];
  State.Held = false;
  for (; !State.Queue.empty(); State.Queue.pop_front())
    State.Queue.front()();
}

void FakeGpu::runFirst(Stream S) {
  Streams[S].Queue.front()();
  Streams[S].Queue.pop_front();
}

std::vector<FakeGpu::Operation> FakeGpu::endCapture(Stream S) {
  StreamState &State = Streams[S];
  State.Capturing = false;
  return std::move(State.Graph);
}

void FakeGpu::replay(const std::vector<Operation> &Graph) {
  for (const Operation &Work : Graph)
    Work();
}

void FakeGpu::launch(const FakeKernel &K, Stream S) {
  enqueue(S, [this, K] { execute(K); });
}

void FakeGpu::destroyContext() {
  for (auto &[Handle, State] : Streams)
    State.Destroyed = Handle && Handle != legacyStream();
  for (auto &[Handle, State] : Events)
    State.Destroyed = true;
  Names.clear();
}

/// What the code of a trace variant does.
void FakeGpu::execute(const FakeKernel &K) {
  Clock += KernelMilliseconds;
  auto Found = Controls.find(K.Module);
  if (Found == Controls.end())
    return;
  const auto Control = at<ArgusTraceControl>(Found->second.first);
  if (!Control.arena)
    return;
  auto &Header = at<ArgusArenaHeader>(Control.arena);
  const unsigned Capacity =
      unsigned((Control.chunk_bytes - sizeof(ArgusChunkHeader)) / sizeof(ArgusEvent));
  for (unsigned Lane = 0; Lane < K.Warps * K.ChunksPerWarp; ++Lane) {
    const bool Reserved = Control.first_chunk != ARGUS_NEXT_CHUNK && Lane < K.Warps;
    const uint32_t Index = Reserved ? Control.first_chunk + Lane : Header.next_chunk++;
    if (Index >= Control.chunk_count) {
      ++Header.lost_chunks;
      Header.lost_events += K.EventsPerWarp;
      continue;
    }
    const DevicePtr Address = Control.arena + sizeof(ArgusArenaHeader) +
                              uint64_t(Index) * Control.chunk_bytes;
    auto &Chunk = at<ArgusChunkHeader>(Address);
    if (Chunk.state != ARGUS_CHUNK_FREE)
      throw std::logic_error("a chunk was given out twice");
    Chunk.state = ARGUS_CHUNK_CLOSED;
    Chunk.launch = Control.launch;
    Chunk.warp = uint16_t(Lane);
    Chunk.events = K.EventsPerWarp;
    for (unsigned E = 0; E < K.EventsPerWarp && E < Capacity; ++E)
      at<ArgusEvent>(Address + sizeof(Chunk) + 8 * E) = {E, 1u << 16};
  }
}

/// The failure that the test wants, and a note of the call.
Result FakeGpu::failure(const std::string &Symbol) {
  ++Calls[Symbol];
  auto At = Failures.find(Symbol);
  return At == Failures.end() ? Success : At->second;
}

} // namespace argus::test

//===- The driver's functions ----------------------------------------------===//

using namespace argus::rt;
using argus::test::gpu;

#define ARGUS_EXPORT_FUNCTION(Member, Symbol, Parameters)                              \
  extern "C" __attribute__((visibility("default"))) Result Symbol Parameters;
ARGUS_DRIVER_FUNCTIONS(ARGUS_EXPORT_FUNCTION)

void argus::test::fillDriver(Driver &D) {
#define ARGUS_FILL(Member, Symbol, Parameters) D.Member = Symbol;
  ARGUS_DRIVER_FUNCTIONS(ARGUS_FILL)
}

#define FAIL_IF_WANTED()                                                               \
  if (Result R = gpu().failure(__func__))                                              \
  return R

namespace {

/// Notes a call that is forbidden while any stream is captured in global mode.
void unsafe(const char *Symbol) {
  for (const auto &[Handle, State] : gpu().Streams)
    if (State.Capturing && gpu().CaptureMode != CaptureModeRelaxed)
      gpu().Violations.push_back(Symbol);
}

bool isLegacy(Stream S) { return !S || S == legacyStream(); }

/// A question about a stream, or an event of the runtime's: never where it is captured.
void notCaptured(Stream S, const char *Symbol) {
  if (gpu().Streams[S].Capturing)
    gpu().Violations.push_back(std::string(Symbol) + " of a captured stream");
}

/// The default stream would have to wait for a stream that is captured.
bool implicitlyCaptured(Stream S) {
  for (const auto &[Handle, State] : gpu().Streams)
    if (isLegacy(S) && State.Capturing && !(State.Flags & StreamNonBlocking))
      return true;
  return false;
}

/// Device work of the runtime in the stream S.
Result work(Stream S, argus::test::FakeGpu::Operation Work) {
  if (gpu().Streams[S].Destroyed)
    return ErrorContextDestroyed;
  if (implicitlyCaptured(S)) {
    gpu().Violations.push_back("work in the default stream beside a capture");
    return ErrorCaptureImplicit;
  }
  gpu().enqueue(S, std::move(Work));
  return Success;
}

} // namespace

extern "C" {

Result cuDriverGetVersion(int *Version) {
  *Version = 13000;
  return Success;
}

Result cuGetErrorName(Result R, const char **Name) {
  *Name = R == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS"
          : R == 2 ? "CUDA_ERROR_OUT_OF_MEMORY"
                   : "CUDA_ERROR_OTHER";
  return Success;
}

Result cuDeviceGetName(char *Name, int Length, Device) {
  std::strncpy(Name, "Fake \"GPU\"", size_t(Length));
  return Success;
}

Result cuDeviceGetUuid_v2(DeviceUuid *Id, Device) {
  for (unsigned I = 0; I < 16; ++I)
    Id->Bytes[I] = static_cast<unsigned char>(I * 17);
  return Success;
}

Result cuDeviceGetAttribute(int *Value, int Attribute, Device) {
  *Value = Attribute == AttributeMajor      ? 9
           : Attribute == AttributeMinor    ? 0
           : Attribute == AttributeSms      ? 132
           : Attribute == AttributeClockKhz ? 1980000
                                            : -1;
  return Success;
}

Result cuCtxGetCurrent(Context *C) {
  FAIL_IF_WANTED();
  *C = gpu().Current;
  return Success;
}

Result cuCtxGetId(Context, unsigned long long *Id) {
  *Id = gpu().ContextId;
  return Success;
}

Result cuCtxGetDevice(Device *D) {
  *D = 3;
  return Success;
}

Result cuCtxPushCurrent_v2(Context C) {
  FAIL_IF_WANTED();
  gpu().Current = C;
  return Success;
}

Result cuCtxPopCurrent_v2(Context *C) {
  *C = gpu().Current;
  return Success;
}

Result cuFuncGetModule(CudaModule *M, Function F) {
  FAIL_IF_WANTED();
  unsafe(__func__);
  *M = gpu().Functions.at(F);
  return Success;
}

Result cuModuleGetGlobal_v2(DevicePtr *Address, size_t *Size, CudaModule M,
                            const char *Name) {
  FAIL_IF_WANTED();
  unsafe(__func__);
  auto At = gpu().Controls.find(M);
  if (At == gpu().Controls.end() || std::strcmp(Name, ARGUS_TRACE_CONTROL_NAME))
    return 500; // not found
  *Address = At->second.first;
  *Size = At->second.second;
  return Success;
}

Result cuModuleLoadData(CudaModule *M, const void *) {
  FAIL_IF_WANTED();
  unsafe(__func__);
  *M = gpu().addModule(0);
  return Success;
}

Result cuModuleGetFunction(Function *F, CudaModule M, const char *Name) {
  FAIL_IF_WANTED();
  unsafe(__func__);
  *F = gpu().addFunction(M);
  gpu().Names[*F] = Name;
  return Success;
}

Result cuLaunchKernel(Function F, unsigned, unsigned, unsigned, unsigned, unsigned,
                      unsigned, unsigned, Stream S, void **Arguments, void **) {
  FAIL_IF_WANTED();
  notCaptured(S, __func__);
  if (!gpu().Names.count(F))
    return ErrorContextDestroyed;
  if (gpu().Names[F] == "argus_delay")
    return work(S, [] { gpu().Clock += 0.08; });
  const auto Control = *static_cast<DevicePtr *>(Arguments[0]);
  const auto Arena = *static_cast<DevicePtr *>(Arguments[1]);
  const auto Warps = *static_cast<uint32_t *>(Arguments[2]);
  const auto Launch = *static_cast<uint32_t *>(Arguments[3]);
  ++gpu().Reservations;
  return work(S, [=] {
    auto &C = gpu().at<ArgusTraceControl>(Control);
    auto &Header = gpu().at<ArgusArenaHeader>(Arena);
    C.launch = Launch;
    C.first_chunk = ARGUS_NEXT_CHUNK;
    if (Header.shared)
      return;
    C.first_chunk = Header.next_chunk;
    Header.next_chunk += Warps;
  });
}

Result cuMemGetInfo_v2(size_t *Free, size_t *Total) {
  FAIL_IF_WANTED();
  *Free = gpu().FreeBytes;
  *Total = size_t(1) << 37;
  return Success;
}

Result cuMemAlloc_v2(DevicePtr *Address, size_t Bytes) {
  FAIL_IF_WANTED();
  unsafe(__func__);
  if (Bytes > gpu().FreeBytes)
    return 2; // out of memory
  *Address = gpu().allocate(Bytes);
  return Success;
}

Result cuMemAllocHost_v2(void **Address, size_t Bytes) {
  FAIL_IF_WANTED();
  unsafe(__func__);
  gpu().HostMemory.emplace_back(Bytes);
  *Address = gpu().HostMemory.back().data();
  return Success;
}

Result cuMemsetD8Async(DevicePtr To, unsigned char Value, size_t Bytes, Stream S) {
  FAIL_IF_WANTED();
  return work(S, [=] {
    size_t Offset = 0;
    std::vector<unsigned char> &Memory = gpu().allocation(To, Offset);
    if (Offset + Bytes > Memory.size())
      throw std::out_of_range("memset beyond an allocation");
    std::memset(Memory.data() + Offset, Value, Bytes);
  });
}

Result cuMemsetD32Async(DevicePtr To, unsigned Value, size_t Count, Stream S) {
  FAIL_IF_WANTED();
  return work(S, [=] {
    for (size_t I = 0; I < Count; ++I)
      gpu().at<unsigned>(To + 4 * I) = Value;
  });
}

Result cuMemcpyHtoDAsync_v2(DevicePtr To, const void *From, size_t Bytes, Stream S) {
  FAIL_IF_WANTED();
  return work(S, [=] { std::memcpy(&gpu().at<char>(To), From, Bytes); });
}

Result cuMemcpyDtoHAsync_v2(void *To, DevicePtr From, size_t Bytes, Stream S) {
  FAIL_IF_WANTED();
  return work(S, [=] { std::memcpy(To, &gpu().at<char>(From), Bytes); });
}

Result cuStreamCreate(Stream *S, unsigned Flags) {
  FAIL_IF_WANTED();
  unsafe(__func__);
  *S = gpu().addStream(Flags);
  return Success;
}

Result cuStreamQuery(Stream S) {
  FAIL_IF_WANTED();
  notCaptured(S, __func__);
  unsafe(__func__);
  if (gpu().Streams[S].Destroyed)
    return ErrorContextDestroyed;
  return gpu().Streams[S].Queue.empty() ? Success : ErrorNotReady;
}

Result cuStreamGetFlags(Stream S, unsigned *Flags) {
  FAIL_IF_WANTED();
  notCaptured(S, __func__);
  *Flags = gpu().Streams[S].Flags;
  return Success;
}

Result cuStreamIsCapturing(Stream S, int *Status) {
  FAIL_IF_WANTED();
  if (implicitlyCaptured(S))
    return ErrorCaptureImplicit;
  *Status = gpu().Streams[S].Capturing ? 1 : CaptureNone;
  return Success;
}

Result cuThreadExchangeStreamCaptureMode(int *Mode) {
  std::swap(*Mode, gpu().CaptureMode);
  return Success;
}

Result cuEventCreate(Event *E, unsigned) {
  FAIL_IF_WANTED();
  *E = reinterpret_cast<Event>(0x1000 + gpu().Events.size());
  gpu().Events[*E] = {};
  return Success;
}

Result cuEventRecord(Event E, Stream S) {
  FAIL_IF_WANTED();
  notCaptured(S, __func__);
  if (gpu().Events.at(E).Destroyed)
    return ErrorContextDestroyed;
  gpu().Events.at(E).Done = false;
  return work(S, [=] { gpu().Events[E] = {true, false, gpu().Clock}; });
}

Result cuEventQuery(Event E) {
  FAIL_IF_WANTED();
  unsafe(__func__);
  if (gpu().Events.at(E).Destroyed)
    return ErrorContextDestroyed;
  return gpu().Events.at(E).Done ? Success : ErrorNotReady;
}

Result cuEventElapsedTime(float *Milliseconds, Event Start, Event End) {
  FAIL_IF_WANTED();
  *Milliseconds =
      float(gpu().Events.at(End).Milliseconds - gpu().Events.at(Start).Milliseconds);
  return Success;
}

} // extern "C"
