//===- Probes.cpp - looks at the machine ------------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Probes.h"
#include "argus/Abi.h"
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <fstream>
#include <iomanip>
#include <spawn.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace argus {

static std::string readAll(int File) {
  std::string Text;
  char Buffer[4096];
  for (;;) {
    ssize_t Count = ::read(File, Buffer, sizeof(Buffer));
    if (Count > 0)
      Text.append(Buffer, static_cast<size_t>(Count));
    else if (Count == 0 || errno != EINTR)
      return Text;
  }
}

static int waitFor(pid_t Child) {
  int Status = 0;
  while (::waitpid(Child, &Status, 0) < 0)
    if (errno != EINTR)
      return -1;
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
}

CommandResult runCommand(const std::vector<std::string> &Command) {
  CommandResult Result;
  int Pipe[2];
  if (Command.empty() || ::pipe2(Pipe, O_CLOEXEC) != 0)
    return Result;
  std::vector<char *> Raw;
  for (const std::string &Arg : Command)
    Raw.push_back(const_cast<char *>(Arg.c_str()));
  Raw.push_back(nullptr);

  posix_spawn_file_actions_t Actions;
  ::posix_spawn_file_actions_init(&Actions);
  ::posix_spawn_file_actions_addopen(&Actions, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&Actions, Pipe[1], 1);
  ::posix_spawn_file_actions_adddup2(&Actions, Pipe[1], 2);
  pid_t Child = 0;
  int Error = ::posix_spawn(&Child, Raw[0], &Actions, nullptr, Raw.data(), environ);
  ::posix_spawn_file_actions_destroy(&Actions);
  ::close(Pipe[1]);
  if (Error == 0) {
    Result.Started = true;
    Result.Output = readAll(Pipe[0]);
    Result.Status = waitFor(Child);
  } else {
    Result.Output = std::strerror(Error);
  }
  ::close(Pipe[0]);
  return Result;
}

namespace {

/// The few driver functions, found by name: argus must start where there is no driver.
class DriverLibrary {
public:
  explicit DriverLibrary(void *Handle) : Handle(Handle) {}

  /// CUDA_ERROR_NOT_FOUND (500) where the library lacks the function.
  template <typename... Args> int call(const char *Name, Args... Values) const {
    auto Function = reinterpret_cast<int (*)(Args...)>(::dlsym(Handle, Name));
    return Function ? Function(Values...) : 500;
  }

private:
  void *Handle;
};

} // namespace

static std::string uuidOf(const DriverLibrary &Cuda, int Device) {
  struct {
    unsigned char Bytes[16];
  } Id = {};
  if (Cuda.call("cuDeviceGetUuid", &Id, Device) != 0)
    return "";
  std::ostringstream Text;
  Text << "GPU-" << std::hex << std::setfill('0');
  for (int I = 0; I < 16; ++I)
    Text << (I == 4 || I == 6 || I == 8 || I == 10 ? "-" : "") << std::setw(2)
         << int(Id.Bytes[I]);
  return Text.str();
}

static void probeGpus(const DriverLibrary &Cuda, DriverProbe &Probe) {
  constexpr int MajorAttribute = 75, MinorAttribute = 76;
  int Count = 0;
  if (Cuda.call("cuDeviceGetCount", &Count) != 0)
    return;
  for (int I = 0; I < Count; ++I) {
    int Device = 0;
    char Name[256] = "";
    GpuInfo Gpu;
    if (Cuda.call("cuDeviceGet", &Device, I) != 0 ||
        Cuda.call("cuDeviceGetName", &Name[0], int(sizeof(Name)), Device) != 0 ||
        Cuda.call("cuDeviceGetAttribute", &Gpu.Major, MajorAttribute, Device) != 0 ||
        Cuda.call("cuDeviceGetAttribute", &Gpu.Minor, MinorAttribute, Device) != 0)
      continue;
    Gpu.Name = Name;
    Gpu.Uuid = uuidOf(Cuda, Device);
    Probe.Gpus.push_back(Gpu);
  }
}

DriverProbe probeDriver() {
  DriverProbe Probe;
  void *Handle = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!Handle) {
    const char *Reason = ::dlerror();
    Probe.LoadError = Reason ? Reason : "unknown reason";
    return Probe;
  }
  // Never unloaded: the driver's threads may outlive this function.
  DriverLibrary Cuda(Handle);
  Cuda.call("cuDriverGetVersion", &Probe.Version);
  Probe.InitStatus = Cuda.call("cuInit", 0u);
  if (Probe.InitStatus == 0) {
    probeGpus(Cuda, Probe);
    return Probe;
  }
  const char *Text = nullptr;
  Cuda.call("cuGetErrorString", Probe.InitStatus, &Text);
  Probe.InitError = Text ? Text : "unknown error";
  return Probe;
}

static bool hasSysAdmin() {
  constexpr unsigned SysAdminBit = 21;
  std::ifstream Status("/proc/self/status");
  std::string Key, Value;
  while (Status >> Key && std::getline(Status, Value))
    if (Key == "CapEff:")
      return std::stoull(Value, nullptr, 16) >> SysAdminBit & 1;
  return false;
}

CounterProbe probeCounters() {
  CounterProbe Probe;
  // In a container root may lack the capability, which is what the driver asks for.
  Probe.Privileged = hasSysAdmin();
  std::ifstream Params("/proc/driver/nvidia/params");
  std::string Key;
  int Value = 0;
  std::string Line;
  while (std::getline(Params, Line)) {
    std::istringstream Words(Line);
    if (Words >> Key >> Value && Key == "RmProfilingAdminOnly:") {
      Probe.KnowsDriver = true;
      Probe.AdminOnly = Value != 0;
    }
  }
  return Probe;
}

std::string probeRuntime(const std::string &Path) {
  if (::access(Path.c_str(), R_OK) != 0)
    return std::strerror(errno);
  void *Handle = ::dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Handle) {
    const char *Reason = ::dlerror();
    return Reason ? Reason : "unknown reason";
  }
  auto *Runtime = static_cast<ArgusRuntime *>(::dlsym(Handle, ARGUS_RUNTIME_SYMBOL));
  if (!Runtime)
    return "it does not export " ARGUS_RUNTIME_SYMBOL;
  if (Runtime->version != ARGUS_ABI_VERSION)
    return "it has ABI version " + std::to_string(Runtime->version) +
           ", argus needs version " + std::to_string(ARGUS_ABI_VERSION);
  return "";
}

} // namespace argus
