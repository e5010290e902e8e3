#!/usr/bin/env python3
"""Measures what ptxas does to contexts: which it merges, moves and drops.

Each pair is a kernel with two stretches of code, planted as contexts A and B, in two
forms. In `apart` the stretches differ, so that none can stand for the other; in `alike`
they compute the same. How many machine instructions each context has in `apart` is what
the code needs; what is missing in `alike` was merged into the other context, moved out of
it, or dropped.

usage: planted.py [--ptxas PTXAS] [--dwarfdump LLVM_DWARFDUMP] [--arch sm_90a]...
                  [--json FILE]
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

A, B, AROUND = 10, 20, 30

# Name: (what it is about, code of the pair). {x} is the constant of A; {y} of B: the same
# in `alike`. `.loc A` and the like become directives.
PAIRS = {
    "equal_tails": ("two branches that end alike, as in tail merging", """
        .loc AROUND
        setp.lt.u32 %p1, %r1, 7;
        @%p1 bra OTHER;
        .loc A
        mad.lo.u32 %r3, %r2, {x}, 5;
        st.global.u32 [%rd2], %r3;
        .loc AROUND
        bra END;
        OTHER:
        .loc B
        mad.lo.u32 %r4, %r2, {y}, 5;
        st.global.u32 [%rd2], %r4;
        .loc AROUND
        END:
        """),
    "common_subexpression": ("one value computed in two stretches one after another", """
        .loc A
        mad.lo.u32 %r3, %r1, {x}, %r2;
        shr.u32 %r3, %r3, 3;
        st.global.u32 [%rd2], %r3;
        .loc B
        mad.lo.u32 %r4, %r1, {y}, %r2;
        shr.u32 %r4, %r4, 3;
        st.global.u32 [%rd2+64], %r4;
        """),
    "loop_invariant": ("what a loop computes anew, and what stands before it", """
        .loc A
        mad.lo.u32 %r3, %r1, {x}, %r2;
        st.global.u32 [%rd2], %r3;
        mov.u32 %r5, 0;
        LOOP:
        .loc B
        mad.lo.u32 %r4, %r1, {y}, %r2;
        xor.b32 %r4, %r4, %r5;
        st.global.u32 [%rd2+64], %r4;
        .loc AROUND
        add.u32 %r5, %r5, 1;
        setp.lt.u32 %p1, %r5, %r1;
        @%p1 bra LOOP;
        """),
    "if_conversion": ("two short branches that become predicates", """
        .loc AROUND
        setp.lt.u32 %p1, %r2, 7;
        @%p1 bra OTHER;
        .loc A
        mul.lo.u32 %r3, %r2, {x};
        .loc AROUND
        bra END;
        OTHER:
        .loc B
        mul.lo.u32 %r3, %r2, {y};
        .loc AROUND
        END:
        st.global.u32 [%rd2], %r3;
        """),
    "loads": ("one address read in two stretches", """
        .loc A
        ld.global.nc.u32 %r3, [%rd2+{x4}];
        add.u32 %r3, %r3, 1;
        st.global.u32 [%rd2], %r3;
        .loc B
        ld.global.nc.u32 %r4, [%rd2+{y4}];
        xor.b32 %r4, %r4, 9;
        st.global.u32 [%rd2+64], %r4;
        """),
    "dead_code": ("a stretch whose result is overwritten", """
        .loc A
        mul.lo.u32 %r3, %r2, {x};
        .loc B
        mul.lo.u32 %r3, %r1, {y};
        .loc AROUND
        st.global.u32 [%rd2], %r3;
        """),
    "unrolled": ("a loop that ptxas unrolls: the copies keep their context", """
        .loc AROUND
        mov.u32 %r5, 0;
        mov.u32 %r3, %r2;
        LOOP:
        .loc A
        mad.lo.u32 %r3, %r3, {x}, %r5;
        .loc B
        xor.b32 %r3, %r3, {y};
        .loc AROUND
        add.u32 %r5, %r5, 1;
        setp.lt.u32 %p1, %r5, 4;
        @%p1 bra LOOP;
        st.global.u32 [%rd2], %r3;
        """),
}

KERNEL = """\
.version 7.8
.target {arch}
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n)
{{
        .reg .pred %p<4>;
        .reg .b32 %r<8>;
        .reg .b64 %rd<4>;
        .loc 1 {around} 0
        ld.param.u64 %rd1, [p];
        ld.param.u32 %r1, [n];
        cvta.to.global.u64 %rd1, %rd1;
        mov.u32 %r2, %tid.x;
        mul.wide.u32 %rd2, %r2, 4;
        add.s64 %rd2, %rd1, %rd2;
{body}
        .loc 1 {around} 0
        ret;
}}
.file 1 "<planted contexts>"
"""


def ptx(body, arch, x, y):
    body = body.format(x=x, y=y, x4=4 * x, y4=4 * y)
    for name, line in (("AROUND", AROUND), ("A", A), ("B", B)):
        body = re.sub(rf"\.loc {name}\b", f".loc 1 {line} 0", body)
    body = re.sub(r"\b(OTHER|END|LOOP)\b", r"$\1", body)
    target = arch if arch < "sm_90" else "sm_90"
    return KERNEL.format(arch=target, around=AROUND, body=body)


def contexts(text, arch, options, folder):
    """The context of each machine instruction, in order; padding left out."""
    source, cubin = folder / "k.ptx", folder / "k.cubin"
    source.write_text(text)
    subprocess.run([options.ptxas, "-O3", "--gpu-name", arch, "-o", cubin, source],
                   check=True)
    dump = subprocess.run([options.dwarfdump, "--debug-line", cubin], check=True,
                          capture_output=True, text=True).stdout
    rows = [(int(address, 16), int(line), bool(end)) for address, line, end in re.findall(
        r"^(0x[0-9a-f]+)\s+(\d+)\s+\d+\s+\d+\s+\d+.*?(end_sequence)?$", dump, re.M)]
    lines = []
    for (begin, line, end), following in zip(rows, rows[1:]):
        if not end:
            lines += [line] * ((following[0] - begin) // 16)
    return lines


def count(lines):
    return {"A": lines.count(A), "B": lines.count(B), "around": lines.count(AROUND),
            "other": sum(line not in (A, B, AROUND) for line in lines)}


def measure(name, arch, options, folder):
    about, body = PAIRS[name]
    apart = contexts(ptx(body, arch, 11, 13), arch, options, folder)
    alike = contexts(ptx(body, arch, 11, 11), arch, options, folder)
    result = {"pair": name, "about": about, "arch": arch, "apart": count(apart),
              "alike": count(alike)}
    for context in "A", "B":
        result[f"lost_{context}"] = result["apart"][context] - result["alike"][context]
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ptxas", default="ptxas")
    parser.add_argument("--dwarfdump", default="llvm-dwarfdump-19")
    parser.add_argument("--arch", action="append")
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    version = subprocess.run([options.ptxas, "--version"], capture_output=True, text=True,
                             check=True).stdout.splitlines()[-1]
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for arch in options.arch or ["sm_80", "sm_89", "sm_90a"]:
            results += [measure(name, arch, options, pathlib.Path(folder))
                        for name in PAIRS]
    print(f"{'pair':22}{'arch':8}{'apart A/B':>12}{'alike A/B':>12}{'neither':>9}")
    for r in results:
        print(f"{r['pair']:22}{r['arch']:8}"
              f"{r['apart']['A']:>8}/{r['apart']['B']:<3}"
              f"{r['alike']['A']:>8}/{r['alike']['B']:<3}"
              f"{r['alike']['other']:>9}")
    if options.json:
        options.json.write_text(json.dumps({"ptxas": version, "pairs": results}, indent=1)
                                + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
