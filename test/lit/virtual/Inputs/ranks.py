# Starts N processes of a program as mpirun does. The last one starts first, so that ranks
# are not in the order of process ids; the first has twice the others' elements.
import os
import subprocess
import sys

size, program = int(sys.argv[1]), sys.argv[2]
started = []
for rank in reversed(range(size)):
    environment = dict(os.environ, OMPI_COMM_WORLD_RANK=str(rank), OMPI_COMM_WORLD_SIZE=str(size))
    started.append(subprocess.Popen([program, "4096" if rank == 0 else "2048"], env=environment))
sys.exit(max(process.wait() for process in started))
