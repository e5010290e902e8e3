# Prints the kernels and regions of a report with their process and rank.
import json
import sys

report = json.load(open(sys.argv[1]))
for kernel in report["program"]["kernels"]:
    print("kernel", kernel["name"], "process", kernel["process"], "rank", kernel["rank"])
for region in report["regions"]:
    fields, scope = region["fields"], region["scope"]
    entries = ["entries", fields["truth.count"]["value"]] if "truth.count" in fields else []
    print(region["path"], "process", scope["process"], "rank", scope["rank"],
          "count", fields["duration.count"]["value"], *entries)
