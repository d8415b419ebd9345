#include "debugger_ui/platform/input.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace fungescope::ui {
namespace {

using Kind = InputEvent::Kind;

std::size_t slot(Key key) {
  return static_cast<std::size_t>(key);
}
std::size_t slot(MouseButton button) {
  return static_cast<std::size_t>(button);
}

bool carries_mods(Kind kind) {
  return kind <= Kind::mods || (kind >= Kind::mouse_press && kind <= Kind::wheel);
}

// Keys that a text field handles once a frame, after the frame's text.
bool edits_text(const InputEvent& event) {
  if (event.mods.ctrl || event.mods.alt) return true;
  return event.key >= Key::left && event.key <= Key::insert && event.key != Key::space;
}

constexpr std::array<std::string_view, static_cast<std::size_t>(Key::count)> key_names{
    "",       "A",       "B",         "C",   "D",     "E",     "F",   "G",     "H",
    "I",      "J",       "K",         "L",   "M",     "N",     "O",   "P",     "Q",
    "R",      "S",       "T",         "U",   "V",     "W",     "X",   "Y",     "Z",
    "0",      "1",       "2",         "3",   "4",     "5",     "6",   "7",     "8",
    "9",      "F1",      "F2",        "F3",  "F4",    "F5",    "F6",  "F7",    "F8",
    "F9",     "F10",     "F11",       "F12", "Left",  "Right", "Up",  "Down",  "Home",
    "End",    "Page up", "Page down", "Tab", "Enter", "Enter", "Esc", "Space", "Backspace",
    "Delete", "Insert",  ",",         ".",   "/",     "-",     "=",   "[",     "]",
    "`",      ";",       "'",         "\\",  "Menu",  "Alt"};

}  // namespace

std::string key_text(Key key, Mods mods) {
  if (key == Key::none) return {};
  std::string text;
  if (mods.ctrl) text += "Ctrl+";
  if (mods.alt) text += "Alt+";
  if (mods.shift) text += "Shift+";
  return text.append(key_names[static_cast<std::size_t>(key)]);
}

Key key_of_character(char c) {
  if (c >= 'a' && c <= 'z') return nth_key(Key::a, c - 'a');
  if (c >= 'A' && c <= 'Z') return nth_key(Key::a, c - 'A');
  if (c >= '0' && c <= '9') return nth_key(Key::digit_0, c - '0');
  constexpr std::string_view signs = ",./-=[]`;'\\";  // in the order of Key
  const std::size_t at = signs.find(c);
  if (at == std::string_view::npos) return Key::none;
  return nth_key(Key::comma, static_cast<int>(at));
}

// Decides which queued events fit into the current frame.
class InputQueue::FrameBuilder {
 public:
  explicit FrameBuilder(InputQueue& queue) : queue_(queue), frame_(queue.frame_) {
    frame_.transitions.clear();
    frame_.presses.clear();
    frame_.text.clear();
    frame_.dropped_files.clear();
    frame_.wheel_x = frame_.wheel_y = 0;
    frame_.focus_changed = false;
    frame_.mouse_moved = false;
  }

  [[nodiscard]] bool fits(const InputEvent& event) const {
    // All events of a frame have the same modifiers.
    if (carries_mods(event.kind) && mods_used_ && event.mods != frame_.mods) return false;
    if (frame_.focus_changed) return false;
    switch (event.kind) {
      case Kind::key_press:
      case Kind::key_repeat:
        return !button_changed_ && !edited_ && !changed(event.key);
      case Kind::key_release:
        return !button_changed_ && !changed(event.key);
      case Kind::mods:
        // A click must not see modifiers that were pressed after it.
        return !button_changed_;
      case Kind::text:
        return !button_changed_ && !edited_;
      case Kind::mouse_move:
      case Kind::mouse_leave:
      case Kind::window_moved:
        return !button_changed_ && !wheeled_;
      case Kind::mouse_press:
      case Kind::mouse_release:
        return !changed_buttons_[slot(event.button)] && !keyed_ && !wheeled_;
      case Kind::wheel:
        return !button_changed_;
      case Kind::focus_gained:
      case Kind::focus_lost:
        return frame_.transitions.empty() && !button_changed_;
      case Kind::files_dropped:
        return frame_.dropped_files.empty();
    }
    return true;
  }

  void take(InputEvent event) {
    if (carries_mods(event.kind)) {
      frame_.mods = event.mods;
      mods_used_ = mods_used_ || event.kind != Kind::mods;
    }
    switch (event.kind) {
      case Kind::key_press:
      case Kind::key_repeat:
        take_press(event);
        break;
      case Kind::key_release:
        keyed_ = true;
        transition(event.key, false);
        break;
      case Kind::mods:
        break;
      case Kind::text:
        keyed_ = true;
        frame_.text.push_back(event.code_point);
        break;
      case Kind::mouse_move:
        frame_.mouse_moved = true;
        frame_.mouse_inside = true;
        frame_.mouse_x = event.x;
        frame_.mouse_y = event.y;
        break;
      case Kind::mouse_leave:
        frame_.mouse_moved = true;
        // A drag continues outside the window.
        frame_.mouse_inside = frame_.has_button_down();
        break;
      case Kind::window_moved:
        frame_.mouse_moved = true;
        break;
      case Kind::mouse_press:
      case Kind::mouse_release:
        button_changed_ = true;
        changed_buttons_[slot(event.button)] = true;
        frame_.buttons[slot(event.button)] = event.kind == Kind::mouse_press;
        break;
      case Kind::wheel:
        wheeled_ = true;
        frame_.wheel_x += event.x;
        frame_.wheel_y += event.y;
        break;
      case Kind::focus_gained:
        take_focus(true);
        break;
      case Kind::focus_lost:
        take_focus(false);
        break;
      case Kind::files_dropped:
        frame_.dropped_files = std::move(event.files);
        break;
    }
  }

 private:
  [[nodiscard]] bool changed(Key key) const {
    return std::any_of(frame_.transitions.begin(), frame_.transitions.end(),
                       [&](const auto& transition) { return transition.key == key; });
  }

  void take_press(const InputEvent& event) {
    keyed_ = true;
    edited_ = edited_ || edits_text(event);
    const bool repeat = event.kind == Kind::key_repeat;
    frame_.presses.push_back({event.key, event.mods, repeat});
    if (!repeat) transition(event.key, true);
  }

  void transition(Key key, bool down) {
    frame_.transitions.push_back({key, down});
    queue_.down_[slot(key)] = down;
  }

  // Another window gets the releases: release everything here.
  void take_focus(bool focused) {
    frame_.focus_changed = true;
    frame_.focused = focused;
    if (focused) return;
    for (std::size_t i = 0; i < queue_.down_.size(); ++i) {
      if (queue_.down_[i]) transition(static_cast<Key>(i), false);
    }
    frame_.buttons.fill(false);
    frame_.mods = {};
  }

  InputQueue& queue_;
  InputFrame& frame_;
  std::array<bool, static_cast<std::size_t>(MouseButton::count)> changed_buttons_{};
  bool button_changed_ = false;
  bool wheeled_ = false;
  bool keyed_ = false;      // a key or text
  bool edited_ = false;     // a key that a text field handles after the text
  bool mods_used_ = false;  // an event of this frame used the modifiers
};

const InputFrame& InputQueue::next_frame() {
  FrameBuilder cut(*this);
  while (!events_.empty() && cut.fits(events_.front())) {
    cut.take(std::move(events_.front()));
    events_.pop_front();
  }
  return frame_;
}

const InputFrame& InputQueue::hold_frame() {
  const FrameBuilder nothing(*this);
  return frame_;
}

bool InputQueue::pressed(Key key, Mods mods) const {
  return std::any_of(frame_.presses.begin(), frame_.presses.end(),
                     [&](const KeyPress& press) { return press.key == key && press.mods == mods; });
}

void InputQueue::take(Key key) {
  std::erase_if(frame_.presses, [key](const KeyPress& press) { return press.key == key; });
}

void InputQueue::swap_typed(Typed& typed) {
  std::swap(frame_.presses, typed.presses);
  std::swap(frame_.text, typed.text);
}

bool InputQueue::held() const {
  return frame_.has_button_down() || std::find(down_.begin(), down_.end(), true) != down_.end();
}

}  // namespace fungescope::ui
