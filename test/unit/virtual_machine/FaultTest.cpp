//===- FaultTest.cpp - what goes wrong, in words -----------------------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include <sys/resource.h>

namespace argus::vm {
namespace {

Fault faultOf(const std::string &Body, Dim3 Block = {32, 1, 1},
              const std::string &Before = "", const std::string &Parameters = "") {
  Device D;
  D.load(kernel(Parameters, Body, Before));
  D.Gpu.setTimeLimit(20);
  if (!D.P)
    return {};
  return D.launch("k", {1, 1, 1}, Block).Error;
}

const std::string Where = "kernel 'k': warp 0 of CTA (0,0,0) ";

TEST(FaultTest, IllegalAddress) {
  Device D;
  D.load(kernel(".param .u64 p",
                ".reg .b64 %p; .reg .b32 %r;\n"
                "ld.param.u64 %p, [p];\n.loc 1 17 3\n"
                "ld.global.u32 %r, [%p+100];\nret;",
                ".file 1 \"/src/k.cu\"\n"));
  uint64_t At = D.M.allocate(100).Base;
  Fault F = D.with(At).launch("k", {1, 1, 1}, {1, 1, 1}).Error;
  EXPECT_EQ(F.Code, IllegalAddress);
  EXPECT_EQ(F.Text, Where + "read 4 bytes at 0x200000000064 (lane 0) of global memory, "
                            "which is in no allocation; the nearest has 100 bytes at "
                            "0x200000000000 (PTX line 9, k.cu:17)");
  F = D.with(At - 2 + 0).launch("k", {1, 1, 1}, {1, 1, 1}).Error;
  EXPECT_EQ(F.Code, MisalignedAddress);
  EXPECT_EQ(F.Text, Where + "read 4 bytes at 0x200000000062 (lane 0), which is no "
                            "multiple of 4 (PTX line 9, k.cu:17)");
}

TEST(FaultTest, TheFirstLaneThatIsWrongIsNamed) {
  const std::string Text =
      faultOf(".shared .align 4 .b32 x[64];\n.reg .b32 %r<4>;\nmov.u32 %r1, %tid.x;\n"
              "max.u32 %r2, %r1, 5;\nsub.u32 %r2, %r2, 5;\nmov.u32 %r3, x;\n"
              "add.u32 %r2, %r2, %r3;\nld.shared.u32 %r1, [%r2];\nret;")
          .Text;
  EXPECT_NE(Text.find("read 4 bytes at 0x1 (lane 6), which is no multiple of 4"),
            std::string::npos)
      << Text;
}

TEST(FaultTest, OverTheEndOfAnAllocation) {
  Device D;
  D.load(kernel(".param .u64 p", ".reg .b64 %p;\nld.param.u64 %p, [p];\n"
                                 "st.global.u64 [%p], %p;\nret;"));
  uint64_t At = D.M.allocate(12).Base;
  Fault F = D.with(At + 8).launch("k", {1, 1, 1}, {1, 1, 1}).Error;
  EXPECT_EQ(F.Text, Where +
                        "wrote 8 bytes at 0x200000000008 (lane 0) of global memory, "
                        "which is over the end of the allocation of 12 bytes at "
                        "0x200000000000 (PTX line 7)");
}

TEST(FaultTest, SharedAndLocalMemory) {
  Fault F =
      faultOf(".shared .b32 x[4];\n.reg .b32 %r;\nld.shared.u32 %r, [x+16];\nret;");
  EXPECT_EQ(F.Code, IllegalAddress);
  EXPECT_EQ(F.Text, Where + "read 4 bytes at 0x10 (lane 0) of shared memory; the CTA "
                            "has 16 bytes (PTX line 7)");
  F = faultOf(".local .b32 x;\n.reg .b32 %r;\nmov.u32 %r, 4096;\n"
              "st.local.u32 [%r], %r;\nret;");
  EXPECT_EQ(F.Text, Where + "wrote 4 bytes at 0x1000 (lane 0) of local memory; the "
                            "thread has 64 bytes (PTX line 8)");
}

TEST(FaultTest, TrapAssertAndUnsupported) {
  EXPECT_EQ(faultOf("trap;").Text, Where + "executed a trap (PTX line 5)");
  EXPECT_EQ(faultOf("trap;").Code, IllegalInstruction);
  Fault F = faultOf(".reg .b32 %r;\n.loc 1 33 1\ntcgen05.fence::before_thread_sync;",
                    {32, 1, 1}, ".file 1 \"file.cu\"\n");
  EXPECT_EQ(F.Code, UnsupportedInstruction);
  EXPECT_EQ(F.Text, "kernel 'k': the virtual device does not support "
                    "'tcgen05.fence::before_thread_sync' (PTX line 8, file.cu:33)");
  EXPECT_EQ(faultOf(".reg .b32 %r;\nmov.u32 %r, %envreg5;").Text,
            "kernel 'k': the virtual device does not support 'mov.u32' of '%envreg5' "
            "(PTX line 6)");
  F = faultOf(R"(.reg .b64 %m; {
    .param .b64 p0; .param .b64 p1; .param .b32 p2; .param .b64 p3; .param .b64 p4;
    mov.u64 %m, text; st.param.b64 [p0], %m; st.param.b64 [p1], %m;
    st.param.b32 [p2], 12; st.param.b64 [p3], %m; st.param.b64 [p4], 1;
    call.uni __assertfail, (p0, p1, p2, p3, p4); })",
              {32, 1, 1},
              ".extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, "
              ".param .b64 d, .param .b64 e);\n.global .b8 text[3] = {97, 98, 0};\n");
  EXPECT_EQ(F.Code, Assert);
  EXPECT_EQ(F.Text, Where + "failed the assertion `ab' in lane 0, ab:12: ab "
                            "(PTX line 11)");
  F = faultOf("call.uni other, ();", {1, 1, 1}, ".extern .func other();\n");
  EXPECT_EQ(F.Code, UnsupportedInstruction);
  EXPECT_EQ(F.Text,
            Where + "called 'other', which the module does not define (PTX line 6)");
}

TEST(FaultTest, UnsupportedInstructionsThatAreNotExecutedDoNoHarm) {
  EXPECT_FALSE(faultOf(".reg .pred %p; setp.ne.u32 %p, 0, 0; @%p bra x; bra y;\n"
                       "x: tcgen05.fence::before_thread_sync;\ny: ret;"));
}

TEST(FaultTest, Deadlocks) {
  Fault F = faultOf(".reg .b32 %t; .reg .pred %p;\nmov.u32 %t, %tid.x;\n"
                    "setp.lt.u32 %p, %t, 32;\n@%p ret;\nbar.sync 2, 128;\nret;",
                    {128, 1, 1});
  EXPECT_EQ(F.Code, LaunchFailure);
  EXPECT_EQ(F.Text,
            "deadlock in kernel 'k': CTA (0,0,0): 3 of 4 warps wait at barrier 2 "
            "(PTX line 9), 1 has ended");
  F = faultOf(".reg .b32 %t; .reg .pred %p;\nmov.u32 %t, %tid.x;\n"
              "setp.lt.u32 %p, %t, 32;\n@%p bar.sync 1;\nbar.sync 2;\nret;",
              {64, 1, 1});
  EXPECT_EQ(F.Text,
            "deadlock in kernel 'k': CTA (0,0,0): 1 of 2 warps waits at barrier "
            "1 (PTX line 8), 1 waits at barrier 2 (PTX line 9)");
  F = faultOf(".shared .b64 bar; .reg .pred %p;\nmbarrier.init.shared.b64 [bar], 3;\n"
              "again: mbarrier.try_wait.parity.shared.b64 %p, [bar], 0;\n"
              "@!%p bra again;\nret;",
              {64, 1, 1});
  EXPECT_EQ(F.Text, "deadlock in kernel 'k': CTA (0,0,0): 2 of 2 warps wait for an "
                    "mbarrier (PTX line 7)");
  F = faultOf(
      ".reg .b32 %t; .reg .pred %p;\nmov.u32 %t, %tid.x;\n"
      "setp.lt.u32 %p, %t, 16;\n@%p bra a;\nbar.warp.sync -1;\nbar.sync 0;\nret;\n"
      "a: shfl.sync.idx.b32 %t, %t, 0, 31, -1;\nret;");
  EXPECT_EQ(F.Code, LaunchFailure);
  EXPECT_NE(F.Text.find("waits for lanes that do not come"), std::string::npos)
      << F.Text;
}

/// Its registers alone take 8 KiB a warp.
const char *Recursive = ".func deeper()\n{ .local .b8 x[64]; .reg .b64 %r<30>;\n"
                        "st.local.b64 [x], %r1;\ncall.uni deeper, ();\nret; }\n";

TEST(FaultTest, EndlessRecursion) {
  Fault F = faultOf("call.uni deeper, ();\nret;", {32, 1, 1}, Recursive);
  EXPECT_EQ(F.Code, IllegalAddress);
  EXPECT_NE(F.Text.find("ran out of stack: its local memory exceeds 512 KiB a thread"),
            std::string::npos)
      << F.Text;
}

TEST(FaultTest, EndlessRecursionOfManyThreads) {
  Device D;
  D.load(kernel("", "call.uni deeper, ();\nret;", Recursive));
  D.Gpu.setTimeLimit(60);
  Fault F = D.launch("k", {16, 1, 1}, {1024, 1, 1}).Error;
  EXPECT_EQ(F.Code, IllegalAddress);
  EXPECT_NE(F.Text.find("called 'deeper', and the launch ran out of stack"),
            std::string::npos)
      << F.Text;
}

TEST(FaultTest, LocalMemoryThatIsNotWrittenTakesNone) {
  Device D;
  D.load(kernel("", ".local .b8 x[400000];\n.reg .b32 %r;\nbar.sync 0;\n"
                    "ld.local.b32 %r, [x+4096];\nst.local.b32 [x], %r;\nret;"));
  rusage Before = {}, After = {};
  getrusage(RUSAGE_SELF, &Before);
  D.run("k", {16, 1, 1}, {1024, 1, 1}); // 6.5 GB of it
  getrusage(RUSAGE_SELF, &After);
  EXPECT_LT(After.ru_maxrss - Before.ru_maxrss, 1 << 20); // KiB
}

TEST(FaultTest, BarrierMisuse) {
  EXPECT_EQ(faultOf("bar.sync 16;").Text, Where + "used barrier 16 of 16 (PTX line 5)");
  EXPECT_EQ(faultOf("bar.sync 1, 33;").Text,
            Where + "waits for 33 threads at barrier 1, which is no multiple of 32 "
                    "(PTX line 5)");
}

TEST(FaultTest, EndlessKernels) {
  Device D;
  D.load(kernel("", "again:\nbra again;\nret;"));
  D.Gpu.setTimeLimit(0.05);
  Fault F = D.launch("k", {1, 1, 1}, {64, 1, 1}).Error;
  EXPECT_EQ(F.Code, LaunchTimeout);
  EXPECT_EQ(F.Text,
            "kernel 'k' ran longer than the limit of 0.05 s (--time-limit SECONDS sets "
            "it; one that waits for the host never ends, because a launch runs to its "
            "end before the call returns): CTA (0,0,0): 2 of 2 warps are at (PTX line "
            "6)");
}

TEST(FaultTest, Configurations) {
  Device D;
  D.load(kernel(".param .u32 x", ".shared .b8 s[1000];\n.reg .b32 %r;\n"
                                 "mov.u32 %r, s;\nret;"));
  auto Launch = [&](Dim3 Grid, Dim3 Block) {
    return D.with(7).launch("k", Grid, Block).Error;
  };
  EXPECT_FALSE(Launch({1, 1, 1}, {1024, 1, 1}));
  EXPECT_EQ(Launch({0, 1, 1}, {32, 1, 1}).Code, InvalidConfiguration);
  EXPECT_EQ(Launch({1, 65536, 1}, {32, 1, 1}).Code, InvalidConfiguration);
  EXPECT_EQ(Launch({1, 1, 1}, {1024, 2, 1}).Code, InvalidConfiguration);
  EXPECT_EQ(Launch({1, 1, 1}, {1, 1, 65}).Code, InvalidConfiguration);
  EXPECT_EQ(Launch({1, 1, 1}, {1, 1, 65}).Text,
            "kernel 'k': a CTA of (1,1,65) threads must have 1 to 1024, and at most "
            "(1024,1024,64) in x, y and z");
  D.Request.DynamicShared = 227 << 10;
  Fault F = Launch({1, 1, 1}, {32, 1, 1});
  EXPECT_EQ(F.Code, InvalidValue);
  EXPECT_EQ(F.Text, "kernel 'k': needs 233456 bytes of shared memory a CTA, of which "
                    "there are 232448");
  D.Request.DynamicShared = 0;
  D.Request.Cluster = {3, 1, 1};
  EXPECT_EQ(Launch({4, 1, 1}, {32, 1, 1}).Code, InvalidClusterSize);
  D.Request.Cluster = {1, 1, 1};
  EXPECT_EQ(D.launch("k", {1, 1, 1}, {32, 1, 1}).Error.Text,
            "kernel 'k': takes 1 parameters, not 0");
  EXPECT_EQ(D.with(uint8_t(1)).launch("k", {1, 1, 1}, {32, 1, 1}).Error.Code,
            InvalidValue);
  EXPECT_EQ(D.launch("no", {1, 1, 1}, {32, 1, 1}).Error.Text,
            "the module has no kernel 'no'");
}

TEST(FaultTest, LimitsThatTheKernelStates) {
  Device D;
  D.load(".version 8.6\n.target sm_90a\n.address_size 64\n"
         ".entry k() .maxntid 128, 1, 1 { ret; }\n"
         ".entry q() .reqntid 64 { ret; }\n");
  Fault F = D.launch("k", {1, 1, 1}, {256, 1, 1}).Error;
  EXPECT_EQ(F.Code, LaunchOutOfResources);
  EXPECT_EQ(F.Text,
            "kernel 'k': a CTA of 256 threads exceeds the kernel's limit of 128 "
            "(.maxntid or .reqntid)");
  EXPECT_EQ(D.launch("q", {1, 1, 1}, {32, 1, 1}).Error.Code, LaunchOutOfResources);
  EXPECT_EQ(D.P->kernel("k")->MaxThreads, 128u);
}

TEST(FaultTest, LoadErrorsNameThePlace) {
  Memory M(1 << 20);
  Machine Gpu(M);
  Fault Error;
  EXPECT_FALSE(Gpu.load(kernel("", "ad.u32 %r, 1, 2;"), "t.ptx", Error));
  EXPECT_EQ(Error.Code, InvalidPtx);
  EXPECT_EQ(Error.Text.rfind("t.ptx:5:1:", 0), 0u) << Error.Text;
}

} // namespace
} // namespace argus::vm
