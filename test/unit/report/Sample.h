//===- Sample.h - a small measured program ------------------------*- C++ -*-===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ARGUS_TEST_UNIT_REPORT_SAMPLE_H
#define ARGUS_TEST_UNIT_REPORT_SAMPLE_H

#include "report/Compose.h"

namespace argus {

/// Two trace runs of a kernel "gemm" with the regions "loop", "loop/wait" and "cold",
/// the last of which never ran.
struct Sample {
  Sample() {
    CapsuleInfo C;
    C.Arch = "sm_90a";
    C.Source = "gemm.cu";
    for (const char *Name : {"loop", "wait", "cold"})
      C.Sites.push_back({Name, SiteForm::Statement, "gemm.cu", 7, 3});
    C.Kernels = {{"_Z4gemmv", "gemm"}};
    C.Regions = {{0, {0}, "gemm/loop", 1},
                 {0, {0, 1}, "gemm/loop/wait", 2},
                 {0, {2}, "gemm/cold", 3}};
    Container.ModuleId = "00ff";
    Container.Binary = "./gemm";
    Container.Capsules = {C};

    CapsuleBuild Build;
    Build.Arch = "sm_90a";
    Build.Mapped.Key = "m";
    Build.Trace.emplace();
    Build.Trace->Key = "t";
    KernelBuild &Kernel = Build.Kernels["_Z4gemmv"];
    Kernel.Identity.Identical = true;
    Kernel.Reference = Resources{40, 1024, 0, 0};
    Kernel.Trace = Resources{48, 1024, 0, 0};
    ModuleBuild Module;
    Module.Container = &Container;
    Module.Capsules = {Build};
    Modules = {Module};

    Input.Modules = &Modules;
    Input.ReferenceTimes[{0, "_Z4gemmv"}] = {{100}, {}, {}, {102}};
    Input.TraceTimes[{0, "_Z4gemmv"}] = {{}, {103}, {104}};
    Input.ReferenceRuns = {"reference-1", "reference-2"};
    Input.TraceRuns = {"trace-1", "trace-2"};
    Input.RegionId = [](const KernelInfo &, const std::string &Path) {
      return 0xab00 + Path.size();
    };
    Asked.Command = {"./gemm", "64"};
    Asked.Signals = {"duration"};
    Runs = {run(10), run(12)};
  }

  /// A run whose kernel took 100 us in each of two warps and whose wait took `WaitUs`.
  JoinedRun run(double WaitUs) const {
    KernelSamples K;
    K.Capsule = &Container.Capsules[0];
    K.Mangled = "_Z4gemmv";
    K.Name = "gemm";
    K.Launches = 1;
    K.Events = 8;
    const unsigned Loop = K.Paths.Regions.child(0, 0, "loop");
    const unsigned Wait = K.Paths.Regions.child(Loop, 1, "wait");
    K.Regions.resize(K.Paths.Regions.size());
    K.Elsewhere.resize(K.Regions.size());
    K.Regions[0] = {{100, 100}, 200, 2, 0};
    K.Regions[Loop] = {{80, 80}, 160, 2, 0};
    K.Regions[Wait] = {{WaitUs, WaitUs}, 2 * WaitUs, 2, 0};
    JoinedRun Run;
    Run.Kernels.push_back(std::move(K));
    return Run;
  }

  Report report() {
    Results = synthesise(Runs);
    Input.Results = &Results;
    Report R;
    R.Asked = Asked;
    R.Program = "./gemm";
    R.ProgramDigest = std::string(64, '0');
    DeviceRecord Device;
    Device.Name = "NVIDIA H200";
    Device.Arch = "sm_90";
    R.Device = Device;
    R.Trace.Clocks.emplace_back();
    R.Trace.EventsPerChunk = 1024;
    composeResults(R, Input);
    return R;
  }

  static const ReportRegion *find(const Report &R, const std::string &Path) {
    for (const ReportRegion &Region : R.Regions)
      if (Region.Path == Path)
        return &Region;
    return nullptr;
  }

  ContainerInfo Container;
  std::vector<ModuleBuild> Modules;
  std::vector<JoinedRun> Runs;
  Synthesis Results;
  ComposeInput Input;
  Query Asked;
};

} // namespace argus

#endif // ARGUS_TEST_UNIT_REPORT_SAMPLE_H
