#!/usr/bin/env python3
"""Checks region identity in builds by nvcc.

For each source and each set of flags: the device image is byte for byte that of nvcc
without Argus; each kernel of the mapped build is the shipped one; nvcc says nothing of the
marks; and each region that is in both compilers' builds has one ID. Prints the classes of
instructions.

usage: nvcc.py --argus ARGUS --objcopy OBJCOPY --work DIR [--seeds A:B] [--flags=-O3]...
               [SOURCE...]
"""

import argparse
import json
import pathlib
import subprocess
import sys

import generate
from corpus import KERNELS, Problem, run, shares

HEADER = pathlib.Path(__file__).resolve().parents[3] / "include"
ARCH = ["-gencode", "arch=compute_90a,code=sm_90a"]


class NvccCorpus:
    def __init__(self, options):
        self.argus, self.objcopy = options.argus, options.objcopy
        self.work = pathlib.Path(options.work)
        self.work.mkdir(parents=True, exist_ok=True)
        self.coverage = []

    def image(self, obj):
        section = obj.with_suffix(".fatbin")
        run([self.objcopy, f"--dump-section=.nv_fatbin={section}", obj,
             obj.with_suffix(".copy")])
        return section.read_bytes()

    def compile(self, source, flags, name, *more):
        obj = self.work / name
        done = subprocess.run(
            [self.argus, "nvcc", "-std=c++17", *ARCH, "-I", KERNELS, "-I", HEADER,
             *flags.split(), *more, "-c", source, "-o", obj], capture_output=True, text=True, timeout=300)
        if done.returncode:
            raise Problem(done.stderr[-2000:])
        return obj, done.stderr

    def regions(self, obj):
        return json.loads(run([self.argus, "regions", "--format", "json", "--store",
                               self.work / "store", obj]))

    def identical(self, document):
        for capsule in document["capsules"]:
            for kernel in capsule["kernels"]:
                if kernel["reference_identical"] is not True:
                    raise Problem(f"{kernel['name']}: {kernel['reason']}")
                self.coverage.append(kernel["instructions"])

    def same_ids(self, ours, source):
        obj = self.work / "clang.o"
        run([self.argus, "clang++", "-std=c++17", "-I", KERNELS, "-O3",
             "--cuda-gpu-arch=sm_90a", "-c", source, "-o", obj])
        theirs = ids(self.regions(obj))
        both = ours.keys() & theirs.keys()
        wrong = [path for path in sorted(both) if ours[path] != theirs[path]]
        if wrong or (theirs and not both):
            raise Problem(f"regions with two IDs, or none in common: {wrong}; nvcc: "
                          f"{sorted(ours)}; clang: {sorted(theirs)}")
        missing = sorted(theirs.keys() ^ ours.keys())
        if missing:
            raise Problem(f"regions in one build alone: {missing}")

    def check(self, source, all_flags):
        for flags in all_flags:
            try:
                plain, _ = self.compile(source, flags, "plain.o", "--no-argus")
                with_argus, said = self.compile(source, flags, "with.o")
                if "pragma" in said:
                    raise Problem(f"nvcc says: {said}")
                if self.image(plain) != self.image(with_argus):
                    raise Problem("the image is not that of nvcc alone")
                document = self.regions(with_argus)
                self.identical(document)
                self.same_ids(ids(document), source)
            except Problem as problem:
                yield f"{source.stem} {flags}: {problem}"


def ids(document):
    return {region["path"]: region["id"] for capsule in document["capsules"]
            for kernel in capsule["kernels"] for region in kernel["regions"]}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--argus", required=True)
    parser.add_argument("--objcopy", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--seeds", metavar="A:B", default="0:0")
    parser.add_argument("--flags", action="append")
    parser.add_argument("sources", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    corpus = NvccCorpus(options)
    sources = list(options.sources)
    for seed in range(*map(int, options.seeds.split(":"))):
        sources.append(corpus.work / f"generated{seed}.cu")
        sources[-1].write_text(generate.Generator(seed).program())
    problems = [p for source in sources
                for p in corpus.check(source, options.flags or ["-O3"])]
    print("\n".join(problems + [shares(corpus.coverage)]))
    print(f"{len(sources)} programs, {len(corpus.coverage)} kernel builds, "
          f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
