# Prints the rows of a report with their scope: what the trace counts, beside the truth.
import json
import sys

report = json.load(open(sys.argv[1]))
for kernel in report["program"]["kernels"]:
    print("kernel", kernel["name"], kernel["reference_identical"])
for region in report["regions"]:
    fields = region["fields"]
    value = lambda name: fields[name]["value"] if name in fields else "-"
    scope = {key: region["scope"][key] for key in ("role", "iter") if key in region["scope"]}
    print(region["path"], scope, "count", value("duration.count"), "truth", value("truth.count"),
          "trips", value("iterations.count"), "truth", value("truth.iterations"),
          "flags", len([flag for flag in region["flags"] if flag.startswith("truth")]))
