#!/usr/bin/env python3
"""Writes a CUDA program with one kernel of nested regions, the same for equal seeds.

All lanes of a warp go the same way, so that the number of times a warp enters a region
is defined by the program and not by the order in which a GPU lets lanes go on. The ways
differ from warp to warp; the compiler cannot know either.

usage: generate.py SEED > program.cu
"""

import random
import sys

PROLOGUE = """\
// Written by generate.py {seed}.
#include "corpus.h"

struct Base {{
  __device__ virtual unsigned apply(unsigned x) const {{ return x + 1u; }}
}};
"""

EPILOGUE = """\
int main() {
  return corpus::run([](unsigned *data) {
    generated<<<corpus::Ctas, corpus::Threads>>>(data, 3);
  });
}
"""


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.seed = seed
        self.functions = []
        self.classes = 0
        self.names = 0
        self.budget = 40

    def pick(self, *choices):
        return self.random.choice(choices)

    def name(self):
        self.names += 1
        return f"r{self.names}"

    def variable(self):
        self.names += 1
        return f"v{self.names}"

    def uniform(self):
        """An expression that is the same for all lanes of a warp."""
        return self.pick("corpus::warp()", "corpus::cta()", "mode",
                         "(corpus::warp() + corpus::cta())",
                         f"(mode * {self.random.randint(1, 5)})")

    def condition(self):
        return self.pick(f"({self.uniform()} & 1)", f"{self.uniform()} > 1",
                         f"{self.uniform()} % 3 == {self.random.randint(0, 2)}",
                         f"{self.uniform()} != {self.random.randint(0, 3)}")

    def compute(self):
        n = self.random.randint(1, 97)
        return self.pick(f"x += {n}u;", f"x = x * {2 * n + 1}u + (x >> 3);",
                         f"x ^= data[(x + {n}u) & 511u];",
                         f"x = x / {n + 1}u + x % {n + 2}u;",
                         f"if (x & {n}u) x += {n}u; else x ^= {n}u;",
                         f"{{ unsigned t[4]; for (int k = 0; k < 4; ++k) "
                         f"t[k] = x + k * {n}u; x = t[(mode + {n}) & 3]; }}",
                         f"x += __popc(x) * {n}u;")

    def statements(self, depth, loops, lines, indent, returns):
        for _ in range(self.random.randint(1, 3)):
            self.statement(depth, loops, lines, indent, returns)

    def block(self, depth, loops, lines, indent, returns):
        lines.append(indent + "{")
        self.statements(depth + 1, loops, lines, indent + "  ", returns)
        lines.append(indent + "}")

    def statement(self, depth, loops, lines, indent, returns):
        self.budget -= 1
        if depth > 5 or self.budget < 0:
            lines.append(indent + self.compute())
            return
        kind = self.pick("compute", "compute", "region", "region", "scope", "span", "if",
                         "for", "for", "while", "switch", "call", "call", "virtual",
                         "jump", "lambda")
        getattr(self, "make_" + kind)(depth, loops, lines, indent, returns)

    def make_compute(self, depth, loops, lines, indent, returns):
        lines.append(indent + self.compute())

    def make_region(self, depth, loops, lines, indent, returns):
        lines.append(f'#pragma argus region("{self.name()}")')
        self.block(depth, loops, lines, indent, returns)

    def make_scope(self, depth, loops, lines, indent, returns):
        lines.append(indent + "{")
        lines.append(f'{indent}  ARGUS_REGION("{self.name()}");')
        self.statements(depth + 1, loops, lines, indent + "  ", returns)
        lines.append(indent + "}")

    def make_span(self, depth, loops, lines, indent, returns):
        name = self.name()
        lines.append(f'{indent}ARGUS_BEGIN("{name}");')
        lines.append(indent + self.compute())
        lines.append(f"{indent}if ({self.condition()}) {{")
        lines.append(f"{indent}  {self.compute()}")
        lines.append(f'{indent}  ARGUS_END("{name}");')
        lines.append(f"{indent}}} else {{")
        lines.append(f'{indent}  ARGUS_END("{name}");')
        lines.append(f"{indent}  {self.compute()}")
        lines.append(indent + "}")

    def make_if(self, depth, loops, lines, indent, returns):
        lines.append(f"{indent}if ({self.condition()})")
        self.block(depth, loops, lines, indent, returns)
        if self.pick(True, False):
            lines.append(f"{indent}else")
            self.block(depth, loops, lines, indent, returns)

    def make_for(self, depth, loops, lines, indent, returns):
        i, trips = self.variable(), self.pick("2", "3", "5", "mode", "mode + 1")
        region = self.pick(True, False)
        if region:
            lines.append(f'#pragma argus region("{self.name()}")')
        hint = self.pick("", "#pragma unroll", "#pragma unroll 2", "#pragma unroll 1")
        if hint:
            lines.append(hint)
        lines.append(f"{indent}for (int {i} = 0; {i} < {trips}; ++{i})")
        self.block(depth, loops + [i], lines, indent, returns)

    def make_while(self, depth, loops, lines, indent, returns):
        i = self.variable()
        lines.append(f"{indent}int {i} = {self.random.randint(1, 4)};")
        lines.append(f"{indent}while ({i}-- > 0)")
        self.block(depth, loops + [i], lines, indent, returns)

    def make_switch(self, depth, loops, lines, indent, returns):
        lines.append(f"{indent}switch ({self.uniform()} % 5) {{")
        for case in self.random.sample(range(5), self.random.randint(2, 4)):
            lines.append(f"{indent}case {case}:")
            # A jump in a case would leave the switch, not the loop: none is offered.
            self.block(depth, [], lines, indent, returns)
            if self.pick(True, True, False):
                lines.append(f"{indent}  break;")
            else:
                lines.append(f"{indent}  [[fallthrough]];")
        lines.append(f"{indent}default:")
        lines.append(f"{indent}  {self.compute()}")
        lines.append(indent + "}")

    def make_jump(self, depth, loops, lines, indent, returns):
        jumps = ["return x;"] if returns else []
        if loops:
            jumps += ["break;", "continue;"]
        if not jumps:
            lines.append(indent + self.compute())
            return
        lines.append(f"{indent}if ({self.condition()} && {self.condition()})")
        lines.append(f"{indent}  {self.pick(*jumps)}")
        lines.append(indent + self.compute())

    def make_call(self, depth, loops, lines, indent, returns):
        if self.functions and self.pick(True, False):
            function = self.pick(*self.functions)
        else:
            function = self.variable().replace("v", "f")
            self.function(function, depth)
            self.functions.append(function)
        lines.append(f"{indent}x = {function}(data, x, mode);")

    def function(self, name, depth):
        mark = self.pick("", f'[[argus::region("{self.name()}")]] ')
        how = self.pick("__noinline__ ", "__forceinline__ ", "", "")
        lines = [f"{mark}__device__ {how}unsigned {name}(unsigned *data, unsigned x, "
                 "int mode) {"]
        self.statements(depth + 1, [], lines, "  ", True)
        lines += ["  return x;", "}", ""]
        self.definitions += lines

    def make_virtual(self, depth, loops, lines, indent, returns):
        self.classes += 1
        name = f"C{self.classes}"
        self.definitions += [
            f"struct {name} : Base {{",
            "  __device__ unsigned apply(unsigned x) const override {",
            f'#pragma argus region("{self.name()}")',
            f"    x = x * {self.random.randint(3, 99)}u + 1u;",
            "    return x;", "  }", "};", ""]
        lines += [f"{indent}{{", f"{indent}  Base base;", f"{indent}  {name} derived;",
                  f"{indent}  const Base *p = {self.condition()} ? &base : &derived;",
                  f"{indent}  x = p->apply(x);", f"{indent}}}"]

    def make_lambda(self, depth, loops, lines, indent, returns):
        v = self.variable()
        lines.append(f"{indent}auto {v} = [=](unsigned x) {{")
        lines.append(f'#pragma argus region("{self.name()}")')
        lines.append(f"{indent}  {{ {self.compute()} }}")
        lines.append(f"{indent}  return x;")
        lines.append(f"{indent}}};")
        lines.append(f"{indent}x = {v}(x) + {v}(x + 1u);")

    def program(self):
        self.definitions, body = [], []
        for _ in range(3):
            self.statements(0, [], body, "  ", False)
        return "\n".join(
            [PROLOGUE.format(seed=self.seed), *self.definitions,
             "__global__ void generated(unsigned *data, int mode) {",
             "  unsigned x = data[corpus::thread() & ~31];", *body,
             "  data[corpus::Half + corpus::thread()] = x;", "}", "", EPILOGUE])


if __name__ == "__main__":
    sys.stdout.write(Generator(int(sys.argv[1])).program())
