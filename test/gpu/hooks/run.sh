#!/bin/bash
#===- run.sh - the runtime in every kind of program, on a GPU --------------===#
#
# Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
#   run.sh [--nvcc] [--link-only] [--arch sm_90a] [--cuda DIR] [--work DIR]
#          [--only NAME] ARGUS
#
# Builds the programs of this folder with `ARGUS clang++` in all link modes (--nvcc: with
# `ARGUS nvcc`) and runs each plain, with the runtime, and with the runtime and the images
# of a trace. Launches, chunks and events must be what the programs do, to the last one.
# Prints a line for each case; the status is 0 if all passed. --link-only needs no GPU.

set -u
here=$(cd "$(dirname "$0")" && pwd)
arch=sm_90a cuda=${CUDA_HOME:-/usr/local/cuda} work='' only='' link_only='' nvcc=''
while [ $# -gt 1 ]; do
  case $1 in
  --link-only) link_only=1 ;;
  --nvcc) nvcc=1 ;;
  --arch) arch=$2 && shift ;;
  --cuda) cuda=$2 && shift ;;
  --work) work=$2 && shift ;;
  --only) only=$2 && shift ;;
  *) echo "run.sh: unknown option $1" >&2 && exit 2 ;;
  esac
  shift
done
argus=${1:?usage: run.sh [options] ARGUS}
argus=$(realpath "$(command -v "$argus")") || { echo "run.sh: no such program: $1" >&2 && exit 2; }
runtime=$(dirname "$(realpath "$argus")")/../lib/libargus_runtime.so
work=${work:-$(mktemp -d)}
mkdir -p "$work" && cd "$work" || exit 2
failures=0

pass() { echo "PASS $1"; }
fail() {
  echo "FAIL $1: $2"
  failures=$((failures + 1))
}

#===- Building -------------------------------------------------------------===#

shared=(-L"$cuda/lib64" -L"$cuda/lib" "-Wl,-rpath,$cuda/lib64:$cuda/lib" -lcudart)
static=(-L"$cuda/lib64" -L"$cuda/lib" -lcudart_static -ldl -lrt -lpthread)
compile=(-std=c++17 -O2 --cuda-gpu-arch="$arch" -pthread)

# build NAME ARGUMENTS...: runs the compiler; its output is in NAME.log.
build() { build_by "$argus clang++" "$@"; }

# build_by COMPILER NAME ARGUMENTS...
build_by() {
  local compiler=$1 name=$2
  shift 2
  timeout 300 $compiler "$@" -o "$name" >"$name.log" 2>&1 && return
  fail "build $name" "see $work/$name.log: $(grep -m1 error "$name.log")"
  return 1
}

# The capsules must have come through the linker.
measurable() {
  if timeout 300 "$argus" regions "$1" 2>&1 | grep -q "/$2"; then
    pass "link $1"
  else
    fail "link $1" "argus regions does not list $2"
  fi
}

build_all() {
  local modes=$here/modes.cu linker
  build pie "${compile[@]}" -fPIE -pie "$modes" "${shared[@]}" && measurable pie work
  build nopie "${compile[@]}" -fno-PIE -no-pie "$modes" "${shared[@]}" &&
    measurable nopie work
  build static "${compile[@]}" "$modes" "${static[@]}" && measurable static work
  build nopie_static "${compile[@]}" -fno-PIE -no-pie "$modes" "${static[@]}" &&
    measurable nopie_static work
  build o0 "${compile[@]}" -O0 "$modes" "${shared[@]}" && measurable o0 work
  build o3 "${compile[@]}" -O3 "$modes" "${shared[@]}" && measurable o3 work
  build archs "${compile[@]}" --cuda-gpu-arch=sm_80 "$modes" "${shared[@]}" &&
    measurable archs work
  build stripped "${compile[@]}" -ffunction-sections -fdata-sections "$modes" \
    -Wl,--gc-sections -s "${shared[@]}" && measurable stripped work
  for linker in bfd gold lld; do
    command -v ld.$linker >/dev/null || continue
    build ld_$linker "${compile[@]}" -fuse-ld=$linker "$modes" "${shared[@]}" &&
      measurable ld_$linker work
  done
  build libshared.so "${compile[@]}" -fPIC -shared "$here/library.cu" "${shared[@]}" &&
    measurable libshared.so work
  build libstatic.so "${compile[@]}" -fPIC -shared "$here/library.cu" "${static[@]}" &&
    measurable libstatic.so work
  build linked "${compile[@]}" "$here/linked.cu" ./libshared.so "${shared[@]}" \
    -Wl,-rpath,"$work" && measurable linked work
  build linked_static "${compile[@]}" "$here/linked.cu" ./libstatic.so "${static[@]}" \
    -Wl,-rpath,"$work" && measurable linked_static work
  build opened -std=c++17 "$here/opened.cpp" -ldl && pass "link opened"
  build template "${compile[@]}" "$here/template_a.cu" "$here/template_b.cu" \
    "${shared[@]}" && measurable template b
}

build_all_by_nvcc() {
  local modes=$here/modes.cu by="$argus nvcc"
  compile=(-std=c++17 -O2 -arch="$arch" -Xcompiler -pthread)
  run_path=(-Xlinker "-rpath,$cuda/lib64:$cuda/lib:$work")
  shared_cudart=(-cudart shared "${run_path[@]}")
  build_by "$by" pie "${compile[@]}" -Xcompiler -fPIE,-pie "$modes" \
    "${shared_cudart[@]}" && measurable pie work
  build_by "$by" nopie "${compile[@]}" -Xcompiler -fno-PIE,-no-pie "$modes" \
    "${shared_cudart[@]}" && measurable nopie work
  build_by "$by" static "${compile[@]}" "$modes" && measurable static work
  build_by "$by" nopie_static "${compile[@]}" -Xcompiler -fno-PIE,-no-pie "$modes" &&
    measurable nopie_static work
  build_by "$by" o0 "${compile[@]}" -Xcompiler -O0 -Xcicc -O1 "$modes" &&
    measurable o0 work
  build_by "$by" weak_stubs "${compile[@]}" -static-global-template-stub=false \
    "$modes" && measurable weak_stubs work
  build_by "$by" own_stream "${compile[@]}" -default-stream per-thread "$modes" &&
    measurable own_stream work
  build_by "$by" archs "${compile[@]}" -gencode arch=compute_80,code=sm_80 \
    "$modes" && measurable archs work
  build_by "$by" stripped "${compile[@]}" -Xcompiler -ffunction-sections,-fdata-sections \
    -Xlinker --gc-sections,-s "$modes" && measurable stripped work
  build_by "$by" rdc "${compile[@]}" -rdc=true "$modes" "${shared_cudart[@]}" &&
    measurable rdc work
  build_by "$by" rdc_static "${compile[@]}" -rdc=true "$modes" &&
    measurable rdc_static work
  build_by "$by" librdc.so "${compile[@]}" -rdc=true -Xcompiler -fPIC -shared \
    "$here/library.cu" && measurable librdc.so work
  # nvlink optimises by libnvvm, which some packages of the toolkit keep elsewhere.
  if [ -e "$cuda/nvvm/lib64/libnvvm.so" ]; then
    build_by "$by" dlto "${compile[@]}" -dlto "$modes" && measurable dlto work
  fi
  build_by "$by" gxx.o "${compile[@]}" -c "$modes" &&
    build_by g++ gxx gxx.o "${shared[@]}" -pthread && measurable gxx work
  build_by g++ gxx_static gxx.o "${static[@]}" && measurable gxx_static work
  build_by "$by" libshared.so "${compile[@]}" -Xcompiler -fPIC -shared \
    "$here/library.cu" "${shared_cudart[@]}" && measurable libshared.so work
  build_by "$by" libstatic.so "${compile[@]}" -Xcompiler -fPIC -shared \
    "$here/library.cu" && measurable libstatic.so work
  build_by "$by" linked "${compile[@]}" "$here/linked.cu" ./libshared.so \
    "${shared_cudart[@]}" && measurable linked work
  build_by "$by" linked_static "${compile[@]}" "$here/linked.cu" ./libstatic.so \
    "${run_path[@]}" && measurable linked_static work
  build_by g++ opened -std=c++17 "$here/opened.cpp" -ldl && pass "link opened"
  build_by "$by" template "${compile[@]}" "$here/template_a.cu" "$here/template_b.cu" &&
    measurable template b
}

#===- Running --------------------------------------------------------------===#

# images KEY COMMAND...: the trace images of a program, made once, in $images.
images() {
  local key=$1
  shift
  if [ ! -d "store-$key" ]; then
    timeout 300 "$argus" run --store "store-$key" --repeat 1 -- "$@" \
      >"run-$key.log" 2>&1
    echo $? >"run-$key.status"
  fi
  images=$(echo "$work/store-$key"/runs/*/trace-images)
  [ "$(cat "run-$key.status")" = 0 ] && ls "$images"/*.fatbin >/dev/null 2>&1
}

# preloaded DIRECTORY IMAGES COMMAND...: leaves status and output in DIRECTORY.
preloaded() {
  local out=$1 swap=$2
  shift 2
  rm -rf "$out" && mkdir -p "$out"
  LD_PRELOAD=$runtime ARGUS_RT_OUT=$work/$out ARGUS_RT_IMAGES=$swap \
    ARGUS_RT_EVENTS_PER_CHUNK=14 ARGUS_RT_ARENA_MIB=$arena \
    timeout 60 "$@" >"$out/stdout" 2>"$out/stderr"
  echo $? >"$out/status"
}

count() { cat "$1"/runtime-*.jsonl 2>/dev/null | grep -c "\"type\":\"$2\"$3"; }

# Sums a number of the drain records.
sum() {
  cat "$1"/runtime-*.jsonl | sed -n "/\"type\":\"drain\"/s/.*\"$2\":\([0-9]*\).*/\1/p" |
    awk '{ s += $1 } END { print s + 0 }'
}

# events DIRECTORY: "chunks events launches odd": in all trace files the chunks, their
# events, the distinct launch numbers, and how many chunks are not closed and launches
# have not 32 of them. A chunk has 176 bytes, 44 words. Free chunks don't count: they
# were reserved for a launch that then took others, because one beside it did.
events() {
  local file
  for file in "$1"/trace-*.bin; do
    [ -s "$file" ] && od -An -v -t u4 -w176 "$file" | awk '
      $1 % 65536 == 0 { next }
      { chunks++; events += $13; launch[$2]++; if ($1 % 65536 != 2) odd++ }
      END { for (l in launch) { launches++; if (launch[l] != 32) odd++ }
            print chunks + 0, events + 0, launches + 0, odd + 0 }'
  done | awk '{ for (i = 1; i <= 4; ++i) s[i] += $i }
              END { print s[1] + 0, s[2] + 0, s[3] + 0, s[4] + 0 }'
}

# What is wrong with a run with the runtime; nothing if all is as expected.
problems() {
  local out=$1 status=$2 launches=$3 timed=$4
  [ "$(cat "$out/status")" = "$status" ] || echo "status $(cat "$out/status"), not $status"
  grep -qx ok "$out/stdout" || echo "output: $(head -c 200 "$out/stdout")"
  [ ! -s "$out/stderr" ] || echo "stderr: $(head -c 200 "$out/stderr")"
  [ "$(count "$out" launch '')" = "$launches" ] ||
    echo "$(count "$out" launch '') launches, not $launches"
  [ "$(count "$out" time '')" = "$timed" ] || echo "$(count "$out" time '') times, not $timed"
  [ "$(count "$out" message '')" = 0 ] ||
    echo "message: $(cat "$out"/*.jsonl | grep -m1 '"type":"message"')"
}

# run_case NAME KEY STATUS LAUNCHES RUNS TIMED ORDER COMMAND...
# RUNS: kernels that ran (a graph runs its launches again and again).
# ORDER: exact if each launch number has the chunks of one kernel.
run_case() {
  local name=$1 key=$2 status=$3 launches=$4 runs=$5 timed=$6 order=$7 wrong got
  shift 7
  [ -z "$only" ] || [ "$only" = "$name" ] || return
  timeout 60 "$@" >plain.out 2>&1
  got=$?
  [ $got = "$status" ] && grep -qx ok plain.out ||
    { fail "$name plain" "status $got: $(head -c 200 plain.out)" && return; }
  preloaded "ref-$name" "" "$@"
  wrong=$(problems "ref-$name" "$status" "$launches" "$timed")
  [ "$(count "ref-$name" module ',.*"swapped":true')" = 0 ] || wrong+=" swapped"
  if [ -z "$wrong" ]; then pass "$name reference"; else fail "$name reference" "$wrong"; fi

  images "$key" "${make[@]}" ||
    { fail "$name trace" "no images: $(tail -n 3 "run-$key.log")" && return; }
  preloaded "trace-$name" "$images" "$@"
  wrong=$(problems "trace-$name" "$status" "$launches" "$timed")
  [ "$(count "trace-$name" module ',.*"swapped":false')" = 0 ] || wrong+=" not swapped"
  [ "$(sum "trace-$name" lost_events)" = 0 ] || wrong+=" events lost"
  got=$(events "trace-$name")
  case $order in
  exact) [ "$got" = "$((runs * 32)) $((runs * 64)) $launches 0" ] || wrong+=" got $got" ;;
  *) [ "${got% * *}" = "$((runs * 32)) $((runs * 64))" ] || wrong+=" got $got" ;;
  esac
  if [ -z "$wrong" ]; then pass "$name trace"; else fail "$name trace" "$wrong"; fi
}

run_all() {
  local program mode linker
  for program in pie nopie static nopie_static o0 o3 weak_stubs own_stream archs \
    stripped rdc rdc_static dlto gxx gxx_static ld_bfd ld_gold ld_lld; do
    [ -x "$program" ] || continue
    make=("./$program" plain)
    run_case "$program" "$program" 0 3 3 3 exact "./$program" plain
  done
  make=(./linked) && run_case linked linked 0 3 3 3 exact ./linked
  make=(./linked_static) && run_case linked_static linked_static 0 3 3 3 exact \
    ./linked_static
  for program in shared static rdc; do
    [ -e "lib$program.so" ] || continue
    make=(./opened "./lib$program.so")
    run_case "opened_$program" "opened_$program" 0 4 4 4 exact "${make[@]}"
  done
  make=(./template) && run_case template template 0 4 4 4 exact ./template

  make=(./pie plain)
  for mode in LAZY EAGER; do
    run_case loading_$mode pie 0 3 3 3 exact env CUDA_MODULE_LOADING=$mode ./pie plain
  done
  run_case many pie 0 1000 1000 1000 exact ./pie many
  run_case streams pie 0 20 20 20 any ./pie streams
  run_case threads pie 0 100 100 100 any ./pie threads
  run_case graph pie 0 2 6 1 any ./pie graph
  run_case by_address pie 0 2 2 2 exact ./pie by_address
  run_case fork pie 0 4 4 4 exact ./pie fork
  run_case fork_later pie 0 3 3 3 exact ./pie fork_later
  run_case reset pie 0 6 6 6 exact ./pie reset
  run_case unsynchronised pie 0 3 3 3 exact ./pie unsynchronised
  for mode in _exit quick_exit; do
    run_case $mode pie 0 3 3 3 exact ./pie $mode
  done
  run_case abort pie 134 3 3 3 exact ./pie abort
  run_case term pie 143 3 3 3 exact ./pie term
  local devices
  devices=$(./pie devices | sed -n 's/^devices //p')
  run_case devices pie 0 "${devices:-0}" "${devices:-0}" "${devices:-0}" exact \
    ./pie devices
}

arena=1
ulimit -c 0
if [ -n "$nvcc" ]; then build_all_by_nvcc; else build_all; fi
[ -n "$link_only" ] || run_all
echo "$failures failures; files are in $work"
[ $failures = 0 ]
