# ===- compile_pairs.py - two ways of compiling, compared --------------------===#
#
# Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""What bench/compile_time and bench/driver_time share: the examples, and user CPU time of
two command lines in interleaved pairs, the order within a pair alternating."""

import argparse
import json
import os
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
EXAMPLES = ("saxpy", "reduction", "pipelined_gemm")


def arguments(example, directory):
    """Compiles an example, from where an architecture is named on."""
    source = os.path.join(ROOT, "examples", example, example + ".cu")
    return ["-std=c++17", "-O3", "--cuda-gpu-arch=sm_90a", "-c", source,
            "-o", os.path.join(directory, example + ".o")]


def user_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def compare(ours, peer, pairs):
    """Medians in seconds, and median, p10 and p90 of the pairs' ratios."""
    times = {"ours": [], "peer": []}
    user_seconds(ours)  # warms the file cache
    for pair in range(pairs):
        runs = [("ours", ours), ("peer", peer)]
        for name, command in runs if pair % 2 else reversed(runs):
            times[name].append(user_seconds(command))
    ratios = [a / b for a, b in zip(times["ours"], times["peer"])]
    return {
        "pairs": pairs,
        "ours_s": round(statistics.median(times["ours"]), 4),
        "peer_s": round(statistics.median(times["peer"]), 4),
        "ratio_p50": round(statistics.median(ratios), 4),
        "ratio_p10": round(quantile(ratios, 0.1), 4),
        "ratio_p90": round(quantile(ratios, 0.9), 4),
    }


def main(bench, description, commands):
    """commands(argus, directory) gives the two heads, ours and the peer's, to which the
    arguments of an example are added. Prints JSON."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--argus", default=os.path.join(ROOT, "build", "bin", "argus"))
    parser.add_argument("--pairs", type=int, default=30)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        ours, peer = commands(options.argus, directory)
        print("peer:", shlex.join(peer), file=sys.stderr)
        results = []
        for example in EXAMPLES:
            rest = arguments(example, directory)
            results.append({"example": example,
                            **compare([*ours, *rest], [*peer, *rest], options.pairs)})
    json.dump({"bench": bench, "results": results}, sys.stdout, indent=1)
    print()
