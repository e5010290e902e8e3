"""Prints the path and the ID of each region of a listing, sorted."""
import json
import sys

for line in sorted(f"{region['path']} {region['id']}"
                   for capsule in json.load(open(sys.argv[1]))["capsules"]
                   for kernel in capsule["kernels"] for region in kernel["regions"]):
    print(line)
