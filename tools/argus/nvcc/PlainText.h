//===- PlainText.h - preprocessed text as nvcc's compilers are to see it --===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_NVCC_PLAINTEXT_H
#define ARGUS_NVCC_PLAINTEXT_H

#include <string>
#include <string_view>

namespace argus {

/// The text without `#pragma argus` and `[[argus::region(...)]]`; places stay, and so
/// do strings and comments that look like marks.
std::string withoutMarks(std::string_view Preprocessed);

/// The text with its places in the place of `__builtin_LINE()` and `__builtin_FILE()`,
/// of which glibc's assert is made: another layout would change their values. Not in
/// default arguments ("= __builtin_LINE()"), whose place is that of the call.
std::string withOwnPlaces(std::string_view Preprocessed);

} // namespace argus

#endif // ARGUS_NVCC_PLAINTEXT_H
