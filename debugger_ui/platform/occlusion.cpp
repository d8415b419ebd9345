#include "debugger_ui/platform/window_input.h"

#ifdef FUNGESCOPE_X11

#include <X11/Xlib.h>

// Missing in a GLFW that was built without X.
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" [[gnu::weak]] unsigned long glfwGetX11Window(GLFWwindow* window);

namespace fungescope::ui {

struct Occlusion::Connection {
  explicit Connection(Display* opened) : display(opened) {}
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() { XCloseDisplay(display); }

  Display* display;
  bool covered = false;
};

Occlusion::Occlusion(GLFWwindow* window) {
  const unsigned long id = glfwGetX11Window != nullptr ? glfwGetX11Window(window) : 0;
  if (id == 0) return;
  Display* const display = XOpenDisplay(nullptr);
  if (display == nullptr) return;
  connection_ = std::make_unique<Connection>(display);
  XSelectInput(display, id, VisibilityChangeMask);
  XSync(display, False);
}

void Occlusion::update() {
  if (connection_ == nullptr) return;
  if (connection_->covered) XSync(connection_->display, False);
  while (XPending(connection_->display) > 0) {
    XEvent event;
    XNextEvent(connection_->display, &event);
    if (event.type != VisibilityNotify) continue;
    connection_->covered = event.xvisibility.state == VisibilityFullyObscured;
  }
}

bool Occlusion::covered() const {
  return connection_ != nullptr && connection_->covered;
}

Occlusion::~Occlusion() = default;

}  // namespace fungescope::ui

#else

namespace fungescope::ui {

struct Occlusion::Connection {};
Occlusion::Occlusion(GLFWwindow* /*window*/) {}
Occlusion::~Occlusion() = default;
void Occlusion::update() {}
bool Occlusion::covered() const {
  return false;
}

}  // namespace fungescope::ui

#endif
