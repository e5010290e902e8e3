# two-queries.sh ARGUS STORE OUT PROGRAM: two queries at once, whose runs are Slurm's jobs.
for n in 1 2; do
  "$1" run --device virtual --launcher 'srun -n1 --gres=gpu:1' --store "$2" --out "$3/$n" \
    -- "$4" 4096 >"$3/$n.txt" 2>&1 &
  pids="$pids $!"
done
status=0
for pid in $pids; do
  wait "$pid" || status=$?
done
echo jobs $(scontrol show jobs -o | grep -c 'JobState=COMPLETED')
exit $status
