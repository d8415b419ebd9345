# Hardening of the programs in release builds, each flag where the compiler or the linker has it.
# docs/performance.md says what it costs; tests/cli/hardening_test.cpp looks for it in the program.
#
#   fungescope_hardening       compiler flags of the layers and the programs
#   fungescope_hardening_link  linker flags of the programs
include_guard(GLOBAL)
include(CheckCXXCompilerFlag)
include(CheckCXXSourceCompiles)
include(CheckLinkerFlag)
include(CheckPIESupported)

add_library(fungescope_hardening INTERFACE)
add_library(fungescope_hardening_link INTERFACE)
# fungescope_no_stack_protector(SOURCES...): compiles these without, as their loops would lose speed.
function(fungescope_no_stack_protector)
  if(FUNGESCOPE_HAS_STACK_PROTECTOR)
    set_source_files_properties(${ARGN} PROPERTIES
      COMPILE_OPTIONS $<$<CONFIG:Release>:-fno-stack-protector>)
  endif()
endfunction()

if(FUNGESCOPE_SANITIZE OR NOT FUNGESCOPE_HARDENING)
  return() # the sanitizers check more
endif()

# Position-independent executables. -fPIE, not CMake's -fPIC for libraries: functions that another
# library could replace are not inlined.
check_pie_supported(LANGUAGES CXX)
if(CMAKE_CXX_LINK_PIE_SUPPORTED)
  target_compile_options(fungescope_hardening INTERFACE $<$<CONFIG:Release>:-fPIE>)
  target_link_options(fungescope_hardening_link INTERFACE $<$<CONFIG:Release>:-pie>)
endif()
foreach(flag relro now noexecstack)
  check_linker_flag(CXX LINKER:-z,${flag} FUNGESCOPE_HAS_${flag})
  if(FUNGESCOPE_HAS_${flag})
    target_link_options(fungescope_hardening_link INTERFACE $<$<CONFIG:Release>:LINKER:-z,${flag}>)
  endif()
endforeach()

check_cxx_compiler_flag(-fstack-protector-strong FUNGESCOPE_HAS_STACK_PROTECTOR)
if(FUNGESCOPE_HAS_STACK_PROTECTOR)
  target_compile_options(fungescope_hardening INTERFACE
    $<$<CONFIG:Release>:-fstack-protector-strong>)
endif()

# Level 3 needs a compiler that knows the sizes of objects at run time; older C libraries warn.
set(CMAKE_REQUIRED_FLAGS "-O2 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 -Werror")
check_cxx_source_compiles("
  #include <cstring>
  #if !defined __has_builtin || !__has_builtin(__builtin_dynamic_object_size)
  #error level 2
  #endif
  int main(int, char** words) { char to[9]; std::strcpy(to, words[0]); return to[0]; }"
  FUNGESCOPE_HAS_FORTIFY_3)
unset(CMAKE_REQUIRED_FLAGS)
set(fortify $<IF:$<BOOL:${FUNGESCOPE_HAS_FORTIFY_3}>,3,2>)
# Undefined first, since some compilers define it.
target_compile_options(fungescope_hardening INTERFACE
  $<$<CONFIG:Release>:-U_FORTIFY_SOURCE>
  $<$<CONFIG:Release>:-D_FORTIFY_SOURCE=${fortify}>)
