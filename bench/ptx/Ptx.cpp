//===- Ptx.cpp - how fast PTX is read, written and traced -----------------===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of $ARGUS_BENCH_PTX, or of a text of 20,000 lines as nvcc writes it. A trace variant
// of that text is to take less than a second, apart from ptxas; reading and writing at
// least 50 MB/s.
//
//===----------------------------------------------------------------------===//

#include "argus/ptx/Parser.h"
#include "argus/ptx/Printer.h"
#include "argus/ptxpasses/RegionCalls.h"
#include "argus/ptxpasses/Trace.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

using namespace argus;

namespace {

/// A loop's body with a region in it, 31 lines.
std::string loop(unsigned I) {
  const std::string N = std::to_string(I);
  std::string Text = "\n$L__BB0_" + N + ":\n\t.loc\t1 " + N + " 9\n" +
                     "\t// begin inline asm\n\t.pragma \"argus.begin " +
                     std::to_string(I % 50) + "\";\n\t// end inline asm\n";
  for (unsigned K = 0; K < 4; ++K)
    Text += "\tmul.wide.s32 \t%rd5, %r12, 4;\n\tadd.s64 \t%rd6, %rd3, %rd5;\n"
            "\tld.global.nc.v4.f32 \t{%f1, %f2, %f3, %f4}, [%rd6+1024];\n"
            "\tfma.rn.f32 \t%f5, %f1, %f2, %f5;\n\tst.shared.f32 \t[%r12+64], %f5;\n";
  return Text + "\tadd.s32 \t%r12, %r12, 1;\n\tsetp.lt.s32 \t%p1, %r12, %r13;\n" +
         "\t// begin inline asm\n\t.pragma \"argus.end " + std::to_string(I % 50) +
         "\";\n\t// end inline asm\n\t@%p1 bra \t$L__BB0_" + N + ";\n";
}

std::string generated() {
  std::string Text = ".version 9.0\n.target sm_90a\n.address_size 64\n\n"
                     ".visible .entry kernel(\n\t.param .u64 kernel_param_0\n)\n{\n"
                     "\t.reg .pred \t%p<2>;\n\t.reg .f32 \t%f<8>;\n"
                     "\t.reg .b32 \t%r<16>;\n\t.reg .b64 \t%rd<8>;\n\n"
                     "\tld.param.u64 \t%rd2, [kernel_param_0];\n"
                     "\tcvta.to.global.u64 \t%rd3, %rd2;\n\tmov.u32 \t%r12, %tid.x;\n";
  for (unsigned I = 0; I < 20000 / 31; ++I)
    Text += loop(I);
  return Text + "\tret;\n\n}\n.file\t1 \"kernel.cu\"\n";
}

const std::string &text() {
  static const std::string Text = [] {
    const char *File = std::getenv("ARGUS_BENCH_PTX");
    if (!File)
      return generated();
    std::stringstream Read;
    Read << std::ifstream(File).rdbuf();
    return Read.str();
  }();
  return Text;
}

void parse(benchmark::State &State) {
  for (auto _ : State)
    benchmark::DoNotOptimize(ptx::parse(text(), "bench.ptx"));
  State.SetBytesProcessed(int64_t(State.iterations() * text().size()));
}

void parseAndPrint(benchmark::State &State) {
  for (auto _ : State)
    benchmark::DoNotOptimize(ptx::print(ptx::parse(text(), "bench.ptx")));
  State.SetBytesProcessed(int64_t(State.iterations() * text().size()));
}

/// All that a trace variant takes but ptxas.
void trace(benchmark::State &State) {
  ptxpasses::TraceRequest Request;
  Request.Name = "bench.ptx";
  for (auto _ : State) {
    ptx::Module M = ptx::parse(text(), Request.Name);
    for (const ptx::Item &I : M.Items)
      if (const auto *F = std::get_if<ptx::Function>(&I))
        Request.KernelIndex[F->Name] = 0;
    std::set<unsigned> Sites;
    for (unsigned Site = 0; Site < 1000; ++Site)
      Sites.insert(Site);
    const ptxpasses::RegionCalls Calls(M, Request.Name);
    Request.Sites = ptxpasses::sitesToRecord(M, Calls, Sites, {});
    benchmark::DoNotOptimize(ptxpasses::tracePtx(std::move(M), Request));
  }
  State.SetBytesProcessed(int64_t(State.iterations() * text().size()));
}

BENCHMARK(parse)->Unit(benchmark::kMillisecond);
BENCHMARK(parseAndPrint)->Unit(benchmark::kMillisecond);
BENCHMARK(trace)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
