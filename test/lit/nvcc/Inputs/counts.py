"""Prints what a report counts of each region: what does not depend on the compiler."""

import json
import sys

for region in json.load(open(sys.argv[1]))["regions"]:
    fields = region["fields"]
    counts = [
        f"{name}={fields[name]['value']}"
        for name in ("duration.count", "trace.warps", "truth.count")
        if name in fields
    ]
    scope = " ".join(f"{k}={v}" for k, v in sorted(region["scope"].items()))
    print(region["path"], region["id"], scope, *counts)
