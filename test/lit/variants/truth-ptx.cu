// The truth variant has executed markers beside the context numbers; the lines variant has
// neither, and the source's own lines.
// RUN: %argus_cxx -std=c++17 -O3 --cuda-gpu-arch=sm_90a --cuda-device-only \
// RUN:   -fplugin-arg-argus-capsule=%t.capsule -S -o %t.ptx %s
// RUN: argus-capsule-dump truth %t.capsule | tee %t.truth | %check --check-prefix=TRUTH
// RUN: argus-capsule-dump lines %t.capsule | tee %t.lines | %check --check-prefix=LINES
// RUN: ptxas -arch=sm_90a -o %t.cubin %t.lines
// TRUTH: .entry k(
// TRUTH: .pragma "argus.begin 0";
// TRUTH: .loc {{[0-9]+}} {{[0-9]+}} 0
// TRUTH: .pragma "argus.begin 1";
// TRUTH: .pragma "argus.end 1";
// A return out of both regions ends both.
// TRUTH: .pragma "argus.end 0";
// TRUTH: ret;
// LINES: .entry k(
// LINES-NOT: .pragma
// LINES: .loc {{[0-9]+}} 26
// LINES-NOT: .pragma
// LINES: .file {{[0-9]+}} "{{.*}}truth-ptx.cu"
extern "C" __global__ void k(int *p, int n) {
#pragma argus region("outer")
  {
    int i = threadIdx.x;
#pragma argus region("inner")
    p[i] = p[i + n] * 3;
    p[i + 2 * n] += p[i];
  }
}
