# both.sh DIRECTORY SCRIPT: two jobs with a GPU each, which run at once or not at all.
srun -n1 --gres=gpu:1 sh "$2" "$1" a b &
first=$!
srun -n1 --gres=gpu:1 sh "$2" "$1" b a && wait $first
