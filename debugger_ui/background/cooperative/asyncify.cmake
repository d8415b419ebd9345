# How programs with fibers (fiber_asyncify.cpp) are linked.
set(asyncify_folder ${CMAKE_CURRENT_SOURCE_DIR}/cooperative)
target_link_options(fungescope_background INTERFACE
  -sASYNCIFY=1 -sASYNCIFY_IMPORTS=fungescope_fiber_suspend
  "SHELL:--js-library ${asyncify_folder}/fiber_asyncify.js")
