"""Fails unless the device images of each pair of objects are the same bytes."""

import subprocess
import sys


def images(path):
    subprocess.check_call(
        ["llvm-objcopy", f"--dump-section=.nv_fatbin={path}.fatbin", path]
    )
    with open(f"{path}.fatbin", "rb") as file:
        return file.read()


paths = sys.argv[1:]
for with_argus, plain in zip(paths[::2], paths[1::2]):
    if not images(plain) or images(with_argus) != images(plain):
        sys.exit(f"{with_argus}: other device images than {plain}")
