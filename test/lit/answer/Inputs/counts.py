"""A line for each region of reports: process, path, instructions; then the messages.

counts.py REPORT...
"""

import json
import sys

for name in sys.argv[1:]:
    report = json.load(open(name))
    for row in report["regions"]:
        counted = row["fields"].get("instructions.executed", {}).get("value")
        print(row["scope"].get("process"), row["path"], counted)
    for message in report["messages"]:
        print("message:", message["text"])
    for missing in report["unmeasured"]:
        print("unmeasured:", missing["signal"], missing["reason"])
