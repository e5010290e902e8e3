#!/usr/bin/env python3
"""Checks of many programs that marks change nothing in the code before optimisation.

The plugin compares the capsule's code, its markers deleted, with the code without
markers, to the last bit and the order of uses, and warns where they differ. (No error: clang's
-Werror leaves the warnings of plugins alone.) Optimisation is left out, so a program
takes half a second.

usage: unoptimised.py --argus ARGUS [--seeds A:B] [--flags=-O3]... [SOURCE...]
"""

import argparse
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

import generate

KERNELS = pathlib.Path(__file__).resolve().parent / "kernels"


def problem_of(argus, source, flags):
    done = subprocess.run(
        [argus, "clang++", "-std=c++17", "-I", KERNELS, *flags.split(),
         "--cuda-gpu-arch=sm_90a", "--cuda-device-only", "-S", "-emit-llvm", "-Xclang",
         "-disable-llvm-passes", source, "-o", "/dev/null"],
        capture_output=True, text=True, timeout=300)
    if done.returncode or "argus:" in done.stderr:
        return f"{source} {flags}: {done.stderr.strip()}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--argus", required=True)
    parser.add_argument("--seeds", metavar="A:B", default="0:0",
                        help="the programs that generate.py makes of A to B-1, too")
    parser.add_argument("--flags", action="append", default=[],
                        help="of one build; may be given several times")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("sources", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        sources = list(options.sources)
        first, end = map(int, options.seeds.split(":"))
        for seed in range(first, end):
            sources.append(pathlib.Path(work) / f"generated{seed}.cu")
            sources[-1].write_text(generate.Generator(seed).program())
        flags = options.flags or ["-O0", "-O3", "-O2 -g"]
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            found = list(pool.map(
                lambda build: problem_of(options.argus, *build),
                [(source, f) for source in sources for f in flags]))
    problems = [problem for problem in found if problem]
    print(*problems, sep="\n", end="\n" if problems else "")
    print(f"{len(sources)} programs, {len(found)} builds, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
