#!/usr/bin/env python3
# ===- check_runs.py - plans, store and locks of argus run on a GPU ----------===#
#
# Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===------------------------------------------------------------------------===#
"""Asks about examples/reduction in several ways and checks what was run for it.

    test/gpu/check_runs.py ARGUS [--work DIR]

Reference and trace runs take turns until the values are as precise as asked; each run's
GPU was watched; an equal query makes nothing; one with a signal more neither; two queries
at once wait for each other; a killed one goes on. Prints a line for each check; the
exit status is 0 if all passed.
"""

import argparse
import glob
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Checks:
    def __init__(self):
        self.failed = 0

    def check(self, good, what):
        print("pass" if good else "FAIL", what, flush=True)
        self.failed += not good


def command(argus, work, name, query=(), store="store"):
    return [argus, "run", "--store", f"{work}/{store}", "--out", f"{work}/{name}", *query,
            "--", f"{work}/reduction"]


def ask(argus, work, name, query=(), store="store"):
    done = subprocess.run(command(argus, work, name, query, store), capture_output=True,
                          text=True, timeout=300)
    if done.returncode != 0:
        sys.exit(f"argus run {query}: status {done.returncode}\n{done.stdout}{done.stderr}")
    with open(f"{work}/{name}/report.json") as file:
        return json.load(file), done


def programs(report):
    return [run for run in report["runs"] if run["kind"] != "build"]


def made(report):
    return [run["id"] for run in report["runs"] if not run["reused"]]


def check_first(checks, argus, work):
    report, done = ask(argus, work, "first")
    kinds = [run["kind"] for run in programs(report)]
    groups = report["precision"]["groups"]
    print(done.stdout)
    print(json.dumps(report["precision"]))
    turns = ["reference", "sizing"] + ["reference", "trace", "trace", "reference"] * groups
    checks.check(kinds == turns, f"reference and trace take turns in {groups} groups")
    checks.check(programs(report)[0]["discarded"], "the first run warms up")
    precision = report["precision"]
    checks.check(precision["reached"] or precision["stopped"] in ("repeats", "time"),
                 f"stopped by {precision['stopped']}")
    watched = [run["gpu"] for run in programs(report)]
    checks.check(all(watched), "each run's GPU was watched")
    if all(watched):
        print([(g["samples"], g["busy"], g["sm_mhz"], g["temperature_c"]) for g in watched][:4])
    for message in report["messages"]:
        print("message:", message)
    return report


def check_reuse(checks, argus, work, first):
    second, done = ask(argus, work, "second")
    checks.check(made(second) == [], "an equal query makes nothing")
    checks.check(second["regions"] == first["regions"], "and says the same")
    more, done = ask(argus, work, "more", ["--signal", "duration,timeline"])
    checks.check(made(more) == [] and more["timeline"] is not None,
                 "a signal more that the trace answers makes nothing")
    other, done = ask(argus, work, "other", ["--region", "accumulate", "--repeat", "1"])
    kinds = [run["kind"] for run in other["runs"] if not run["reused"]]
    checks.check(kinds == ["build", "sizing", "reference", "trace", "trace", "reference"],
                 f"another region: a trace build and the runs beside it: {kinds}")


def check_lock(checks, argus, work):
    both = [subprocess.Popen(command(argus, work, f"both{i}", ["--repeat", "2"], f"store{i}"),
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            for i in (1, 2)]
    said = [child.communicate(timeout=300)[1] for child in both]
    checks.check(all(child.returncode == 0 for child in both), "two queries at once")
    waits = [line for text in said for line in text.splitlines() if "wait" in line]
    checks.check(bool(waits), f"one waits for the other: {waits[:1]}")


def check_kill(checks, argus, work):
    child = subprocess.Popen(command(argus, work, "killed", ["--repeat", "2"], "store3"),
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while child.poll() is None and not glob.glob(f"{work}/store3/runs/*/trace-1"):
        time.sleep(0.01)
    child.send_signal(signal.SIGKILL)
    child.wait()
    report, done = ask(argus, work, "resumed", ["--repeat", "2"], "store3")
    reused = [run["id"] for run in report["runs"] if run["reused"]]
    checks.check(0 < len(reused) < len(report["runs"]), f"a killed query goes on: {len(reused)} of "
                 f"{len(report['runs'])} were there")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("argus")
    parser.add_argument("--work")
    options = parser.parse_args()
    work = options.work or tempfile.mkdtemp(prefix="argus-runs-")
    os.makedirs(work, exist_ok=True)
    subprocess.run([options.argus, "clang++", "-O3", "--cuda-gpu-arch=sm_90a",
                    f"{ROOT}/examples/reduction/reduction.cu", "-o", f"{work}/reduction"],
                   check=True, timeout=300)
    checks = Checks()
    first = check_first(checks, options.argus, work)
    check_reuse(checks, options.argus, work, first)
    check_lock(checks, options.argus, work)
    check_kill(checks, options.argus, work)
    sys.exit(checks.failed != 0)


main()
