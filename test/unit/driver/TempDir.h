//===- TempDir.h - a directory that a test owns -------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_DRIVER_TEMPDIR_H
#define ARGUS_TEST_DRIVER_TEMPDIR_H

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace argus::test {

/// Removed with everything in it. Its name has a space on purpose.
class TempDir {
public:
  TempDir() {
    std::string Name = std::filesystem::temp_directory_path() / "argus test XXXXXX";
    if (!::mkdtemp(Name.data()))
      throw std::runtime_error("cannot make " + Name);
    Path = Name;
  }
  ~TempDir() {
    std::error_code Error;
    std::filesystem::remove_all(Path, Error);
  }
  TempDir(const TempDir &) = delete;
  TempDir &operator=(const TempDir &) = delete;

  std::string operator/(const std::string &Name) const { return Path / Name; }

  std::string write(const std::string &Name, const std::string &Text,
                    bool Executable = false) const {
    std::filesystem::path File = Path / Name;
    std::filesystem::create_directories(File.parent_path());
    std::ofstream(File) << Text;
    if (Executable)
      std::filesystem::permissions(File, std::filesystem::perms::owner_all);
    return File;
  }

private:
  std::filesystem::path Path;
};

} // namespace argus::test

#endif // ARGUS_TEST_DRIVER_TEMPDIR_H
