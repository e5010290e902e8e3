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
and the same flags: the compiler alone, no driver before it. In interleaved pairs. Prints
JSON: seconds (medians), and the median, p10 and p90 of the pairs' ratios. What is asked
for: a median of at most 1.10.
"""

import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import compile_pairs


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


def commands(argus, directory):
    return [argus, "clang++"], clang_alone(argus, directory)


if __name__ == "__main__":
    compile_pairs.main("driver_time", __doc__.splitlines()[0], commands)
