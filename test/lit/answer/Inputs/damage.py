"""Flips a bit in every file below a directory, which keep their sizes.

damage.py DIRECTORY
"""

import os
import sys

for directory, _, names in os.walk(sys.argv[1]):
    for name in names:
        path = os.path.join(directory, name)
        os.chmod(path, 0o644)
        with open(path, "r+b") as file:
            byte = file.read(1)
            if byte:
                file.seek(0)
                file.write(bytes([byte[0] ^ 1]))
