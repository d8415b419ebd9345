// What the page tells the window, by the functions that page_input.cpp exports to it.
#pragma once

#include "debugger_ui/platform/input.h"
#include "debugger_ui/platform/pictures/image.h"

#include <string>

namespace fungescope::ui {

struct PageInput {
  InputQueue* queue = nullptr;  // null until there is a window
  PixelSize size{1, 1};         // of the canvas, pixels
  float scale = 1;              // of the display
  bool hidden = false;          // the tab is in the background
  bool damaged = false;         // the canvas has lost its contents
  std::string clipboard;        // what was copied last, or is being pasted
};

[[nodiscard]] PageInput& page_input();

}  // namespace fungescope::ui
