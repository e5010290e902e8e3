"""Kills `argus run` at random points and lets the next run go on.

kill_and_resume.py ARGUS PROGRAM DIRECTORY KILLS [SEED]

Each round has a store of its own: a run is killed by SIGKILL after a random part of the time
that a whole run takes, then the same query is asked again. Its report has to be that of a run
that nobody killed, what was in the store before has to be reused, and nothing may be damaged.
"""

import json
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import time


def query(argus, program, store, out):
    return [argus, "run", "--device", "virtual", "--store", str(store), "--out", str(out),
            "--", program]


def start(command):
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, start_new_session=True)


def report_of(out):
    """The report without what two runs that find the same differ in."""
    report = json.loads((out / "report.json").read_text())
    for key in ("store", "out"):
        del report["query"][key]
    reused = {}
    for run in report["runs"]:
        reused[run["artifact"]] = run["reused"]
        for key in ("reused", "duration_s", "directory"):
            del run[key]
    return report, reused


def artifacts(argus, store):
    listed = subprocess.run([argus, "store", "ls", "--format", "json", "--store", str(store)],
                            capture_output=True, text=True)
    return {a["key"] for a in json.loads(listed.stdout)} if listed.returncode == 0 else set()


def run_whole(argus, program, directory):
    begin = time.monotonic()
    child = start(query(argus, program, directory / "store", directory / "out"))
    said = child.communicate(timeout=300)[1].decode()
    if child.returncode != 0:
        sys.exit(f"argus run ended with {child.returncode}:\n{said}")
    return time.monotonic() - begin


def kill_after(argus, program, directory, seconds):
    child = start(query(argus, program, directory / "store", directory / "out"))
    time.sleep(seconds)
    child.send_signal(signal.SIGKILL)
    child.communicate(timeout=60)


def check_round(argus, program, directory, seconds, expected):
    kill_after(argus, program, directory, seconds)
    before = artifacts(argus, directory / "store")
    run_whole(argus, program, directory)
    report, reused = report_of(directory / "out")
    problems = []
    if report != expected:
        problems.append("the report differs")
    again = [key for key in before if reused.get(key) is False]
    if again:
        problems.append(f"made again though the store had it: {again}")
    verified = subprocess.run([argus, "store", "verify", "--store", str(directory / "store")],
                              capture_output=True, text=True)
    if verified.returncode != 0:
        problems.append("argus store verify: " + verified.stdout + verified.stderr)
    return problems, len(before)


def main():
    argus, program, directory, kills = sys.argv[1:5]
    seed = int(sys.argv[5]) if len(sys.argv) > 5 else random.randrange(2**32)
    print("seed", seed)
    chance = random.Random(seed)
    root = pathlib.Path(directory)
    whole = run_whole(argus, program, root / "whole")
    expected = report_of(root / "whole" / "out")[0]
    failed = 0
    found = []
    for number in range(int(kills)):
        here = root / f"kill-{number}"
        seconds = chance.uniform(0, whole)
        problems, kept = check_round(argus, program, here, seconds, expected)
        found.append(kept)
        for problem in problems:
            print(f"kill {number} after {seconds:.3f} of {whole:.3f} s: {problem}")
        failed += bool(problems)
        if not problems:
            shutil.rmtree(here)
    print(f"{kills} kills, {failed} failed; the store had {min(found)} to {max(found)} "
          "artifacts when killed")
    sys.exit(failed != 0)


main()
