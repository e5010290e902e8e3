#===- bundle.sh - one archive that needs no LLVM; sourced by ./dev ---------===#
#
# Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# An installation plus lib/llvm: clang, its headers and the shared libraries of both.
# From the target machine come glibc, libstdc++ and libgcc (at least as new as here),
# a linker and C++ headers (g++), and the CUDA toolkit.

bundle=$build/bundle/argus
archive=$build/argus-bundle.tar.xz
limit_mib=60
llvm_clang=$bundle/lib/llvm/bin/clang-19
# What clang runs to link relocatable device code.
linkers=(clang-linker-wrapper clang-nvlink-wrapper clang-offload-packager)

# Prints the shared libraries that a file loads, less those every machine has.
loaded_libraries() {
  ldd "$1" | sed -n 's/^.* => \(.*\) (0x[0-9a-f]*)$/\1/p; s/^\(.* => not found\)$/\1/p' |
    grep -Ev '/(libc|libm|libdl|librt|libpthread|libstdc\+\+|libgcc_s)\.so[.0-9]*$' || true
}

copy_installation() {
  rm -rf "${bundle%/*}"
  cmake --install "$build" --prefix "$bundle" --strip >/dev/null
  # What measures and checks Argus on the target machine, where they exist.
  local directory
  for directory in test/gpu test/e2e test/lit/virtual test/lit/rdc bench; do
    if [ -d "$directory" ]; then
      mkdir -p "$bundle/share/argus/$directory"
      cp -r "$directory/." "$bundle/share/argus/$directory"
    fi
  done
}

# Nothing of the building machine's paths may stay in what the bundle loads from.
set_run_paths() {
  patchelf --set-rpath '$ORIGIN/../lib:$ORIGIN/../lib/llvm/lib' "$bundle/bin/argus"
  patchelf --set-rpath '$ORIGIN:$ORIGIN/llvm/lib' "$bundle"/lib/*.so
  patchelf --set-rpath '$ORIGIN/../lib' "$llvm_clang"
  local linker
  for linker in "${linkers[@]}"; do
    patchelf --set-rpath '$ORIGIN/../lib' "$bundle/lib/llvm/bin/$linker"
  done
  # A RUNPATH serves its own file only, so each library needs one.
  patchelf --set-rpath '$ORIGIN' "$bundle"/lib/llvm/lib/*.so*
}

# Prints a program of LLVM, which may have the version in its name.
llvm_program() {
  local file
  for file in "$llvm/bin/$1" "$llvm/bin/$1-19"; do
    [ ! -x "$file" ] || { printf '%s\n' "$file"; return; }
  done
  die "no $1 in $llvm/bin"
}

copy_clang() {
  mkdir -p "$bundle/lib/llvm/bin" "$bundle/lib/llvm/lib/clang/19"
  cp -L "$llvm/bin/clang-19" "$llvm_clang"
  local linker
  for linker in "${linkers[@]}"; do
    cp -L "$(llvm_program "$linker")" "$bundle/lib/llvm/bin/$linker"
  done
  # The name tells clang that it is to compile C++.
  ln -s clang-19 "$bundle/lib/llvm/bin/clang++"
  # What clang-linker-wrapper looks for.
  ln -s clang-19 "$bundle/lib/llvm/bin/clang"
  cp -RL "$llvm/lib/clang/19/include" "$bundle/lib/llvm/lib/clang/19/include"
}

# Debian's licence file of the package that a library came from.
copy_licence() {
  local package
  # With a merged /usr, dpkg may know a file of /usr/lib by its name in /lib.
  package=$(dpkg -S "$1" 2>/dev/null || dpkg -S "${1#/usr}" 2>/dev/null) || return 0
  package=${package%%:*}
  mkdir -p "$bundle/share/argus/licenses"
  cp -L "/usr/share/doc/$package/copyright" "$bundle/share/argus/licenses/$package" ||
    say "no licence file of $package"
}

copy_libraries() {
  local libraries=$bundle/lib/llvm/lib file library
  for file in "$llvm/bin/clang-19" "$build/bin/argus" "$build"/lib/lib[Aa]rgus*.so \
    "$(llvm_program clang-linker-wrapper)" "$(llvm_program clang-nvlink-wrapper)" \
    "$(llvm_program clang-offload-packager)"; do
    loaded_libraries "$file"
  done | sort -u | while read -r library; do
    cp -L "$library" "$libraries/"
    copy_licence "$(readlink -f "$library")"
  done
}

# Unpacked elsewhere, the bundle's programs must load nothing but what the bundle or
# every machine has, and compile an example.
check_bundle() {
  local place file foreign
  place=$(mktemp -d "${TMPDIR:-/tmp}/argus bundle XXXXXX")
  tar -C "$place" -xf "$archive"
  for file in "$place"/argus/bin/argus "$place"/argus/lib/*.so \
    "$place"/argus/lib/llvm/bin/clang-19 "$place"/argus/lib/llvm/lib/*.so*; do
    foreign=$(loaded_libraries "$file" | grep -vF "$place/" || true)
    [ -z "$foreign" ] || die "${file#"$place"/} would load from outside the bundle:" "$foreign"
  done
  "$place/argus/bin/argus" clang++ -O3 --offload-arch=sm_90a \
    "$place/argus/share/argus/examples/saxpy/saxpy.cu" -o "$place/saxpy"
  "$place/argus/bin/argus" regions "$place/saxpy" >/dev/null
  rm -rf "$place"
}

llvm=$(sed -n 's/^LLVM_DIR:PATH=//p' "$build/CMakeCache.txt")
llvm=$(cd "$llvm/../../.." && pwd)
need_packages "${bundle_packages[@]}"
say "packing build/argus-bundle.tar.xz (minutes: half of it is LLVM)"
copy_installation
copy_clang
copy_libraries
set_run_paths
tar -C "${bundle%/*}" --owner=0 --group=0 --sort=name -cf - argus | xz -T0 --x86 --lzma2=preset=9 >"$archive"
check_bundle
size=$(stat -c %s "$archive")
say "build/argus-bundle.tar.xz: $((size / 1048576)) MiB"
[ "$size" -le $((limit_mib * 1048576)) ] || die "the bundle is larger than $limit_mib MiB"
