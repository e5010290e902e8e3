"""How much more the first of two binaries loads than the second, by section.

Reads what llvm-readobj --sections --elf-output-style=JSON writes."""
import json
import sys

sizes = []
capsule = False
for binary in json.load(open(sys.argv[1])):
    loaded = {}
    for entry in binary["Sections"]:
        section = entry["Section"]
        flags = [flag["Name"] for flag in section["Flags"]["Flags"]]
        name = section["Name"]["Name"]
        if "SHF_ALLOC" in flags:
            loaded[name] = section["Size"]
            capsule |= name == ".argus_capsule"
    sizes.append(loaded)
growth = {name: size - sizes[1].get(name, 0) for name, size in sizes[0].items()}
for name in sorted(growth):
    print(f"{name} {growth[name]:+}")
print("capsule loaded:", "yes" if capsule else "no")
print("less than a page:", "yes" if 0 < sum(growth.values()) < 4096 else "no")
