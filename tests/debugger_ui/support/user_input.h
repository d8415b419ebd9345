// Pushes the events that a user's actions produce.
#pragma once

#include "debugger_ui/platform/input.h"

#include <string_view>
#include <utility>

#include <imgui_internal.h>

namespace fungescope::ui {

class UserInput {
 public:
  using Kind = InputEvent::Kind;

  // `queue` must outlive it.
  explicit UserInput(InputQueue& queue) : queue_(queue) {}

  void push(InputEvent event) const { queue_.push(std::move(event)); }

  // Presses and releases a key.
  void tap(Key key, Mods mods = {}) const {
    push({.kind = Kind::key_press, .key = key, .mods = mods});
    push({.kind = Kind::key_release, .key = key, .mods = mods});
    push({.kind = Kind::mods});
  }
  // Text alone, no keys.
  void type(std::string_view utf8) const {
    const char* const end = utf8.data() + utf8.size();
    for (const char* at = utf8.data(); at < end;) {
      unsigned int code_point = 0;
      at += ImTextCharFromUtf8(&code_point, at, end);
      push({.kind = Kind::text, .code_point = code_point});
    }
  }

  void move(float x, float y) const { queue_.move(x, y); }
  void press(MouseButton button = MouseButton::left, Mods mods = {}) const {
    push({.kind = Kind::mouse_press, .button = button, .mods = mods});
  }
  void release(MouseButton button = MouseButton::left, Mods mods = {}) const {
    push({.kind = Kind::mouse_release, .button = button, .mods = mods});
    push({.kind = Kind::mods});
  }
  void click(float x, float y, MouseButton button = MouseButton::left, Mods mods = {}) const {
    move(x, y);
    press(button, mods);
    release(button, mods);
  }
  void drag(float from_x, float from_y, float to_x, float to_y, Mods mods = {}) const {
    move(from_x, from_y);
    press(MouseButton::left, mods);
    // Moves through the middle, because ImGui starts a drag only after some pixels.
    move((from_x + to_x) / 2, (from_y + to_y) / 2);
    move(to_x, to_y);
    release(MouseButton::left, mods);
  }
  void wheel(float steps_up, Mods mods = {}) const {
    push({.kind = Kind::wheel, .mods = mods, .y = steps_up});
    push({.kind = Kind::mods});
  }

 private:
  InputQueue& queue_;
};

// A queue, and the user who fills it.
class UserQueue : public InputQueue, public UserInput {
 public:
  UserQueue() : UserInput(static_cast<InputQueue&>(*this)) {}
  using InputQueue::move;
  using InputQueue::push;
};

}  // namespace fungescope::ui
