// Keys that act when they are released, if nothing else was used meanwhile.
#pragma once

#include "debugger_ui/platform/input.h"

#include <algorithm>

namespace fungescope::ui {

class KeyTaps {
 public:
  void press_space() { space_ = true; }
  void forget_space() { space_ = false; }

  // Whether Space was released in this frame, after `press_space`. With the mouse, the key pans, so
  // it plays only when it is released, if the mouse was not used.
  bool released_space(const InputFrame& frame) {
    const bool released =
        std::any_of(frame.transitions.begin(), frame.transitions.end(),
                    [](const auto& change) { return change.key == Key::space && !change.down; });
    const bool pressed = space_;
    const bool mouse = uses_mouse(frame);
    if (mouse || released || !frame.focused) space_ = false;
    return pressed && released && !mouse;
  }

  // Whether the Alt key went down and up by itself. A window manager that moves the window by it
  // takes the mouse meanwhile.
  bool tapped_alt(const InputFrame& frame) {
    const bool other = !frame.focused || frame.focus_changed || frame.mouse_moved ||
                       frame.wheel_x != 0 || frame.wheel_y != 0 || uses_mouse(frame) ||
                       std::any_of(frame.presses.begin(), frame.presses.end(),
                                   [](const KeyPress& press) { return press.key != Key::alt; });
    bool tapped = false;
    for (const InputFrame::Transition& change : frame.transitions) {
      if (change.key != Key::alt) continue;
      tapped = !change.down && alt_alone_;
      alt_alone_ = change.down;
    }
    alt_alone_ = alt_alone_ && !other;
    return tapped && !other;
  }

 private:
  static bool uses_mouse(const InputFrame& frame) {
    return std::any_of(frame.buttons.begin(), frame.buttons.end(), [](bool down) { return down; });
  }

  bool alt_alone_ = false;  // it is down, and nothing else was used since
  bool space_ = false;      // it was pressed, and neither released nor used with the mouse since
};

}  // namespace fungescope::ui
