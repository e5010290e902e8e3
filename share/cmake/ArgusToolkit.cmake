#===- ArgusToolkit.cmake - what clang 19 needs for a CUDA toolkit ----------===#
#
# Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# The counterpart of `argus clang++` for a build by CMake.

# The toolkit that clang is to use, in the order in which argus looks.
function(_argus_find_toolkit result)
  set(_roots "")
  if(CUDAToolkit_ROOT)
    list(APPEND _roots "${CUDAToolkit_ROOT}")
  endif()
  foreach(_variable IN ITEMS CUDAToolkit_ROOT CUDA_HOME CUDA_PATH)
    if(DEFINED ENV{${_variable}})
      list(APPEND _roots "$ENV{${_variable}}")
    endif()
  endforeach()
  list(APPEND _roots /usr/local/cuda "$ENV{HOME}/.cache/argus/cuda")
  set(${result} "" PARENT_SCOPE)
  foreach(_root IN LISTS _roots)
    if(EXISTS "${_root}/bin/fatbinary" AND EXISTS "${_root}/include/cuda.h")
      set(${result} "${_root}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

# A fatbinary for clang that finds the toolkit's: scripts cannot be told by an option.
function(_argus_write_fatbinary prefix toolkit directory)
  file(CONFIGURE OUTPUT "${directory}/fatbinary" @ONLY CONTENT
"#!/bin/sh
# Made by find_package(Argus).
ARGUS_FATBINARY='@toolkit@/bin/fatbinary' exec '@prefix@/share/argus/cuda/bin/fatbinary' \"$@\"
")
  file(CHMOD "${directory}/fatbinary"
       PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                   WORLD_READ WORLD_EXECUTE)
endfunction()

# "-D__CUDACC_VER_MAJOR__=13" and so on, which nvcc defines and clang does not, and without
# which CUTLASS leaves its TMA code out.
function(_argus_version_options toolkit version result)
  execute_process(COMMAND "${toolkit}/bin/ptxas" --version OUTPUT_VARIABLE _text ERROR_QUIET
                  RESULT_VARIABLE _failed)
  set(_build 0)
  if(_text MATCHES ", V[0-9]+\\.[0-9]+\\.([0-9]+)")
    set(_build "${CMAKE_MATCH_1}")
  endif()
  math(EXPR _major "${version} / 1000")
  math(EXPR _minor "${version} % 1000 / 10")
  set(${result} "-D__CUDACC_VER_MAJOR__=${_major}" "-D__CUDACC_VER_MINOR__=${_minor}"
      "-D__CUDACC_VER_BUILD__=${_build}" PARENT_SCOPE)
endfunction()

# Sets ARGUS_CUDA_OPTIONS, a list, in the caller's scope. Before CUDA is enabled: also
# what makes CMake's test of the compiler use them.
macro(argus_prepare_cuda prefix)
  set(ARGUS_CUDA_OPTIONS -Wno-unknown-cuda-version)
  _argus_find_toolkit(_argus_toolkit)
  if(_argus_toolkit)
    file(STRINGS "${_argus_toolkit}/include/cuda.h" _argus_version
         REGEX "^#define CUDA_VERSION +[0-9]+")
    string(REGEX MATCH "[0-9]+" _argus_version "${_argus_version}")
    list(APPEND ARGUS_CUDA_OPTIONS "--cuda-path=${_argus_toolkit}"
         "-isystem${prefix}/share/argus/cuda/include")
    _argus_version_options("${_argus_toolkit}" "${_argus_version}" _argus_macros)
    list(APPEND ARGUS_CUDA_OPTIONS ${_argus_macros})
    # Beside __CUDA_ARCH_FEAT_SM90_ALL, since CUDA 12.9. Clang 19 knows no other such one.
    set(ARGUS_SM_90A_OPTIONS "")
    if(_argus_version GREATER_EQUAL 12090)
      set(ARGUS_SM_90A_OPTIONS "-D__CUDA_ARCH_SPECIFIC__=900"
          "-D__CUDA_ARCH_FAMILY_SPECIFIC__=900")
    endif()
    if(EXISTS "${_argus_toolkit}/include/cccl")
      list(APPEND ARGUS_CUDA_OPTIONS "-isystem${_argus_toolkit}/include/cccl")
    endif()
    if(_argus_version GREATER_EQUAL 13000)
      set(_argus_overlay "${CMAKE_BINARY_DIR}/CMakeFiles/Argus")
      _argus_write_fatbinary("${prefix}" "${_argus_toolkit}" "${_argus_overlay}")
      list(APPEND ARGUS_CUDA_OPTIONS "-B${_argus_overlay}")
    endif()
  endif()
  # Another compiler must get that far that argus_target can refuse it.
  if(NOT CMAKE_CUDA_COMPILER_LOADED AND "${CMAKE_CUDA_COMPILER}$ENV{CUDACXX}" MATCHES "clang")
    set(_argus_flags "")
    foreach(_argus_option IN LISTS ARGUS_CUDA_OPTIONS)
      string(APPEND _argus_flags " \"${_argus_option}\"")
    endforeach()
    string(FIND "${CMAKE_CUDA_FLAGS_INIT}" "${_argus_flags}" _argus_known)
    if(_argus_known EQUAL -1)
      string(APPEND CMAKE_CUDA_FLAGS_INIT "${_argus_flags}")
      # Of its own, CMake tries sm_52 and older, which CUDA 13 does not have, and splits
      # the flags above at each space, quoted or not.
      list(PREPEND CMAKE_CUDA_COMPILER_ID_TEST_FLAGS_FIRST
           "--cuda-gpu-arch=sm_80${_argus_flags}")
    endif()
  endif()
endmacro()
