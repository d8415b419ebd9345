# How the project's targets are compiled: language level, warnings, sanitizers and include roots.
include(CheckLinkerFlag)

add_library(fungescope_flags INTERFACE)
target_compile_features(fungescope_flags INTERFACE cxx_std_20)
target_compile_options(fungescope_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  -Wnon-virtual-dtor -Woverloaded-virtual
  # Computed goto is an extension that both supported compilers have.
  $<IF:$<CXX_COMPILER_ID:Clang>,-Wno-gnu-label-as-value,-Wno-pedantic>
  # A false positive of gcc 12 on strings in aggregates such as Error{{file}, text}.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
  # gcc 12 warns of std::string's own operator+ (its bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # Where size_t has 32 bits, a 64-bit index is in range because the container's size is. And local
  # names may be those of another source of the batch.
  $<$<BOOL:${EMSCRIPTEN}>:-Wno-shorten-64-to-32> $<$<BOOL:${EMSCRIPTEN}>:-Wno-shadow>
  # Without the names of types the page is a tenth of a megabyte smaller.
  $<$<COMPILE_LANG_AND_ID:CXX,Clang>:$<$<BOOL:${EMSCRIPTEN}>:-fno-rtti>>
  $<$<BOOL:${FUNGESCOPE_WERROR}>:-Werror>)
if(FUNGESCOPE_SANITIZE)
  # Targets with the property TEST_CODE are not searched for undefined behaviour, which would take a
  # quarter of the compiler's time. What they call is.
  target_compile_options(fungescope_flags INTERFACE
    -fsanitize=address $<$<NOT:$<BOOL:$<TARGET_PROPERTY:TEST_CODE>>>:-fsanitize=undefined>
    $<$<BOOL:$<TARGET_PROPERTY:PLAIN_POINTERS>>:-fno-sanitize=null,alignment>
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(fungescope_flags INTERFACE -fsanitize=address,undefined)
  # A tenth of a gigabyte an executable: lld takes a fifth of the time of the default linker.
  check_linker_flag(CXX -fuse-ld=lld FUNGESCOPE_HAS_LLD)
  if(FUNGESCOPE_HAS_LLD)
    target_link_options(fungescope_flags INTERFACE -fuse-ld=lld)
  endif()
endif()

# Hardening of release builds: compiler flags of the layers and the programs, and linker flags of the
# programs. docs/performance.md says what it costs, and tests/cli/hardening_test.cpp looks for it.
# Sanitizers check more.
add_library(fungescope_hardening INTERFACE)
add_library(fungescope_hardening_link INTERFACE)
if(FUNGESCOPE_HARDENING AND CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT FUNGESCOPE_SANITIZE)
  # -fPIE, not CMake's -fPIC for libraries: functions that another library could replace are not
  # inlined. Some compilers define _FORTIFY_SOURCE.
  target_compile_options(fungescope_hardening INTERFACE "$<$<CONFIG:Release>:\
-fPIE;-fstack-protector-strong;-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=3>")
  target_link_options(fungescope_hardening_link INTERFACE
    "$<$<CONFIG:Release>:-pie;LINKER:-z,relro,-z,now,-z,noexecstack>")
endif()

# fungescope_unity(TARGET): compiles its sources in batches of sixteen, which halves the time of a
# build from nothing: most of it goes to headers and their templates. (With precompiled headers in
# place of batches the session and what it needs take 257 s of CPU time, not 90.) A changed source
# recompiles its batch, in at most 20 seconds; FUNGESCOPE_UNITY=OFF compiles each source alone.
function(fungescope_unity target)
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ${FUNGESCOPE_UNITY} UNITY_BUILD_BATCH_SIZE 16)
endfunction()

# fungescope_alone(SOURCES…): compiles these outside the batches, because they share a name with
# another source, or because their optimisation must not depend on their neighbours.
function(fungescope_alone)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# fungescope_sources(VARIABLE FILES... FOLDERS... [EXCEPT names...]): the files, and all sources below
# the folders but for the files and folders that are named.
function(fungescope_sources variable)
  cmake_parse_arguments(arg "" "" "EXCEPT" ${ARGN})
  list(JOIN arg_EXCEPT "|" names)
  string(REPLACE "." "\\." names "${names}")
  set(sources "")
  foreach(name ${arg_UNPARSED_ARGUMENTS})
    if(NOT name MATCHES "\\.cpp$")
      file(GLOB_RECURSE name CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${name}/*.cpp)
      list(FILTER name EXCLUDE REGEX "(^|/)(${names})(/|$)")
    endif()
    list(APPEND sources ${name})
  endforeach()
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()

# fungescope_layer(NAME [FAST] [QUICK] [PLAIN] SOURCES... [LINK targets...]): a static library of
# these sources, files and folders as fungescope_sources takes them. The include roots are
# `interpreter/` and the project's folder ("vm/machine.h", "debugger_ui/widgets/panel.h").
#
#   FAST   for the browser too, optimised for speed, not for the size of the download
#   QUICK  waits for users, or runs once: optimised for compile time
#   PLAIN  sanitized, it takes half as long to compile without optimisation, and its tests spend
#          their time elsewhere. Its pointers are not computed: they are not checked for alignment,
#          which takes a quarter of the compile time, nor for null, which the address sanitizer finds
function(fungescope_layer name)
  cmake_parse_arguments(arg "FAST;QUICK;PLAIN" "" "EXCEPT;LINK" ${ARGN})
  fungescope_sources(sources ${arg_UNPARSED_ARGUMENTS} EXCEPT ${arg_EXCEPT})
  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/interpreter ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${arg_LINK}
    PRIVATE $<BUILD_INTERFACE:fungescope_flags> $<BUILD_INTERFACE:fungescope_hardening>)
  fungescope_unity(${name})
  if(EMSCRIPTEN AND NOT arg_FAST)
    target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-Oz>)
  elseif(arg_QUICK)
    target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
  if(FUNGESCOPE_SANITIZE)
    # Fuzzed code reports its branches to the fuzzers.
    target_compile_options(${name} PRIVATE -fsanitize=fuzzer-no-link)
    target_link_libraries(${name} INTERFACE fungescope_flags)
    if(arg_PLAIN)
      set_target_properties(${name} PROPERTIES PLAIN_POINTERS ON)
      target_compile_options(${name} PRIVATE -O0)
    endif()
  endif()
endfunction()

# fungescope_program(NAME SOURCE LINK targets...): a program for users, in the build's folder. The
# target `programs` is all of them. Its parser of options runs once: optimised for compile time.
add_custom_target(programs)
function(fungescope_program name source)
  cmake_parse_arguments(arg "" "" "LINK" ${ARGN})
  add_executable(${name} ${source})
  add_dependencies(programs ${name})
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  target_link_libraries(${name} PRIVATE ${arg_LINK} fungescope_flags fungescope_hardening
    fungescope_hardening_link)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
endfunction()

# fungescope_embed(FILE OUTPUT HEADER header FUNCTION name::space::function): makes OUTPUT, a C++ file
# whose function, which the header declares, returns the bytes of FILE.
function(fungescope_embed file output)
  cmake_parse_arguments(arg "" "HEADER;FUNCTION" "" ${ARGN})
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DINPUT=${file} -DOUTPUT=${output} -DHEADER=${arg_HEADER}
      -DFUNCTION=${arg_FUNCTION} -P ${PROJECT_SOURCE_DIR}/cmake/EmbedFile.cmake
    DEPENDS ${file} ${PROJECT_SOURCE_DIR}/cmake/EmbedFile.cmake
    VERBATIM)
endfunction()
