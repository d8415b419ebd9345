// GLFW's events as ours.
#pragma once

#include "debugger_ui/platform/input.h"

struct GLFWwindow;

namespace fungescope::ui {

// Where a window's callbacks push; found through the window's user pointer.
struct WindowInput {
  InputQueue* queue = nullptr;
  Mods mods;  // as of the last key event: GLFW does not tell them with the wheel
};

// Installs the callbacks. `input` must live as long as the window.
void install_input(GLFWwindow* window, WindowInput& input);

}  // namespace fungescope::ui
