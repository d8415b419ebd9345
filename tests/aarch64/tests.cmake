# What tests start as processes, and compile with: where another processor is emulated, they are
# scripts that start the emulator, since the kernel cannot run the programs themselves.
set(fungescope_command $<TARGET_FILE:fungescope>)
set(fungescope_test_compiler ${CMAKE_C_COMPILER})
if(NOT CMAKE_CROSSCOMPILING_EMULATOR)
  return()
endif()
list(JOIN CMAKE_CROSSCOMPILING_EMULATOR " " emulator)
set(folder ${PROJECT_BINARY_DIR}/emulated)
set(fungescope_command ${folder}/fungescope)
set(fungescope_test_compiler ${folder}/cc)
set(permissions FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
file(GENERATE OUTPUT ${fungescope_command}
  CONTENT "#!/bin/sh\nexec ${emulator} '$<TARGET_FILE:fungescope>' \"$@\"\n" ${permissions})
configure_file(${CMAKE_CURRENT_LIST_DIR}/cc.sh.in ${fungescope_test_compiler} @ONLY ${permissions})

# The tests of this build alone; see run.sh. The main job: all puzzles of tests/data/puzzles, each
# change compared with the reference solver.
add_test(NAME "aarch64: solve"
  COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/solve.sh ${fungescope_command}
    ${PROJECT_SOURCE_DIR}/tests/data/puzzles)

# Many kernels for AArch64 have pages of 64 KiB. These tests map stacks and large fields.
set(executables test_cli_solve test_history test_history)
set(files batch memory paged_cells)
foreach(executable file IN ZIP_LISTS executables files)
  set(test "aarch64, pages of 64 KiB: ${file}")
  add_test(NAME ${test} COMMAND ${executable} --source-file=*/${file}_test.cpp)
  set_tests_properties(${test} PROPERTIES
    ENVIRONMENT QEMU_PAGESIZE=65536 FAIL_REGULAR_EXPRESSION "test cases: +0 ")
endforeach()
