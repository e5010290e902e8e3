#!/usr/bin/env python3
"""Checks the two claims about region identity on one CUDA program.

Knowing changes nothing: for each build, the device images with the plugin are byte for
byte those without it, and each kernel of the mapped build is the shipped one.
Membership is right: for each build, the region entries that the trace build records on
the virtual device, and those that the markers of the truth build count, are the entries
of the truth build of the unoptimised program. (A region that the optimiser deletes still
begins and ends.)

usage: corpus.py --argus ARGUS --objcopy OBJCOPY --work DIR [--coverage FILE]
                 [--seeds A:B] [--identity ARCH [--flags=-O3]] [SOURCE...]
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

import generate

KERNELS = pathlib.Path(__file__).resolve().parent / "kernels"

# Level and options, architecture, whether it is also run.
BUILDS = [
    ("-O0", "sm_90a", True),
    ("-O1", "sm_80", False),
    ("-O2", "sm_89", False),
    ("-O2 -gline-tables-only", "sm_90a", True),
    ("-O3 -g", "sm_90a", False),
    ("-O3 -ffast-math", "sm_80", False),
    ("-O3", "sm_90a", True),
    ("-Os", "sm_90a", True),
]


def builds_of(seed):
    """Of a generated program: the unoptimised truth, and two of the other builds."""
    level = ("-O1", "-O2", "-O3", "-Os")[seed % 4]
    arch = ("sm_80", "sm_89", "sm_90a")[seed % 3]
    return [BUILDS[0], (level, "sm_90a", True),
            ("-O3 -ffast-math" if seed % 2 else "-O3 -g", arch, False)]


class Problem(Exception):
    pass


def run(command, timeout=300, allowed=(0,)):
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    if done.returncode not in allowed:
        text = (done.stdout + done.stderr).strip()[-2000:]
        raise Problem(f"{' '.join(map(str, command))}\n{text}")
    return done.stdout


class Corpus:
    def __init__(self, options):
        self.argus = options.argus
        self.objcopy = options.objcopy
        self.work = pathlib.Path(options.work)
        self.work.mkdir(parents=True, exist_ok=True)
        self.coverage = []

    def compile(self, source, flags, arch, output, *more):
        run([self.argus, "clang++", "-std=c++17", "-I", KERNELS, *flags.split(),
             f"--cuda-gpu-arch={arch}", *more, source, "-o", output])

    def images(self, obj):
        section = obj.with_suffix(".fatbin")
        run([self.objcopy, f"--dump-section=.nv_fatbin={section}", obj,
             obj.with_suffix(".copy")])
        # With -g, the image has the text of its PTX, which says the toolkit's version
        # where the plugin was.
        return re.sub(rb"\.version \d\.\d", b".version", section.read_bytes())

    def shipped_is_plain(self, source, flags, arch):
        with_plugin, without = self.work / "with.o", self.work / "without.o"
        # Without the PTX beside the code, which says it too, and is compressed.
        code = ("-c", "--no-cuda-include-ptx=all")
        self.compile(source, flags, arch, with_plugin, *code)
        self.compile(source, flags, arch, without, *code, "--no-argus")
        if self.images(with_plugin) != self.images(without):
            raise Problem("the images with the plugin differ from those without it")
        return with_plugin

    def mapped_is_shipped(self, name, flags, arch, obj):
        text = run([self.argus, "regions", "--format", "json", "--store",
                    self.work / "store", obj])
        for capsule in json.loads(text)["capsules"]:
            for kernel in capsule["kernels"]:
                if kernel["reference_identical"] is not True:
                    raise Problem(f"{kernel['name']}: {kernel['reason']}")
                self.coverage.append({"program": name, "flags": flags, "arch": arch,
                                      "kernel": kernel["name"],
                                      **kernel["instructions"]})

    def entries(self, source, flags, arch):
        """Entries by region path, of the truth and of the trace build."""
        program, out = self.work / "program", self.work / "report"
        self.compile(source, flags, arch, program)
        # Status 1: a region was never executed.
        run([self.argus, "run", "--device", "virtual", "--store", self.work / "store",
             "--out", out, "--", program], allowed=(0, 1))
        report = json.loads((out / "report.json").read_text())
        truth, trace = {}, {}
        for region in report["regions"]:
            if region["scope"].keys() - {"kernel"}:
                continue
            fields, path = region["fields"], region["id"] + " " + region["path"]
            if "truth.count" in fields:
                truth[path] = fields["truth.count"]["value"]
                trace[path] = fields.get("duration.count", {"value": 0})["value"]
        return truth, trace

    def check(self, source, builds):
        name, reference = source.stem, None
        for flags, arch, executed in builds:
            try:
                obj = self.shipped_is_plain(source, flags, arch)
                self.mapped_is_shipped(name, flags, arch, obj)
                if not executed:
                    continue
                truth, trace = self.entries(source, flags, arch)
                reference = reference or truth
                same(reference, truth, "the truth build at -O0", "the truth build")
                same(reference, trace, "the truth build at -O0", "the trace build")
            except Problem as problem:
                yield f"{name} {flags} {arch}: {problem}"


def same(expected, actual, expected_name, actual_name):
    wrong = [f"  {path}: {expected.get(path)} in {expected_name}, "
             f"{actual.get(path)} in {actual_name}"
             for path in sorted(expected.keys() | actual.keys())
             if expected.get(path) != actual.get(path)]
    if wrong or not expected:
        raise Problem("\n".join(["region entries differ:", *wrong]))


def shares(coverage):
    """Classes of instructions in per cent of the code that is no padding."""
    counts = {}
    for entry in coverage:
        for name, value in entry.items():
            if isinstance(value, int):
                counts[name] = counts.get(name, 0) + value
    code = counts.pop("total", 0) - counts.pop("padding", 0)
    return f"{code} instructions: " + ", ".join(
        f"{name} {100 * value / code:.2f} %" for name, value in counts.items() if code)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--argus", required=True)
    parser.add_argument("--objcopy", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--coverage", help="append instruction counts as JSON lines")
    parser.add_argument("--identity", metavar="ARCH",
                        help="check one build alone, and run nothing: for many programs")
    parser.add_argument("--flags", default="-O3", help="of the build of --identity")
    parser.add_argument("--seeds", metavar="A:B", default="0:0",
                        help="check the programs that generate.py makes of A to B-1, too")
    parser.add_argument("sources", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    corpus = Corpus(options)
    programs = [(source, BUILDS) for source in options.sources]
    first, end = map(int, options.seeds.split(":"))
    for seed in range(first, end):
        source = corpus.work / f"generated{seed}.cu"
        source.write_text(generate.Generator(seed).program())
        programs.append((source, builds_of(seed)))
    if options.identity:
        programs = [(source, [(options.flags, options.identity, False)]) for source, _ in programs]
    problems = []
    for source, builds in programs:
        problems += corpus.check(source, builds)
    for problem in problems:
        print(problem)
    if options.coverage:
        with open(options.coverage, "a") as file:
            for entry in corpus.coverage:
                print(json.dumps(entry), file=file)
    print(shares(corpus.coverage))
    print(f"{len(programs)} programs, {len(corpus.coverage)} kernel builds, "
          f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
