#===- lit.cfg.py - how the lit tests find and call things ------------------===#
#
# Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# In a RUN line:
#   %argus      the tool                     %argus_cxx  argus clang++, with the plugin
#   %plugin     libArgus.so                  %plain_cxx  the same without the plugin
#   %runtime    libargus_runtime.so          %source     the repository
#   %passes     ArgusPasses.so, for opt      %cuda_home  the toolkit
#   %host_cxx   the C++ compiler of the build
#   %corpus     test/e2e/identity/corpus.py
#   %slurm      test/e2e/slurm/cluster.sh, runs a command with a Slurm cluster of one node
#   %check      FileCheck of this file, failing on every "error:" not asked for
#   and by name: programs built below test/, LLVM 19's tools (FileCheck, not, opt,
#   llvm-readelf, ...), the toolkit's (ptxas, ...).
#   %argus_clang  clang++ 19 itself      %cuda_flags  what it needs for the toolkit
#   %nvcc_arch  options of nvcc for sm_90a alone
#   %llvm_cxx   compiles a plugin of clang 19    %python  this interpreter
#   %build      the build tree
# Features for REQUIRES: cuda (a toolkit), nvcc and libnvvm (in it), gpu (an NVIDIA device), asan,
# nvdisasm ($ARGUS_NVDISASM, the toolkit's or one in PATH), lld (LLVM 19's, which reads clang
# 19's bitcode; others on PATH do not), slurm (its daemons, and root to start them), and what
# is on PATH of: ccache, ninja, cmake.

import os
import shutil
import sys

import lit.formats
import lit.util

config.name = "argus"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cu", ".cpp", ".c", ".ll", ".test", ".ptx"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.argus_binary_dir, "test", "lit")


def cuda_toolkit():
    """The directory that argus would find, or None."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    for root in (
        os.environ.get("CUDA_HOME"),
        os.environ.get("CUDA_PATH"),
        "/usr/local/cuda",
        os.path.join(cache, "argus", "cuda"),
    ):
        if root and os.access(os.path.join(root, "bin", "ptxas"), os.X_OK):
            return root
    return None


path = [
    os.path.join(config.argus_binary_dir, "test", "bin"),
    config.llvm_tools_dir,
]
toolkit = cuda_toolkit()
if toolkit:
    config.available_features.add("cuda")
    path.append(os.path.join(toolkit, "bin"))
    config.environment["CUDA_HOME"] = toolkit
    if os.access(os.path.join(toolkit, "bin", "nvcc"), os.X_OK):
        config.available_features.add("nvcc")
    if any(
        os.path.exists(os.path.join(toolkit, folder, "libnvvm.so"))
        for folder in ("nvvm/lib64", "lib")
    ):
        config.available_features.add("libnvvm")
nvdisasm = os.environ.get("ARGUS_NVDISASM") or lit.util.which(
    "nvdisasm", os.pathsep.join(path + [os.environ["PATH"]])
)
if toolkit and nvdisasm and os.access(nvdisasm, os.X_OK):
    config.available_features.add("nvdisasm")
    config.environment["ARGUS_NVDISASM"] = nvdisasm
if os.path.exists("/dev/nvidiactl"):
    config.available_features.add("gpu")
config.environment["PATH"] = os.pathsep.join(path + [os.environ["PATH"]])
for name in ("HOME", "XDG_CACHE_HOME", "TMPDIR"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

for name, program in (
    ("ccache", "ccache"),
    ("ninja", "ninja"),
    ("cmake", "cmake"),
):
    if shutil.which(program, path=config.environment["PATH"]):
        config.available_features.add(name)

if os.path.exists(os.path.join(config.llvm_tools_dir, "ld.lld")):
    config.available_features.add("lld")

if os.geteuid() == 0 and all(
    shutil.which(program, path=config.environment["PATH"])
    for program in ("munged", "slurmctld", "slurmd", "srun")
):
    config.available_features.add("slurm")

if config.asan_library:
    # Clang itself is not sanitised, so the plugin's sanitiser must be there before it.
    config.available_features.add("asan")
    # With the sanitiser before it, nvcc's front end ends with a segmentation fault.
    config.available_features.discard("nvcc")
    config.environment["LD_PRELOAD"] = config.asan_library
    # LLVM frees nothing at exit. Its allocators poison their memory in sanitised code
    # (the headers that Argus includes) and do not unpoison it in LLVM's own libraries.
    # argus run preloads the runtime before what was preloaded already.
    config.environment["ASAN_OPTIONS"] = (
        "detect_leaks=0:allow_user_poisoning=0:verify_asan_link_order=0"
    )

argus = os.path.join(config.argus_binary_dir, "bin", "argus")
library = os.path.join(config.argus_binary_dir, "lib")
overlay = os.path.join(config.argus_binary_dir, "share", "argus", "cuda")
cuda_flags = (
    f"-std=c++17 --cuda-path={toolkit} -Wno-unknown-cuda-version"
    f" -isystem {overlay}/include -isystem {toolkit}/include/cccl -B{overlay}/bin"
)
llvm_prefix = os.path.dirname(config.llvm_tools_dir)
# Without -O or an architecture: each test says what it is about.
config.substitutions += [
    (r"%argus_cxx\b", f"'{argus}' clang++"),
    (r"%plain_cxx\b", f"'{argus}' clang++ --no-argus"),
    (r"%argus_clang\b", os.path.join(config.llvm_tools_dir, "clang++")),
    (r"%cuda_flags\b", cuda_flags),
    (
        r"%llvm_cxx\b",
        f"'{config.llvm_tools_dir}/clang++' -std=c++17 -fno-rtti -fPIC -shared"
        f" -isystem {llvm_prefix}/include",
    ),
    (r"%build\b", config.argus_binary_dir),
    (r"%python\b", f"'{sys.executable}'"),
    (r"%argus\b", f"'{argus}'"),
    (r"%plugin\b", f"'{library}/libArgus.so'"),
    (r"%host_cxx\b", f"'{config.host_cxx}'"),
    (r"%runtime\b", f"'{library}/libargus_runtime.so'"),
    (r"%nvcc_arch\b", "-gencode arch=compute_90a,code=sm_90a"),
    (r"%cuda_home\b", toolkit or "no-cuda-toolkit"),
    (
        r"%corpus\b",
        f"python3 {config.argus_source_dir}/test/e2e/identity/corpus.py"
        f" --argus {argus} --objcopy llvm-objcopy",
    ),
    (r"%slurm\b", f"'{config.argus_source_dir}/test/e2e/slurm/cluster.sh'"),
    (r"%passes\b", f"'{library}/ArgusPasses.so'"),
    (r"%source\b", config.argus_source_dir),
    (r"%check\b", "FileCheck %s --implicit-check-not=error: --dump-input=fail"),
]
