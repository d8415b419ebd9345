# Tests only of the build for AArch64; see run.sh.

# The main job: all puzzles of tests/data/puzzles, each change compared with the reference solver.
add_test(NAME "aarch64: solve"
  COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/solve.sh ${fungescope_command}
    ${PROJECT_SOURCE_DIR}/tests/data/puzzles)

# Many kernels for AArch64 have pages of 64 KiB. These tests map stacks and large fields.
foreach(test "test_cli_solve: batch" "test_history: memory" "test_history: paged_cells")
  string(REPLACE ": " ";" words ${test})
  list(GET words 0 executable)
  list(GET words 1 file)
  add_test(NAME "aarch64, pages of 64 KiB: ${file}"
    COMMAND ${executable} --source-file=*/${file}_test.cpp)
  set_tests_properties("aarch64, pages of 64 KiB: ${file}" PROPERTIES
    ENVIRONMENT QEMU_PAGESIZE=65536 FAIL_REGULAR_EXPRESSION "test cases: +0 ")
endforeach()
