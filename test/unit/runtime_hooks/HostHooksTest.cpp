//===- HostHooksTest.cpp - instrumented host modules, executed -------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The modules have the form that clang 19 gives the host side of a CUDA translation
// unit. They are instrumented, verified and run against a CUDA runtime of this file
// that writes down who was called, in which order and with what.
//
//===----------------------------------------------------------------------===//

#include "argus/passes/HostHooks.h"
#include "argus/Abi.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include <gtest/gtest.h>

using namespace llvm;

namespace {

//===- The CUDA runtime and the Argus runtime under the modules ------------===//

std::vector<std::string> Calls;
const ArgusRuntime *Found = nullptr; ///< what dlsym answers
const void *Registered = nullptr;
const ArgusModule *Module_ = nullptr;
const void *Chosen = nullptr; ///< what module_load answers; null: what it was given
void *Token = nullptr;

std::string hex(uint64_t Value) {
  std::string Text;
  raw_string_ostream(Text) << "0x" << utohexstr(Value, true);
  return Text;
}

void *fakeDlsym(void *Handle, const char *Name) {
  Calls.push_back("dlsym " + std::string(Name));
  EXPECT_EQ(Handle, nullptr); // RTLD_DEFAULT
  return const_cast<ArgusRuntime *>(Found);
}

void *fakeRegister(const void *Wrapper) {
  Registered = Wrapper;
  Calls.push_back("register");
  return nullptr;
}

int fakeLaunch(const void *, uint64_t, uint32_t, uint64_t, uint32_t, void **, size_t,
               void *) {
  Calls.push_back("launch");
  return 7;
}

int fakeLaunchConfig(const void *, const void *, void **) {
  Calls.push_back("launch config");
  return 8;
}

int fakeReset() {
  Calls.push_back("reset");
  return 9;
}

int fakeUnregister(void *) {
  Calls.push_back("unregister");
  return 0;
}

int fakeGetFunction(void **, const void *) { return 0; }
int fakeRegisterFunction() { return 0; }

const void *onModuleLoad(const ArgusModule *M) {
  Module_ = M;
  Calls.push_back("module_load");
  return Chosen ? Chosen : M->fatbin_wrapper;
}

void *onLaunchBegin(const ArgusModule *M, const char *Kernel, const void *Stub,
                    uint64_t GridXY, uint32_t GridZ, uint64_t BlockXY, uint32_t BlockZ,
                    uint64_t Shared, void *Stream) {
  EXPECT_EQ(M, Module_);
  EXPECT_NE(Stub, nullptr);
  std::string Text;
  raw_string_ostream(Text) << "begin " << (Kernel ? Kernel : "?") << " " << hex(GridXY)
                           << "," << GridZ << " " << hex(BlockXY) << "," << BlockZ
                           << " " << Shared << " " << hex(uint64_t(Stream));
  Calls.push_back(Text);
  return Token;
}

void onLaunchEnd(void *T, int Error) {
  EXPECT_EQ(T, Token);
  Calls.push_back("end " + std::to_string(Error));
}

void onDeviceReset() { Calls.push_back("device_reset"); }

void onModuleUnload(const ArgusModule *M) {
  Calls.push_back(std::string("module_unload ") + M->source);
}

ArgusRuntime runtime() {
  return {ARGUS_ABI_VERSION, sizeof(ArgusRuntime), onModuleLoad,   onLaunchBegin,
          onLaunchEnd,       onDeviceReset,        onModuleUnload, nullptr};
}

//===- Modules -------------------------------------------------------------===//

const char Registration[] = R"(
@name = private unnamed_addr constant [8 x i8] c"_Z1kPif\00"
@image = private constant [4 x i8] c"abcd", section ".nv_fatbin", align 8
@__cuda_fatbin_wrapper = internal constant { i32, i32, ptr, ptr } { i32 1180844977, i32 1, ptr @image, ptr null }, section ".nvFatBinSegment", align 8
declare i32 @__cudaRegisterFunction(ptr, ptr, ptr, ptr, i32, ptr, ptr, ptr, ptr, ptr)
declare ptr @__cudaRegisterFatBinary(ptr)
define internal void @__cuda_register_globals(ptr %0) {
  %2 = call i32 @__cudaRegisterFunction(ptr %0, ptr @_Z16__device_stub__kPif, ptr @name, ptr @name, i32 -1, ptr null, ptr null, ptr null, ptr null, ptr null)
  ret void
}
define void @__cuda_module_ctor() {
  %1 = call ptr @__cudaRegisterFatBinary(ptr @__cuda_fatbin_wrapper)
  call void @__cuda_register_globals(ptr %1)
  ret void
}
)";

const char Stub[] = R"(
declare i32 @cudaLaunchKernel(ptr, i64, i32, i64, i32, ptr, i64, ptr)
define i32 @_Z16__device_stub__kPif() {
  %1 = call noundef i32 @cudaLaunchKernel(ptr noundef @_Z16__device_stub__kPif, i64 8589934593, i32 3, i64 21474836484, i32 6, ptr null, i64 noundef 77, ptr noundef null)
  ret i32 %1
}
)";

std::unique_ptr<Module> parse(LLVMContext &Context, const std::string &Text) {
  SMDiagnostic Error;
  auto M = parseAssemblyString(Text, Error, Context);
  if (!M)
    Error.print("module", errs());
  return M;
}

argus::HostModuleInfo info(std::string Section = "") {
  return {"00112233445566778899aabbccddeeff", "dir/a.cu", std::move(Section)};
}

std::string print(const Module &M) {
  std::string Text;
  raw_string_ostream(Text) << M;
  return Text;
}

class HostHooks : public testing::Test {
protected:
  static void SetUpTestSuite() {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    InitializeNativeTargetAsmParser();
  }

  void SetUp() override {
    Calls.clear();
    Found = nullptr;
    Registered = Chosen = nullptr;
    Module_ = nullptr;
    Token = nullptr;
  }

  /// Instruments and loads a module; then functions of it can be called.
  void load(const std::string &Text);
  int call(const char *Name) {
    auto Address = cantFail(Jit->lookup(Name));
    return Address.toPtr<int (*)()>()();
  }

  std::unique_ptr<orc::LLJIT> Jit;
};

void HostHooks::load(const std::string &Text) {
  auto Context = std::make_unique<LLVMContext>();
  auto M = parse(*Context, Text);
  ASSERT_TRUE(M);
  ASSERT_TRUE(argus::instrumentHostModule(*M, info()));
  ASSERT_FALSE(verifyModule(*M, &errs())) << print(*M);
  Jit = cantFail(orc::LLJITBuilder().create());
  orc::SymbolMap Symbols;
  auto Add = [&](const char *Name, auto *F) {
    Symbols[Jit->mangleAndIntern(Name)] = {orc::ExecutorAddr::fromPtr(F),
                                           JITSymbolFlags::Exported};
  };
  Add("dlsym", fakeDlsym);
  Add("__cudaRegisterFatBinary", fakeRegister);
  Add("__cudaUnregisterFatBinary", fakeUnregister);
  Add("__cudaRegisterFunction", fakeRegisterFunction);
  Add("cudaGetFuncBySymbol", fakeGetFunction);
  for (const char *Name :
       {"cudaLaunchKernel", "cudaLaunchKernel_ptsz", "cudaLaunchCooperativeKernel"})
    Add(Name, fakeLaunch);
  Add("cudaLaunchKernelExC", fakeLaunchConfig);
  Add("cudaDeviceReset", fakeReset);
  cantFail(Jit->getMainJITDylib().define(orc::absoluteSymbols(std::move(Symbols))));
  cantFail(Jit->addIRModule(orc::ThreadSafeModule(std::move(M), std::move(Context))));
}

using Lines = std::vector<std::string>;

TEST_F(HostHooks, WithoutRuntimeTheProgramRunsAsItWas) {
  load(std::string(Registration) + Stub);
  call("__cuda_module_ctor");
  ASSERT_NE(Registered, nullptr);
  EXPECT_EQ(*static_cast<const uint32_t *>(Registered), 0x466243b1u);
  EXPECT_EQ(call("_Z16__device_stub__kPif"), 7);
  EXPECT_EQ(Calls, (Lines{"dlsym argus_runtime_v1", "register", "launch"}));
}

TEST_F(HostHooks, ALaunchBeforeTheConstructorRunsPlain) {
  ArgusRuntime R = runtime();
  Found = &R;
  load(std::string(Registration) + Stub);
  EXPECT_EQ(call("_Z16__device_stub__kPif"), 7);
  EXPECT_EQ(Calls, (Lines{"launch"}));
}

TEST_F(HostHooks, ARuntimeOfAnotherVersionOrSizeIsIgnored) {
  ArgusRuntime R = runtime();
  Found = &R;
  R.version = ARGUS_ABI_VERSION + 1;
  load(std::string(Registration) + Stub);
  call("__cuda_module_ctor");
  R.version = ARGUS_ABI_VERSION;
  R.size = sizeof(ArgusRuntime) - 1;
  call("__cuda_module_ctor");
  EXPECT_EQ(Module_, nullptr);
  R.size = sizeof(ArgusRuntime) + 8; // a newer one with more fields will do
  call("__cuda_module_ctor");
  EXPECT_NE(Module_, nullptr);
}

TEST_F(HostHooks, DescribesTheModule) {
  ArgusRuntime R = runtime();
  Found = &R;
  load(std::string(Registration) + Stub);
  call("__cuda_module_ctor");
  ASSERT_NE(Module_, nullptr);
  EXPECT_EQ(Module_->version, unsigned(ARGUS_ABI_VERSION));
  EXPECT_EQ(Module_->size, sizeof(ArgusModule));
  EXPECT_STREQ(Module_->module_id, "00112233445566778899aabbccddeeff");
  EXPECT_STREQ(Module_->source, "dir/a.cu");
  EXPECT_EQ(Module_->fatbin_wrapper, Registered);
  EXPECT_EQ(Module_->get_func_by_symbol, fakeGetFunction);
  ASSERT_EQ(Module_->kernel_count, 1u);
  EXPECT_STREQ(Module_->kernels[0].name, "_Z1kPif");
  EXPECT_EQ(Module_->kernels[0].stub,
            cantFail(Jit->lookup("_Z16__device_stub__kPif")).toPtr<void *>());
}

TEST_F(HostHooks, RegistersWhatTheRuntimeChooses) {
  ArgusRuntime R = runtime();
  Found = &R;
  static const int Other = 0;
  Chosen = &Other;
  load(std::string(Registration) + Stub);
  call("__cuda_module_ctor");
  EXPECT_EQ(Registered, &Other);
  EXPECT_EQ(Calls, (Lines{"dlsym argus_runtime_v1", "module_load", "register"}));
}

TEST_F(HostHooks, BracketsALaunch) {
  ArgusRuntime R = runtime();
  Found = &R;
  Token = &R;
  load(std::string(Registration) + Stub);
  call("__cuda_module_ctor");
  Calls.clear();
  EXPECT_EQ(call("_Z16__device_stub__kPif"), 7);
  EXPECT_EQ(Calls, (Lines{"begin _Z1kPif 0x200000001,3 0x500000004,6 77 0x0", "launch",
                          "end 7"}));
}

TEST_F(HostHooks, WithoutATokenNothingEnds) {
  ArgusRuntime R = runtime();
  Found = &R;
  load(std::string(Registration) + Stub);
  call("__cuda_module_ctor");
  Calls.clear();
  call("_Z16__device_stub__kPif");
  EXPECT_EQ(Calls.back(), "launch");
}

TEST_F(HostHooks, ANullStreamOfThePerThreadInterfaceIsThePerThreadStream) {
  ArgusRuntime R = runtime();
  Found = &R;
  std::string Text = Stub;
  for (size_t At; (At = Text.find("@cudaLaunchKernel(")) != Text.npos;)
    Text.replace(At, 17, "@cudaLaunchKernel_ptsz");
  load(Registration + Text);
  call("__cuda_module_ctor");
  Calls.clear();
  call("_Z16__device_stub__kPif");
  EXPECT_EQ(Calls.front(), "begin _Z1kPif 0x200000001,3 0x500000004,6 77 0x2");
}

TEST_F(HostHooks, UnpacksALaunchConfiguration) {
  ArgusRuntime R = runtime();
  Found = &R;
  Token = &R;
  load(std::string(Registration) + Stub + R"(
@config = private constant <{ [3 x i32], [3 x i32], i64, ptr, ptr, i32 }> <{ [3 x i32] [i32 10, i32 11, i32 12], [3 x i32] [i32 13, i32 14, i32 15], i64 16, ptr inttoptr (i64 17 to ptr), ptr null, i32 0 }>, align 8
declare i32 @cudaLaunchKernelExC(ptr, ptr, ptr)
define i32 @by_address(ptr %k) {
  %r = call i32 @cudaLaunchKernelExC(ptr @config, ptr %k, ptr null)
  ret i32 %r
}
define i32 @unknown() {
  %r = call i32 @by_address(ptr @config)
  ret i32 %r
}
define i32 @known() {
  %r = call i32 @cudaLaunchKernelExC(ptr @config, ptr @_Z16__device_stub__kPif, ptr null)
  ret i32 %r
}
)");
  call("__cuda_module_ctor");
  Calls.clear();
  EXPECT_EQ(call("unknown"), 8);
  EXPECT_EQ(call("known"), 8);
  EXPECT_EQ(Calls,
            (Lines{"begin ? 0xb0000000a,12 0xe0000000d,15 16 0x11", "launch config",
                   "end 8", "begin _Z1kPif 0xb0000000a,12 0xe0000000d,15 16 0x11",
                   "launch config", "end 8"}));
}

TEST_F(HostHooks, HooksCallsThatMayUnwindAndOtherLaunchFunctions) {
  ArgusRuntime R = runtime();
  Found = &R;
  Token = &R;
  load(std::string(Registration) + Stub + R"(
declare i32 @__gxx_personality_v0(...)
declare i32 @cudaLaunchCooperativeKernel(ptr, i64, i32, i64, i32, ptr, i64, ptr)
define i32 @unwinding() personality ptr @__gxx_personality_v0 {
  %r = invoke i32 @cudaLaunchCooperativeKernel(ptr @_Z16__device_stub__kPif, i64 1, i32 1, i64 32, i32 1, ptr null, i64 0, ptr inttoptr (i64 99 to ptr)) to label %ok unwind label %bad
ok:
  ret i32 %r
bad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
)");
  call("__cuda_module_ctor");
  Calls.clear();
  EXPECT_EQ(call("unwinding"), 7);
  EXPECT_EQ(Calls, (Lines{"begin _Z1kPif 0x1,1 0x20,1 0 0x63", "launch", "end 7"}));
}

TEST_F(HostHooks, TellsTheRuntimeBeforeADeviceReset) {
  ArgusRuntime R = runtime();
  Found = &R;
  const char Reset[] = R"(
declare i32 @cudaDeviceReset()
define i32 @reset() {
  %1 = call i32 @cudaDeviceReset()
  ret i32 %1
}
)";
  load(std::string(Registration) + Stub + Reset);
  call("__cuda_module_ctor");
  Calls.clear();
  EXPECT_EQ(call("reset"), 9);
  EXPECT_EQ(Calls, (Lines{"device_reset", "reset"}));
  Calls.clear();
  load(Reset); // no kernels, no constructor
  EXPECT_EQ(call("reset"), 9);
  EXPECT_EQ(Calls, (Lines{"dlsym argus_runtime_v1", "device_reset", "reset"}));
  Found = nullptr;
  Calls.clear();
  EXPECT_EQ(call("reset"), 9);
  EXPECT_EQ(Calls, (Lines{"dlsym argus_runtime_v1", "reset"}));
}

TEST_F(HostHooks, TellsTheRuntimeBeforeTheModuleIsUnregistered) {
  ArgusRuntime R = runtime();
  Found = &R;
  const std::string Text = std::string(Registration) + Stub + R"(
declare void @__cudaUnregisterFatBinary(ptr)
define void @__cuda_module_dtor() {
  call void @__cudaUnregisterFatBinary(ptr null)
  ret void
}
)";
  load(Text);
  call("__cuda_module_ctor");
  Calls.clear();
  call("__cuda_module_dtor");
  EXPECT_EQ(Calls, (Lines{"module_unload dir/a.cu", "unregister"}));
  // A runtime whose table ends before that entry is not used at all.
  R.size = offsetof(ArgusRuntime, module_unload);
  load(Text);
  call("__cuda_module_ctor");
  Calls.clear();
  call("__cuda_module_dtor");
  EXPECT_EQ(Calls, (Lines{"unregister"}));
}

TEST_F(HostHooks, PassesADim3AsAArch64Does) {
  LLVMContext Context;
  auto M = parse(Context, std::string(Registration) + R"(
declare i32 @cudaLaunchKernel(ptr, [2 x i64], [2 x i64], ptr, i64, ptr)
define i32 @_Z16__device_stub__kPif([2 x i64] %g, [2 x i64] %b) {
  %1 = call i32 @cudaLaunchKernel(ptr @_Z16__device_stub__kPif, [2 x i64] %g, [2 x i64] %b, ptr null, i64 0, ptr null)
  ret i32 %1
}
)");
  ASSERT_TRUE(M);
  ASSERT_TRUE(argus::instrumentHostModule(*M, info()));
  EXPECT_FALSE(verifyModule(*M, &errs()));
  const std::string Text = print(*M);
  EXPECT_NE(Text.find("call i32 @__argus_launch(ptr @_Z16__device_stub__kPif, [2 x"),
            Text.npos)
      << Text;
  EXPECT_NE(Text.find("extractvalue [2 x i64] %1, 1"), Text.npos) << Text;
}

TEST_F(HostHooks, ModulesWithoutKernelsStayAsTheyAre) {
  for (const char *Text :
       {"define i32 @f() { ret i32 0 }",
        // A kernel of another module, launched by its address.
        "declare i32 @cudaLaunchKernel(ptr, i64, i32, i64, i32, ptr, i64, ptr)\n"
        "define i32 @f(ptr %k) {\n"
        "  %r = call i32 @cudaLaunchKernel(ptr %k, i64 1, i32 1, i64 1, i32 1, "
        "ptr null, i64 0, ptr null)\n  ret i32 %r\n}"}) {
    LLVMContext Context;
    auto M = parse(Context, Text);
    ASSERT_TRUE(M);
    const std::string Before = print(*M);
    EXPECT_FALSE(argus::instrumentHostModule(*M, info("capsule")));
    EXPECT_EQ(print(*M), Before);
  }
}

TEST_F(HostHooks, ALaunchOfAnUnexpectedTypeStaysPlain) {
  LLVMContext Context;
  auto M = parse(Context, std::string(Registration) + R"(
declare i32 @cudaLaunchKernel(ptr, i32)
define i32 @_Z16__device_stub__kPif() {
  %1 = call i32 @cudaLaunchKernel(ptr @_Z16__device_stub__kPif, i32 1)
  ret i32 %1
}
)");
  ASSERT_TRUE(M);
  ASSERT_TRUE(argus::instrumentHostModule(*M, info()));
  EXPECT_FALSE(verifyModule(*M, &errs()));
  EXPECT_NE(print(*M).find("call i32 @cudaLaunchKernel(ptr @_Z16"), std::string::npos);
}

//===- The section ---------------------------------------------------------===//

SmallVector<char, 0> compile(Module &M) {
  const std::string Triple = sys::getDefaultTargetTriple();
  M.setTargetTriple(Triple);
  std::string Error;
  const Target *T = TargetRegistry::lookupTarget(Triple, Error);
  std::unique_ptr<TargetMachine> Machine(
      T->createTargetMachine(Triple, "", "", TargetOptions(), Reloc::PIC_));
  M.setDataLayout(Machine->createDataLayout());
  SmallVector<char, 0> Object;
  raw_svector_ostream Out(Object);
  legacy::PassManager Passes;
  Machine->addPassesToEmitFile(Passes, Out, nullptr, CodeGenFileType::ObjectFile);
  Passes.run(M);
  return Object;
}

TEST_F(HostHooks, EveryByteOfTheCapsulesReachesTheSection) {
  std::string Bytes;
  for (unsigned I = 0; I < 5000; ++I)
    Bytes += char(I * 7 + I / 256);
  Bytes += "\"\\\n$0 ${:uid} {a|b} \\101";
  LLVMContext Context;
  auto M = parse(Context, std::string(Registration) + Stub);
  ASSERT_TRUE(M);
  ASSERT_TRUE(argus::instrumentHostModule(*M, info(Bytes)));
  SmallVector<char, 0> Object = compile(*M);
  auto File = cantFail(object::ObjectFile::createObjectFile(
      MemoryBufferRef(StringRef(Object.data(), Object.size()), "object")));
  unsigned Sections = 0;
  for (const object::SectionRef &S : File->sections()) {
    if (cantFail(S.getName()) != ".argus_capsule")
      continue;
    ++Sections;
    EXPECT_EQ(cantFail(S.getContents()), StringRef(Bytes));
    EXPECT_EQ(S.getAlignment().value(), 1u);
  }
  EXPECT_EQ(Sections, 1u);
}

} // namespace
