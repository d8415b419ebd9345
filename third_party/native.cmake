# The libraries that only programs of this system use: line editing at a terminal, and PDF.

# libedit (BSD licence; GNU readline's is the GPL) edits lines at a terminal. It has no CMake build
# to fetch; without it the prompt reads plain lines.
find_library(FUNGESCOPE_LIBEDIT_LIBRARY edit)
foreach(name edit bsd md tinfo)
  find_library(FUNGESCOPE_STATIC_${name} lib${name}.a)
  list(APPEND libedit_static ${FUNGESCOPE_STATIC_${name}})
endforeach()
find_path(FUNGESCOPE_LIBEDIT_INCLUDE histedit.h)
if(FUNGESCOPE_LIBEDIT_LIBRARY AND FUNGESCOPE_LIBEDIT_INCLUDE)
  add_library(libedit INTERFACE IMPORTED GLOBAL)
  target_include_directories(libedit INTERFACE ${FUNGESCOPE_LIBEDIT_INCLUDE})
  if("${libedit_static}" MATCHES NOTFOUND)
    target_link_libraries(libedit INTERFACE ${FUNGESCOPE_LIBEDIT_LIBRARY})
  else()
    target_link_libraries(libedit INTERFACE ${libedit_static})
  endif()
else()
  message(STATUS "libedit: there is no package, repl will read plain lines")
endif()

# libharu writes PDF. Debian's package has no CMake file. The fetched version is newer, since the
# CMake build of Debian's does not export its headers.
find_library(FUNGESCOPE_HARU_LIBRARY hpdf)
find_path(FUNGESCOPE_HARU_INCLUDE hpdf.h)
add_library(libharu INTERFACE IMPORTED GLOBAL)
if(FUNGESCOPE_HARU_LIBRARY AND FUNGESCOPE_HARU_INCLUDE)
  target_include_directories(libharu INTERFACE ${FUNGESCOPE_HARU_INCLUDE})
  target_link_libraries(libharu INTERFACE ${FUNGESCOPE_HARU_LIBRARY})
else()
  set(BUILD_SHARED_LIBS OFF)
  find_or_fetch(haru hpdf
    GIT_REPOSITORY https://github.com/libharu/libharu.git
    GIT_TAG 3467749fd1c0ab6ca6ed424d053b1ea53c1bf67c)
  target_include_directories(libharu INTERFACE
    ${haru_SOURCE_DIR}/include ${haru_BINARY_DIR}/include)
  target_link_libraries(libharu INTERFACE hpdf)
endif()
