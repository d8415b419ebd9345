// Whether a window is covered by others, so that its frames need not be drawn.
#pragma once

#include <memory>

struct GLFWwindow;

namespace fungescope::ui {

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
