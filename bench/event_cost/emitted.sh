#!/bin/bash
#===- emitted.sh - what an event costs as the trace build makes it ---------===#
#
# Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
#   emitted.sh ARGUS [ARCH [CUDA]] > emitted.json
#
# Runs emitted.cu plain and traced, in the order A B B A, and prints the differences.

set -eu -o pipefail
here=$(cd "$(dirname "$0")" && pwd)
argus=$(command -v "${1:?usage: emitted.sh ARGUS [ARCH [CUDA]]}")
arch=${2:-sm_90a}
cuda=${3:-${CUDA_HOME:-/usr/local/cuda}}
runtime=$(dirname "$(realpath "$argus")")/../lib/libargus_runtime.so
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

"$argus" clang++ -O3 -std=c++17 --cuda-gpu-arch="$arch" "$here/emitted.cu" -o emitted \
  -L"$cuda/lib64" -L"$cuda/lib" "-Wl,-rpath,$cuda/lib64:$cuda/lib" -lcudart >&2
timeout 300 "$argus" run --store store --repeat 1 -- ./emitted >&2

# A chunk holds the events of all trips: the stores that are measured must happen.
traced() {
  rm -rf out && mkdir out
  LD_PRELOAD=$runtime ARGUS_RT_OUT=$work/out ARGUS_RT_EVENTS_PER_CHUNK=1024 \
    ARGUS_RT_IMAGES=$(echo "$work"/store/runs/*/trace-images) timeout 60 ./emitted >"$1"
  if ! grep -q '"swapped":true' out/*.jsonl || ! grep -q '"type":"drain"' out/*.jsonl ||
    grep '"type":"drain"' out/*.jsonl | grep -vq '"lost_events":0,"lost_chunks":0'; then
    echo "emitted.sh: the traced run did not record everything" >&2
    exit 1
  fi
}

for group in 1 2 3; do
  timeout 60 ./emitted >"plain-$group-1"
  traced "traced-$group-1"
  traced "traced-$group-2"
  timeout 60 ./emitted >"plain-$group-2"
done

# Median over the runs of each (body, shape), traced less plain.
middle() { sort -k1,2 -k3,3n "$@" | awk '{ v[$1 " " $2] = v[$1 " " $2] " " $3 }
  END { for (k in v) { n = split(v[k], a, " "); print k, (a[int((n + 1) / 2)] + a[int(n / 2) + 1]) / 2 } }'; }
middle plain-* | sort >plain
middle traced-* | sort >traced
join -j 1 <(sed 's/ /:/' plain) <(sed 's/ /:/' traced) | awk '
  BEGIN { printf "{\"event\":\"emitted\",\"results\":[" }
  { split($1, n, ":")
    printf "%s\n  {\"body\":\"%s\",\"shape\":\"%s\",\"body_cycles\":%.2f,\"cycles_per_event\":%.2f}",
           (NR > 1 ? "," : ""), n[1], n[2], $2, $3 - $2 }
  END { print "\n]}" }'
