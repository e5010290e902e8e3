#!/usr/bin/env python3
"""The inline assembly of each kernel of two PTX files must be the same instructions.

    asm_of_kernels.py NVCC.ptx CLANG.ptx

Registers are not compared, nor white space, nor the moves between a 128-bit register and
its halves: LLVM 19 has no operand of that width. Prints the number of kernels.
"""

import re
import sys


def instructions(text):
    for line in re.split(r"[;\n]", text):
        line = re.sub(r"%\w+|\b[tuv]\b", "R", line.strip().strip("{}").strip())
        line = re.sub(r"\s*,\s*", ",", line)
        if line and not line.startswith((".reg", "mov.b128")):
            yield line


def kernels(path):
    with open(path, encoding="utf-8") as file:
        ptx = file.read()
    found = {}
    for entry in re.finditer(r"\.entry (\w+)\(.*?\n\}", ptx, re.S):
        pieces = re.findall(
            r"// begin inline asm\n(.*?)// end inline", entry.group(0), re.S
        )
        found[entry.group(1)] = [i for p in pieces for i in instructions(p)]
    return found


def main():
    nvcc, clang = kernels(sys.argv[1]), kernels(sys.argv[2])
    different = [name for name in nvcc if nvcc[name] != clang.get(name)]
    for name in different:
        print(name, "nvcc:", nvcc[name], "clang:", clang.get(name))
    empty = [name for name in nvcc if not nvcc[name]]
    print(len(nvcc), "kernels,", len(different), "different,", len(empty), "without asm")
    sys.exit(bool(different or empty))


main()
