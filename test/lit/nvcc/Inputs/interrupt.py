"""Interrupts a command at several moments, its group and it alone; prints how often that
ended it by the signal, and what it left: temporary files, an object, processes."""

import os
import signal
import subprocess
import sys
import time

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def left_by(command, moment, number, group):
    """Files that are there after the signal, and whether it ended the command."""
    scratch = os.path.abspath("scratch")
    os.makedirs(scratch, exist_ok=True)
    if os.path.exists(command[-1]):
        os.remove(command[-1])
    process = subprocess.Popen(
        command, env=dict(os.environ, TMPDIR=scratch), start_new_session=True
    )
    time.sleep(moment)
    try:
        (os.killpg if group else os.kill)(process.pid, number)
    except ProcessLookupError:
        pass
    status = process.wait(timeout=60)
    left = [os.path.join("scratch", name) for name in os.listdir(scratch)]
    if status and os.path.exists(command[-1]):
        left.append(command[-1])
    for name in left:
        subprocess.run(["rm", "-rf", name])
    return left, status == -number


def main():
    command = sys.argv[1:]
    begin = time.monotonic()
    subprocess.run(command, check=True)
    whole = time.monotonic() - begin
    os.remove(command[-1])
    interrupted, left = 0, []
    for number in range(9):
        files, ended = left_by(
            command, whole * (number + 0.3) / 9, SIGNALS[number % 3], number % 2
        )
        left += files
        interrupted += ended
    print("interrupted:", interrupted)
    print("left:", " ".join(left) or "nothing")


main()
