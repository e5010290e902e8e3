//===- Rank.h - the number of this process among its program's -------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_RUNTIME_RANK_H
#define ARGUS_RUNTIME_RANK_H

#include <optional>
#include <string>
#include <vector>

namespace argus::rt {

/// The rank that what started the process says it has, by the environment; none where
/// nothing does. `Get` is getenv; what cannot be understood is added to `Problems`.
std::optional<unsigned> readRank(const char *(*Get)(const char *),
                                 std::vector<std::string> &Problems);

} // namespace argus::rt

#endif // ARGUS_RUNTIME_RANK_H
