#===- cuda.sh - a CUDA toolkit, sourced by ./dev ---------------------------===#
#
# Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#

# From these wheels comes what compiling and inspecting device code needs. cuobjdump and
# nvdisasm exist as wheels from 13.2 on and read older cubins.
cuda_wheels=(
  nvidia-cuda-nvcc==13.0.88 nvidia-cuda-crt==13.0.88 nvidia-nvvm==13.0.88
  nvidia-cuda-runtime==13.0.96 nvidia-cuda-cccl==13.0.85
  nvidia-cuda-nvdisasm==13.2.86 nvidia-cuda-cuobjdump==13.2.86)

# argus looks there, too.
cuda_prefix=${XDG_CACHE_HOME:-$HOME/.cache}/argus/cuda

usable_toolkit() {
  [ -n "$1" ] && [ -x "$1/bin/ptxas" ] && [ -x "$1/bin/fatbinary" ] || return 1
  local version
  version=$(sed -n 's/^#define CUDA_VERSION \([0-9]*\).*/\1/p' "$1/include/cuda.h" 2>/dev/null)
  [ -n "$version" ] && [ "$version" -ge 12040 ] && [ "$version" -lt 14000 ]
}

# Makes sure that there is a toolkit, in the order in which argus searches.
need_cuda() {
  local candidate on_path
  on_path=$(readlink -f "$(command -v ptxas || true)" || true)
  for candidate in "${CUDA_HOME:-}" "${CUDA_PATH:-}" /usr/local/cuda "$cuda_prefix" \
    "${on_path%/bin/ptxas}"; do
    if usable_toolkit "$candidate"; then
      return
    fi
  done
  say "no CUDA 12.4 to 13.x in \$CUDA_HOME or /usr/local/cuda"
  say "installing from PyPI into $cuda_prefix: ${cuda_wheels[*]}"
  need_packages "${wheel_packages[@]}"
  install_cuda_wheels || die "could not install a CUDA toolkit from PyPI; install CUDA" \
    "12.4 to 13.x by hand and name its directory in CUDA_HOME"
}

# The wheels already have a toolkit's layout; what they lack are the links that
# development packages bring. Moved into place whole, so that an interrupted or a
# concurrent run leaves no half toolkit.
install_cuda_wheels() {
  mkdir -p "${cuda_prefix%/*}" || return
  local work
  work=$(mktemp -d "${cuda_prefix%/*}/cuda.XXXXXX") || return
  if python3 -m pip install --quiet --disable-pip-version-check \
    --root-user-action ignore --no-deps --only-binary :all: --target "$work" "${cuda_wheels[@]}" &&
    ln -s libcudart.so.13 "$work/nvidia/cu13/lib/libcudart.so" &&
    ln -s lib "$work/nvidia/cu13/lib64" &&
    usable_toolkit "$work/nvidia/cu13"; then
    chmod 755 "$work"
    ln -sfn "${work##*/}/nvidia/cu13" "$cuda_prefix"
    return
  fi
  rm -rf "$work"
  return 1
}
