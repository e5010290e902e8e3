//===- Nvml.cpp - the few functions of NVML that are used -----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "collect/Nvml.h"

#include "support/Text.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace argus {

namespace {

// Of nvml.h; part of its binary interface.
constexpr int ErrorFunctionNotFound = 13;
constexpr int ErrorInsufficientSize = 7;
constexpr int ClockSm = 1, ClockMemory = 2;
constexpr int SensorGpu = 0;

struct Utilization {
  unsigned Gpu = 0, Memory = 0;
};

/// Since version 2 of the function.
struct ProcessInfo {
  unsigned Pid = 0;
  unsigned long long Memory = 0;
  unsigned GpuInstance = 0, ComputeInstance = 0;
};

} // namespace

template <typename... Args> int Nvml::call(const char *Name, Args... Values) const {
  auto Function = reinterpret_cast<int (*)(Args...)>(::dlsym(Handle, Name));
  return Function ? Function(Values...) : ErrorFunctionNotFound;
}

std::string Nvml::error(int Status) const {
  auto Text =
      reinterpret_cast<const char *(*)(int)>(::dlsym(Handle, "nvmlErrorString"));
  return Text ? Text(Status) : fmt::format("NVML error {}", Status);
}

Nvml::Nvml(const std::string &Library, const std::string &Gpu, std::string &Problem) {
  Handle = ::dlopen(Library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Handle) {
    const char *Reason = ::dlerror();
    Problem = Reason ? Reason : "cannot load " + Library;
    return;
  }
  const int Status = call("nvmlInit_v2");
  Started = Status == 0;
  Problem = Started ? open(Gpu) : Library + ": " + error(Status);
}

std::string Nvml::open(const std::string &Gpu) {
  const auto Index = parseNumber(Gpu);
  const int Status = Index ? call("nvmlDeviceGetHandleByIndex_v2",
                                  static_cast<unsigned>(*Index), &Device)
                           : call("nvmlDeviceGetHandleByUUID", Gpu.c_str(), &Device);
  return Status == 0 ? "" : fmt::format("GPU {}: {}", Gpu, error(Status));
}

Nvml::~Nvml() {
  if (Started)
    call("nvmlShutdown");
  if (Handle)
    ::dlclose(Handle);
}

std::optional<double> Nvml::number(const char *Name) const {
  unsigned Value = 0;
  return call(Name, Device, &Value) == 0 ? std::optional<double>(Value) : std::nullopt;
}

std::optional<double> Nvml::number(const char *Name, int Which) const {
  unsigned Value = 0;
  return call(Name, Device, Which, &Value) == 0 ? std::optional<double>(Value)
                                                : std::nullopt;
}

GpuSample Nvml::sample() const {
  GpuSample S;
  S.SmMhz = number("nvmlDeviceGetClockInfo", ClockSm);
  S.MemoryMhz = number("nvmlDeviceGetClockInfo", ClockMemory);
  S.TemperatureC = number("nvmlDeviceGetTemperature", SensorGpu);
  if (const auto Milliwatts = number("nvmlDeviceGetPowerUsage"))
    S.PowerW = *Milliwatts / 1000;
  Utilization Busy;
  if (call("nvmlDeviceGetUtilizationRates", Device, &Busy) == 0)
    S.BusyPercent = Busy.Gpu;
  unsigned long long Reasons = 0;
  for (const char *Name : {"nvmlDeviceGetCurrentClocksEventReasons",
                           "nvmlDeviceGetCurrentClocksThrottleReasons"})
    if (!S.ClockReasons && call(Name, Device, &Reasons) == 0)
      S.ClockReasons = Reasons;
  return S;
}

std::optional<std::vector<unsigned>> Nvml::processes() const {
  std::vector<ProcessInfo> Infos(64);
  for (const char *Name : {"nvmlDeviceGetComputeRunningProcesses_v3",
                           "nvmlDeviceGetComputeRunningProcesses_v2"}) {
    unsigned Count = static_cast<unsigned>(Infos.size());
    int Status = call(Name, Device, &Count, Infos.data());
    if (Status == ErrorInsufficientSize) {
      Infos.resize(Count + 16); // some may have come since
      Count = static_cast<unsigned>(Infos.size());
      Status = call(Name, Device, &Count, Infos.data());
    }
    if (Status != 0)
      continue;
    std::vector<unsigned> Pids;
    for (unsigned I = 0; I < Count && I < Infos.size(); ++I)
      Pids.push_back(Infos[I].Pid);
    return Pids;
  }
  return std::nullopt;
}

} // namespace argus
