# Compiles for AArch64 with Debian's cross compiler. The libraries are Debian's too, unpacked below
# build-aarch64 by tests/aarch64/run.sh. Tests run on qemu-user, as the Cortex-A72 of a Raspberry
# Pi 4: it has only the first version of the instruction set, so code that needs a later one fails.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)

set(FUNGESCOPE_SYSROOT ${CMAKE_CURRENT_LIST_DIR}/../build-aarch64/sysroot CACHE PATH
  "Root of an AArch64 system with the libraries")
get_filename_component(root ${FUNGESCOPE_SYSROOT} ABSOLUTE)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH ${root})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
foreach(kind LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()
# Libraries that only other libraries use.
set(CMAKE_EXE_LINKER_FLAGS_INIT
  "-Wl,-rpath-link,${root}/usr/lib/aarch64-linux-gnu:${root}/lib/aarch64-linux-gnu")

set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -cpu cortex-a72 -L ${root})
