#!/usr/bin/env python3
# ===- trace_overhead.py - kernel time with every region traced --------------===#
#
# Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Kernel time of pipelined_gemm's trace build over its reference build, on a GPU.

    bench/trace_overhead/trace_overhead.py ARGUS [--size 4096] [--groups 3]

All CTAs and iterations are traced. Reference and trace runs of the program alternate
A B B A (`argus run --repeat`), each with 20 launches. Prints the report's figures for
the kernel as JSON. What is asked for at 4096: at most 5 % of kernel time, no new spills.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LAUNCHES = 20


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("argus")
    parser.add_argument("--size", type=int, default=4096)
    parser.add_argument("--groups", type=int, default=3)
    options = parser.parse_args()
    argus = os.path.abspath(options.argus)
    with tempfile.TemporaryDirectory() as work:
        subprocess.run([argus, "clang++", "-std=c++17", "-O3", "--cuda-gpu-arch=sm_90a",
                        os.path.join(ROOT, "examples/pipelined_gemm/pipelined_gemm.cu"),
                        "-o", "pipelined_gemm"], check=True, cwd=work)
        size = str(options.size)
        subprocess.run([argus, "run", "--out", "out", "--repeat", str(options.groups), "--",
                        "./pipelined_gemm", size, size, size, str(LAUNCHES)],
                       check=True, cwd=work, stdout=subprocess.DEVNULL)
        with open(os.path.join(work, "out", "report.json")) as file:
            report = json.load(file)
    kernel = report["program"]["kernels"][0]
    json.dump({"bench": "trace_overhead", "device": report["device"]["name"],
               "size": options.size, "launches": LAUNCHES, "groups": options.groups,
               "kernel": {k: kernel[k] for k in ("name", "reference_identical", "time",
                                                 "resources")}}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
