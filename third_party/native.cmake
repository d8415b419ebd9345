# The libraries that only programs of this system use.
find_package(Threads REQUIRED)

# libedit (BSD licence; GNU readline's is the GPL) edits lines at a terminal. It has no CMake build
# to fetch; without it the prompt reads plain lines.
find_library(FUNGESCOPE_LIBEDIT_LIBRARY edit)
foreach(name edit bsd md tinfo)
  find_library(FUNGESCOPE_STATIC_${name} lib${name}.a)
  list(APPEND libedit ${FUNGESCOPE_STATIC_${name}})
endforeach()
if(libedit MATCHES NOTFOUND)
  set(libedit ${FUNGESCOPE_LIBEDIT_LIBRARY})
endif()
find_path(FUNGESCOPE_LIBEDIT_INCLUDE histedit.h)
if(FUNGESCOPE_LIBEDIT_LIBRARY AND FUNGESCOPE_LIBEDIT_INCLUDE)
  add_library(libedit INTERFACE IMPORTED GLOBAL)
  target_include_directories(libedit INTERFACE ${FUNGESCOPE_LIBEDIT_INCLUDE})
  target_link_libraries(libedit INTERFACE ${libedit})
  target_compile_definitions(libedit INTERFACE FUNGESCOPE_LIBEDIT)
else()
  message(STATUS "libedit: there is no package, repl will read plain lines")
endif()

if(FUNGESCOPE_BENCH)
  find_or_fetch(benchmark benchmark::benchmark
    ${github}/google/benchmark/archive/refs/tags/v1.7.1.tar.gz
    SHA256=6430e4092653380d9dc4ccb45a1e2dc9259d581f4866dc0759713126056bc1d7)
endif()
if(FUNGESCOPE_WINDOW AND NOT FUNGESCOPE_SANITIZE)
  include(window.cmake)
endif()
