//===- Session.cpp - what the hooks do -------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Session.h"
#include "Process.h"

#include <optional>

namespace argus::rt {

/// How long a launch waits for another thread's launch in the same stream.
constexpr Milliseconds OrderWait{10000};

/// Chunk numbers must not wrap, also where the arena is full.
constexpr uint64_t MostReserved = uint64_t(1) << 30;

uint64_t LaunchRequest::warps() const {
  const uint64_t Threads = uint64_t(Block[0]) * Block[1] * Block[2];
  return uint64_t(Grid[0]) * Grid[1] * Grid[2] * ((Threads + 31) / 32);
}

Session::Session(Options Opts, int Pid, DriverLoader Load, ModuleTable Modules)
    : O(std::move(Opts)), Load(std::move(Load)), Records(O.Out, Pid),
      Modules(std::move(Modules)) {
  for (const Module &M : this->Modules.all())
    Swapped = Swapped || M.swapped();
}

Session *Session::forChild(int Pid) {
  return new Session(O, Pid, std::move(Load), std::move(Modules));
}

//===- Records -------------------------------------------------------------===//

/// Brings the file up to date with the process and its modules. A process without any
/// writes none; a child writes one when it does something of its own.
bool Session::record() {
  if (!Records.isOpen()) {
    JsonLine Process("process");
    Process.number("abi", ARGUS_ABI_VERSION)
        .number("pid", Records.pid())
        .text("exe", executablePath())
        .texts("argv", commandLine())
        .textOrNull("images", O.Images);
    if (O.Rank)
      Process.number("rank", *O.Rank);
    if (!Records.write(Process))
      return false;
    for (const std::string &Problem : O.Problems)
      warn(Problem);
  }
  for (; LoggedModules < Modules.all().size(); ++LoggedModules) {
    const Module &M = Modules.all()[LoggedModules];
    Records.write(JsonLine("module")
                      .number("module", M.Number)
                      .text("module_id", M.Id)
                      .text("path", M.Path)
                      .text("source", M.Source)
                      .boolean("swapped", M.swapped())
                      .textOrNull("image", M.Image));
  }
  return true;
}

void Session::warn(const std::string &Text) {
  if (Warned.insert(Text).second)
    Records.message("warning", Text);
}

bool Session::check(ContextState &C, std::string_view What, Result R) {
  if (R == Success)
    return true;
  const std::string Text = C.failed(What, R);
  if (!Text.empty())
    Records.message("error", Text);
  return false;
}

Timing::Sink Session::timeSink() {
  return [this](unsigned Number, double Nanoseconds) {
    Records.write(
        JsonLine("time").number("launch", Number).real("gpu_ns", Nanoseconds));
  };
}

void Session::logDevice(int Ordinal) {
  if (!LoggedDevices.insert(Ordinal).second)
    return;
  char Name[256] = "";
  D.deviceGetName(Name, sizeof(Name) - 1, Ordinal);
  auto Attribute = [&](int Which) {
    int Value = 0;
    D.deviceGetAttribute(&Value, Which, Ordinal);
    return Value;
  };
  DeviceUuid Id = {};
  D.deviceGetUuid(&Id, Ordinal);
  std::string Uuid = "GPU-";
  for (int I = 0; I < 16; ++I) {
    static constexpr char Digits[] = "0123456789abcdef";
    if (I == 4 || I == 6 || I == 8 || I == 10)
      Uuid += '-';
    Uuid += {Digits[Id.Bytes[I] >> 4], Digits[Id.Bytes[I] & 15]};
  }
  int Version = 0;
  D.driverGetVersion(&Version);
  Records.write(JsonLine("device")
                    .number("device", Ordinal)
                    .text("name", Name)
                    .text("arch", "sm_" + std::to_string(Attribute(AttributeMajor)) +
                                      std::to_string(Attribute(AttributeMinor)))
                    .text("uuid", Uuid)
                    .number("sms", Attribute(AttributeSms))
                    .number("clock_khz", Attribute(AttributeClockKhz))
                    .number("driver", Version));
}

void Session::logLaunch(const Launch &L, int Error) {
  const LaunchRequest &R = L.Request;
  Records.write(JsonLine("launch")
                    .number("launch", L.Number)
                    .number("module", L.M->Number)
                    .number("device", L.Where ? L.Where->Ordinal : -1)
                    .text("kernel", L.Kernel)
                    .numbers("grid", {R.Grid.begin(), R.Grid.end()})
                    .numbers("block", {R.Block.begin(), R.Block.end()})
                    .number("shared_bytes", int64_t(R.SharedBytes))
                    .number("stream", L.On.Number)
                    .boolean("captured", L.Captured)
                    .boolean("concurrent", L.Concurrent)
                    .number("error", Error));
}

//===- Modules -------------------------------------------------------------===//

const void *Session::moduleLoad(const ArgusModule &Descriptor) {
  Lock Held(Mutex);
  std::string Problem;
  Module &M = Modules.add(Descriptor, Problem);
  for (auto &[Handle, C] : Contexts)
    C->Suspect = true;
  if (!record())
    return Descriptor.fatbin_wrapper;
  if (!Problem.empty())
    Records.message("error", "the program's own image is used: " + Problem);
  if (!M.swapped())
    return Descriptor.fatbin_wrapper;
  Swapped = true;
  return &M.Wrapper;
}

void Session::kernelRegister(const ArgusModule &Descriptor, const void *Stub,
                             const char *Name) {
  Lock Held(Mutex);
  Modules.addKernel(&Descriptor, Stub, Name);
}

//===- Launches ------------------------------------------------------------===//

bool Session::loadDriverOnce() {
  if (DriverState != NotLoaded)
    return DriverState == Loaded;
  const std::string Problem = Load(D);
  DriverState = Problem.empty() ? Loaded : Unusable;
  if (!Problem.empty())
    Records.message("error", "kernels are neither timed nor traced: " + Problem);
  return DriverState == Loaded;
}

/// The launch number is written in the stream just before the kernel. If two threads
/// launch in one stream, nothing may come between the two.
void Session::orderLaunches(Launch &L) {
  if (!Swapped)
    return;
  const size_t Index = std::hash<Stream>()(L.Request.On) / 16 % StreamOrder.size();
  L.Order = Lock(StreamOrder[Index], std::defer_lock);
  // In vain only if the other launch hangs, which must not become this one's problem.
  (void)L.Order.try_lock_for(OrderWait);
}

/// Asks CUDA for the function; as the launch would, this initialises CUDA, loads the
/// module, and makes its context current.
int Session::findFunction(const LaunchRequest &R, bool Driver, Function &F) {
  std::optional<RelaxedCapture> Relaxed;
  if (Driver)
    Relaxed.emplace(D);
  void *Found = nullptr;
  const int Error = R.Descriptor->get_func_by_symbol(&Found, R.Stub);
  F = static_cast<Function>(Found);
  return Error;
}

/// Before anything else is done: CUDA allows this question at any time.
bool Session::isCaptured(Stream S) const {
  int Capture = CaptureNone;
  const Result R = D.streamIsCapturing(S, &Capture);
  // What goes to the default stream now would end a capture, and is the program's
  // fault.
  return R == ErrorCaptureImplicit || (R == Success && Capture != CaptureNone);
}

/// The function as an earlier launch found it. In a capture CUDA is asked as little as
/// possible, for a call that it does not like there costs the program its graph.
Function Session::functionInCapture(const LaunchRequest &R) {
  RelaxedCapture Relaxed(D);
  const std::shared_ptr<ContextState> C = currentContext();
  return C ? C->knownFunction(R.Stub, Modules) : nullptr;
}

/// Whether the descriptors tell which kernel it is, and it records nothing.
bool Session::needsNoFunction(const Launch &L) const {
  const std::vector<Module *> &Owners = Modules.owners(L.Request.Stub);
  return L.Captured && Owners.size() == 1 && !Owners.front()->swapped();
}

Launch *Session::launchBegin(const LaunchRequest &R) {
  Lock Held(Mutex);
  if (!record())
    return nullptr;
  const bool Driver = loadDriverOnce();
  auto L = std::make_unique<Launch>();
  L->Request = R;
  L->Captured = Driver && isCaptured(R.On);
  Function F = L->Captured ? functionInCapture(R) : nullptr;
  const bool Ask = !F && !needsNoFunction(*L);
  Held.unlock();
  const bool Found = !Ask || findFunction(R, Driver, F) == 0;
  orderLaunches(*L);
  Held.lock();
  if (Found && Driver) {
    RelaxedCapture Relaxed(D);
    beginOnDevice(*L, F, Held);
  } else if (const Module *M = Modules.find(R.Descriptor)) {
    const std::string *Name = ModuleTable::kernelName(*M, R.Stub);
    L->M = Name ? M : nullptr;
    L->Kernel = Name ? *Name : "";
  }
  if (!L->M)
    return nullptr;
  if (L->Number == 0)
    L->Number = ++Launches;
  return L.release();
}

bool Session::identify(Launch &L, Function F, KernelIdentity &K) {
  if (!F) {
    const std::vector<Module *> &Owners = Modules.owners(L.Request.Stub);
    if (Owners.empty())
      return false;
    K.M = L.M = Owners.front();
    K.Name = L.Kernel = *ModuleTable::kernelName(*K.M, L.Request.Stub);
    return true;
  }
  bool Sure = true;
  const Module *Given = L.Request.Kernel ? Modules.find(L.Request.Descriptor) : nullptr;
  const KernelIdentity *Found =
      L.Where->identify(F, L.Request.Stub, Given, Modules, Sure);
  if (!Found)
    return false;
  K = *Found;
  L.M = K.M;
  L.Kernel = K.Name;
  if (!Sure)
    warn("several modules have the kernel " + K.Name +
         " and nothing tells which of "
         "them CUDA launches; it is counted to " +
         K.M->Source);
  return true;
}

void Session::beginOnDevice(Launch &L, Function F, Lock &Held) {
  L.Where = currentContext();
  KernelIdentity K;
  if (!L.Where || !identify(L, F, K) || L.Where->broken())
    return;
  ContextState &C = *L.Where;
  C.Drained = false;
  L.On = C.streamInfo(L.Request.On, L.Captured);
  if (K.M->swapped() && O.ImagesRecord)
    attachArena(L, K, Held);
  L.Number = ++Launches;
  // Of a launch that another thread has begun and not ended there is no event yet.
  L.Concurrent = !L.Captured && (C.Times.overlaps(K.M->Number, L.On) ||
                                 (L.Trace && L.Trace->Open > 1));
  if (L.Trace)
    announce(L);
  if (L.Captured)
    return; // the time of capturing says nothing about the kernel
  check(C, "delaying a launch (kernel times will hold launch latency)",
        C.Helpers.delay(L.Request.On));
  check(C, "timing a launch", C.Times.begin(L.On, L.Start));
}

/// Tells the kernel its launch number and where its chunks are.
void Session::announce(Launch &L) {
  ContextState &C = *L.Where;
  Arena &A = *L.Trace;
  // Of launches that may run together, none may rely on the one control variable.
  if (L.Concurrent || L.Captured)
    check(C, "ending reservations", A.share(C.Copies));
  if (!A.Shared && L.Request.warps() < MostReserved)
    L.Reserved = check(C, "reserving chunks",
                       A.reserve(C.Helpers, L.Number, L.Request.warps(), L.Request.On));
  if (!L.Reserved)
    check(C, "writing the launch number", A.writeLaunch(L.Number, L.Request.On));
}

void Session::attachArena(Launch &L, const KernelIdentity &K, Lock &Held) {
  const uint64_t Warps = L.Request.warps();
  std::string Problem;
  Arena &A = L.Where->arena(K, Warps, L.Captured, Problem);
  if (!Problem.empty())
    Records.message("error",
                    "launches of " + K.M->Source + " are not traced: " + Problem);
  if (!A.ready())
    return;
  A.Graph |= L.Captured;
  if (!L.Captured && !A.fits(Warps))
    recycle(L, K, A, Held);
  if (!A.fits(Warps) && !A.Graph)
    warn("the trace buffer of " + K.M->Source + " may be too small for " + K.Name +
         "; what does not fit is counted as lost. Raise " ARGUS_ENV_ARENA_MIB
         " or lower " ARGUS_ENV_EVENTS);
  A.claim(Warps);
  ++A.Open;
  L.Trace = &A;
}

/// Waits until no launch of the module is in flight, drains its arena and starts it
/// anew. Gives up for good when that takes too long: a kernel may be waiting for
/// something that the program does only after this launch.
void Session::recycle(Launch &L, const KernelIdentity &K, Arena &A, Lock &Held) {
  if (!Changed.wait_for(Held, O.RecycleWait, [&] { return !A.Recycling; }))
    return;
  const uint64_t Warps = L.Request.warps();
  if (A.Graph || A.GaveUp || A.fits(Warps))
    return;
  A.Recycling = true;
  ContextState &C = *L.Where;
  Result R = ErrorNotReady;
  if (Changed.wait_for(Held, O.RecycleWait, [&] { return A.Open == 0; }))
    R = C.Times.waitFor(K.M->Number, O.RecycleWait, timeSink());
  const bool Idle = R != ErrorNotReady && check(C, "running a kernel", R);
  std::string Problem;
  if (R == ErrorNotReady)
    Problem = "the launches of " + K.M->Source + " did not end in time";
  if (Idle)
    Problem = A.drain(C.Copies, Records, O.RecycleWait);
  if (Idle && Problem.empty())
    Problem = A.reset(C.Copies, O.RecycleWait);
  if (Idle && Problem.empty() && !A.fits(Warps))
    Problem = A.grow(C.Copies, Warps);
  A.GaveUp = !Idle || !Problem.empty();
  if (!Problem.empty())
    Records.message("error", Problem + "; its trace buffer is drained at the end only, "
                                       "and what does not fit is counted as lost");
  A.Recycling = false;
  Changed.notify_all();
}

void Session::launchEnd(Launch *Given, int Error) {
  const std::unique_ptr<Launch> L(Given);
  Lock Held(Mutex);
  logLaunch(*L, Error);
  if (L->Where && DriverState == Loaded && !L->Where->broken()) {
    RelaxedCapture Relaxed(D);
    endOnDevice(*L, Error);
  }
  if (L->Trace) {
    --L->Trace->Open;
    Changed.notify_all();
  }
}

void Session::endOnDevice(Launch &L, int Error) {
  ContextState &C = *L.Where;
  C.Drained = false;
  // A launch that no hook sees must not take these chunks for its own.
  if (L.Reserved)
    check(C, "ending a reservation", L.Trace->endReservation(L.Request.On));
  if (L.Start && Error != 0)
    C.Times.discard(L.Start);
  else if (L.Start &&
           !check(C, "timing a launch",
                  C.Times.end(L.Start, L.Number, L.M->Number, L.On)) &&
           L.Trace)
    L.Trace->GaveUp = true; // nothing would tell when this launch is over
  check(C, "running a kernel", C.Times.collect(timeSink()));
}

} // namespace argus::rt
