"""Prints the path and identity of each region that `argus regions --format json` listed."""

import json
import sys

lines = {f"{region['path']} {region['id']}"
         for capsule in json.load(open(sys.argv[1]))["capsules"]
         for kernel in capsule["kernels"] for region in kernel["regions"]}
print(*sorted(lines), sep="\n")
