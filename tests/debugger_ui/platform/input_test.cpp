#include "debugger_ui/support/user_input.h"

#include <doctest/doctest.h>

using namespace fungescope::ui;
using Kind = InputEvent::Kind;

namespace {

bool down(const InputFrame& frame, MouseButton button) {
  return frame.buttons[static_cast<std::size_t>(button)];
}

}  // namespace

TEST_CASE_FIXTURE(UserQueue, "a key tapped within one frame goes down in one and up in the next") {
  tap(Key::a);

  const InputFrame& frame = next_frame();
  REQUIRE(frame.transitions.size() == 1);
  CHECK(frame.transitions[0].key == Key::a);
  CHECK(frame.transitions[0].down);
  CHECK(pressed(Key::a));
  CHECK(pending());

  next_frame();
  REQUIRE(frame.transitions.size() == 1);
  CHECK_FALSE(frame.transitions[0].down);
  CHECK_FALSE(pressed(Key::a));
  CHECK_FALSE(pending());

  next_frame();
  CHECK(frame.transitions.empty());
}

TEST_CASE_FIXTURE(UserQueue, "every tap of a series is one press") {
  for (int i = 0; i < 10; ++i) tap(Key::f10);
  int presses = 0;
  for (int frame = 0; pending(); ++frame) {
    REQUIRE(frame < 100);
    next_frame();
    if (pressed(Key::f10)) ++presses;
  }
  CHECK(presses == 10);
}

TEST_CASE_FIXTURE(UserQueue, "a shortcut has exactly its modifiers") {
  tap(Key::p, with_ctrl);
  CHECK(next_frame().mods == with_ctrl);
  CHECK(pressed(Key::p, with_ctrl));
  CHECK_FALSE(pressed(Key::p));
  CHECK_FALSE(pressed(Key::p, with_ctrl_shift));
  while (pending()) next_frame();
  CHECK(frame().mods == Mods{});
}

TEST_CASE_FIXTURE(UserQueue, "events under other modifiers wait for the next frame") {
  push({.kind = Kind::key_press, .key = Key::s, .mods = with_ctrl});
  push({.kind = Kind::key_press, .key = Key::x});
  next_frame();
  CHECK(pressed(Key::s, with_ctrl));
  CHECK_FALSE(pressed(Key::x));
  next_frame();
  CHECK(pressed(Key::x));
}

TEST_CASE_FIXTURE(UserQueue, "repeats are presses, and no transitions") {
  push({.kind = Kind::key_press, .key = Key::f11});
  next_frame();
  push({.kind = Kind::key_repeat, .key = Key::f11});
  const InputFrame& frame = next_frame();
  CHECK(pressed(Key::f11));
  CHECK(frame.presses.at(0).repeat);
  CHECK(frame.transitions.empty());
}

TEST_CASE_FIXTURE(UserQueue, "a click happens where the pointer was, though it moves on at once") {
  click(10, 20);
  move(300, 400);

  const InputFrame& frame = next_frame();
  CHECK(frame.mouse_x == 10);
  CHECK(frame.mouse_y == 20);
  CHECK(down(frame, MouseButton::left));

  next_frame();
  CHECK(frame.mouse_x == 10);
  CHECK_FALSE(down(frame, MouseButton::left));

  while (pending()) next_frame();
  CHECK(frame.mouse_x == 300);
}

TEST_CASE_FIXTURE(UserQueue, "moves without anything between them become one") {
  for (int i = 0; i <= 50; ++i) move(static_cast<float>(i), 7);
  CHECK(next_frame().mouse_x == 50);
  CHECK_FALSE(pending());
}

TEST_CASE_FIXTURE(UserQueue, "a double click is down twice") {
  click(5, 5);
  click(5, 5);
  int presses = 0;
  bool was_down = false;
  while (pending()) {
    const bool is_down = down(next_frame(), MouseButton::left);
    if (is_down && !was_down) ++presses;
    was_down = is_down;
  }
  CHECK(presses == 2);
}

TEST_CASE_FIXTURE(UserQueue, "the wheel adds up until the pointer moves") {
  move(1, 1);
  push({.kind = Kind::wheel, .y = 1});
  push({.kind = Kind::wheel, .x = 2, .y = 1});
  move(9, 9);
  const InputFrame& frame = next_frame();
  CHECK(frame.wheel_x == 2);
  CHECK(frame.wheel_y == 2);
  CHECK(frame.mouse_x == 1);
  next_frame();
  CHECK(frame.wheel_y == 0);
  CHECK(frame.mouse_x == 9);
}

TEST_CASE_FIXTURE(UserQueue, "text keeps its order with the keys that edit it") {
  type("ab");
  tap(Key::backspace);
  type("\u00e9\u2192");
  tap(Key::enter);

  const InputFrame& frame = next_frame();
  CHECK(frame.text == U"ab");
  CHECK(pressed(Key::backspace));
  next_frame();  // backspace comes up; then the rest
  CHECK(frame.text == U"\u00e9\u2192");
  CHECK(pressed(Key::enter));
}

TEST_CASE_FIXTURE(UserQueue, "fast typing does not lose or reorder letters") {
  const std::u32string word = U"aabbab";
  for (const char32_t letter : word) {
    const Key key = letter == U'a' ? Key::a : Key::b;
    push({.kind = Kind::key_press, .key = key});
    push({.kind = Kind::text, .code_point = letter});
    push({.kind = Kind::key_release, .key = key});
  }
  std::u32string typed;
  while (pending()) typed += next_frame().text;
  CHECK(typed == word);
}

TEST_CASE_FIXTURE(UserQueue, "text does not reach the frame of the click that gives the focus") {
  click(3, 3);
  type("x");
  CHECK(next_frame().text.empty());
  while (pending()) next_frame();
  CHECK(frame().text == U"x");
}

TEST_CASE_FIXTURE(UserQueue, "losing the focus releases held keys and buttons") {
  push({.kind = Kind::key_press, .key = Key::left, .mods = with_shift});
  push({.kind = Kind::mouse_press, .button = MouseButton::right, .mods = with_shift});
  next_frame();
  next_frame();
  push({.kind = Kind::focus_lost});
  const InputFrame& frame = next_frame();
  CHECK_FALSE(frame.focused);
  CHECK(frame.mods == Mods{});
  CHECK_FALSE(down(frame, MouseButton::right));
  REQUIRE(frame.transitions.size() == 1);
  CHECK(frame.transitions[0].key == Key::left);
  CHECK_FALSE(frame.transitions[0].down);
}

TEST_CASE_FIXTURE(UserQueue, "dropped files are there for one frame") {
  push({.kind = Kind::files_dropped, .files = {"a.b93", "b.b93"}});
  CHECK(next_frame().dropped_files == std::vector<std::string>{"a.b93", "b.b93"});
  CHECK(next_frame().dropped_files.empty());
}
