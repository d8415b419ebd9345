// Translates GLFW's events to InputEvents.
#pragma once

#include "debugger_ui/platform/input.h"

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

}  // namespace fungescope::ui
