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
reads nvcc's dialect faster than clang alone does), in interleaved pairs. Prints JSON:
seconds (medians), and the median, p10 and p90 of the pairs' ratios. What is asked for: a
median of at most 1.05.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import compile_pairs


def commands(argus, _):
    alike = [argus, "clang++", "--no-dialect"]
    return alike, [*alike, "--no-argus"]


if __name__ == "__main__":
    compile_pairs.main("compile_time", __doc__.splitlines()[0], commands)
