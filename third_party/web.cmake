# The libraries of the page in the browser (debugger_ui/web), compiled by Emscripten.
#
# Nothing compiled for this system can be linked, so the libraries come as source: from Debian's
# source packages, unpacked in FUNGESCOPE_WEB_SOURCES (`./x web` does that), else from the library's
# own repository. Three have headers alone; Debian's -dev packages will do for them.
set(FUNGESCOPE_WEB_SOURCES ${PROJECT_BINARY_DIR}/sources CACHE PATH
  "Unpacked source packages of the libraries of the page")

# FetchContent takes them from there if they are unpacked.
set(names fmt pugixml imgui giflib zlib libpng)
set(packages fmtlib pugixml imgui giflib zlib libpng1.6)
foreach(name package IN ZIP_LISTS names packages)
  file(GLOB folders LIST_DIRECTORIES true ${FUNGESCOPE_WEB_SOURCES}/${package}-*)
  if(folders)
    string(TOUPPER ${name} upper)
    set(FETCHCONTENT_SOURCE_DIR_${upper} ${folders} CACHE PATH "" FORCE)
  endif()
endforeach()

# The libraries of headers alone. The compiler must not see /usr/include, which belongs to another
# system: it gets a folder with links.
set(web_include ${CMAKE_CURRENT_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${web_include})
set(targets tl::expected CLI11::CLI11 nlohmann_json::nlohmann_json doctest::doctest)
set(folders tl CLI nlohmann doctest)
foreach(target folder IN ZIP_LISTS targets folders)
  if(EXISTS /usr/include/${folder})
    file(CREATE_LINK /usr/include/${folder} ${web_include}/${folder} SYMBOLIC)
    add_library(${target} INTERFACE IMPORTED GLOBAL)
    target_include_directories(${target} INTERFACE ${web_include})
  endif()
endforeach()

# There is one thread. Emscripten's C library declares the functions of threads.
add_library(Threads::Threads INTERFACE IMPORTED GLOBAL)

# web_library(TARGET NAME ADDRESS PIN SOURCES...): a library of C whose own build is not used, and
# whose warnings are not ours.
function(web_library target name address pin)
  fetch(${name} ${address} ${pin} SOURCE_SUBDIR none)
  list(TRANSFORM ARGN PREPEND ${${name}_SOURCE_DIR}/)
  file(GLOB sources ${ARGN})
  add_library(fungescope_${name} STATIC ${sources})
  target_compile_options(fungescope_${name} PRIVATE -w -Oz)
  target_include_directories(fungescope_${name} SYSTEM PUBLIC ${${name}_SOURCE_DIR})
  add_library(${target} ALIAS fungescope_${name})
endfunction()

# Without its reading and writing of files, in gz*.c.
web_library(ZLIB::ZLIB zlib ${github}/madler/zlib/releases/download/v1.2.13/zlib-1.2.13.tar.gz
  SHA256=b3a24de97a8fdbc835b9833169501030b8977031bcb54b3b3ac13740f846ab30 [!g]*.c)

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

web_library(GIF::GIF giflib https://downloads.sourceforge.net/project/giflib/giflib-5.2.1.tar.gz
  SHA256=31da5562f44c5f15d63340a09a4fd62b48c45620cd302f77a6d9acf0077879bd
  egif_lib.c gifalloc.c gif_err.c gif_hash.c openbsd-reallocarray.c)

# Without its test, pngtest.c.
web_library(PNG::PNG libpng ${github}/pnggroup/libpng/archive/v1.6.39.tar.gz
  SHA256=a00e9d2f2f664186e4202db9299397f851aea71b36a35e74910b8820e380d441
  png.c png[!t]*.c pngtrans.c)
set(libpng_configuration ${CMAKE_CURRENT_BINARY_DIR}/libpng)
configure_file(${libpng_SOURCE_DIR}/scripts/pnglibconf.h.prebuilt
  ${libpng_configuration}/pnglibconf.h COPYONLY)
target_include_directories(fungescope_libpng SYSTEM PUBLIC ${libpng_configuration})
target_link_libraries(fungescope_libpng PUBLIC ZLIB::ZLIB)
