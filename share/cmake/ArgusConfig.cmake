#===- ArgusConfig.cmake - find_package(Argus) ------------------------------===#
#
# Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
#   project(mine LANGUAGES CXX)
#   find_package(Argus REQUIRED)
#   enable_language(CUDA)                  # configured with CMAKE_CUDA_COMPILER=clang++-19
#   add_executable(gemm gemm.cu)
#   argus_target(gemm)
#
# argus_target(TARGET [NO_DIALECT] [NO_FAST_CODE]) compiles the target's CUDA sources with
# Argus' plugin, puts argus_region.h on its include path and adds what clang 19 needs for
# the toolkit. Unless NO_DIALECT is given, it takes source and compile options written for
# nvcc; unless NO_FAST_CODE is given, optimised device code is unrolled and inlined about
# as much as by nvcc.
#
# Clang 19 compiles nothing with CUDA 13 before it has the overlay, so CMake's own test of
# the compiler needs it, too: find_package must come before CUDA is enabled. A project that
# says project(mine LANGUAGES CUDA) is configured with the toolchain file beside this one:
# -DCMAKE_TOOLCHAIN_FILE=<prefix>/lib/cmake/Argus/ArgusToolchain.cmake
#
# With CMAKE_CUDA_COMPILER=argus-nvcc the compiler itself does all this, and argus_target
# changes nothing, so that one CMakeLists.txt serves both compilers.
#
# Sets Argus_VERSION, ARGUS_EXECUTABLE, ARGUS_NVCC, ARGUS_PLUGIN, ARGUS_INCLUDE_DIR.

# <prefix>/lib/cmake/Argus, in an installation and in a build tree.
get_filename_component(_argus_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(ARGUS_EXECUTABLE "${_argus_prefix}/bin/argus")
set(ARGUS_NVCC "${_argus_prefix}/bin/argus-nvcc")
set(ARGUS_PLUGIN "${_argus_prefix}/lib/libArgus.so")
set(ARGUS_INCLUDE_DIR "${_argus_prefix}/include")
foreach(_file IN ITEMS ARGUS_EXECUTABLE ARGUS_PLUGIN)
  if(NOT EXISTS "${${_file}}")
    set(Argus_FOUND FALSE)
    set(Argus_NOT_FOUND_MESSAGE "${${_file}} is missing; build or install Argus again")
    return()
  endif()
endforeach()

include("${CMAKE_CURRENT_LIST_DIR}/ArgusToolkit.cmake")
argus_prepare_cuda("${_argus_prefix}")

# nvcc's exact square root; what clang takes as errors and nvcc's compilers at most warn of.
set(ARGUS_DIALECT_OPTIONS -D__nv_sqrtf=__nv_fsqrt_rn -Wno-error=c++11-narrowing -Wno-error=register
    -Wno-error=reserved-user-defined-literal
    -Wno-error=missing-template-arg-list-after-template-kw)

# What speaks against compiling CUDA with the plugin; empty where nothing does.
function(_argus_compiler_problem result)
  set(_way "configure with -DCMAKE_CUDA_COMPILER=clang++-19")
  set(_problem "")
  if(NOT CMAKE_CUDA_COMPILER_LOADED)
    set(_problem "the language CUDA is not enabled: call enable_language(CUDA) and ${_way}")
  elseif(NOT CMAKE_CUDA_COMPILER_ID STREQUAL "Clang" OR
         NOT CMAKE_CUDA_COMPILER_VERSION MATCHES "^19\\.")
    set(_problem "the CUDA compiler is ${CMAKE_CUDA_COMPILER_ID} \
${CMAKE_CUDA_COMPILER_VERSION} (${CMAKE_CUDA_COMPILER}), and Argus' plugin needs clang 19: \
${_way}, or with -DCMAKE_CUDA_COMPILER=${ARGUS_NVCC} for nvcc")
  endif()
  set(${result} "${_problem}" PARENT_SCOPE)
endfunction()

# Options are translated, and added for fast code, when the compiler is started: only then
# is it known what they are. An interface library has no compiler to start.
function(_argus_launch target no_dialect no_fast_code)
  get_target_property(_launcher ${target} CUDA_COMPILER_LAUNCHER)
  if(NOT _launcher)
    set(_launcher "")
  endif()
  if("launch-clang" IN_LIST _launcher)
    return()
  endif()
  set(_words "${ARGUS_EXECUTABLE}" launch-clang)
  if(no_dialect)
    list(APPEND _words --no-dialect)
  endif()
  if(no_fast_code)
    list(APPEND _words --no-fast-code)
  endif()
  list(APPEND _words "--compiler=${CMAKE_CUDA_COMPILER}" ${_launcher})
  set_target_properties(${target} PROPERTIES CUDA_COMPILER_LAUNCHER "${_words}")
endfunction()

function(argus_target target)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "argus_target: there is no target '${target}'")
  endif()
  if(CMAKE_CUDA_COMPILER MATCHES "/argus-nvcc$")
    return()
  endif()
  _argus_compiler_problem(_problem)
  if(_problem)
    message(FATAL_ERROR "argus_target(${target}): ${_problem}")
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 _argus "NO_DIALECT;NO_FAST_CODE" "" "")
  if(_argus_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "argus_target(${target}): unknown arguments \
${_argus_UNPARSED_ARGUMENTS}; NO_DIALECT and NO_FAST_CODE are known")
  endif()
  get_target_property(_type ${target} TYPE)
  if(_type STREQUAL "INTERFACE_LIBRARY")
    set(_scope INTERFACE)
  else()
    set(_scope PRIVATE)
  endif()
  set(_cuda "$<COMPILE_LANGUAGE:CUDA>")
  target_compile_options(${target} ${_scope} "$<${_cuda}:-fplugin=${ARGUS_PLUGIN}>"
                         "$<${_cuda}:${ARGUS_CUDA_OPTIONS}>")
  foreach(_option IN LISTS ARGUS_SM_90A_OPTIONS)
    target_compile_options(${target} ${_scope}
      "$<${_cuda}:SHELL:--start-no-unused-arguments -Xarch_sm_90a ${_option} \
--end-no-unused-arguments>")
  endforeach()
  # Behind the system's: with the prefix /usr, -isystem would reorder libstdc++.
  target_compile_options(${target} ${_scope}
                         "$<${_cuda}:SHELL:-idirafter \"${ARGUS_INCLUDE_DIR}\">")
  if(NOT _argus_NO_DIALECT)
    # As `argus clang++` does: see docs/compatibility.md.
    target_compile_options(${target} ${_scope}
                           "$<${_cuda}:SHELL:-include argus_cuda_dialect.h>"
                           "$<${_cuda}:${ARGUS_DIALECT_OPTIONS}>")
  endif()
  if(NOT _type STREQUAL "INTERFACE_LIBRARY")
    _argus_launch(${target} "${_argus_NO_DIALECT}" "${_argus_NO_FAST_CODE}")
  endif()
endfunction()
