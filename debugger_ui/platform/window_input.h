// Converts GLFW's events to InputEvents.
#pragma once

#include "debugger_ui/platform/input.h"

struct GLFWwindow;

namespace fungescope::ui {

// The target of a window's callbacks, found through the window's user pointer.
struct WindowInput {
  InputQueue* queue = nullptr;
  Mods mods;  // as of the last key event, as GLFW's wheel events have none
};

// Installs the callbacks. `input` must outlive the window.
void install_input(GLFWwindow* window, WindowInput& input);

}  // namespace fungescope::ui
