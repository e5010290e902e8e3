//===- TimeTest.cpp - streams, events and virtual time -===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VirtualTest.h"

using namespace argus;
using namespace argus::test;

namespace {

struct TimeTest : VirtualTest {
  TimeTest() { registerProgram(); }

  void launch(StreamHandle S, uint64_t Cycles) {
    Gpu.Kernels["empty"] = [=](const vm::LaunchRequest &) {
      vm::LaunchResult R;
      R.Cycles = Cycles;
      return R;
    };
    ASSERT_EQ(launchEmpty(S), Success);
  }
  uint64_t startOf(size_t Launch) const {
    return Gpu.Launches.at(Launch).StartNs - Gpu.Launches.at(0).StartNs;
  }
  StreamHandle stream(unsigned Flags = 0) {
    StreamHandle S = nullptr;
    EXPECT_EQ(cudaStreamCreateWithFlags(&S, Flags), Success);
    return S;
  }
  EventHandle recorded(StreamHandle S) {
    EventHandle E = nullptr;
    EXPECT_EQ(cudaEventCreate(&E), Success);
    EXPECT_EQ(cudaEventRecord(E, S), Success);
    return E;
  }
};

} // namespace

TEST_F(TimeTest, AStreamsWorkFollowsEachOther) {
  StreamHandle S = stream();
  launch(S, 500);
  launch(S, 10);
  EXPECT_EQ(startOf(1), 500u);
}

TEST_F(TimeTest, StreamsOverlap) {
  launch(stream(), 500);
  launch(stream(), 10);
  EXPECT_EQ(startOf(1), 0u);
}

TEST_F(TimeTest, TheLegacyStreamWaitsAndIsWaitedFor) {
  StreamHandle A = stream(), B = stream(), Free = stream(StreamNonBlocking);
  launch(A, 500);
  launch(Free, 9000);
  launch(nullptr, 100); // behind A, not behind Free
  launch(B, 1);         // behind the legacy stream
  launch(Free, 1);
  EXPECT_EQ(startOf(2), 500u);
  EXPECT_EQ(startOf(3), 600u);
  EXPECT_EQ(startOf(4), 9000u);
}

TEST_F(TimeTest, ADestroyedStreamIsWaitedForStill) {
  StreamHandle A = stream();
  launch(A, 500);
  EXPECT_EQ(cudaStreamDestroy(A), Success);
  EXPECT_EQ(cudaStreamDestroy(A), ErrorInvalidResourceHandle);
  launch(nullptr, 1);
  EXPECT_EQ(startOf(1), 500u);
}

TEST_F(TimeTest, EventsOrderStreams) {
  StreamHandle A = stream(StreamNonBlocking), B = stream(StreamNonBlocking);
  launch(A, 300);
  EXPECT_EQ(cudaStreamWaitEvent(B, recorded(A), 0), Success);
  launch(B, 1);
  EXPECT_EQ(startOf(1), 300u);
}

TEST_F(TimeTest, WaitingMovesTheHost) {
  StreamHandle A = stream(StreamNonBlocking), B = stream(StreamNonBlocking);
  launch(A, 300);
  EXPECT_EQ(cudaStreamSynchronize(A), Success);
  launch(B, 50);
  EXPECT_EQ(startOf(1), 300u);
  EXPECT_EQ(cudaDeviceSynchronize(), Success);
  launch(A, 50);
  EXPECT_EQ(startOf(2), 350u);
  EXPECT_EQ(cudaEventSynchronize(recorded(A)), Success);
  launch(B, 50);
  EXPECT_EQ(startOf(3), 400u);
}

TEST_F(TimeTest, ElapsedTimeIsVirtual) {
  EventHandle Before = recorded(nullptr);
  launch(nullptr, 2500000);
  EventHandle After = recorded(nullptr);
  float Ms = 0;
  EXPECT_EQ(cudaEventElapsedTime(&Ms, Before, After), Success);
  EXPECT_EQ(Ms, 2.5f);
  EXPECT_EQ(cudaEventElapsedTime(&Ms, After, Before), Success);
  EXPECT_EQ(Ms, -2.5f);
  EXPECT_EQ(cudaEventQuery(After), Success);
}

TEST_F(TimeTest, EventsWithoutATime) {
  EventHandle Never = nullptr, Untimed = nullptr, Timed = recorded(nullptr);
  float Ms = 0;
  EXPECT_EQ(cudaEventCreate(&Never), Success);
  EXPECT_EQ(cudaEventQuery(Never), Success);
  EXPECT_EQ(cudaEventElapsedTime(&Ms, Never, Timed), ErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventCreateWithFlags(&Untimed, EventDisableTiming), Success);
  EXPECT_EQ(cudaEventRecord(Untimed, nullptr), Success);
  EXPECT_EQ(cudaEventElapsedTime(&Ms, Untimed, Timed), ErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventDestroy(Timed), Success);
  EXPECT_EQ(cudaEventElapsedTime(&Ms, Timed, Timed), ErrorInvalidResourceHandle);
  EXPECT_EQ(cudaEventCreateWithFlags(&Untimed, 64), ErrorInvalidValue);
}

TEST_F(TimeTest, CopiesTakeTheirTime) {
  char Host[64] = "";
  void *Device = nullptr;
  ASSERT_EQ(cudaMalloc(&Device, 64), Success);
  EventHandle Before = recorded(nullptr);
  EXPECT_EQ(cudaMemcpyAsync(Device, Host, 64, HostToDevice, nullptr), Success);
  EventHandle Between = recorded(nullptr);
  EXPECT_EQ(cudaMemset(Device, 0, 64), Success);
  EventHandle After = recorded(nullptr);
  float Ms = 0;
  cudaEventElapsedTime(&Ms, Before, Between);
  EXPECT_EQ(Ms, float(1002 / 1e6));
  cudaEventElapsedTime(&Ms, Between, After);
  EXPECT_EQ(Ms, float(1001 / 1e6));
}

TEST_F(TimeTest, HostFunctionsMayCallBack) {
  EXPECT_EQ(cudaLaunchHostFunc(
                nullptr,
                [](void *Count) { cudaGetDeviceCount(static_cast<int *>(Count)); },
                &StubK),
            Success);
  EXPECT_EQ(StubK, 1);
  EXPECT_EQ(cudaLaunchHostFunc(
                reinterpret_cast<StreamHandle>(99), [](void *) {}, this),
            ErrorInvalidResourceHandle);
}

TEST_F(TimeTest, NothingIsCaptured) {
  int Status = 5;
  EXPECT_EQ(cudaStreamIsCapturing(nullptr, &Status), Success);
  EXPECT_EQ(Status, 0);
  testing::internal::CaptureStderr();
  EXPECT_EQ(cudaStreamBeginCapture(), ErrorNotSupported);
  EXPECT_EQ(cudaStreamBeginCapture(), ErrorNotSupported);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "argus virtual device: cudaStreamBeginCapture is not supported\n");
  EXPECT_EQ(cudaGetLastError(), ErrorNotSupported);
}
