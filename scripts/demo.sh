#===- demo.sh - the examples, measured; sourced by ./dev -------------------===#
#
# Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#

demo=$build/demo
argus=$build/bin/argus
mkdir -p "$demo"

for example in saxpy reduction pipelined_gemm; do
  say "compiling examples/$example"
  # Two architectures: every GPU from sm_80 on can run it.
  "$argus" clang++ -std=c++17 -O3 --offload-arch=sm_80 --offload-arch=sm_90a \
    "examples/$example/$example.cu" -o "$demo/$example"
done

if "$argus" doctor >"$demo/doctor.txt"; then
  say "measuring pipelined_gemm; the report goes to build/demo/"
  "$argus" run --signal duration,timeline --store "$demo/store" --out "$demo" \
    -- "$demo/pipelined_gemm" 4096 4096 4096
else
  "$argus" regions "$demo/pipelined_gemm"
  say "compiled the examples, but could not run them or measure anything:"
  grep -A 1 '^missing' "$demo/doctor.txt" >&2 || cat "$demo/doctor.txt" >&2
fi
