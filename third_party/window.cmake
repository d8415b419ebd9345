# The libraries of the debugger's window. Where one is missing, sets FUNGESCOPE_WINDOW to OFF and
# lists the missing packages; everything else still builds.

# Parts of the system, which are not fetched.
find_package(PkgConfig QUIET)
# OpenGL itself is looked up at run time. CMake's own module has no EGL without libOpenGL.
if(PKG_CONFIG_FOUND)
  pkg_check_modules(EGL QUIET IMPORTED_TARGET GLOBAL egl)
  pkg_check_modules(IMGUI QUIET IMPORTED_TARGET GLOBAL imgui>=1.86 imgui<1.91) # else fetched
endif()
find_package(PNG QUIET)
find_package(GIF 5.1 QUIET)
find_package(Fontconfig QUIET)
find_package(Freetype QUIET)
find_program(FUNGESCOPE_GLAD glad HINTS /usr/bin)

set(missing "")
set(needed PKG_CONFIG_FOUND pkg-config EGL_FOUND libegl-dev PNG_FOUND libpng-dev
  GIF_FOUND libgif-dev Fontconfig_FOUND libfontconfig-dev FREETYPE_FOUND libfreetype-dev
  FUNGESCOPE_GLAD python3-glad)
while(needed)
  list(POP_FRONT needed found package)
  if(NOT ${found})
    list(APPEND missing ${package})
  endif()
endwhile()

# GLFW can be fetched, and needs the headers of X then.
find_package(glfw3 3.3 CONFIG QUIET)
if(NOT TARGET glfw)
  find_package(X11 QUIET)
  if(NOT (X11_Xrandr_FOUND AND X11_Xinerama_FOUND AND X11_Xkb_FOUND AND X11_Xcursor_FOUND
      AND X11_Xi_FOUND))
    list(APPEND missing "libglfw3-dev")
  endif()
endif()

if(missing)
  list(JOIN missing " " missing)
  message(STATUS "window: not built, these packages are missing: ${missing}")
  set(FUNGESCOPE_WINDOW OFF)
  return()
endif()

find_or_fetch(glfw3 glfw ${github}/glfw/glfw/archive/3.3.8.tar.gz
  SHA256=f30f42e05f11e5fc62483e513b0488d5bceeab7d9c5da0ffe2252ad81816c713)

# fungescope_imgui: Dear ImGui with its OpenGL 3 back end; "imgui.h" and "imgui_impl_opengl3.h" are
# includes. FUNGESCOPE_IMGUI_FREETYPE is defined where it can draw its glyphs through FreeType.
add_library(fungescope_imgui INTERFACE)
if(IMGUI_FOUND)
  foreach(folder ${IMGUI_INCLUDE_DIRS})
    target_include_directories(fungescope_imgui SYSTEM INTERFACE ${folder} ${folder}/backends)
  endforeach()
  # libimgui.a holds the back ends; it wants libstb and FreeType after it.
  target_link_libraries(fungescope_imgui INTERFACE PkgConfig::IMGUI Freetype::Freetype)
  find_path(FUNGESCOPE_IMGUI_FREETYPE imgui_freetype.h HINTS ${IMGUI_INCLUDE_DIRS} NO_DEFAULT_PATH)
else()
  # Debian 12 has 1.86; both versions are supported.
  message(STATUS "imgui: there is no package, fetching 1.88")
  fetch_imgui(imgui_sources freetype)
  target_link_libraries(imgui_sources PUBLIC Freetype::Freetype ${CMAKE_DL_LIBS})
  target_link_libraries(fungescope_imgui INTERFACE imgui_sources)
  set(FUNGESCOPE_IMGUI_FREETYPE ON)
endif()
if(FUNGESCOPE_IMGUI_FREETYPE)
  target_compile_definitions(fungescope_imgui INTERFACE FUNGESCOPE_IMGUI_FREETYPE)
endif()

# glad: the functions of OpenGL 3.3, generated from the registry that the
# package carries, without the network.
set(glad_folder ${CMAKE_CURRENT_BINARY_DIR}/glad)
add_custom_command(OUTPUT ${glad_folder}/src/gl.c ${glad_folder}/include/glad/gl.h
  COMMAND ${FUNGESCOPE_GLAD} --quiet --reproducible --api gl:core=3.3 --extensions ""
    --out-path ${glad_folder} c
  COMMENT "Generating the OpenGL loader"
  VERBATIM)
add_library(fungescope_glad STATIC ${glad_folder}/src/gl.c ${glad_folder}/include/glad/gl.h)
target_include_directories(fungescope_glad SYSTEM PUBLIC ${glad_folder}/include)
