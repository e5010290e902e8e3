#!/usr/bin/env bash
#===- check_virtual.sh - the examples on a GPU and on the virtual device ---===#
#
# Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# check_virtual.sh ARGUS: what the examples print, checksums included, must be the same on
# the GPU and on the virtual device. A line for each; the exit status is 0 if all are.
set -u
argus=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

for example in saxpy reduction pipelined_gemm; do
  "$argus" clang++ -std=c++17 -O3 --cuda-gpu-arch=sm_90a \
    "$root/examples/$example/$example.cu" -o "$example" || exit 1
done

differ=0
while read -r -a command; do
  gpu=$(timeout 60 ./"${command[@]}" 2>&1)
  virtual=$(timeout 300 "$argus" exec --device virtual -- ./"${command[@]}" 2>&1)
  if [ "$gpu" = "$virtual" ] && [ "${gpu#OK }" != "$gpu" ]; then
    echo "PASS $gpu"
  else
    echo "FAIL ${command[*]}: GPU: $gpu; virtual device: $virtual"
    differ=1
  fi
done <<'COMMANDS'
saxpy 1000 3
saxpy 1048576
reduction 12345 2
reduction 4194304
pipelined_gemm 256 384 512
pipelined_gemm 512 512 512 2
COMMANDS
exit $differ
