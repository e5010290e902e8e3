//===- TestFiles.h - files for and from the runtime ------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_TESTFILES_H
#define ARGUS_TEST_TESTFILES_H

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace argus::test {

using Json = nlohmann::json;

/// A folder that goes with the test.
class TempDir {
public:
  TempDir();
  ~TempDir() { std::filesystem::remove_all(Path); }
  std::string operator/(const std::string &Name) const { return Path + "/" + Name; }
  const std::string &str() const { return Path; }
  void write(const std::string &Name, const std::string &Bytes) const;
  std::string read(const std::string &Name) const;

private:
  std::string Path;
};

/// A fatbinary as far as the runtime looks.
std::string fatbin(uint64_t Payload = 32);

/// The lines of a jsonl file; a line that is no JSON fails the test.
std::vector<Json> parseLines(const std::string &Text);

} // namespace argus::test

#endif // ARGUS_TEST_TESTFILES_H
