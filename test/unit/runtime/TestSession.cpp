//===- TestSession.cpp - a session with its files, modules and launches ----===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestSession.h"

#include <cstring>

namespace argus::test {

using namespace rt;

//===- Units ---------------------------------------------------------------===//

/// What cudaGetFuncBySymbol of the program knows.
static std::map<const void *, Function> FunctionsByStub;

/// May load the module, which a capture forbids.
static int getFunction(void **F, const void *Stub) {
  ++gpu().Calls["cudaGetFuncBySymbol"];
  for (const auto &[Handle, State] : gpu().Streams)
    if (State.Capturing && gpu().CaptureMode != CaptureModeRelaxed)
      gpu().Violations.push_back("cudaGetFuncBySymbol");
  auto At = FunctionsByStub.find(Stub);
  if (At == FunctionsByStub.end())
    return 98; // cudaErrorInvalidDeviceFunction
  *F = At->second;
  return 0;
}

TestUnit::TestUnit(std::string UnitId, std::vector<std::string> KernelNames,
                   bool Traced)
    : Loaded(gpu().addModule(Traced ? sizeof(ArgusTraceControl) : 0)),
      Id(std::move(UnitId)), Names(std::move(KernelNames)) {
  for (const std::string &Name : Names) {
    Stubs.push_back(std::make_unique<char>());
    Kernels.push_back({Stubs.back().get(), Name.c_str()});
    FunctionsByStub[Stubs.back().get()] = gpu().addFunction(Loaded);
  }
  Descriptor = {ARGUS_ABI_VERSION, sizeof(ArgusModule), Id.c_str(),     "unit.cu",
                &Wrapper,          getFunction,         Kernels.data(), Kernels.size()};
}

void TestUnit::share(TestUnit &Other) { Other.Kernels[0].stub = Kernels[0].stub; }

void TestUnit::loadAgain() {
  Loaded = gpu().addModule();
  for (const ArgusKernel &K : Kernels)
    FunctionsByStub[K.stub] = gpu().addFunction(Loaded);
}

//===- Sessions ------------------------------------------------------------===//

SessionTest::SessionTest() {
  resetGpu();
  FunctionsByStub.clear();
  O.Out = Out.str();
  O.Images = Images.str();
  O.EventsPerChunk = 4;
  O.SetupWait = O.RecycleWait = O.ExitWait = O.SignalWait = Milliseconds(20);
}

SessionTest::~SessionTest() { EXPECT_EQ(gpu().Violations, std::vector<std::string>()); }

Session &SessionTest::start() {
  auto Load = [](Driver &D) {
    fillDriver(D);
    return std::string();
  };
  S = std::make_unique<Session>(O, 4242, Load, ModuleTable(O.Images));
  return *S;
}

TestUnit &SessionTest::traced(std::string Id, std::vector<std::string> Kernels) {
  Images.write(Id + ".fatbin", fatbin());
  Units.push_back(std::make_unique<TestUnit>(Id, std::move(Kernels), true));
  return *Units.back();
}

TestUnit &SessionTest::plain(std::string Id, std::vector<std::string> Kernels) {
  Units.push_back(std::make_unique<TestUnit>(Id, std::move(Kernels), false));
  return *Units.back();
}

LaunchRequest SessionTest::request(TestUnit &U, unsigned Warps, Stream On,
                                   size_t Kernel) {
  return {&U.Descriptor,
          U.Kernels[Kernel].name,
          U.stub(Kernel),
          {Warps, 1, 1},
          {32, 1, 1},
          16,
          On};
}

unsigned SessionTest::launch(TestUnit &U, unsigned Warps, Stream On,
                             unsigned ChunksPerWarp, size_t Kernel) {
  Launch *L = S->launchBegin(request(U, Warps, On, Kernel));
  const unsigned Number = L ? L->Number : 0;
  gpu().launch({U.Loaded, Warps, 2, ChunksPerWarp}, On);
  if (L)
    S->launchEnd(L, 0);
  return Number;
}

std::vector<Json> SessionTest::records(const std::string &Type) const {
  std::vector<Json> Found;
  for (const Json &Line : parseLines(Out.read("runtime-4242.jsonl")))
    if (Line.at("type") == Type)
      Found.push_back(Line);
  return Found;
}

std::vector<ArgusChunkHeader> SessionTest::chunks() const {
  const std::string Bytes = Out.read("trace-4242.bin");
  std::vector<ArgusChunkHeader> Chunks;
  size_t Drained = 0;
  for (const Json &D : records("drain")) {
    EXPECT_EQ(D.at("offset"), Drained);
    Drained += D.at("bytes").get<size_t>();
    for (size_t I = 0; I < D.at("chunks"); ++I) {
      ArgusChunkHeader H = {};
      const size_t At =
          D.at("offset").get<size_t>() + I * D.at("chunk_bytes").get<size_t>();
      std::memcpy(&H, Bytes.substr(At, sizeof(H)).data(), sizeof(H));
      Chunks.push_back(H);
    }
  }
  EXPECT_EQ(Bytes.size(), Drained);
  return Chunks;
}

std::string SessionTest::messages() const {
  std::string Text;
  for (const Json &M : records("message"))
    Text += M.at("text").get<std::string>() + "\n";
  return Text;
}

} // namespace argus::test
