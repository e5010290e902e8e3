#!/usr/bin/env python3
# ===- compile_time.py - what the plugin adds to a compile -------------------===#
#
# Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""User CPU time of clang with the plugin over the same clang without it.

    bench/compile_time/compile_time.py [--argus build/bin/argus] [--pairs 30]

For each example, `argus clang++ --no-dialect -O3 -c` with and without the plugin (which
reads nvcc's dialect faster than clang alone does), interleaved, the order within a pair
alternating. Prints JSON: seconds (medians), and the median, p10 and
p90 of the pairs' ratios. What is asked for: a median of at most 1.05.
"""

import argparse
import json
import os
import resource
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


def measure(argus, example, pairs, directory):
    def command(*extra):
        source = os.path.join(ROOT, "examples", example, example + ".cu")
        return [argus, "clang++", "--no-dialect", *extra, "-std=c++17", "-O3",
                "--cuda-gpu-arch=sm_90a", "-c", source,
                "-o", os.path.join(directory, example + ".o")]

    with_plugin, without = [], []
    user_seconds(command())  # warms the file cache
    for pair in range(pairs):
        runs = [(with_plugin, command()), (without, command("--no-argus"))]
        for times, line in runs if pair % 2 else reversed(runs):
            times.append(user_seconds(line))
    ratios = [a / b for a, b in zip(with_plugin, without)]
    return {
        "example": example,
        "pairs": pairs,
        "with_plugin_s": round(statistics.median(with_plugin), 4),
        "without_s": round(statistics.median(without), 4),
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
        results = [measure(options.argus, example, options.pairs, directory)
                   for example in EXAMPLES]
    json.dump({"bench": "compile_time", "results": results}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
