//===- TraceTest.cpp - what a trace variant has and has not --------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "argus/ptxpasses/Trace.h"

#include "Samples.h"
#include "argus/ptx/Parser.h"
#include "argus/ptx/Printer.h"

#include <gtest/gtest.h>

namespace argus::ptxpasses {
namespace {

size_t count(const std::string &Text, const std::string &What) {
  size_t Times = 0;
  for (size_t At = Text.find(What); At != std::string::npos;
       At = Text.find(What, At + 1))
    ++Times;
  return Times;
}

std::string printed(const std::string &Ptx) {
  return ptx::print(ptx::parse(Ptx, "t.ptx"));
}

std::string errorOf(const std::string &Ptx, const TraceRequest &R) {
  try {
    tracePtx(Ptx, R);
  } catch (const std::exception &Thrown) {
    return Thrown.what();
  }
  return "no error";
}

constexpr const char Event[] = "st.global.v2.b32";
constexpr const char Entry[] = "ld.const.u32 %argus_index, [__argus_trace_control+20];";
constexpr const char Control[] =
    ".visible .const .align 8 .b8 __argus_trace_control[24];";

TEST(Trace, WithoutMarkersNothingChanges) {
  const std::string Ptx = kernel("L: .pragma \"nounroll\"; bra L;");
  const TraceResult R = tracePtx(Ptx, request());
  EXPECT_EQ(R.Ptx, printed(Ptx));
  EXPECT_TRUE(R.Sites.empty());
  EXPECT_TRUE(R.Notes.empty());
}

TEST(Trace, ATracedModuleHasNothingMoreToTrace) {
  for (const std::string &Ptx : {callsSample(), endsSample()}) {
    const std::string Traced = tracePtx(Ptx, request()).Ptx;
    EXPECT_EQ(tracePtx(Traced, request()).Ptx, Traced);
  }
}

TEST(Trace, MarkersOfOtherSitesAreDeleted) {
  const std::string Body = "mov.u32 %r1, 1;";
  const TraceResult R = tracePtx(
      kernel(mark("begin", 12) + Body + mark("trip", 12) + mark("end", 12)), request());
  EXPECT_EQ(R.Ptx, printed(kernel(Body)));
  EXPECT_TRUE(R.Sites.empty());
}

TEST(Trace, AUniformEventIsNineInstructions) {
  const TraceResult R =
      tracePtx(kernel("mov.u32 %r1, 1;" + mark("begin", 5) + "mov.u32 %r2, 2;\nret;"),
               request());
  EXPECT_EQ(R.Sites, std::vector<unsigned>{5});
  const size_t Begin = R.Ptx.find("mov.u32 %r1, 1;"), End = R.Ptx.find("mov.u32 %r2");
  EXPECT_EQ(R.Ptx.substr(Begin, End - Begin),
            "mov.u32 %r1, 1;\n"
            "\tmov.u64 %argus_clock, %clock64;\n"
            "\tmov.b64 {%argus_t, %argus_u}, %argus_clock;\n"
            "\tshl.b32 %argus_u, %argus_u, 24;\n"
            "\tadd.u32 %argus_u, %argus_u, 65541;\n"
            "\tsetp.lt.u32 %argus_p, %argus_cursor, %argus_limit;\n"
            "\tld.const.u64 %argus_arena, [__argus_trace_control];\n"
            "\tmad.wide.u32 %argus_at, %argus_cursor, 8, %argus_arena;\n"
            "\t@%argus_p st.global.v2.b32 [%argus_at], {%argus_t, %argus_u};\n"
            "\tadd.u32 %argus_cursor, %argus_cursor, 1;\n\t");
}

TEST(Trace, TheControlVariableIsDefinedOnce) {
  const std::string Kernel = mark("begin", 1) + mark("end", 1) + "ret;";
  const std::string Traced = tracePtx(kernel(Kernel), request()).Ptx;
  EXPECT_EQ(count(Traced, Control), 1u);
  const std::string Declared =
      tracePtx(
          kernel(Kernel, ".extern .const .align 8 .b8 __argus_trace_control[24];\n"),
          request())
          .Ptx;
  EXPECT_EQ(count(Declared, "__argus_trace_control[24]"), 1u);
}

TEST(Trace, OfSeveralUnitsOneDefinesTheControlVariable) {
  const std::string Marked = kernel(mark("begin", 1) + "ret;"), Plain = kernel("ret;");
  TraceRequest R = request();
  R.Control = TraceControl::Defined;
  EXPECT_EQ(count(tracePtx(Marked, R).Ptx, Control), 1u);
  EXPECT_EQ(count(tracePtx(Plain, R).Ptx, Control), 1u);
  R.Control = TraceControl::DeclaredIfUsed;
  EXPECT_EQ(count(tracePtx(Marked, R).Ptx,
                  ".extern .const .align 8 .b8 __argus_trace_control[24];"),
            1u);
  EXPECT_EQ(tracePtx(Plain, R).Ptx, printed(Plain));
}

TEST(Trace, ATraceVariantWithNewMarkersIsRefused) {
  std::string Traced = tracePtx(kernel(mark("begin", 1) + "ret;"), request()).Ptx;
  Traced.insert(Traced.rfind("ret;"), mark("end", 1));
  EXPECT_EQ(errorOf(Traced, request()),
            "t.ptx:5:10: 'k' has markers but records events already: make trace "
            "variants from the PTX that nvcc wrote");
}

TEST(Trace, AKernelThatReachesNoMarkerStaysAsItIs) {
  const std::string Other = ".visible .entry other()\n{\n.reg .b32 %r<2>;\n"
                            "mov.u32 %r1, %tid.x;\nret;\n}\n";
  const std::string Traced =
      tracePtx(kernel(mark("begin", 1) + mark("end", 1), Other), request()).Ptx;
  EXPECT_EQ(count(Traced, Entry), 1u);
  const std::string Plain = printed(module(Other));
  EXPECT_NE(Traced.find(Plain.substr(Plain.find(".visible .entry"))),
            std::string::npos);
}

TEST(Trace, EventsOfAPartOfTheWarpOpenChunks) {
  const std::string Traced =
      tracePtx(kernel("mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 3;" +
                      mark("begin", 1) + "@%p1 bra L;" + mark("begin", 2) +
                      mark("end", 2) + "L:" + mark("end", 1) + "ret;"),
               request())
          .Ptx;
  // The warp's, and one for each event between the branch and the label.
  EXPECT_EQ(count(Traced, "atom.global.add.u32"), 3u);
  EXPECT_EQ(count(Traced, "@%argus_leader add.u32 %argus_cursor"), 2u);
  EXPECT_EQ(count(Traced, Event), 4u);
}

TEST(Trace, EachEndOfTheKernelClosesTheChunk) {
  const std::string Traced = tracePtx(endsSample(), request()).Ptx;
  EXPECT_EQ(count(Traced, "st.global.u16"), 4u);
  EXPECT_EQ(count(Traced, "@%argus_leaves bra"), 1u);  // around @!%p1 ret
  EXPECT_EQ(count(Traced, "@!%argus_leaves bra"), 1u); // around @q exit
  EXPECT_EQ(count(Traced, "mov.pred %argus_leaves, q;"), 1u);
  EXPECT_EQ(count(Traced, "mov.pred %argus_leaves, %p1;"), 1u);
}

TEST(Trace, FunctionsGetTheLaneStateByPointer) {
  const TraceResult R = tracePtx(callsSample(), request());
  EXPECT_TRUE(R.Notes.empty());
  EXPECT_EQ(R.Sites, (std::vector<unsigned>{2, 3, 4}));
  EXPECT_EQ(count(R.Ptx, ".param .b64 __argus_state_param"), 4u); // f is declared, too
  EXPECT_NE(R.Ptx.find("call.uni f, (a, __argus_argument0);"), std::string::npos);
  EXPECT_NE(R.Ptx.find("@%p1 call f, (a, __argus_argument1);"), std::string::npos);
  EXPECT_NE(R.Ptx.find("call g, (__argus_argument2);"), std::string::npos);
  EXPECT_NE(R.Ptx.find("call h, (__argus_argument3);"), std::string::npos);
  EXPECT_NE(R.Ptx.find("call f, (y, __argus_argument0);"), std::string::npos);
  EXPECT_EQ(count(R.Ptx, Entry), 1u);
}

TEST(Trace, BarriersAndBranchTablesAreUntouched) {
  const std::string Body = "T: .branchtargets A, B;\nbar.sync 0;\n"
                           "mov.u32 %r1, %tid.x;\nbrx.idx %r1, T;\n";
  const std::string Traced =
      tracePtx(kernel(mark("begin", 1) + mark("end", 1) + Body + "A: bar.sync 1;" +
                      mark("begin", 2) + mark("end", 2) + "B: ret;"),
               request())
          .Ptx;
  EXPECT_EQ(count(Traced, "bar.sync 0;"), 1u);
  EXPECT_EQ(count(Traced, "bar.sync 1;"), 1u);
  EXPECT_EQ(count(Traced, "brx.idx %r1, T;"), 1u);
  EXPECT_EQ(count(Traced, "T:\t.branchtargets A, B;"), 1u);
  EXPECT_NO_THROW(ptx::parse(Traced, "traced.ptx"));
}

std::string marked(const std::string &Head) {
  return Head + "\n{\n" + mark("begin", 6) + mark("end", 6) + "ret;\n}\n";
}

const std::string PointerCall = ".reg .b64 f; mov.u64 f, callee;\n"
                                "P: .callprototype _ ();\ncall f, P;\n"
                                "call f, (), P;\ncall other, ();\nret;";

TEST(Trace, CallsThroughPointersHandTheStateOn) {
  const std::string Items = marked(".func callee()") +
                            ".func taken()\n{\nret;\n}\n.func other()\n{\nret;\n}\n"
                            ".global .u64 table[1] = {taken};\n";
  const TraceResult R = tracePtx(kernel(PointerCall, Items), request());
  EXPECT_TRUE(R.Notes.empty());
  EXPECT_EQ(R.Sites, std::vector<unsigned>{6});
  // What else a pointer may lead to takes it, too; the two calls share a prototype.
  EXPECT_EQ(count(R.Ptx, ".param .b64 __argus_state_param"), 2u);
  EXPECT_EQ(count(R.Ptx, ".callprototype _ ( .param .b64 _ );"), 1u);
  EXPECT_NE(R.Ptx.find("call f, (__argus_argument0), P;"), std::string::npos);
  EXPECT_NE(R.Ptx.find("call f, (__argus_argument1), P;"), std::string::npos);
  EXPECT_NE(R.Ptx.find("call other, ();"), std::string::npos);
  EXPECT_NO_THROW(ptx::parse(R.Ptx, "traced.ptx"));
}

TEST(Trace, WhatRecordsWithoutPointersLeavesCallsThroughThemAlone) {
  const std::string Items = ".func callee()\n{\nret;\n}\n" + marked(".func other()");
  const TraceResult R = tracePtx(kernel(PointerCall, Items), request());
  EXPECT_EQ(count(R.Ptx, ".callprototype _ ( );"), 1u);
  EXPECT_NE(R.Ptx.find("call f, P;"), std::string::npos);
  EXPECT_NE(R.Ptx.find("call other, (__argus_argument0);"), std::string::npos);
}

TEST(Trace, NamesFunctionsOfPointersThatMayLeadOutOfTheModule) {
  const std::string Items =
      ".extern .func away();\n" + marked(".func inner()") +
      ".func callee()\n{\ncall inner, ();\nret;\n}\n.func other()\n{\nret;\n}\n"
      ".global .u64 table[1] = {away};\n";
  const TraceResult R = tracePtx(kernel(PointerCall, Items), request());
  ASSERT_EQ(R.Notes.size(), 1u);
  EXPECT_EQ(R.Notes[0], "regions in inner are not traced: it is called by a function "
                        "that may be called from another module or through a pointer, "
                        "which may lead to away outside of the module");
  EXPECT_TRUE(R.Sites.empty());
  EXPECT_NE(R.Ptx.find("call f, P;"), std::string::npos);
}

TEST(Trace, NamesFunctionsOfOtherModules) {
  const TraceResult R = tracePtx(
      kernel("call callee, ();\nret;", marked(".visible .func callee()")), request());
  ASSERT_EQ(R.Notes.size(), 1u);
  EXPECT_NE(R.Notes[0].find("it may be called from another module"), std::string::npos);
}

TEST(Trace, LimitsRegistersOfKernelsWithoutBounds) {
  TraceRequest R = request();
  R.Registers = {{"k", 40}, {"bounded", 40}, {"moves", 40}, {"absent", 40}};
  const std::string Others =
      ".visible .entry bounded()\n.maxntid 256, 1, 1\n{\nret;\n}\n"
      ".visible .entry moves()\n{\nsetmaxnreg.dec.sync.aligned.u32 40;\nret;\n}\n";
  const std::string Traced = tracePtx(kernel("ret;", Others), R).Ptx;
  EXPECT_EQ(count(Traced, ".maxnreg"), 1u);
  EXPECT_NE(Traced.find(".param .u32 n\n)\n.maxnreg 40\n{"), std::string::npos);
}

TEST(Trace, MalformedMarkersAreErrors) {
  for (const char *Text : {"argus.begin x", "argus.begin", "argus.begin 65536",
                           "argus.start 1", "argus.end -1", "argus.trip 1 2"}) {
    const std::string Ptx = kernel(".pragma \"" + std::string(Text) + "\";");
    EXPECT_EQ(errorOf(Ptx, request()),
              "t.ptx:9:1: '" + std::string(Text) +
                  "' is no region marker: expected \"argus.begin N\", \"argus.end N\" "
                  "or \"argus.trip N\" with N at most 65535");
  }
}

TEST(Trace, AKernelNeedsAnIndex) {
  TraceRequest R = request();
  R.KernelIndex.clear();
  EXPECT_EQ(errorOf(kernel(mark("begin", 1)), R),
            "t.ptx: kernel 'k' has regions to trace, but no index in the kernel table");
  EXPECT_EQ(errorOf(kernel("ret;"), R), "no error");
  R.KernelIndex["k"] = 65536;
  EXPECT_EQ(errorOf(kernel(mark("begin", 1)), R),
            "t.ptx: kernel 'k' has index 65536; a chunk's header holds at most 65535");
}

TEST(Trace, OldModulesAreRefused) {
  const std::string Kernel =
      ".visible .entry k()\n{\n" + mark("begin", 1) + "ret;\n}\n";
  EXPECT_EQ(
      errorOf(".version 6.1\n.target sm_60\n.address_size 64\n" + Kernel, request()),
      "t.ptx: tracing regions needs PTX 6.2 or newer (CUDA 9.2); this is 6.1");
  EXPECT_EQ(
      errorOf(".version 7.0\n.target sm_60\n.address_size 32\n" + Kernel, request()),
      "t.ptx: regions are traced in 64-bit code only; this PTX has "
      ".address_size 32");
}

} // namespace
} // namespace argus::ptxpasses
