#include "debugger_ui/platform/opengl.h"

#include <cstdlib>

namespace fungescope::ui {

const char* shader_version() {
  return "#version 330 core";
}

void limit_software_renderer_threads() {
  setenv("LP_NUM_THREADS", "1", 0);  // NOLINT(concurrency-mt-unsafe): before any other thread
}

bool is_software_renderer(std::string_view renderer) {
  for (const std::string_view name : {"llvmpipe", "softpipe", "swrast", "SWR"}) {
    if (renderer.find(name) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace fungescope::ui
