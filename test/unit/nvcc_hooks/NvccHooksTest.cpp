//===- NvccHooksTest.cpp - the hooks of nvcc's objects, called ------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// HostHooks.c over a CUDA runtime of this file that writes down who was called, in
// which order and with what.
//
//===----------------------------------------------------------------------===//

#include <gtest/gtest.h>
#include <string>
#include <vector>

#define ARGUS_MODULE_ID "0123456789abcdef0123456789abcdef"
#define ARGUS_SOURCE "a \"b\".cu"
#define ARGUS_USES___cudaRegisterFunction
#define ARGUS_USES___cudaUnregisterFatBinary
#define ARGUS_USES___cudaGetKernel
#define ARGUS_USES___cudaLaunchKernel
#define ARGUS_USES___cudaLaunchKernel_ptsz
#define ARGUS_USES_cudaLaunchKernel
#define ARGUS_USES_cudaLaunchKernel_ptsz
#define ARGUS_USES_cudaLaunchCooperativeKernel
#define ARGUS_USES_cudaLaunchCooperativeKernel_ptsz
#define ARGUS_USES_cudaLaunchKernelExC
#define ARGUS_USES_cudaLaunchKernelExC_ptsz
#define ARGUS_USES_cudaDeviceReset
#define dlsym fakeDlsym

extern "C" {
#include "HostHooks.c"
}

namespace {

std::vector<std::string> Calls;
const ArgusRuntime *Found = nullptr; ///< what dlsym answers
const void *Chosen = nullptr;        ///< what module_load answers
int Token = 0;
char Wrapper[24], Variant[24];
const char Stub = 0, OtherStub = 0;

void note(std::string Text) { Calls.push_back(std::move(Text)); }

std::vector<std::string> taken() { return std::exchange(Calls, {}); }

std::string text(Dim3 Size) {
  return std::to_string(Size.x) + "," + std::to_string(Size.y) + "," +
         std::to_string(Size.z);
}

const void *onModuleLoad(const ArgusModule *M) {
  EXPECT_EQ(M->fatbin_wrapper, Wrapper);
  EXPECT_STREQ(M->source, ARGUS_SOURCE);
  EXPECT_STREQ(M->module_id, ARGUS_MODULE_ID);
  EXPECT_EQ(M->kernel_count, 0U);
  note("module_load");
  return Chosen ? Chosen : M->fatbin_wrapper;
}

void *onLaunchBegin(const ArgusModule *M, const char *Kernel, const void *Which,
                    uint64_t GridXY, uint32_t GridZ, uint64_t BlockXY, uint32_t BlockZ,
                    uint64_t Shared, void *Stream) {
  EXPECT_EQ(M, &Module);
  const auto Low = [](uint64_t Pair) { return uint32_t(Pair); };
  const auto High = [](uint64_t Pair) { return uint32_t(Pair >> 32); };
  note(std::string("begin ") + (Kernel ? Kernel : "?") +
       (Which == &Stub ? " stub " : " other ") +
       text({Low(GridXY), High(GridXY), GridZ}) + " " +
       text({Low(BlockXY), High(BlockXY), BlockZ}) + " " + std::to_string(Shared) +
       " " + std::to_string(reinterpret_cast<uintptr_t>(Stream)));
  return &Token;
}

void onLaunchEnd(void *T, int Error) {
  EXPECT_EQ(T, &Token);
  note("end " + std::to_string(Error));
}

void onDeviceReset() { note("device_reset"); }
void onModuleUnload(const ArgusModule *) { note("module_unload"); }

void onKernelRegister(const ArgusModule *M, const void *Which, const char *Name) {
  EXPECT_EQ(M, &Module);
  EXPECT_EQ(Which, &Stub);
  note(std::string("kernel ") + Name);
}

ArgusRuntime runtime() {
  return {ARGUS_ABI_VERSION, sizeof(ArgusRuntime), onModuleLoad,   onLaunchBegin,
          onLaunchEnd,       onDeviceReset,        onModuleUnload, onKernelRegister};
}

int launched(const char *What, Dim3 Grid, Dim3 Block, size_t Shared, void *Stream) {
  note(std::string(What) + " " + text(Grid) + " " + text(Block) + " " +
       std::to_string(Shared) + " " +
       std::to_string(reinterpret_cast<uintptr_t>(Stream)));
  return 7;
}

} // namespace

extern "C" {

void *fakeDlsym(void *Handle, const char *Name) {
  EXPECT_EQ(Handle, nullptr); // RTLD_DEFAULT
  EXPECT_STREQ(Name, ARGUS_RUNTIME_SYMBOL);
  return const_cast<ArgusRuntime *>(Found);
}

void **__cudaRegisterFatBinary(void *Given) {
  note(Given == Variant ? "register variant" : "register own");
  return nullptr;
}
void __cudaUnregisterFatBinary(void **) { note("unregister"); }
void __cudaRegisterFunction(void **, const char *, char *, const char *, int, void *,
                            void *, void *, void *, int *) {
  note("register function");
}
int cudaDeviceReset() {
  note("reset");
  return 9;
}
int cudaGetFuncBySymbol(void **, const void *) { return 0; }
int __cudaGetKernel(void **Kernel, const void *Which) {
  *Kernel = const_cast<char *>(static_cast<const char *>(Which)) + 1000;
  note("get kernel");
  return 0;
}
int __cudaLaunchKernel(void *, Dim3 G, Dim3 B, void **, size_t S, void *T) {
  return launched("handle", G, B, S, T);
}
int __cudaLaunchKernel_ptsz(void *, Dim3 G, Dim3 B, void **, size_t S, void *T) {
  return launched("handle ptsz", G, B, S, T);
}
int cudaLaunchKernel(const void *, Dim3 G, Dim3 B, void **, size_t S, void *T) {
  return launched("launch", G, B, S, T);
}
int cudaLaunchKernel_ptsz(const void *, Dim3 G, Dim3 B, void **, size_t S, void *T) {
  return launched("launch ptsz", G, B, S, T);
}
int cudaLaunchCooperativeKernel(const void *, Dim3 G, Dim3 B, void **, size_t S,
                                void *T) {
  return launched("cooperative", G, B, S, T);
}
int cudaLaunchCooperativeKernel_ptsz(const void *, Dim3 G, Dim3 B, void **, size_t S,
                                     void *T) {
  return launched("cooperative ptsz", G, B, S, T);
}
int cudaLaunchKernelExC(const LaunchConfig *C, const void *, void **) {
  return C ? launched("config", C->grid, C->block, C->shared_bytes, C->stream) : 1;
}
int cudaLaunchKernelExC_ptsz(const LaunchConfig *C, const void *, void **) {
  return launched("config ptsz", C->grid, C->block, C->shared_bytes, C->stream);
}

} // extern "C"

namespace {

class NvccHooks : public testing::Test {
protected:
  void SetUp() override {
    Calls.clear();
    Runtime = nullptr;
    Kernels = Handles = nullptr;
    Found = &Table;
    Chosen = nullptr;
  }

  void registerAll() {
    HOOK(__cudaRegisterFatBinary)(Wrapper);
    HOOK(__cudaRegisterFunction)
    (nullptr, &Stub, nullptr, "_Z1kPi", -1, nullptr, nullptr, nullptr, nullptr,
     nullptr);
  }

  const ArgusRuntime Table = runtime();
};

using Lines = std::vector<std::string>;

TEST_F(NvccHooks, WithoutRuntimeOnlyTheCudaRuntimeIsCalled) {
  Found = nullptr;
  registerAll();
  EXPECT_EQ(HOOK(cudaLaunchKernel)(&Stub, {1, 1, 1}, {2, 1, 1}, nullptr, 0, nullptr),
            7);
  EXPECT_EQ(HOOK(cudaDeviceReset)(), 9);
  HOOK(__cudaUnregisterFatBinary)(nullptr);
  EXPECT_EQ(taken(), Lines({"register own", "register function",
                            "launch 1,1,1 2,1,1 0 0", "reset", "unregister"}));
}

TEST_F(NvccHooks, TheRuntimeIsToldOfTheModuleAndItsKernels) {
  registerAll();
  EXPECT_EQ(taken(), Lines({"module_load", "register own", "kernel _Z1kPi",
                            "register function"}));
  HOOK(__cudaUnregisterFatBinary)(nullptr);
  EXPECT_EQ(taken(), Lines({"module_unload", "unregister"}));
}

TEST_F(NvccHooks, TheRuntimesImageIsRegistered) {
  Chosen = Variant;
  registerAll();
  EXPECT_EQ(taken()[1], "register variant");
}

TEST_F(NvccHooks, ARuntimeOfAnotherInterfaceIsLeftAlone) {
  ArgusRuntime Other = runtime();
  Other.version = ARGUS_ABI_VERSION + 1;
  Found = &Other;
  registerAll();
  EXPECT_EQ(taken(), Lines({"register own", "register function"}));
  Other = runtime();
  Other.size = sizeof(ArgusRuntime) - 1;
  registerAll();
  EXPECT_EQ(taken(), Lines({"register own", "register function"}));
}

TEST_F(NvccHooks, EachLaunchIsBetweenBeginAndEndWithItsValues) {
  registerAll();
  taken();
  auto *Stream = reinterpret_cast<void *>(5);
  EXPECT_EQ(HOOK(cudaLaunchKernel)(&Stub, {1, 2, 3}, {4, 5, 6}, nullptr, 70, Stream),
            7);
  EXPECT_EQ(taken(), Lines({"begin _Z1kPi stub 1,2,3 4,5,6 70 5",
                            "launch 1,2,3 4,5,6 70 5", "end 7"}));
  HOOK(cudaLaunchCooperativeKernel)(&Stub, {1, 2, 3}, {4, 5, 6}, nullptr, 70, Stream);
  EXPECT_EQ(taken(), Lines({"begin _Z1kPi stub 1,2,3 4,5,6 70 5",
                            "cooperative 1,2,3 4,5,6 70 5", "end 7"}));
  const LaunchConfig Config = {{1, 2, 3}, {4, 5, 6}, 70, Stream};
  HOOK(cudaLaunchKernelExC)(&Config, &Stub, nullptr);
  EXPECT_EQ(taken(), Lines({"begin _Z1kPi stub 1,2,3 4,5,6 70 5",
                            "config 1,2,3 4,5,6 70 5", "end 7"}));
}

TEST_F(NvccHooks, AKernelOfAnotherObjectHasNoNameHere) {
  registerAll();
  taken();
  HOOK(cudaLaunchKernel)(&OtherStub, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr);
  EXPECT_EQ(taken()[0], "begin ? other 1,1,1 1,1,1 0 0");
}

TEST_F(NvccHooks, ANullConfigurationIsCudasToRefuse) {
  registerAll();
  taken();
  EXPECT_EQ(HOOK(cudaLaunchKernelExC)(nullptr, &Stub, nullptr), 1);
  EXPECT_EQ(taken(), Lines{});
}

TEST_F(NvccHooks, ANullStreamIsTheThreadsOwnWhereTheNameSaysSo) {
  registerAll();
  taken();
  const Dim3 One = {1, 1, 1};
  auto *Stream = reinterpret_cast<void *>(5);
  const LaunchConfig Null = {One, One, 0, nullptr};
  HOOK(cudaLaunchKernel_ptsz)(&Stub, One, One, nullptr, 0, nullptr);
  HOOK(cudaLaunchCooperativeKernel_ptsz)(&Stub, One, One, nullptr, 0, nullptr);
  HOOK(cudaLaunchKernelExC_ptsz)(&Null, &Stub, nullptr);
  for (const size_t I : {0, 3, 6})
    EXPECT_EQ(Calls[I], "begin _Z1kPi stub 1,1,1 1,1,1 0 2");
  EXPECT_EQ(Calls[1], "launch ptsz 1,1,1 1,1,1 0 0") << "what the program passed";
  taken();
  HOOK(cudaLaunchKernel_ptsz)(&Stub, One, One, nullptr, 0, Stream);
  EXPECT_EQ(taken()[0], "begin _Z1kPi stub 1,1,1 1,1,1 0 5");
}

TEST_F(NvccHooks, ALaunchByHandleIsThatOfItsStub) {
  registerAll();
  void *Handle = nullptr, *Other = nullptr;
  EXPECT_EQ(HOOK(__cudaGetKernel)(&Handle, &Stub), 0);
  EXPECT_EQ(HOOK(__cudaGetKernel)(&Other, &OtherStub), 0);
  taken();
  HOOK(__cudaLaunchKernel)(Handle, {1, 2, 3}, {4, 5, 6}, nullptr, 70, nullptr);
  EXPECT_EQ(taken(), Lines({"begin _Z1kPi stub 1,2,3 4,5,6 70 0",
                            "handle 1,2,3 4,5,6 70 0", "end 7"}));
  HOOK(__cudaLaunchKernel_ptsz)(Other, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr);
  EXPECT_EQ(taken()[0], "begin ? other 1,1,1 1,1,1 0 2");
  int Unknown = 0;
  HOOK(__cudaLaunchKernel)(&Unknown, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr);
  EXPECT_EQ(taken(), Lines({"handle 1,1,1 1,1,1 0 0"}));
}

TEST_F(NvccHooks, TheRuntimeIsToldBeforeAReset) {
  registerAll();
  taken();
  EXPECT_EQ(HOOK(cudaDeviceReset)(), 9);
  EXPECT_EQ(taken(), Lines({"device_reset", "reset"}));
}

} // namespace
