//===- CountsTest.cpp - the counts file and the driver's functions -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "VirtualTest.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <unistd.h>

using namespace argus;
using namespace argus::test;
namespace fs = std::filesystem;
using nlohmann::json;

namespace argus::rt {

/// The table as the measuring runtime fills it.
static Driver virtualDriver() {
  Driver D;
#define ARGUS_FIND(Member, Symbol, Parameters)                                         \
  D.Member = reinterpret_cast<Result(*) Parameters>(argus_virtual_driver(#Symbol));    \
  EXPECT_NE(D.Member, nullptr) << #Symbol;
  ARGUS_DRIVER_FUNCTIONS(ARGUS_FIND)
#undef ARGUS_FIND
  return D;
}

} // namespace argus::rt

namespace {

struct CountsTest : VirtualTest {
  CountsTest() {
    fs::create_directories(Directory);
    Api::get().restart(fakeMachine(Gpu), Directory.string());
    registerProgram();
    Gpu.Stacks = {{}, {0, 5}};
    Gpu.Kernels["empty"] = [](const vm::LaunchRequest &) {
      vm::LaunchResult R;
      R.Cycles = 70;
      R.WarpInstructions = 3;
      R.ThreadInstructions = 96;
      R.Counts.Entered = {{1, 2, 64}};
      R.Counts.Trips = {{1, 7, 200}};
      R.Counts.Executed = {{12, 1, 40, 1, 2, 64}};
      return R;
    };
  }
  ~CountsTest() override { fs::remove_all(Directory); }

  std::vector<json> lines() const {
    std::vector<json> Result;
    std::ifstream In(Directory / ("virtual-" + std::to_string(getpid()) + ".jsonl"));
    for (std::string Line; std::getline(In, Line);)
      Result.push_back(json::parse(Line));
    return Result;
  }

  const fs::path Directory =
      fs::current_path() / ("counts-" + std::to_string(getpid()));
};

} // namespace

TEST_F(CountsTest, EachLaunchIsWritten) {
  ASSERT_EQ(launchEmpty(), Success);
  EXPECT_TRUE(Gpu.Launches.at(0).Count);
  const std::string Ptx = hashOf("kernel k 4 8\nkernel empty\nvariable v 16\n");
  EXPECT_EQ(
      lines(),
      (std::vector<json>{
          {{"type", "stack"}, {"ptx", Ptx}, {"stack", 1}, {"parent", 0}, {"site", 5}},
          {{"type", "kernel"},
           {"ptx", Ptx},
           {"kernel", "empty"},
           {"launch", 1},
           {"cycles", 70},
           {"warp_instructions", 3},
           {"thread_instructions", 96}},
          {{"type", "entered"},
           {"ptx", Ptx},
           {"kernel", "empty"},
           {"launch", 1},
           {"stack", 1},
           {"warps", 2},
           {"threads", 64}},
          {{"type", "trips"},
           {"ptx", Ptx},
           {"kernel", "empty"},
           {"launch", 1},
           {"stack", 1},
           {"warps", 7},
           {"threads", 200}},
          {{"type", "executed"},
           {"ptx", Ptx},
           {"kernel", "empty"},
           {"launch", 1},
           {"line", 12},
           {"source_file", 1},
           {"source_line", 40},
           {"stack", 1},
           {"warps", 2},
           {"threads", 64}}}));
}

TEST_F(CountsTest, StacksOnceAndLaunchesNumbered) {
  ASSERT_EQ(launchEmpty(), Success);
  EXPECT_EQ(cudaLaunchKernel(this, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr),
            ErrorInvalidDeviceFunction);
  Gpu.Stacks.push_back({1, 6});
  ASSERT_EQ(launchEmpty(), Success);
  std::vector<int> Stacks, Launches;
  for (const json &Line : lines()) {
    if (Line["type"] == "stack")
      Stacks.push_back(Line["stack"]);
    if (Line["type"] == "kernel")
      Launches.push_back(Line["launch"]);
  }
  EXPECT_EQ(Stacks, (std::vector<int>{1, 2}));
  EXPECT_EQ(Launches, (std::vector<int>{1, 3}));
}

TEST_F(CountsTest, AFaultIsWrittenInPlaceOfCounts) {
  failWith(vm::IllegalAddress, "kernel 'empty': it failed at e.cu:3");
  testing::internal::CaptureStderr();
  ASSERT_EQ(launchEmpty(), Success);
  testing::internal::GetCapturedStderr();
  EXPECT_EQ(lines(), (std::vector<json>{{{"type", "fault"},
                                         {"kernel", "empty"},
                                         {"launch", 1},
                                         {"code", vm::IllegalAddress},
                                         {"text", "kernel 'empty': it failed at "
                                                  "e.cu:3"}}}));
}

TEST_F(CountsTest, ARefusedLaunchIsNoFault) {
  failWith(vm::InvalidConfiguration);
  testing::internal::CaptureStderr();
  ASSERT_EQ(launchEmpty(), ErrorInvalidConfiguration);
  testing::internal::GetCapturedStderr();
  EXPECT_TRUE(lines().empty());
}

TEST_F(CountsTest, ADirectoryThatIsNot) {
  Api::get().restart(fakeMachine(Gpu), "/nonexistent");
  registerProgram();
  testing::internal::CaptureStderr();
  EXPECT_EQ(launchEmpty(), Success);
  EXPECT_EQ(launchEmpty(), Success);
  const std::string Text = testing::internal::GetCapturedStderr();
  EXPECT_NE(Text.find("/nonexistent/virtual-"), std::string::npos);
  EXPECT_EQ(Text.find("argus virtual"), Text.rfind("argus virtual"));
}

TEST_F(CountsTest, TheRuntimesOwnKernelsAreNotCounted) {
  const rt::Driver D = rt::virtualDriver();
  void *Found = nullptr;
  ASSERT_EQ(cudaGetFuncBySymbol(&Found, &StubEmpty), Success);
  rt::CudaModule M = nullptr, Own = nullptr;
  rt::Function F = nullptr;
  EXPECT_EQ(D.funcGetModule(&M, static_cast<rt::Function>(Found)), rt::Success);
  ASSERT_EQ(D.moduleLoadData(&Own, "kernel helper 8\n"), rt::Success);
  ASSERT_EQ(D.moduleGetFunction(&F, Own, "helper"), rt::Success);
  uint64_t Value = 9;
  void *Arguments[] = {&Value};
  EXPECT_EQ(D.launchKernel(F, 1, 1, 1, 1, 1, 1, 0, nullptr, Arguments, nullptr),
            rt::Success);
  EXPECT_TRUE(lines().empty());
  rt::DevicePtr Address = 0;
  size_t Size = 0;
  EXPECT_EQ(D.moduleGetGlobal(&Address, &Size, M, "v"), rt::Success);
  EXPECT_EQ(Size, 16u);
  EXPECT_EQ(D.moduleGetGlobal(&Address, &Size, M, "w"), ErrorSymbolNotFound);
  EXPECT_EQ(cudaGetLastError(), Success); // the program's, not the runtime's
}

TEST_F(CountsTest, TheDriversContextIsTheRuntimes) {
  const rt::Driver D = rt::virtualDriver();
  rt::Context C = nullptr, Later = nullptr;
  unsigned long long Id = 0, LaterId = 0;
  EXPECT_EQ(D.ctxGetCurrent(&C), rt::Success);
  EXPECT_EQ(C, nullptr);
  cudaDeviceSynchronize();
  EXPECT_EQ(D.ctxGetCurrent(&C), rt::Success);
  ASSERT_NE(C, nullptr);
  EXPECT_EQ(D.ctxPushCurrent(C), rt::Success);
  EXPECT_EQ(D.ctxGetId(C, &Id), rt::Success);
  cudaDeviceReset();
  EXPECT_EQ(D.ctxPushCurrent(C), ErrorInvalidContext);
  cudaDeviceSynchronize();
  EXPECT_EQ(D.ctxGetCurrent(&Later), rt::Success);
  EXPECT_EQ(D.ctxGetId(Later, &LaterId), rt::Success);
  EXPECT_NE(Id, LaterId);
}

TEST_F(CountsTest, MeasuringDoesNotMoveTheHost) {
  const rt::Driver D = rt::virtualDriver();
  StreamHandle A = nullptr, B = nullptr;
  cudaStreamCreateWithFlags(&A, StreamNonBlocking);
  cudaStreamCreateWithFlags(&B, StreamNonBlocking);
  ASSERT_EQ(launchEmpty(A), Success);
  rt::Event E = nullptr;
  EXPECT_EQ(D.eventCreate(&E, 0), rt::Success);
  EXPECT_EQ(D.eventRecord(E, reinterpret_cast<rt::Stream>(A)), rt::Success);
  EXPECT_EQ(D.eventQuery(E), rt::Success);
  ASSERT_EQ(launchEmpty(B), Success);
  EXPECT_EQ(Gpu.Launches.at(0).StartNs, Gpu.Launches.at(1).StartNs);
}

TEST_F(CountsTest, TheProgramMayAskForTheDriversFunctions) {
  void *Address = nullptr;
  int Status = 5;
  EXPECT_EQ(cudaGetDriverEntryPoint("cuMemAlloc", &Address, 0, &Status), Success);
  EXPECT_EQ(Address, argus_virtual_driver("cuMemAlloc_v2"));
  EXPECT_EQ(Status, 0);
  testing::internal::CaptureStderr();
  EXPECT_EQ(cudaGetDriverEntryPoint("cuNoSuchThing", &Address, 0, &Status),
            ErrorNotSupported);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "argus virtual device: cuNoSuchThing is not supported\n");
  EXPECT_EQ(Address, nullptr);
}
