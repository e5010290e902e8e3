#===- ArgusOptions.cmake - compile options of Argus' own targets -----------===#
#
# Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#

# Every target links argus_options; those that see LLVM or Clang types argus_llvm too.
option(ARGUS_SANITIZE "Build with AddressSanitizer and UBSan" OFF)

add_library(argus_options INTERFACE)
target_compile_features(argus_options INTERFACE cxx_std_17)
target_compile_options(argus_options INTERFACE -Wall -Wextra -Werror)
target_include_directories(argus_options INTERFACE "${PROJECT_SOURCE_DIR}/include")
target_compile_definitions(argus_options INTERFACE
                           ARGUS_VERSION_STRING="${PROJECT_VERSION}")

if(ARGUS_SANITIZE)
  # No vptr check: it needs RTTI, which code that links LLVM does not have.
  set(_sanitize -fsanitize=address,undefined -fno-sanitize=vptr)
  target_compile_options(argus_options INTERFACE ${_sanitize} -fno-omit-frame-pointer
                         -fno-sanitize-recover=all)
  target_link_options(argus_options INTERFACE ${_sanitize})
endif()

add_library(argus_llvm INTERFACE)
target_include_directories(argus_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS}
                           ${CLANG_INCLUDE_DIRS})
separate_arguments(_llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(argus_llvm INTERFACE ${_llvm_definitions})
# Right for LLVM built with RTTI (Debian's) and without (the default): in the second
# case a class derived from LLVM's would miss its base's type information.
target_compile_options(argus_llvm INTERFACE -fno-rtti)
target_link_libraries(argus_llvm INTERFACE clang-cpp LLVM)
# What opt loads must not bring in Clang's library, which defines options that opt has.
# Some compilers drop unused libraries by themselves, but not when sanitising.
target_link_options(argus_llvm INTERFACE -Wl,--as-needed)
