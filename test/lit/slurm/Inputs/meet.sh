# meet.sh DIRECTORY NAME OTHER: says that it is there and waits for the other one.
touch "$1/$2"
for _ in $(seq 300); do
  [ -e "$1/$3" ] && echo "$2 met $3" && exit 0
  sleep 0.1
done
echo "$2 met nobody"
exit 1
