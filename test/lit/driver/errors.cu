// RUN: not %plain_cxx --cuda-path=%t.none %s 2>&1 | FileCheck %s --check-prefix=PATH
// PATH: argus clang++: no usable CUDA toolkit
// PATH-NEXT: {{.*}}.none: no such directory
// PATH-NEXT: Install CUDA 12.4 to 13.x

// RUN: not env ARGUS_CLANG=%t.none %plain_cxx -c %s 2>&1 | FileCheck %s --check-prefix=CLANG
// CLANG: argus clang++: ARGUS_CLANG names '{{.*}}.none', which cannot be executed
