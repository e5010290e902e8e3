//===- common.h - what the examples share -------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_EXAMPLES_COMMON_H
#define ARGUS_EXAMPLES_COMMON_H

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

/// Ends the program with the failed call and CUDA's reason.
#define CUDA_CHECK(call) checkCuda((call), #call, __FILE__, __LINE__)

inline void checkCuda(cudaError_t Error, const char *Call, const char *File, int Line) {
  if (Error == cudaSuccess)
    return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", File, Line, Call, cudaGetErrorString(Error));
  std::exit(1);
}

/// Device memory that is freed with the object.
template <typename T> class DeviceArray {
public:
  explicit DeviceArray(size_t Count) : Count(Count) {
    CUDA_CHECK(cudaMalloc(&Data, Count * sizeof(T)));
  }
  explicit DeviceArray(const std::vector<T> &Host) : DeviceArray(Host.size()) {
    CUDA_CHECK(
        cudaMemcpy(Data, Host.data(), Count * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~DeviceArray() { cudaFree(Data); }
  DeviceArray(const DeviceArray &) = delete;
  DeviceArray &operator=(const DeviceArray &) = delete;

  T *get() const { return Data; }

  /// Waits for the kernels before it and reports their errors.
  std::vector<T> toHost() const {
    std::vector<T> Host(Count);
    CUDA_CHECK(
        cudaMemcpy(Host.data(), Data, Count * sizeof(T), cudaMemcpyDeviceToHost));
    return Host;
  }

private:
  T *Data = nullptr;
  size_t Count;
};

/// The argument as a number in [Low, High]; otherwise ends the program with status 2.
inline int numberArgument(const char *Text, const char *Name, int Low, int High) {
  char *End = nullptr;
  long Value = std::strtol(Text, &End, 10);
  if (End != Text && *End == '\0' && Value >= Low && Value <= High)
    return static_cast<int>(Value);
  std::fprintf(stderr, "%s must be a number from %d to %d, not '%s'\n", Name, Low, High,
               Text);
  std::exit(2);
}

#endif // ARGUS_EXAMPLES_COMMON_H
