//===- TestSession.h - a session with its files, modules and launches ------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_TESTSESSION_H
#define ARGUS_TEST_TESTSESSION_H

#include "FakeGpu.h"
#include "Session.h"
#include "TestFiles.h"

#include <gtest/gtest.h>
#include <memory>

namespace argus::test {

/// A translation unit with kernels, and its module on the fake device.
class TestUnit {
public:
  TestUnit(std::string Id, std::vector<std::string> KernelNames, bool Traced);

  ArgusModule Descriptor = {};
  std::vector<ArgusKernel> Kernels;
  rt::CudaModule Loaded;
  rt::FatbinWrapper Wrapper = {rt::FatbinWrapperMagic, 1, nullptr, nullptr};

  /// Gives another unit's stub the function of this one, as CUDA does with templates.
  void share(TestUnit &Other);
  /// The unit as it is loaded in another context.
  void loadAgain();
  const void *stub(size_t Kernel = 0) const { return Kernels[Kernel].stub; }

private:
  std::string Id;
  std::vector<std::string> Names;
  std::vector<std::unique_ptr<char>> Stubs;
};

class SessionTest : public testing::Test {
protected:
  SessionTest();
  ~SessionTest() override;

  /// With the options that stand in O.
  rt::Session &start();
  /// Registers a unit whose image is swapped.
  TestUnit &traced(std::string Id, std::vector<std::string> Kernels = {"kernel"});
  TestUnit &plain(std::string Id, std::vector<std::string> Kernels = {"kernel"});

  /// launch_begin, the kernel, launch_end. Returns the launch's number; 0: no token.
  unsigned launch(TestUnit &U, unsigned Warps, rt::Stream S = nullptr,
                  unsigned ChunksPerWarp = 1, size_t Kernel = 0);
  rt::LaunchRequest request(TestUnit &U, unsigned Warps, rt::Stream S, size_t Kernel);

  void finish() { S->finish("exit", O.ExitWait); }

  std::vector<Json> records(const std::string &Type) const;
  /// What the drain records point to, chunk by chunk.
  std::vector<ArgusChunkHeader> chunks() const;
  std::string messages() const;

  TempDir Out, Images;
  rt::Options O;
  std::unique_ptr<rt::Session> S;
  std::vector<std::unique_ptr<TestUnit>> Units;
};

} // namespace argus::test

#endif // ARGUS_TEST_TESTSESSION_H
