//===- MemoryTest.cpp - memory and copies -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VirtualTest.h"

#include <cstring>

using namespace argus;
using namespace argus::test;

using MemoryTest = VirtualTest;

TEST_F(MemoryTest, AllocationsAreCountedAndFreed) {
  size_t Before = 0, Now = 0, Total = 0;
  void *P = nullptr;
  ASSERT_EQ(cudaMemGetInfo(&Before, &Total), Success);
  ASSERT_EQ(cudaMalloc(&P, 1 << 20), Success);
  cudaMemGetInfo(&Now, &Total);
  EXPECT_LE(Now, Before - (1 << 20));
  EXPECT_EQ(cudaFree(static_cast<char *>(P) + 8), ErrorInvalidValue);
  EXPECT_EQ(cudaFreeHost(P), ErrorInvalidValue);
  EXPECT_EQ(cudaFree(P), Success);
  EXPECT_EQ(cudaFree(P), ErrorInvalidValue);
  EXPECT_EQ(cudaFree(nullptr), Success);
  cudaMemGetInfo(&Now, &Total);
  EXPECT_EQ(Now, Before);
}

TEST_F(MemoryTest, SizesAtTheEdges) {
  void *P = this;
  EXPECT_EQ(cudaMalloc(&P, 0), Success);
  EXPECT_EQ(P, nullptr);
  EXPECT_EQ(cudaMalloc(&P, ~size_t(0)), ErrorMemoryAllocation);
  EXPECT_EQ(cudaMalloc(nullptr, 1), ErrorInvalidValue);
  EXPECT_EQ(cudaMallocManaged(&P, 0, 1), ErrorInvalidValue);
  size_t Pitch = 0;
  EXPECT_EQ(cudaMallocPitch(&P, &Pitch, 1000, 3), Success);
  EXPECT_EQ(Pitch, 1024u);
  EXPECT_EQ(cudaMallocPitch(&P, &Pitch, 1000, ~size_t(0) / 2), ErrorMemoryAllocation);
}

TEST_F(MemoryTest, PointersSayWhatTheyAre) {
  void *Device = nullptr, *Host = nullptr, *Managed = nullptr;
  cudaMalloc(&Device, 64);
  cudaMallocHost(&Host, 64);
  cudaMallocManaged(&Managed, 64, 1);
  PointerAttributes A = {};
  EXPECT_EQ(cudaPointerGetAttributes(&A, static_cast<char *>(Device) + 63), Success);
  EXPECT_EQ(A.Type, OfDevice);
  EXPECT_EQ(A.HostPointer, nullptr);
  EXPECT_EQ(cudaPointerGetAttributes(&A, Host), Success);
  EXPECT_EQ(A.Type, OfHost);
  EXPECT_EQ(A.DevicePointer, Host);
  EXPECT_EQ(cudaPointerGetAttributes(&A, Managed), Success);
  EXPECT_EQ(A.Type, OfManaged);
  EXPECT_EQ(cudaPointerGetAttributes(&A, &A), Success);
  EXPECT_EQ(A.Type, Unregistered);
}

TEST_F(MemoryTest, RegisteredHostMemory) {
  char Bytes[256] = "";
  unsigned Flags = 0;
  EXPECT_EQ(cudaHostRegister(Bytes, sizeof(Bytes), 2), Success);
  EXPECT_EQ(cudaHostRegister(Bytes, 16, 2), ErrorHostMemoryAlreadyRegistered);
  EXPECT_EQ(cudaHostGetFlags(&Flags, Bytes), Success);
  EXPECT_EQ(Flags, 2u);
  EXPECT_EQ(cudaFreeHost(Bytes), ErrorInvalidValue);
  EXPECT_EQ(cudaHostUnregister(Bytes), Success);
  EXPECT_EQ(cudaHostUnregister(Bytes), ErrorHostMemoryNotRegistered);
}

TEST_F(MemoryTest, CopiesInAllDirections) {
  char From[8] = "1234567", To[8] = "";
  void *A = nullptr, *B = nullptr;
  cudaMalloc(&A, 8);
  cudaMalloc(&B, 8);
  EXPECT_EQ(cudaMemcpy(A, From, 8, HostToDevice), Success);
  EXPECT_EQ(cudaMemcpy(B, A, 8, DeviceToDevice), Success);
  EXPECT_EQ(cudaMemcpy(To, B, 8, AnyToAny), Success);
  EXPECT_STREQ(To, "1234567");
  EXPECT_EQ(cudaMemset(A, 'x', 7), Success);
  EXPECT_EQ(cudaMemcpy(To, A, 8, DeviceToHost), Success);
  EXPECT_STREQ(To, "xxxxxxx");
}

TEST_F(MemoryTest, WrongCopiesAreRefused) {
  char Host[64] = "";
  void *A = nullptr;
  cudaMalloc(&A, 64);
  EXPECT_EQ(cudaMemcpy(A, Host, 65, HostToDevice), ErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(Host, A, 64, HostToDevice), ErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(A, Host, 64, HostToHost), ErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(A, Host, 64, 9), ErrorInvalidMemcpyDirection);
  EXPECT_EQ(cudaMemcpy(nullptr, Host, 1, HostToDevice), ErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(nullptr, Host, 0, HostToDevice), Success);
  EXPECT_EQ(cudaMemset(Host, 0, 1), ErrorInvalidValue);
  cudaFree(A);
  EXPECT_EQ(cudaMemset(A, 0, 1), ErrorInvalidValue);
}

TEST_F(MemoryTest, RowsAndSlices) {
  char Rows[] = "ab..cd..ef", Back[7] = "";
  void *A = nullptr;
  size_t Pitch = 0;
  cudaMallocPitch(&A, &Pitch, 2, 3);
  EXPECT_EQ(cudaMemcpy2D(A, Pitch, Rows, 4, 2, 3, HostToDevice), Success);
  EXPECT_EQ(cudaMemcpy2D(Back, 2, A, Pitch, 2, 3, DeviceToHost), Success);
  EXPECT_STREQ(Back, "abcdef");
  EXPECT_EQ(cudaMemcpy2D(Back, 1, A, Pitch, 2, 3, DeviceToHost), ErrorInvalidPitch);
  EXPECT_EQ(cudaMemset2D(A, Pitch, 'z', 1, 3), Success);
  Copy3D C = {};
  C.From = {A, Pitch, 2, 3};
  C.FromAt = {0, 1, 0};
  C.To = {Back, 2, 2, 3};
  C.Size = {2, 2, 1};
  C.Kind = DeviceToHost;
  EXPECT_EQ(cudaMemcpy3D(&C), Success);
  EXPECT_STREQ(Back, "zdzfef");
}

TEST_F(MemoryTest, StreamOrdered) {
  void *A = nullptr;
  EXPECT_EQ(cudaMallocAsync(&A, 64, nullptr), Success);
  EXPECT_EQ(cudaFreeAsync(A, reinterpret_cast<StreamHandle>(77)),
            ErrorInvalidResourceHandle);
  EXPECT_EQ(cudaFreeAsync(A, nullptr), Success);
  EXPECT_EQ(cudaFreeAsync(A, nullptr), ErrorInvalidValue);
}
