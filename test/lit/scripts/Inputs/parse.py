# Parses all shell and Python scripts under a directory; prints each, and fails on the
# first that is none.
import os
import subprocess
import sys

root = sys.argv[1]
for folder, below, files in os.walk(root):
    if "CMakeCache.txt" in files:  # a build
        below.clear()
        continue
    below[:] = [d for d in below if d == ".ci" or d[0] not in "._"]
    for name in sorted(files):
        path = os.path.join(folder, name)
        with open(path, "rb") as file:
            text = file.read()
        first = text.split(b"\n", 1)[0]
        shebang = first.startswith(b"#!")
        if name.endswith(".py") or (shebang and b"python" in first):
            compile(text, path, "exec")
            kind = "py"
        elif name.endswith(".sh") or (shebang and b"sh" in first):
            if shebang:
                interpreter = first[2:].split()[0]
                assert os.path.exists(interpreter), f"{path}: no such shell: {first}"
            subprocess.run(["bash", "-n", path], check=True)
            kind = "sh"
        else:
            continue
        print(kind, os.path.relpath(path, root))
