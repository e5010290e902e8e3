//===- first_use.cu - functions defined long before or after their first use ===//
//
// Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "corpus.h"

static __device__ inline unsigned unusedSoFar(unsigned x) { return x * 3u + 1u; }
static __device__ inline unsigned usedByNobody(unsigned x) { return x + 41u; }
static __device__ __noinline__ unsigned byPointer(unsigned x) { return x ^ 0x55u; }
static __device__ inline unsigned standard(unsigned x) { return x >> 1; }
constexpr __device__ unsigned constant(unsigned x) { return x * x; }

__device__ unsigned definedLater(unsigned x);
static __device__ unsigned definedLast(unsigned x);

namespace deep {
namespace deeper {
static __device__ inline unsigned inNamespace(unsigned x) { return x + 7u; }
static __device__ inline unsigned alsoUnused(unsigned x) { return x + 9u; }

__global__ void inside(unsigned *data) {
#pragma argus region("namespace")
  data[corpus::thread()] = inNamespace(data[corpus::thread()]);
}
} // namespace deeper
} // namespace deep

extern "C" {
static __device__ inline unsigned withCLinkage(unsigned x) { return x + 11u; }
}

struct Counter {
  unsigned value;
  __device__ explicit Counter(unsigned start) : value(unusedSoFar(start)) {}
  __device__ ~Counter() { value = standard(value); }
  __device__ unsigned next(unsigned step = 3u) { return value += definedLast(step); }
  friend __device__ unsigned both(const Counter &a, const Counter &b) {
    return a.value ^ b.value;
  }
};

template <class T> __device__ T throughTemplate(T x) { return withCLinkage(x) + 2u; }

__device__ unsigned (*const Table[])(unsigned) = {byPointer, definedLater};

__global__ void firstUse(unsigned *data) {
  unsigned x = data[corpus::thread()];
#pragma argus region("members")
  {
    Counter a(x), b(x + 1u);
    x = a.next() + b.next(5u) + both(a, b);
  }
#pragma argus region("late")
  x = definedLater(x) + throughTemplate(x) + constant(6u);
#pragma argus region("table")
  x += Table[x & 1u](x);
  data[corpus::Half + corpus::thread()] = x;
}

static __device__ inline unsigned beforeItsUser(unsigned x) { return x * 5u; }
__device__ __noinline__ unsigned definedLater(unsigned x) {
#pragma argus region("later")
  x = beforeItsUser(x) + definedLast(x);
  return x;
}
static __device__ unsigned definedLast(unsigned x) { return x + 13u; }

int main() {
  return corpus::run([](unsigned *data) {
    deep::deeper::inside<<<corpus::Ctas, corpus::Threads>>>(data);
    firstUse<<<corpus::Ctas, corpus::Threads>>>(data);
  });
}
