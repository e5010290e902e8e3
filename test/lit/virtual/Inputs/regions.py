# Prints the regions of a report as lines: path, count, entries, instructions, agreement.
import json
import sys

report = json.load(open(sys.argv[1]))
print("device", report["device"]["kind"], report["device"]["name"])
for kernel in report["program"]["kernels"]:
    print("kernel", kernel["name"], kernel["reference_identical"], kernel.get("virtual"))
for region in report["regions"]:
    fields = region["fields"]
    assert all(field["virtual"] is True for field in fields.values())
    value = lambda name: fields[name]["value"] if name in fields else "-"
    print(region["path"], "count", value("duration.count"), "entries", value("truth.count"),
          "dropped", value("trace.dropped"), "flags", len(region["flags"]))
