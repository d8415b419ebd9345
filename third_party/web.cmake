# The libraries of the page in the browser (debugger_ui/web), compiled by Emscripten.
#
# Nothing compiled for this system can be linked, so the libraries come as source: from Debian's
# source packages, unpacked in FUNGESCOPE_WEB_SOURCES (`./x web` does that), else from the library's
# own repository. Three have headers alone; Debian's -dev packages will do for them.
set(FUNGESCOPE_WEB_SOURCES ${PROJECT_BINARY_DIR}/sources CACHE PATH
  "Unpacked source packages of the libraries of the page")

# web_source(NAME PATTERN): where FetchContent takes NAME from, if that source package is unpacked.
function(web_source name pattern)
  file(GLOB folders LIST_DIRECTORIES true ${FUNGESCOPE_WEB_SOURCES}/${pattern})
  string(TOUPPER ${name} upper)
  list(LENGTH folders count)
  if(count GREATER 0)
    list(GET folders 0 folder)
    set(FETCHCONTENT_SOURCE_DIR_${upper} ${folder} CACHE PATH "" FORCE)
  endif()
endfunction()
web_source(fmt fmtlib-*/)
web_source(pugixml pugixml-*/)
web_source(imgui imgui-*/)
web_source(giflib giflib-*/)
web_source(zlib zlib-*/)
web_source(libpng libpng1.6-*/)

# web_headers(TARGET FOLDER): a library of headers, if they are installed. The compiler must not see
# /usr/include, which belongs to another system: it gets a folder with links.
set(web_include ${CMAKE_CURRENT_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${web_include})
function(web_headers target folder)
  if(NOT EXISTS /usr/include/${folder})
    return()
  endif()
  file(CREATE_LINK /usr/include/${folder} ${web_include}/${folder} SYMBOLIC)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} INTERFACE ${web_include})
endfunction()
web_headers(tl::expected tl)
web_headers(CLI11::CLI11 CLI)
web_headers(nlohmann_json::nlohmann_json nlohmann)
if(FUNGESCOPE_TESTS)
  web_headers(doctest::doctest doctest)
endif()

# There is one thread. Emscripten's C library declares the functions of threads.
add_library(Threads::Threads INTERFACE IMPORTED GLOBAL)

# web_library(NAME FILES...): a C or C++ library of source files, whose warnings are not ours.
function(web_library name)
  add_library(${name} STATIC ${ARGN})
  target_compile_options(${name} PRIVATE -w -Oz)
endfunction()

# Fetches the source alone: the library's own build is not used.
function(web_fetch name)
  FetchContent_Declare(${name} ${ARGN} SOURCE_SUBDIR none)
  FetchContent_MakeAvailable(${name})
  set(${name}_SOURCE_DIR ${${name}_SOURCE_DIR} PARENT_SCOPE)
endfunction()

web_fetch(zlib
  URL https://github.com/madler/zlib/releases/download/v1.2.13/zlib-1.2.13.tar.gz
  URL_HASH SHA256=b3a24de97a8fdbc835b9833169501030b8977031bcb54b3b3ac13740f846ab30)
file(GLOB zlib_sources ${zlib_SOURCE_DIR}/*.c)
list(FILTER zlib_sources EXCLUDE REGEX "/gz[^/]*$")
web_library(fungescope_zlib ${zlib_sources})
target_include_directories(fungescope_zlib SYSTEM PUBLIC ${zlib_SOURCE_DIR})
add_library(ZLIB::ZLIB ALIAS fungescope_zlib)

if(NOT FUNGESCOPE_WINDOW)
  return()
endif()

fetch_imgui(fungescope_imgui)
target_compile_options(fungescope_imgui PRIVATE -w -Oz)
# It rasterizes the fonts, which is most of the time to the first frame.
set_source_files_properties(${imgui_SOURCE_DIR}/imgui_draw.cpp PROPERTIES COMPILE_OPTIONS -O2)
target_compile_definitions(fungescope_imgui
  PUBLIC IMGUI_DISABLE_DEMO_WINDOWS IMGUI_DISABLE_FILE_FUNCTIONS
  PRIVATE IMGUI_IMPL_OPENGL_ES3)
# "imgui.h", and <imgui/imgui.h> as Debian installs it.
file(CREATE_LINK ${imgui_SOURCE_DIR} ${web_include}/imgui SYMBOLIC)
target_include_directories(fungescope_imgui SYSTEM PUBLIC ${web_include})

web_fetch(giflib
  URL https://downloads.sourceforge.net/project/giflib/giflib-5.2.1.tar.gz
  URL_HASH SHA256=31da5562f44c5f15d63340a09a4fd62b48c45620cd302f77a6d9acf0077879bd)
web_library(fungescope_giflib
  ${giflib_SOURCE_DIR}/egif_lib.c ${giflib_SOURCE_DIR}/gifalloc.c ${giflib_SOURCE_DIR}/gif_err.c
  ${giflib_SOURCE_DIR}/gif_hash.c ${giflib_SOURCE_DIR}/openbsd-reallocarray.c)
target_include_directories(fungescope_giflib SYSTEM PUBLIC ${giflib_SOURCE_DIR})
add_library(GIF::GIF ALIAS fungescope_giflib)

web_fetch(libpng
  URL https://github.com/pnggroup/libpng/archive/v1.6.39.tar.gz
  URL_HASH SHA256=a00e9d2f2f664186e4202db9299397f851aea71b36a35e74910b8820e380d441)
file(GLOB libpng_sources ${libpng_SOURCE_DIR}/png*.c)
list(FILTER libpng_sources EXCLUDE REGEX "/pngtest.c$")
set(libpng_configuration ${CMAKE_CURRENT_BINARY_DIR}/libpng)
configure_file(${libpng_SOURCE_DIR}/scripts/pnglibconf.h.prebuilt
  ${libpng_configuration}/pnglibconf.h COPYONLY)
web_library(fungescope_libpng ${libpng_sources})
target_include_directories(fungescope_libpng SYSTEM PUBLIC
  ${libpng_SOURCE_DIR} ${libpng_configuration})
target_link_libraries(fungescope_libpng PUBLIC ZLIB::ZLIB)
add_library(PNG::PNG ALIAS fungescope_libpng)
