//===- DeviceLock.h - one measurement at a time on a GPU --------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TOOL_EXECUTE_DEVICELOCK_H
#define ARGUS_TOOL_EXECUTE_DEVICELOCK_H

#include "support/Files.h"

#include <functional>
#include <optional>
#include <string>

namespace argus {

/// Where locks are and what tells of GPUs.
struct DeviceLockPlaces {
  fs::path Directory = "/tmp"; ///< the same for all users and, where shared, containers
  fs::path Proc = "/proc";
  fs::path Dev = "/dev";
};

/// With the directory that ARGUS_LOCK_DIR names, if any.
DeviceLockPlaces deviceLockPlaces();

/// A locked file; the lock ends with it or with the process, however that ends, and is
/// not inherited by programs that are started.
class FileLock {
public:
  FileLock() = default;
  explicit FileLock(int Fd) : Fd(Fd) {}
  FileLock(FileLock &&Other) noexcept : Fd(Other.Fd) { Other.Fd = -1; }
  FileLock &operator=(FileLock &&Other) noexcept;
  ~FileLock();
  int fd() const { return Fd; }

private:
  int Fd = -1;
};

/// Held by who measures on a GPU. Between processes, a file in a directory that all use
/// is locked; between containers, which may have no directory in common, the GPU's
/// device node as well: NVIDIA's toolkit mounts the host's.
class DeviceLock {
public:
  using Tell = std::function<void(const std::string &)>;

  /// Waits for the GPU. `Waiting` is told once for whom, where it has to wait. Throws
  /// Failure(BadUsage) where the lock's file cannot be used.
  DeviceLock(const std::string &Uuid, const DeviceLockPlaces &Places,
             const Tell &Waiting);

  /// Seconds that it took to get the lock.
  double waited() const { return Waited; }

private:
  void lockFile(const fs::path &Path, const std::string &Uuid, const Tell &Waiting);
  void lockNode(const fs::path &Node, const std::string &Uuid, const Tell &Waiting);

  FileLock File, Node; // always in this order, so that no two wait for each other
  double Waited = 0;
};

/// The GPU's node, "/dev/nvidia3"; none where the driver does not list it.
std::optional<fs::path> deviceNode(const std::string &Uuid,
                                   const DeviceLockPlaces &Places);

} // namespace argus

#endif // ARGUS_TOOL_EXECUTE_DEVICELOCK_H
