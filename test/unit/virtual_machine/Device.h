//===- Device.h - a machine for tests -----------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_VIRTUAL_MACHINE_DEVICE_H
#define ARGUS_TEST_VIRTUAL_MACHINE_DEVICE_H

#include "Machine.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace argus::vm {

/// A machine with one module, and buffers in its memory.
class Device {
public:
  Device() : M(uint64_t(1) << 30), Gpu(M) {}

  /// Fails the test where it does not load.
  void load(const std::string &Ptx);
  /// A buffer with these values; its address.
  template <class T> uint64_t buffer(const std::vector<T> &Values) {
    uint64_t At = M.allocate(Values.size() * sizeof(T)).Base;
    std::memcpy(hostPointer(At), Values.data(), Values.size() * sizeof(T));
    return At;
  }
  template <class T> std::vector<T> read(uint64_t At, size_t Count) const {
    std::vector<T> Values(Count);
    std::memcpy(Values.data(), hostPointer(At), Count * sizeof(T));
    return Values;
  }
  template <class T> Device &with(T Value) {
    std::vector<uint8_t> Bytes(sizeof(T));
    std::memcpy(Bytes.data(), &Value, sizeof(T));
    Request.Parameters.push_back(Bytes);
    return *this;
  }
  /// Launches with the parameters given by with(), and forgets them.
  LaunchResult launch(const std::string &Kernel, Dim3 Grid, Dim3 Block);
  /// The same, and fails the test where it faults.
  LaunchResult run(const std::string &Kernel, Dim3 Grid, Dim3 Block);

  Memory M;
  Machine Gpu;
  std::shared_ptr<Program> P;
  LaunchRequest Request;
};

/// "k(out, in0, in1, ...)": 32 lanes; registers %a, %b, %c (inputs) and %d (output) of
/// the types' classes; the code is Body.
struct Snippet {
  const char *Type = "b32"; ///< of the output, "b16", "b32", "b64"
  std::vector<const char *> Inputs;
};

/// Runs `Body` over 32 lanes: lane l gets %a, %b, %c from the inputs' l-th elements
/// (repeated where there are fewer) and returns its %d. All are 64-bit patterns.
std::vector<uint64_t> evaluate(const std::string &Body, const Snippet &S,
                               const std::vector<std::vector<uint64_t>> &Inputs);

/// One lane of that.
uint64_t value(const std::string &Body, const Snippet &S,
               const std::vector<uint64_t> &Inputs);

/// A module with this kernel "k" and these parameters.
std::string kernel(const std::string &Parameters, const std::string &Body,
                   const std::string &Before = "");

inline uint32_t bits(float F) {
  uint32_t B;
  std::memcpy(&B, &F, sizeof B);
  return B;
}
inline uint64_t bits(double F) {
  uint64_t B;
  std::memcpy(&B, &F, sizeof B);
  return B;
}

} // namespace argus::vm

#endif // ARGUS_TEST_VIRTUAL_MACHINE_DEVICE_H
