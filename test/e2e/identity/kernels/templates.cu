//===- templates.cu - templates, lambdas and if constexpr: one site, many instances
//===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "corpus.h"

template <int N> struct Steps {
  template <typename F> __device__ static unsigned run(unsigned x, F f) {
    ARGUS_REGION("steps");
    if constexpr (N > 2) {
#pragma argus region("long")
      x = f(x) * N;
    } else {
#pragma argus region("short")
      x = f(x) + N;
    }
    if constexpr (N > 0)
      return Steps<N - 1>::run(x, f);
    else
      return x;
  }
};

template <typename T, int N> __global__ void templates(unsigned *data) {
  T x = static_cast<T>(data[corpus::thread()]);
  auto scale = [=](unsigned v) {
#pragma argus region("lambda")
    v = v * 3u + N;
    return v;
  };
#pragma argus region("work")
  x += static_cast<T>(Steps<N>::run(static_cast<unsigned>(x), scale));
  data[corpus::Half + corpus::thread()] = static_cast<unsigned>(x);
}

int main() {
  return corpus::run([](unsigned *data) {
    templates<unsigned, 3><<<corpus::Ctas, corpus::Threads>>>(data);
    templates<unsigned long long, 1><<<corpus::Ctas, corpus::Threads>>>(data);
  });
}
