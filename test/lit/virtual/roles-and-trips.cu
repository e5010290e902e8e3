// Roles and trips of a warp-specialised kernel, counted exactly: warp 0 produces, one lane
// of it issues, warps 1 to 3 consume; loops are left by break and continue and unrolled.
// REQUIRES: cuda
// RUN: rm -rf %t && mkdir %t
// RUN: %argus_cxx -std=c++17 -O3 --cuda-gpu-arch=sm_90a %s -o %t/program
// RUN: %argus run --device virtual --signal duration,timeline --store %t/store --out %t/all -- %t/program | FileCheck %s --check-prefix=TEXT
// RUN: python3 %S/Inputs/scopes.py %t/all/report.json | %check --check-prefix=ALL
// RUN: FileCheck %s --check-prefix=TIMELINE < %t/all/timeline.json
// RUN: %argus run --device virtual --scope role=consumer --store %t/store --out %t/consumer -- %t/program | FileCheck %s --check-prefix=OUT
// RUN: python3 %S/Inputs/scopes.py %t/consumer/report.json | %check --check-prefix=CONSUMER
// RUN: %argus run --device virtual --scope role=tma --store %t/store --out %t/tma -- %t/program
// RUN: python3 %S/Inputs/scopes.py %t/tma/report.json | %check --check-prefix=TMA
// RUN: %argus run --device virtual --scope iter=1:3 --store %t/store --out %t/trips -- %t/program
// RUN: python3 %S/Inputs/scopes.py %t/trips/report.json | %check --check-prefix=TRIPS
// RUN: %argus run --device virtual --scope role=consumer,iter=0 --region use --store %t/store --out %t/both -- %t/program
// RUN: python3 %S/Inputs/scopes.py %t/both/report.json | %check --check-prefix=BOTH
// RUN: not %argus run --device virtual --scope role=consumor --store %t/store -- %t/program 2>&1 | FileCheck %s --check-prefix=UNKNOWN
#include <cstdio>
#include <cuda_runtime.h>

__global__ void pipe(int *out, int trips) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  int sum = 0;
#pragma argus region("mainloop")
  {
#pragma argus role("producer")
    if (warp == 0) {
#pragma argus iteration
      for (int i = 0; i < trips; ++i) {
#pragma argus region("fill")
        sum += out[i * 128 + lane];
        if (i == 5)
          break;
        if (lane == 0)
#pragma argus role("tma")
#pragma argus region("issue")
          atomicAdd(out + 1024, i);
      }
    } else
#pragma argus role("consumer")
    {
#pragma argus region("loop")
#pragma unroll 4
#pragma argus iteration
      for (int i = 0; i < trips; ++i) {
        if (i == 2)
          continue;
#pragma argus region("use")
        sum += out[i * 64 + threadIdx.x];
#pragma argus iteration
#pragma argus region("inner")
#pragma unroll
        for (int k = 0; k < 3; ++k)
#pragma argus region("step")
          sum += out[k * 7 + threadIdx.x] * i;
      }
    }
  }
  out[2048 + threadIdx.x] = sum;
}

int main() {
  int *out;
  cudaMalloc(&out, 4096 * sizeof(int));
  cudaMemset(out, 0, 4096 * sizeof(int));
  pipe<<<2, 128>>>(out, 8);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

// Two CTAs. A producer makes 6 trips and issues in 5; each of 3 consumers makes 8 trips,
// uses in 7, and makes 3 inner trips in each of those.
// TEXT: no error
// TEXT: pipe/mainloop {{.*}} observed
// TEXT: pipe/mainloop [role producer] {{.*}} observed
// TEXT: pipe/mainloop [role producer/tma]
// TEXT: pipe/mainloop [role consumer]
// TEXT-NOT: truth:

// Marks change nothing of the code that ships.
// ALL: kernel pipe True
// ALL: pipe {} count 8 truth - trips - truth - flags 0
// ALL: pipe {'role': 'producer'} count 2 truth - trips - truth - flags 0
// ALL: pipe {'role': 'producer/tma'} count 2 truth - trips - truth - flags 0
// ALL: pipe {'role': 'consumer'} count 6 truth - trips - truth - flags 0
// ALL: pipe/mainloop {} count 8 truth 8 trips 12 truth 12 flags 0
// ALL: pipe/mainloop {'role': 'producer'} count 2 truth - trips 12
// ALL: pipe/mainloop {'role': 'producer/tma'} count 2 truth - trips - truth - flags 0
// ALL: pipe/mainloop {'role': 'consumer'} count 6 truth - trips - truth - flags 0
// ALL: pipe/mainloop/fill {} count 12 truth 12 trips - truth - flags 0
// ALL-NEXT: pipe/mainloop/fill {'role': 'producer'} count 12 truth 12 trips - truth - flags 0
// ALL-NEXT: pipe/mainloop/issue {} count 10 truth 10 trips - truth - flags 0
// ALL-NEXT: pipe/mainloop/issue {'role': 'producer'} count 10 truth 10 trips - truth - flags 0
// ALL-NEXT: pipe/mainloop/issue {'role': 'producer/tma'} count 10 truth 10 trips - truth - flags 0
// ALL-NEXT: pipe/mainloop/loop {} count 6 truth 6 trips 48 truth 48 flags 0
// ALL-NEXT: pipe/mainloop/loop {'role': 'consumer'} count 6 truth 6 trips 48 truth 48 flags 0
// ALL-NEXT: pipe/mainloop/loop/use {} count 42 truth 42 trips - truth - flags 0
// ALL-NEXT: pipe/mainloop/loop/use {'role': 'consumer'} count 42 truth 42 trips - truth - flags 0
// ALL-NEXT: pipe/mainloop/loop/inner {} count 42 truth 42 trips 126 truth 126 flags 0
// ALL-NEXT: pipe/mainloop/loop/inner {'role': 'consumer'} count 42 truth 42 trips 126 truth 126 flags 0
// ALL-NEXT: pipe/mainloop/loop/inner/step {} count 126 truth 126 trips - truth - flags 0
// ALL-NEXT: pipe/mainloop/loop/inner/step {'role': 'consumer'} count 126 truth 126 trips - truth - flags 0

// TIMELINE-DAG: "path":"pipe/mainloop/issue","iteration":4,"role":"producer/tma"
// TIMELINE-DAG: "path":"pipe/mainloop/loop/inner/step","iteration":2,"iterations":[7,2],"role":"consumer"

// OUT: pipe/mainloop/loop [role consumer]
// OUT: out of the scope role=consumer: pipe/mainloop/fill, pipe/mainloop/issue
// CONSUMER: pipe {'role': 'consumer'} count 6
// CONSUMER-NEXT: pipe/mainloop {'role': 'consumer'} count 6 truth - trips - truth - flags 0
// CONSUMER-NEXT: pipe/mainloop/loop {'role': 'consumer'} count 6 truth 6 trips 48 truth 48 flags 0
// CONSUMER-NEXT: pipe/mainloop/loop/use {'role': 'consumer'} count 42 truth 42
// CONSUMER-NEXT: pipe/mainloop/loop/inner {'role': 'consumer'} count 42
// CONSUMER-NEXT: pipe/mainloop/loop/inner/step {'role': 'consumer'} count 126

// TMA: pipe {'role': 'tma'} count 2
// TMA-NEXT: pipe/mainloop {'role': 'tma'} count 2
// TMA-NEXT: pipe/mainloop/issue {'role': 'tma'} count 10 truth 10

// TRIPS: pipe {} count 8
// TRIPS: pipe/mainloop/fill {'iter': '1:3'} count 4
// TRIPS: pipe/mainloop/issue {'iter': '1:3'} count 4
// TRIPS: pipe/mainloop/loop/use {'iter': '1:3'} count 6
// TRIPS: pipe/mainloop/loop/inner {'iter': '1:3'} count 6 truth - trips 84
// TRIPS: pipe/mainloop/loop/inner/step {'iter': '1:3'} count 84

// BOTH: pipe/mainloop/loop/use {'role': 'consumer', 'iter': '0:1'} count 6
// BOTH-NOT: pipe

// UNKNOWN: no role matches 'consumor' (did you mean 'consumer'?)
