// A program without CUDA code compiles without a word and does not depend on cudart.
// RUN: %plain_cxx -Wall -Wextra -Werror %s -o %t 2>&1 | count 0
// RUN: llvm-readelf -d %t | %check
// RUN: %t
// CHECK: (NEEDED){{.*}}libc.so
// CHECK-NOT: libcudart

int main() {}
