//===- Gpu.cpp - which GPUs the driver offers -----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "execute/Gpu.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace argus {

namespace {

// CUdevice_attribute values of the compute capability.
constexpr int AttributeMajor = 75;
constexpr int AttributeMinor = 76;

/// The few driver functions needed, resolved at run time because argus must start
/// where there is no driver.
struct Driver {
  int (*Init)(unsigned) = nullptr;
  int (*DeviceGetCount)(int *) = nullptr;
  int (*DeviceGet)(int *, int) = nullptr;
  int (*DeviceGetName)(char *, int, int) = nullptr;
  int (*DeviceGetAttribute)(int *, int, int) = nullptr;
  int (*GetErrorString)(int, const char **) = nullptr;

  template <typename F> static bool load(void *Library, const char *Name, F &Function) {
    Function = reinterpret_cast<F>(dlsym(Library, Name));
    return Function != nullptr;
  }

  bool loadAll(void *Library) {
    return load(Library, "cuInit", Init) &&
           load(Library, "cuDeviceGetCount", DeviceGetCount) &&
           load(Library, "cuDeviceGet", DeviceGet) &&
           load(Library, "cuDeviceGetName", DeviceGetName) &&
           load(Library, "cuDeviceGetAttribute", DeviceGetAttribute) &&
           load(Library, "cuGetErrorString", GetErrorString);
  }

  std::string errorText(const char *Call, int Error) const {
    const char *Text = nullptr;
    GetErrorString(Error, &Text);
    return fmt::format("{} failed: error {}, {}", Call, Error, Text ? Text : "unknown");
  }
};

GpuInfo describe(const Driver &D, int Device) {
  char Name[256] = {};
  int Major = 0, Minor = 0;
  D.DeviceGetName(Name, sizeof Name - 1, Device);
  D.DeviceGetAttribute(&Major, AttributeMajor, Device);
  D.DeviceGetAttribute(&Minor, AttributeMinor, Device);
  return {Name, fmt::format("sm_{}{}", Major, Minor)};
}

} // namespace

GpuState probeGpus() {
  GpuState State;
  void *Library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!Library) {
    State.Problem = "no NVIDIA driver (libcuda.so.1 cannot be loaded)";
    return State;
  }
  Driver D;
  if (!D.loadAll(Library)) {
    State.Problem = "libcuda.so.1 lacks functions of the CUDA driver API";
    return State;
  }
  int Count = 0;
  if (const int Error = D.Init(0))
    State.Problem = D.errorText("cuInit", Error);
  else if (const int CountError = D.DeviceGetCount(&Count))
    State.Problem = D.errorText("cuDeviceGetCount", CountError);
  else if (Count == 0)
    State.Problem = "the CUDA driver finds no GPU";
  for (int I = 0; I < Count && State.Problem.empty(); ++I) {
    int Device = 0;
    if (const int Error = D.DeviceGet(&Device, I))
      State.Problem = D.errorText("cuDeviceGet", Error);
    else
      State.Gpus.push_back(describe(D, Device));
  }
  return State;
}

} // namespace argus
