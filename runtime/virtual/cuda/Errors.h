//===- Errors.h - names and texts of CUDA's errors -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_VIRTUAL_CUDA_ERRORS_H
#define ARGUS_VIRTUAL_CUDA_ERRORS_H

namespace argus::vcuda {

/// "cudaErrorInvalidValue"; "unrecognized error code" for what is none.
const char *errorName(int Code);
/// "invalid argument".
const char *errorText(int Code);
/// "CUDA_ERROR_INVALID_VALUE"; null for what the driver has no name for.
const char *driverErrorName(int Code);

} // namespace argus::vcuda

#endif // ARGUS_VIRTUAL_CUDA_ERRORS_H
