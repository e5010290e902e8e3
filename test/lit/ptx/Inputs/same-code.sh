#===- same-code.sh - ptxas makes the same code of PTX and of its round trip ===#
#
# Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
#   same-code.sh FILE.ptx [PTXAS-OPTION...]
#
# Writes beside FILE. The code's sections are compared, since the others hold line numbers
# of the PTX.

set -eu
name=${1%.ptx}
shift
argus-ptx-roundtrip "$name.ptx" > "$name.printed.ptx"
for each in "$name" "$name.printed"; do
  ptxas -arch=sm_90a "$@" -o "$each.cubin" "$each.ptx"
  llvm-objcopy -w -O binary --only-section='.text.*' --only-section='.nv.global.init' \
    --only-section='.nv.constant*' "$each.cubin" "$each.text"
done
test -s "$name.text"
cmp "$name.text" "$name.printed.text"
