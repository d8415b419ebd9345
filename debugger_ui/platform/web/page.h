// The page around the window. The functions are what platform files call in it: implemented in
// page_library.js, which passes each call to a member of `Module.page` (debugger_ui/web/page.js).
#pragma once

#include "debugger_ui/platform/input.h"
#include "debugger_ui/platform/pictures/image.h"

#include <string>

extern "C" {

// Asks for a step soon: there is news.
void page_wake();
void page_set_title(const char* title);
void page_set_cursor(const char* css);
void page_copy(const char* text);
// Whether a text field takes the keyboard: on a touch screen the page opens one.
void page_take_text(bool wanted);
// Lets the user choose a file, which is then dropped on the window.
void page_choose_file();

}  // extern "C"

namespace fungescope::ui {

// What the page reports to the window, by the functions that page_input.cpp exports to it.
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
