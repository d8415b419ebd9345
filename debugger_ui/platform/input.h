// Queues keyboard and mouse events and delivers them a frame at a time.
//
// Dear ImGui 1.86 samples the state of keys and buttons once a frame: a key that goes down and up
// between two frames is lost. `InputQueue` therefore delivers at most one transition of a key or
// button per frame, in order.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::ui {

// clang-format off
enum class Key : std::uint8_t {
  none,
  a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z,
  digit_0, digit_1, digit_2, digit_3, digit_4, digit_5, digit_6, digit_7, digit_8, digit_9,
  f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12,
  left, right, up, down, home, end, page_up, page_down,
  tab, enter, keypad_enter, escape, space, backspace, delete_key, insert,
  comma, period, slash, minus, equal, left_bracket, right_bracket, grave,
  semicolon, apostrophe, backslash,
  menu,  // opens context menus
  alt,   // the left one, by itself
  count
};
// clang-format on

struct Mods {
  bool ctrl = false;
  bool shift = false;
  bool alt = false;

  friend bool operator==(const Mods&, const Mods&) = default;
};

inline constexpr Mods with_ctrl{.ctrl = true};
inline constexpr Mods with_shift{.shift = true};
inline constexpr Mods with_alt{.alt = true};
inline constexpr Mods with_ctrl_shift{.ctrl = true, .shift = true};

// "Ctrl+Shift+R"; empty for Key::none.
[[nodiscard]] std::string key_text(Key key, Mods mods);

// The key that is `offset` after `first` in the order of Key.
[[nodiscard]] constexpr Key nth_key(Key first, int offset) {
  return static_cast<Key>(static_cast<int>(first) + offset);
}

// The key of a letter, in either case, of a digit, or of a sign on an American keyboard; Key::none
// for other characters.
[[nodiscard]] Key key_of_character(char c);

// Whether a key is the browser's around the page: reload, tabs and windows, its own zoom, developer
// tools. Never in the window.
[[nodiscard]] bool is_browsers(Key key, Mods mods);

enum class MouseButton : std::uint8_t { left, right, middle, count };

// One event. Only the fields of its kind are set.
struct InputEvent {
  enum class Kind : std::uint8_t {
    key_press,
    key_repeat,  // by the system, while the key is held
    key_release,
    mods,  // a modifier went down or up
    text,
    mouse_move,
    mouse_leave,  // the pointer has left the window
    window_moved,
    mouse_press,
    mouse_release,
    wheel,
    focus_gained,
    focus_lost,
    files_dropped,
  };
  Kind kind = Kind::mods;
  Key key = Key::none;                     // key_*
  MouseButton button = MouseButton::left;  // mouse_press, mouse_release
  Mods mods{};                             // key_*, mods, mouse_press, mouse_release, wheel
  char32_t code_point = 0;                 // text
  float x = 0;                             // mouse_move: pixels from the left; wheel: steps
  float y = 0;                             // mouse_move: pixels from the top; wheel: steps up
  std::vector<std::string> files{};        // files_dropped: paths
};

struct KeyPress {
  Key key = Key::none;
  Mods mods;
  bool repeat = false;
};

struct InputFrame {
  struct Transition {
    Key key = Key::none;
    bool down = false;
  };
  std::vector<Transition> transitions;  // at most one a key
  std::vector<KeyPress> presses;        // with the system's repeats
  std::u32string text;
  Mods mods;
  bool mouse_inside = false;
  float mouse_x = 0;
  float mouse_y = 0;
  bool mouse_moved = false;  // in the window, out of it, or with the window
  std::array<bool, static_cast<std::size_t>(MouseButton::count)> buttons{};  // down
  float wheel_x = 0;
  float wheel_y = 0;
  bool focus_changed = false;
  bool focused = true;
  std::vector<std::string> dropped_files;

  [[nodiscard]] bool has_button_down() const {
    return std::find(buttons.begin(), buttons.end(), true) != buttons.end();
  }
};

// Not thread-safe: GLFW calls back on the window's thread.
class InputQueue {
 public:
  void push(InputEvent event) { events_.push_back(std::move(event)); }
  void move(float x, float y) { push({.kind = InputEvent::Kind::mouse_move, .x = x, .y = y}); }

  // Takes as many events as fit into one frame, in order: no key or button changes
  // twice, the pointer does not move after a button or the wheel, and no text follows
  // a key that edits text. Called by ImguiHost::begin_frame.
  const InputFrame& next_frame();

  // Returns a frame without events; queued events stay for the next one.
  const InputFrame& hold_frame();

  // Whether events are queued for another frame: then draw it without waiting.
  [[nodiscard]] bool pending() const { return !events_.empty(); }

  // Whether a key or button is down, as of the last frame: widgets may repeat their action.
  [[nodiscard]] bool held() const;

  // The frame last returned by next_frame().
  [[nodiscard]] const InputFrame& frame() const { return frame_; }

  // Whether the key was pressed, or repeated, in this frame with exactly these
  // modifiers. Ignores Dear ImGui's focus: test io.WantTextInput.
  [[nodiscard]] bool pressed(Key key, Mods mods = {}) const;
  // Removes the key from this frame: nobody else sees that it was pressed.
  void take(Key key);

  // What was typed in this frame, by keys and as text.
  struct Typed {
    std::vector<KeyPress> presses;
    std::u32string text;
  };
  // Exchanges it for `typed`: a second call undoes the first.
  void swap_typed(Typed& typed);

 private:
  class FrameBuilder;

  std::deque<InputEvent> events_;
  InputFrame frame_;
  std::array<bool, static_cast<std::size_t>(Key::count)> down_{};
};

}  // namespace fungescope::ui
