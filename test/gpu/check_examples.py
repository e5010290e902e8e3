#!/usr/bin/env python3
# ===- check_examples.py - the examples on a GPU, from source to report ------===#
#
# Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Compiles and measures the examples and checks what the reports say.

    test/gpu/check_examples.py ARGUS [--work DIR] [--results FILE]

Exact: region counts, dropped events, exit statuses; each program's output under every
variant equals the plain one; the reference is identical for each kernel. Each region's
mean duration is compared with the same kernel timed by hand with clock64, written in
three usual ways (test/gpu/handwritten/clock_log.h); medians over interleaved repeats. It
passes where it is within 3 per cent of one of the three, or between two of them: where
a region has some ten cycles, the ways of writing it differ among themselves by more.
Prints a line for each check; the exit status is 0 if all passed. --results gets the
figures as JSON.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
GEMM_WARPS, GEMM_TILES = 64 * 8, 1024 // 32
REDUCE_WARPS = 256 * 8 + 8  # two launches: 256 CTAs, then one

# What each warp does, counted from the source.
EXPECTED = {
    "saxpy": {"saxpy": 32768, "saxpy/axpy": 32768},
    "reduction": {
        "reduce": REDUCE_WARPS,
        "reduce/accumulate": REDUCE_WARPS,
        "reduce/combine": REDUCE_WARPS,
        "reduce/combine/warp": REDUCE_WARPS,
        "reduce/combine/barrier": REDUCE_WARPS,
        "reduce/combine/block": 257,
    },
    "pipelined_gemm": {
        "gemm": GEMM_WARPS,
        "gemm/load": GEMM_WARPS * 3,
        "gemm/mainloop": GEMM_WARPS,
        "gemm/mainloop/wait": GEMM_WARPS * GEMM_TILES,
        "gemm/mainloop/load": GEMM_WARPS * (GEMM_TILES - 3),
        "gemm/mainloop/mma": GEMM_WARPS * GEMM_TILES,
        "gemm/epilogue": GEMM_WARPS,
    },
}

# Arguments of the example and of its hand-timed twin, and the launch to compare: the last
# of nine in a row, for warm caches and clocks (the reduction's alternate with small ones).
COMPARED = {
    "saxpy": (["1048576", "9"], ["1048576", "9"], "launch=9:10"),
    "reduction": (["4194304", "9"], ["4194304", "9"], "launch=17:18"),
    "pipelined_gemm": (["1024", "1024", "1024", "9"], ["1024", "9"], "launch=9:10"),
}
# Virtual calls that differ by lane, and calls through a table by CTA: 4 warps in 2 CTAs.
POINTERS = {"dispatch": 4, "dispatch/virtual": 4, "dispatch/virtual/add": 4,
            "dispatch/virtual/rotate": 4, "dispatch/pointer": 4,
            "dispatch/pointer/triple": 2}
STYLES = ("plain", "paired", "packed")
TOLERANCE = 0.03


class Checks:
    def __init__(self):
        self.failed = 0

    def check(self, good, name, detail=""):
        print(("PASS " if good else "FAIL ") + name + (": " + detail if detail else ""),
              flush=True)
        self.failed += not good


def run(command, cwd, timeout=120):
    return subprocess.run(command, cwd=cwd, timeout=timeout, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)


class Session:
    def __init__(self, argus, work, nvcc=False):
        self.argus, self.work, self.checks = os.path.abspath(argus), work, Checks()
        self.compiler = (["nvcc", "-arch=sm_90a"] if nvcc else
                         ["clang++", "--cuda-gpu-arch=sm_90a", "-Wno-unknown-pragmas"])

    def compile(self, source, output, *extra):
        # Without Argus, nvcc does not find its header by itself.
        include = os.path.join(os.path.dirname(os.path.realpath(self.argus)), "..", "include")
        done = run([self.argus, *self.compiler, *extra, "-I" + include, "-std=c++17", "-O3",
                    source, "-o", output], self.work, 300)
        self.checks.check(done.returncode == 0, f"compile {output}",
                          done.stderr[-500:] if done.returncode else "")

    def measure(self, name, *command, options=()):
        """Runs argus; returns its exit status, report and standard error."""
        out = os.path.join(self.work, "out-" + name)
        done = run([self.argus, "run", "--out", out, *options, "--", *command],
                   self.work, 300)
        path = os.path.join(out, "report.json")
        report = json.load(open(path)) if os.path.exists(path) else None
        return done.returncode, report, done.stderr

    def fields(self, report, name):
        return {r["path"]: r["fields"][name]["value"] for r in report["regions"]
                if name in r["fields"]}

    # --- checks

    def examples(self):
        for name, expected in EXPECTED.items():
            source = os.path.join(ROOT, "examples", name, name + ".cu")
            self.compile(source, name)
            self.compile(source, name + "-plain", "--no-argus")
            plain = run(["./" + name + "-plain"], self.work)
            unprofiled = run(["./" + name], self.work)
            self.checks.check(plain.returncode == 0 and plain.stdout == unprofiled.stdout,
                              f"{name} without the runtime", unprofiled.stdout.strip())
            status, report, errors = self.measure(name, "./" + name)
            self.checks.check(status == 0, f"{name} measured", errors[-300:] if status else "")
            if report is None:
                continue
            self.checks.check(all(k["reference_identical"] is True
                                  for k in report["program"]["kernels"]),
                              f"{name} reference identical")
            counts = self.fields(report, "duration.count")
            self.checks.check(counts == expected, f"{name} region counts", str(counts))
            self.checks.check(set(self.fields(report, "trace.dropped").values()) == {0},
                              f"{name} no drops")
            outputs = [open(os.path.join(r["directory"], "stdout.txt")).read()
                       for r in report["runs"] if r["directory"]
                       and os.path.exists(os.path.join(r["directory"], "stdout.txt"))]
            self.checks.check(len(outputs) >= 3 and set(outputs) == {plain.stdout},
                              f"{name} output under every variant", f"{len(outputs)} runs")

    def pointers(self):
        """The parts of a warp do not meet again behind such calls; paths stay right."""
        self.compile(os.path.join(HERE, "programs", "pointers.cu"), "pointers")
        status, report, errors = self.measure("pointers", "./pointers",
                                              options=("--region", "*"))
        counts = self.fields(report, "duration.count") if report else errors[-300:]
        self.checks.check(status == 0 and counts == POINTERS, "calls through pointers",
                          f"status {status}: {counts}")

    def overflow(self):
        # A warp of the GEMM has 3 + 1 + 32 + 29 + 32 + 1 occurrences, two events each.
        events = 2 * (3 + 1 + GEMM_TILES + (GEMM_TILES - 3) + GEMM_TILES + 1)
        status, report, _ = self.measure("overflow", "./pipelined_gemm",
                                         options=("--events", "8"))
        dropped = {r["path"]: r["fields"]["trace.dropped"]["value"]
                   for r in (report or {"regions": []})["regions"]}
        self.checks.check(dropped.get("gemm") == GEMM_WARPS * (events - 8),
                          "overflow: exact drop count", f"{dropped} status {status}")

    def misbehaviour(self):
        self.compile(os.path.join(HERE, "programs", "misbehaves.cu"), "misbehaves")
        for how, status, said in (
            ("fails", 3, "7"),
            ("crashes", 3, "egmentation fault"),
            ("faults", 3, "illegal memory access"),
            ("launches-nothing", 1, "launched no kernel"),
        ):
            got, report, errors = self.measure(how, "./misbehaves", how)
            errors += " ".join(u["reason"] for u in (report or {}).get("unmeasured", []))
            self.checks.check(got == status and said in errors, f"a program that {how}",
                              f"status {got}: {errors.strip().splitlines()}")
        got, _, errors = self.measure("hangs", "./misbehaves", "hangs",
                                      options=("--timeout", "5"))
        self.checks.check(got == 3 and "5" in errors, "a program that hangs",
                          f"status {got}: {errors.strip().splitlines()[-1:]}")
        got, report, errors = self.measure("skips", "./misbehaves", "skips",
                                           options=("--region", "never"))
        self.checks.check(got == 1 and report and any("never" in u["reason"]
                                                      for u in report["unmeasured"]),
                          "a region never executed", f"status {got}")

    def handwritten(self, repeats):
        results = []
        for name, (arguments, twin_arguments, scope) in COMPARED.items():
            source = os.path.join(HERE, "handwritten", name + ".cu")
            self.compile(os.path.join(ROOT, "examples", name, name + ".cu"), name)
            twins = {style: f"hand-{name}-{style}" for style in STYLES}
            for style, twin in twins.items():
                self.compile(source, twin, "--no-argus", "-DCLOCK_LOG=CLOCK_LOG_" + style.upper())
            ours, theirs = {}, {style: {} for style in STYLES}
            for repeat in range(repeats):
                _, report, _ = self.measure(f"{name}-{repeat}", "./" + name, *arguments,
                                            options=("--scope", scope))
                for path, mean in self.fields(report, "duration.mean").items():
                    ours.setdefault(path.partition("/")[2], []).append(mean)
                for style, twin in twins.items():
                    printed = run(["./" + twin, *twin_arguments], self.work).stdout
                    for path, values in json.loads(printed).items():
                        theirs[style].setdefault(path, []).append(values["mean_us"])
            for path in theirs[STYLES[0]]:
                results.append(self.compare(name, path, ours.get(path, [0]), {
                    style: means[path] for style, means in theirs.items()}))
        return results

    def compare(self, name, path, ours, theirs):
        mine = statistics.median(ours)
        hand = {style: statistics.median(means) for style, means in theirs.items()}
        within = (min(hand.values()) * (1 - TOLERANCE) <= mine
                  <= max(hand.values()) * (1 + TOLERANCE))
        ratios = {style: mine / mean for style, mean in hand.items()}
        self.checks.check(within, f"{name} {path} against clock64 by hand",
                          f"{mine:.4f} us; " + ", ".join(
                              f"{style} {hand[style]:.4f} ({ratios[style]:.3f})"
                              for style in STYLES))
        return {"program": name, "region": path, "argus_mean_us": mine,
                "by_hand_mean_us": hand, "ratio": ratios, "within": within,
                "argus_repeats": ours, "by_hand_repeats": theirs}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("argus")
    parser.add_argument("--work")
    parser.add_argument("--results")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--nvcc", action="store_true", help="compile by argus nvcc")
    parser.add_argument("--only", choices=("examples", "pointers", "bad", "handwritten"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        work = options.work or scratch
        os.makedirs(work, exist_ok=True)
        session = Session(options.argus, work, options.nvcc)
        if options.only in (None, "examples"):
            session.examples()
        if options.only in (None, "examples", "pointers"):
            session.pointers()
        if options.only in (None, "bad"):
            session.overflow()
            session.misbehaviour()
        results = []
        if options.only in (None, "handwritten"):
            results = session.handwritten(options.repeats)
    if options.results:
        with open(options.results, "w") as out:
            json.dump({"check": "handwritten clock64, three styles", "tolerance": TOLERANCE,
                       "results": results}, out, indent=1)
    sys.exit(1 if session.checks.failed else 0)


if __name__ == "__main__":
    main()
