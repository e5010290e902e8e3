# Prints every number of a report that a measurement gave: equal runs print equal lines.
import json
import sys

report = json.load(open(sys.argv[1]))
for kernel in report["program"]["kernels"]:
    print(kernel["name"], json.dumps(kernel["time"]), json.dumps(kernel["resources"]))
for region in report["regions"]:
    for name, field in sorted(region["fields"].items()):
        print(region["path"], name, field["value"], field["spread"], field["n"])
