#!/usr/bin/env python3
# ===- driver_time.py - what argus clang++ adds to a compile -----------------===#
#
# Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""User CPU time of `argus clang++` over clang called directly.

    bench/driver_time/driver_time.py [--argus build/bin/argus] [--pairs 30]

For each example, `argus clang++ -O3 -c`, with plugin and nvcc's dialect, and clang with
what it needs to find the toolkit (what `argus clang++ --no-argus --no-dialect -###` shows)
and the same flags: the compiler alone, no driver before it. Interleaved, the order within
a pair alternating. Prints JSON: seconds (medians), and the median, p10 and p90 of the
pairs' ratios. What is asked for: a median of at most 1.10.
"""

import argparse
import json
import os
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXAMPLES = ("saxpy", "reduction", "pipelined_gemm")


def user_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def arguments(example, directory):
    source = os.path.join(ROOT, "examples", example, example + ".cu")
    return ["-std=c++17", "-O3", "--cuda-gpu-arch=sm_90a", "-c", source,
            "-o", os.path.join(directory, example + ".o")]


def clang_alone(argus, directory):
    """clang++ and the options by which it finds the toolkit, from what argus would run:
    a wrapper in the place of clang prints its arguments."""
    wrapper = os.path.join(directory, "clang++")
    with open(wrapper, "w", encoding="utf-8") as file:
        file.write('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    os.chmod(wrapper, 0o755)
    listed = subprocess.run(
        [argus, "clang++", "--no-argus", "--no-dialect", "-c", "x.cu"],
        check=True, capture_output=True, text=True,
        env={**os.environ, "ARGUS_CLANG": wrapper}).stdout.splitlines()
    words = listed[:listed.index("--end-no-unused-arguments") + 1]
    # The architecture that the driver chooses where none is named.
    words = [w for w in words if not w.startswith("--offload-arch=")]
    described = subprocess.run([argus, "clang++", "--no-argus", "--version"],
                               check=True, capture_output=True, text=True).stdout
    installed = next(line.split(": ", 1)[1] for line in described.splitlines()
                     if line.startswith("InstalledDir"))
    return [os.path.join(installed, "clang++"), *words]


def measure(argus, alone, example, pairs, directory):
    ours = [argus, "clang++", *arguments(example, directory)]
    peer = [*alone, *arguments(example, directory)]
    with_driver, without = [], []
    user_seconds(ours)  # warms the file cache
    for pair in range(pairs):
        runs = [(with_driver, ours), (without, peer)]
        for times, line in runs if pair % 2 else reversed(runs):
            times.append(user_seconds(line))
    ratios = [a / b for a, b in zip(with_driver, without)]
    return {
        "example": example,
        "pairs": pairs,
        "argus_clang_s": round(statistics.median(with_driver), 4),
        "clang_s": round(statistics.median(without), 4),
        "ratio_p50": round(statistics.median(ratios), 4),
        "ratio_p10": round(quantile(ratios, 0.1), 4),
        "ratio_p90": round(quantile(ratios, 0.9), 4),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--argus", default=os.path.join(ROOT, "build", "bin", "argus"))
    parser.add_argument("--pairs", type=int, default=30)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        alone = clang_alone(options.argus, directory)
        print("peer:", shlex.join(alone), file=sys.stderr)
        results = [measure(options.argus, alone, example, options.pairs, directory)
                   for example in EXAMPLES]
    json.dump({"bench": "driver_time", "results": results}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
