//===- TestFiles.cpp - files for and from the runtime ----------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestFiles.h"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <stdexcept>

namespace argus::test {

TempDir::TempDir() {
  std::string Name = testing::TempDir() + "argus-XXXXXX";
  if (!mkdtemp(Name.data()))
    throw std::runtime_error("no temporary directory");
  Path = Name;
}

void TempDir::write(const std::string &Name, const std::string &Bytes) const {
  std::ofstream(*this / Name, std::ios::binary) << Bytes;
}

std::string TempDir::read(const std::string &Name) const {
  std::ifstream File(*this / Name, std::ios::binary);
  std::ostringstream Text;
  Text << File.rdbuf();
  return Text.str();
}

std::string fatbin(uint64_t Payload) {
  std::string Bytes(16, '\0');
  const uint32_t Magic = 0xba55ed50;
  const uint16_t Version = 1, HeaderBytes = 16;
  std::memcpy(Bytes.data(), &Magic, 4);
  std::memcpy(Bytes.data() + 4, &Version, 2);
  std::memcpy(Bytes.data() + 6, &HeaderBytes, 2);
  std::memcpy(Bytes.data() + 8, &Payload, 8);
  return Bytes + std::string(Payload, 'x');
}

std::vector<Json> parseLines(const std::string &Text) {
  std::vector<Json> Lines;
  std::istringstream In(Text);
  for (std::string Line; std::getline(In, Line);) {
    Lines.push_back(Json::parse(Line, nullptr, false));
    EXPECT_FALSE(Lines.back().is_discarded()) << Line;
  }
  return Lines;
}

} // namespace argus::test
