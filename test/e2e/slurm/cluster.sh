#!/usr/bin/env bash
#===- cluster.sh - a Slurm cluster of one node, for one command -------------===#
#
# Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# usage: cluster.sh COMMAND ARGUMENTS...
#
# Starts munged, slurmctld and slurmd with a configuration of their own, whose node has
# two GPUs that are plain files, runs the command with SLURM_CONF set, and stops them.
# Ends with the command's status; 125 where the cluster does not come up, with its logs.
# Needs root and Debian's packages slurmctld, slurmd, slurm-client and munge.

set -euo pipefail

[ $# -gt 0 ] || { echo "usage: cluster.sh COMMAND ARGUMENTS..." >&2; exit 2; }
[ "$(id -u)" -eq 0 ] || { echo "cluster.sh: slurmd needs root" >&2; exit 125; }

dir=$(mktemp -d "${TMPDIR:-/tmp}/argus-slurm-XXXXXX")
chmod 755 "$dir"
mkdir -m 755 "$dir"/{munge,state,spool,log}
daemons=()

stop() {
  local pid
  # In the reverse order of their start.
  for ((i = ${#daemons[@]} - 1; i >= 0; --i)); do
    pid=${daemons[i]}
    kill "$pid" 2>/dev/null || continue
    timeout 10 tail --pid="$pid" -f /dev/null || kill -9 "$pid" 2>/dev/null || true
  done
  wait
  rm -rf "$dir"
}
trap stop EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

fail() {
  echo "cluster.sh: $*" >&2
  tail -n 30 "$dir"/log/* >&2
  exit 125
}

start() { # NAME COMMAND...
  local name=$1
  shift
  "$@" >"$dir/log/$name.out" 2>&1 </dev/null &
  daemons+=($!)
}

until_true() { # SECONDS COMMAND...
  local left=$(($1 * 10))
  shift
  until "$@" >/dev/null 2>&1; do
    [ $((left--)) -gt 0 ] || return 1
    sleep 0.1
  done
}

free_ports() { # two of them, that nobody listens on now
  python3 -c '
import socket
sockets = [socket.socket() for _ in range(2)]
for s in sockets:
    s.bind(("127.0.0.1", 0))
print(*(s.getsockname()[1] for s in sockets))'
}

configure() {
  local control node host
  host=$(uname -n)
  read -r control node < <(free_ports)
  dd if=/dev/urandom of="$dir/munge/key" bs=128 count=1 status=none
  chmod 400 "$dir/munge/key"
  touch "$dir"/gpu{0,1}
  printf 'NodeName=argus Name=gpu File=%s\n' "$dir/gpu[0-1]" >"$dir/gres.conf"
  printf 'CgroupAutomount=no\n' >"$dir/cgroup.conf"
  cat >"$dir/slurm.conf" <<END
ClusterName=argus
SlurmctldHost=${host%%.*}(127.0.0.1)
SlurmctldPort=$control
SlurmdPort=$node
SlurmUser=root
SlurmdParameters=config_overrides
AuthType=auth/munge
AuthInfo=socket=$dir/munge/socket
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
SlurmctldLogFile=$dir/log/slurmctld
SlurmdLogFile=$dir/log/slurmd
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1,batch_sched_delay=0
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
InactiveLimit=0
MailProg=/bin/true
GresTypes=gpu
NodeName=argus NodeAddr=127.0.0.1 CPUs=2 Gres=gpu:2 State=UNKNOWN
PartitionName=all Nodes=argus Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO
END
}

configure
export SLURM_CONF=$dir/slurm.conf
start munged munged --foreground --force --socket="$dir/munge/socket" \
  --key-file="$dir/munge/key" --pid-file="$dir/munge/pid" \
  --log-file="$dir/log/munge" --seed-file="$dir/munge/seed"
until_true 10 munge --socket="$dir/munge/socket" --no-input ||
  fail "munged does not answer"
start slurmctld slurmctld -D -i -f "$SLURM_CONF"
start slurmd slurmd -D -N argus -f "$SLURM_CONF"
until_true 30 sh -c 'timeout 2 sinfo -h -n argus -o %t | grep -qx idle' ||
  fail "the node does not become idle"

status=0
"$@" || status=$?
exit $status
