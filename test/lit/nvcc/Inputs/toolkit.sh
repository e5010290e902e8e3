# toolkit.sh TOOLKIT NEW: a toolkit of links whose nvlink finds libnvvm, which toolkits from
# PyPI keep elsewhere than nvcc tells nvlink.
set -e
mkdir -p "$2/bin" "$2/nvvm/lib64"
for f in "$1"/*; do
  case "$f" in */bin | */nvvm) ;; *) ln -s "$f" "$2/" ;; esac
done
ln -s "$1"/bin/* "$2/bin/"
rm "$2/bin/nvcc" # it looks beside its own file
cp "$1/bin/nvcc" "$2/bin/"
ln -s "$1/nvvm/bin" "$1/nvvm/libdevice" "$2/nvvm/"
for f in "$1"/nvvm/lib64/libnvvm.so* "$1"/lib/libnvvm.so*; do
  [ ! -e "$f" ] || ln -sf "$f" "$2/nvvm/lib64/"
done
