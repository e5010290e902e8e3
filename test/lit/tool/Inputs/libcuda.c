//===- libcuda.c - a driver that offers one GPU ---------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What argus asks before it runs a program, so that everything around the program can
// be tested where there is no GPU.
//
//===----------------------------------------------------------------------===//

#include <string.h>

int cuInit(unsigned Flags) { return (int)Flags; }
int cuDriverGetVersion(int *Version) {
  *Version = 13000;
  return 0;
}
int cuDeviceGetCount(int *Count) {
  *Count = 1;
  return 0;
}
int cuDeviceGet(int *Device, int Ordinal) {
  *Device = Ordinal;
  return 0;
}
int cuDeviceGetName(char *Name, int Size, int Device) {
  (void)Device;
  strncpy(Name, "Test GPU", (size_t)Size);
  return 0;
}
int cuDeviceGetAttribute(int *Value, int Attribute, int Device) {
  *Value = Attribute == 75 ? 9 : 0; // compute capability 9.0
  return Device;
}
int cuGetErrorString(int Error, const char **Text) {
  *Text = "no error";
  return Error;
}
