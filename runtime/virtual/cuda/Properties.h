//===- Properties.h - what the virtual device says of itself -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_CUDA_PROPERTIES_H
#define ARGUS_VIRTUAL_CUDA_PROPERTIES_H

#include <cstddef>
#include <cstdint>

namespace argus::vcuda {

struct Uuid {
  unsigned char Bytes[16];
};

#define BOTH(Type, Name, Dimension) Type Name Dimension;
#define ONLY_12(Type, Name, Dimension) Type Name Dimension;
#define ONLY_13(Type, Name, Dimension)
struct DeviceProp12 {
#include "DeviceProp.def"
};

#define BOTH(Type, Name, Dimension) Type Name Dimension;
#define ONLY_12(Type, Name, Dimension)
#define ONLY_13(Type, Name, Dimension) Type Name Dimension;
struct DeviceProp13 {
#include "DeviceProp.def"
};

static_assert(sizeof(DeviceProp12) == 1032 && sizeof(DeviceProp13) == 1008);

/// `Memory`: bytes that the device has.
void fill(DeviceProp12 &P, uint64_t Memory);
void fill(DeviceProp13 &P, uint64_t Memory);

/// Bytes of CUDA 11's structure, which is a beginning of CUDA 12's.
constexpr size_t DeviceProp11Bytes =
    offsetof(DeviceProp12, reservedSharedMemPerBlock) + sizeof(size_t);

/// cudaDeviceAttr and CUdevice_attribute. False where there is no such attribute.
bool attribute(int Which, int &Value);

/// The N of the libcudart.so.N that the program has loaded; 13 where there is none.
int runtimeMajor();

const Uuid &deviceUuid();

} // namespace argus::vcuda

#endif // ARGUS_VIRTUAL_CUDA_PROPERTIES_H
