#===- ArgusToolchain.cmake - for projects that enable CUDA at once ---------===#
#
# Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# cmake -DCMAKE_TOOLCHAIN_FILE=<prefix>/lib/cmake/Argus/ArgusToolchain.cmake ...
# makes clang 19 the CUDA compiler and gives it what it needs for the toolkit. The plugin
# comes with find_package(Argus) and argus_target.

if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
  find_program(CMAKE_CUDA_COMPILER NAMES clang++-19 clang++
               PATHS "${CMAKE_CURRENT_LIST_DIR}/../../llvm/bin" /usr/lib/llvm-19/bin)
endif()
list(APPEND CMAKE_PREFIX_PATH "${CMAKE_CURRENT_LIST_DIR}/../../..")
include("${CMAKE_CURRENT_LIST_DIR}/ArgusToolkit.cmake")
get_filename_component(_argus_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
argus_prepare_cuda("${_argus_prefix}")
