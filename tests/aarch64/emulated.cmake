# What tests start as processes, and compile with: where another processor is emulated, they are
# scripts that start the emulator, since the kernel cannot run the programs themselves.
set(fungescope_command $<TARGET_FILE:fungescope>)
set(fungescope_test_compiler ${CMAKE_C_COMPILER})
if(CMAKE_CROSSCOMPILING_EMULATOR)
  list(JOIN CMAKE_CROSSCOMPILING_EMULATOR " " emulator)
  set(folder ${PROJECT_BINARY_DIR}/emulated)
  set(fungescope_command ${folder}/fungescope)
  set(fungescope_test_compiler ${folder}/cc)
  file(GENERATE OUTPUT ${fungescope_command}
    CONTENT "#!/bin/sh\nexec ${emulator} '$<TARGET_FILE:fungescope>' \"$@\"\n"
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/cc.sh.in ${fungescope_test_compiler} @ONLY
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
endif()
