// WebGL 2, which is OpenGL ES 3.0.
#include "debugger_ui/platform/opengl.h"

namespace fungescope::ui {

const char* shader_version() {
  return "#version 300 es";
}

void limit_software_renderer_threads() {}  // the browser's own

bool is_software_renderer(std::string_view renderer) {
  for (const std::string_view name : {"SwiftShader", "llvmpipe", "Basic Render"}) {
    if (renderer.find(name) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace fungescope::ui
