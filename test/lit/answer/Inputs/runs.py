"""What a report says of its builds and runs: one line for each, sorted.

runs.py REPORT   "made trace-build b.cu sm_90a", "reused reference"
"""

import json
import os
import sys

report = json.load(open(sys.argv[1]))
for run in sorted(report["runs"], key=lambda r: (r["kind"] != "build", r["id"] if r["kind"] != "build" else r["tasks"])):
    task = " ".join(os.path.basename(word) for word in run["tasks"][0].split())
    name = task if run["kind"] == "build" else run["id"]
    print("reused" if run["reused"] else "made", name)
