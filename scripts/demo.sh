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

# A GPU measures a large matrix; the virtual device interprets a small one.
if "$argus" doctor >"$demo/doctor.txt"; then
  device=auto
  size=4096
else
  say "no GPU that can measure (build/demo/doctor.txt says why): going on with the virtual" \
    "device, whose numbers are no prediction of any hardware"
  device=virtual
  size=256
fi
say "measuring pipelined_gemm; the report goes to build/demo/"
"$argus" run --device "$device" --signal duration,timeline --store "$demo/store" \
  --out "$demo" -- "$demo/pipelined_gemm" "$size" "$size" "$size"
