// A cudart that the user names is the only one.
// REQUIRES: cuda
// RUN: %plain_cxx -c %s -o %t.o
// RUN: %plain_cxx %t.o -o %t.static -lcudart_static -ldl -lrt -lpthread
// RUN: llvm-readelf -d %t.static | %check --check-prefix=STATIC
// RUN: %plain_cxx %t.o -o %t.shared
// RUN: llvm-readelf -d %t.shared | %check --check-prefix=SHARED
// STATIC-NOT: libcudart
// SHARED: (NEEDED){{.*}}libcudart.so

__global__ void nothing() {}

int main() { nothing<<<1, 1>>>(); }
