# at_once.sh COMMAND...: runs it twice at the same time, for p1.o and p2.o.
"$@" -o p1.o &
"$@" -o p2.o && wait $!
