//===- ApiErrors.cpp - errors and their names -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Api.h"
#include "Errors.h"

namespace argus::vcuda {

namespace {

struct ErrorEntry {
  int Code;
  const char *Name;
  const char *DriverName;
  const char *Text;
};

constexpr ErrorEntry Entries[] = {
#define ARGUS_CUDA_ERROR(Code, Name, DriverName, Text) {Code, Name, DriverName, Text},
#include "Errors.def"
};

const ErrorEntry *find(int Code) {
  for (const ErrorEntry &E : Entries)
    if (E.Code == Code)
      return &E;
  return nullptr;
}

constexpr const char *Unknown = "unrecognized error code";

} // namespace

const char *errorName(int Code) {
  const ErrorEntry *E = find(Code);
  return E ? E->Name : Unknown;
}

const char *errorText(int Code) {
  const ErrorEntry *E = find(Code);
  return E ? E->Text : Unknown;
}

const char *driverErrorName(int Code) {
  const ErrorEntry *E = find(Code);
  return E && *E->DriverName ? E->DriverName : nullptr;
}

} // namespace argus::vcuda

using namespace argus::vcuda;

ARGUS_EXPORT int cudaGetLastError() { return lastError(true); }
ARGUS_EXPORT int cudaPeekAtLastError() { return lastError(false); }
ARGUS_EXPORT const char *cudaGetErrorName(int Code) { return errorName(Code); }
ARGUS_EXPORT const char *cudaGetErrorString(int Code) { return errorText(Code); }
