// In a compile that is not CUDA the plugin does nothing.
// RUN: %argus_cxx -x c++ -O1 -c -o %t.o %s
// RUN: llvm-readelf -S %t.o | %check
// CHECK-NOT: argus
int twice(int x) { return 2 * x; }
