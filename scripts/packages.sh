#===- packages.sh - apt packages, sourced by ./dev -------------------------===#
#
# Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#

# Debian 12 and Ubuntu 24.04 carry all of them, Ubuntu some in noble-updates. The development packages at the end of
# the first line are what LLVM's own CMake files look for.
build_packages=(
  g++ cmake ninja-build python3 zlib1g-dev liblz4-dev libzstd-dev libxml2-dev libffi-dev
  clang-19 clang-tools-19 llvm-19-dev libclang-19-dev llvm-19-tools
  libcli11-dev nlohmann-json3-dev libfmt-dev libsqlite3-dev
  libgtest-dev libvalijson-dev libboost-graph-dev)
# For tests that are skipped without them.
root_test_packages=(slurmctld slurmd slurm-client munge)
wheel_packages=(python3-pip ca-certificates)
bundle_packages=(patchelf xz-utils)

installed() {
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Prints those of its arguments that are not installed.
missing_packages() {
  local package
  for package; do
    installed "$package" || printf '%s\n' "$package"
  done
}

# Runs a command as root.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  else
    sudo "$@"
  fi
}

# Prints those of its arguments that apt has never heard of.
unknown_packages() {
  local package
  for package; do
    apt-cache show "$package" >/dev/null 2>&1 || printf '%s\n' "$package"
  done
}

# Installs those of its arguments that are missing, or ends with what is missing.
need_packages() {
  if ! command -v dpkg-query >/dev/null; then
    say "no dpkg here: going on without looking for packages ($*)"
    return
  fi
  local missing
  mapfile -t missing < <(missing_packages "$@")
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
    die "missing packages, and neither root nor sudo to install them; run as root:" \
      "apt-get install ${missing[*]}"
  fi
  say "installing by apt: ${missing[*]}"
  as_root apt-get update -qq || say "apt-get update failed; trying with the lists as they are"
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null || true
  mapfile -t missing < <(missing_packages "$@")
  [ ${#missing[@]} -gt 0 ] || return 0
  local unknown
  mapfile -t unknown < <(unknown_packages "${missing[@]}")
  [ ${#unknown[@]} -eq 0 ] ||
    die "apt knows no package ${unknown[*]}: Debian 12 has them in 'main', Ubuntu 24.04 in" \
      "'universe' and 'noble-updates'; add those to apt's sources and run ./dev again"
  die "could not install: ${missing[*]}; install them by hand and run ./dev again"
}
