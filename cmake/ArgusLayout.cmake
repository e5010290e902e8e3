#===- ArgusLayout.cmake - where outputs go ---------------------------------===#
#
# Part of Argus, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#

# Not GNUInstallDirs' lib/x86_64-linux-gnu: argus looks in <prefix>/lib.
set(CMAKE_INSTALL_LIBDIR lib)

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/static")

# The installed files must work wherever the prefix is moved to; LLVM may lie outside
# the loader's path.
set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib" "$ORIGIN/../lib/llvm/lib")
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)

set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# A link keeps the build tree's header equal to the source tree's without a copy step.
file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/include")
file(CREATE_LINK "${PROJECT_SOURCE_DIR}/include/argus_region.h"
     "${PROJECT_BINARY_DIR}/include/argus_region.h" SYMBOLIC)
install(FILES include/argus_region.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} OPTIONAL)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/argus OPTIONAL)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DATADIR}/argus OPTIONAL)
