# The library that only programs of this system use: line editing at a terminal.

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
