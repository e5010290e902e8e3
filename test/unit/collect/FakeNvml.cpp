//===- FakeNvml.cpp - an NVML without a GPU --------------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One GPU that is idle when it is first asked and busy from then on, by an older
// driver: it lacks the newest function for clock reasons, and does not tell its power.
//
//===----------------------------------------------------------------------===//

#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace {

constexpr int Success = 0, NotFound = 6, InsufficientSize = 7;
int Device;
unsigned Asked; ///< how often for its utilisation, which is once a sample

struct Utilization {
  unsigned Gpu, Memory;
};

struct ProcessInfo {
  unsigned Pid;
  unsigned long long Memory;
  unsigned GpuInstance, ComputeInstance;
};

} // namespace

extern "C" {

int nvmlInit_v2() { return std::getenv("ARGUS_FAKE_NVML_FAILS") ? 9 : Success; }
int nvmlShutdown() { return Success; }

const char *nvmlErrorString(int Status) {
  return Status == NotFound ? "Not Found" : "Driver Not Loaded";
}

int nvmlDeviceGetHandleByUUID(const char *Uuid, void **Handle) {
  *Handle = &Device;
  return std::strcmp(Uuid, "GPU-0123") == 0 ? Success : NotFound;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned Index, void **Handle) {
  *Handle = &Device;
  return Index == 0 ? Success : NotFound;
}

int nvmlDeviceGetClockInfo(void *, int Which, unsigned *Mhz) {
  *Mhz = Which == 2 ? 2619 : Asked == 0 ? 345 : 1980;
  return Which == 1 || Which == 2 ? Success : NotFound;
}

int nvmlDeviceGetTemperature(void *, int Sensor, unsigned *Celsius) {
  *Celsius = Asked == 0 ? 30 : 41;
  return Sensor == 0 ? Success : NotFound;
}

int nvmlDeviceGetUtilizationRates(void *, Utilization *Rates) {
  *Rates = {Asked++ == 0 ? 0u : 97u, 5u};
  return Success;
}

int nvmlDeviceGetCurrentClocksThrottleReasons(void *, unsigned long long *Reasons) {
  *Reasons = Asked <= 1 ? 0x1 : 0x4; // idle, power cap
  return Success;
}

/// This process, the first of the machine, and one of another namespace of ids; a
/// second one of that comes when the program runs.
int nvmlDeviceGetComputeRunningProcesses_v3(void *, unsigned *Count,
                                            ProcessInfo *Infos) {
  constexpr unsigned Elsewhere = 2000000000;
  const ProcessInfo All[] = {{unsigned(getpid()), 1, 0, 0},
                             {1, 1, 0, 0},
                             {Elsewhere, 1, 0, 0},
                             {Elsewhere + 1, 1, 0, 0}};
  const unsigned There = Asked < 2 ? 3 : 4;
  const bool Fits = *Count >= There;
  *Count = There;
  if (!Fits)
    return InsufficientSize;
  std::memcpy(Infos, All, There * sizeof(ProcessInfo));
  return Success;
}
}
