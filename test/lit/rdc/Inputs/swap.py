"""Lets the runtime replace the linked image of each binary, and says whether it did.

swap.py RUNTIME PROGRAM BINARY... : a library is opened by PROGRAM."""
import glob
import json
import os
import re
import subprocess
import sys

runtime, program, *binaries = sys.argv[1:]


def modules(binary, **variables):
    """The module records of a run that loads the binary."""
    out = f"{binary}.out{len(variables)}"
    os.makedirs(out)
    command = [program, binary] if binary.endswith(".so") else [binary]
    environment = dict(os.environ, LD_PRELOAD=runtime, ARGUS_RT_OUT=out, **variables)
    subprocess.run(command, env=environment, check=True)
    records = [json.loads(line) for name in glob.glob(f"{out}/*.jsonl") for line in open(name)]
    for record in records:
        if record["type"] == "message":
            print(record["text"])
    return [r for r in records if r["type"] == "module" and r["path"] == binary]


for binary in binaries:
    (module,) = modules(binary)
    sections = subprocess.check_output(["llvm-readelf", "-SW", binary], text=True)
    address = re.search(r"\.nvFatBinSegment +PROGBITS +([0-9a-f]+)", sections)[1]
    images = f"{binary}.images"
    os.makedirs(images)
    with open(f"{images}/empty.ptx", "w") as ptx:
        ptx.write(".version 8.0\n.target sm_90\n.address_size 64\n")
    image = f"{images}/{module['module_id']}"
    subprocess.check_call(
        ["fatbinary", "--64", f"--create={image}.fatbin",
         f"--image3=kind=ptx,sm=90,file={images}/empty.ptx"])
    with open(f"{image}.wrapper", "w") as wrapper:
        wrapper.write(f"0x{address}\n")
    (module,) = modules(binary, ARGUS_RT_IMAGES=images)
    print(os.path.basename(binary), "swapped" if module["swapped"] else "unchanged")
