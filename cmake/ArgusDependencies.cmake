#===- ArgusDependencies.cmake - finds what Argus is built on ---------------===#
#
# Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#

# PATHS come last, so LLVM_DIR and CMAKE_PREFIX_PATH win over the packages' place.
find_package(LLVM 19.1 CONFIG QUIET PATHS /usr/lib/llvm-19)
if(NOT LLVM_FOUND)
  if(LLVM_CONSIDERED_VERSIONS)
    set(_found "found only ${LLVM_CONSIDERED_VERSIONS} (${LLVM_CONSIDERED_CONFIGS})")
  else()
    set(_found "found no LLVM at all")
  endif()
  message(FATAL_ERROR
    "Argus needs LLVM 19.1, ${_found}. "
    "The plugin uses interfaces that change with each LLVM version. "
    "Run ./dev build, or install llvm-19-dev and libclang-19-dev, "
    "or point -DLLVM_DIR=<prefix>/lib/cmake/llvm at LLVM 19.1.")
endif()

# Only from the same prefix: an older Clang elsewhere would be found first and would not
# match the LLVM libraries.
find_package(Clang CONFIG QUIET NO_DEFAULT_PATH
             PATHS "${LLVM_DIR}/../clang" "${LLVM_INSTALL_PREFIX}/lib/cmake/clang")
if(NOT Clang_FOUND)
  message(FATAL_ERROR
    "Found LLVM ${LLVM_PACKAGE_VERSION} in ${LLVM_INSTALL_PREFIX} but no Clang beside it. "
    "Run ./dev build, or install clang-19 and libclang-19-dev.")
endif()
message(STATUS "LLVM ${LLVM_PACKAGE_VERSION}: ${LLVM_INSTALL_PREFIX}")

foreach(_target LLVM clang-cpp)
  if(NOT TARGET ${_target})
    message(FATAL_ERROR
      "LLVM in ${LLVM_INSTALL_PREFIX} has no shared library ${_target}. The plugin must "
      "share one copy of LLVM with the clang that loads it; build LLVM with "
      "LLVM_BUILD_LLVM_DYLIB, LLVM_LINK_LLVM_DYLIB and CLANG_LINK_CLANG_DYLIB.")
  endif()
endforeach()

find_package(Threads REQUIRED)
find_package(nlohmann_json 3.9 CONFIG REQUIRED)
find_package(CLI11 2.1 CONFIG REQUIRED)
find_package(fmt 8 CONFIG REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(SQLite3 3.24 REQUIRED)
# The static library where there is one: the bundle then needs none that the machine may
# lack.
find_library(ARGUS_SQLITE_STATIC_LIBRARY libsqlite3.a)
mark_as_advanced(ARGUS_SQLITE_STATIC_LIBRARY)
add_library(argus_sqlite INTERFACE)
if(ARGUS_SQLITE_STATIC_LIBRARY)
  target_include_directories(argus_sqlite SYSTEM INTERFACE ${SQLite3_INCLUDE_DIRS})
  target_link_libraries(argus_sqlite INTERFACE "${ARGUS_SQLITE_STATIC_LIBRARY}"
                        Threads::Threads ${CMAKE_DL_LIBS} m)
else()
  target_link_libraries(argus_sqlite INTERFACE SQLite::SQLite3)
endif()

if(BUILD_TESTING)
  find_package(GTest REQUIRED)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  find_path(VALIJSON_INCLUDE_DIR valijson/validator.hpp REQUIRED)
  add_library(argus_valijson INTERFACE)
  target_include_directories(argus_valijson SYSTEM INTERFACE "${VALIJSON_INCLUDE_DIR}")
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # The sloppiness is what ccache asks for with precompiled headers.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros "${CCACHE_PROGRAM}")
endif()
