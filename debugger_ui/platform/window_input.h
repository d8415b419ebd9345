// Translates GLFW's events to InputEvents, and finds out whether a window is covered.
#pragma once

#include "debugger_ui/platform/input.h"

#include <memory>

struct GLFWwindow;

namespace fungescope::ui {

// The target of a window's callbacks, stored as its user pointer.
struct WindowInput {
  InputQueue* queue = nullptr;
  bool damaged = false;  // the window must be presented again
  Mods mods;             // of the last key event: GLFW does not pass them with wheel events
};

// Installs the callbacks. `input` must live as long as the window.
void install_input(GLFWwindow* window, WindowInput& input);

// Whether a window is covered by others, so that its frames need not be drawn.
//
// GLFW does not pass on this event of X, so it is received on a connection of its own. Under other
// window systems, and under a compositor, which draws covered windows too, no window is covered.
class Occlusion {
 public:
  explicit Occlusion(GLFWwindow* window);
  ~Occlusion();
  Occlusion(const Occlusion&) = delete;
  Occlusion& operator=(const Occlusion&) = delete;

  // To be called after events have arrived. While the window is covered, it waits until the X
  // server has sent all earlier events: GLFW may have received the same one before.
  void update();
  [[nodiscard]] bool covered() const;

 private:
  struct Connection;
  std::unique_ptr<Connection> connection_;  // null: not on X
};

}  // namespace fungescope::ui
