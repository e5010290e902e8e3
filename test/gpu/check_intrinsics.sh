#!/usr/bin/env bash
#===- check_intrinsics.sh - what nvcc and clang make of the same functions ---===#
#
# Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# check_intrinsics.sh ARGUS: what functions of the CUDA Math API and of warps return on the
# GPU must be the same, bit for bit, in builds by nvcc and by `argus clang++`. The virtual
# device cannot tell exact instructions from approximate ones. The lines that differ; the
# exit status is 0 if there are none.
set -eu
argus=$(realpath "$1")
source=$(cd "$(dirname "$0")/.." && pwd)/lit/dialect/Inputs/intrinsics.cu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

nvcc -w -gencode arch=compute_90a,code=sm_90a -o by-nvcc "$source"
"$argus" clang++ -w -O3 --no-argus --cuda-gpu-arch=sm_90a -o by-clang "$source"
timeout 60 ./by-nvcc > nvcc.txt
timeout 60 ./by-clang > clang.txt
diff nvcc.txt clang.txt
echo "PASS $(wc -l < nvcc.txt) calls"
