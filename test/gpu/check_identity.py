#!/usr/bin/env python3
"""Runs the identity corpus on the GPU and on the virtual device, and compares.

Each program must print the same on both, and each region, role and counted loop must have
the same number of executions by the trace: what a warp enters is the program's doing, not
the machine's. The GPU's trace runs code that ptxas made, the virtual device's is PTX.

usage: check_identity.py ARGUS [--work DIR] [--seeds A:B] [--json FILE]
"""

import argparse
import json
import pathlib
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
IDENTITY = REPOSITORY / "test" / "e2e" / "identity"
LIT = REPOSITORY / "test" / "lit"
sys.path.insert(0, str(IDENTITY))

import generate  # noqa: E402


def run(command, timeout=120):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          timeout=timeout)


class Checker:
    def __init__(self, argus, work):
        self.argus, self.work = argus, work

    def compile(self, name, sources, *flags):
        program = self.work / name
        done = run([self.argus, "clang++", "-std=c++17", "-O3", "--cuda-gpu-arch=sm_90a",
                    "-I", IDENTITY / "kernels", *flags, *sources, "-o", program])
        if done.returncode:
            raise RuntimeError(f"{name}: does not compile\n{done.stderr[-1000:]}")
        return program

    def measure(self, program, device):
        out = self.work / f"{program.name}-{device}"
        done = run([self.argus, "run", "--device", device, "--store", self.work / "store",
                    "--out", out, "--", program])
        # Status 1: a region was never executed.
        if done.returncode not in (0, 1):
            raise RuntimeError(f"{program.name} on {device}: status {done.returncode}\n"
                               f"{done.stdout[-600:]}{done.stderr[-600:]}")
        report = json.loads((out / "report.json").read_text())
        counts = {}
        for region in report["regions"]:
            scope = region["scope"]
            key = region["path"] + (f" [{scope['role']}]" if "role" in scope else "")
            for field in "duration.count", "iterations.count":
                if field in region["fields"]:
                    counts[f"{key} {field}"] = region["fields"][field]["value"]
        printed = [line for line in done.stdout.splitlines()
                   if line.startswith(("checksum", "OK", "result"))]
        return printed, counts, report["program"]["reference_identical"]

    def check(self, name, sources, *flags):
        program = self.compile(name, sources, *flags)
        printed, counts, identical = self.measure(program, "cuda:0")
        expected, expected_counts, _ = self.measure(program, "virtual")
        problems = []
        if identical is not True:
            problems.append(f"reference_identical is {identical}")
        if printed != expected:
            problems.append(f"printed {printed}, on the virtual device {expected}")
        for key in sorted(counts.keys() | expected_counts.keys()):
            if counts.get(key, 0) != expected_counts.get(key, 0):
                problems.append(f"{key}: {counts.get(key)}, on the virtual device "
                                f"{expected_counts.get(key)}")
        return {"program": name, "counts": len(counts), "printed": printed,
                "problems": problems}


def programs(options, work):
    for source in sorted((IDENTITY / "kernels").glob("*.cu")):
        yield source.stem, [source]
    for source in "roles-and-trips.cu", "trips-of-every-loop.cu":
        yield source[:-3], [LIT / "virtual" / source]
    units = LIT / "rdc" / "Inputs"
    yield "linked", [units / "a.cu", units / "b.cu"], "-fgpu-rdc"
    yield ("linked-pointers", [units / "caller.cu", units / "callee.cu"], "-fgpu-rdc",
           "-DPOINTERS")
    first, end = map(int, options.seeds.split(":"))
    for seed in range(first, end):
        source = work / f"generated{seed}.cu"
        source.write_text(generate.Generator(seed).program())
        yield f"generated{seed}", [source]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("argus")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("identity"))
    parser.add_argument("--seeds", default="0:10")
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    checker, results = Checker(options.argus, options.work), []
    for name, sources, *flags in programs(options, options.work):
        try:
            result = checker.check(name, sources, *flags)
        except (RuntimeError, subprocess.TimeoutExpired) as problem:
            result = {"program": name, "counts": 0, "problems": [str(problem)]}
        results.append(result)
        print("ok  " if not result["problems"] else "FAIL", name,
              f"{result['counts']} counts", *result["problems"][:6], sep="\t", flush=True)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")
    failed = sum(bool(result["problems"]) for result in results)
    print(f"{len(results)} programs, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
