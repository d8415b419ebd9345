#include "debugger_ui/platform/input.h"

#include <doctest/doctest.h>

using namespace fungescope::ui;
using Kind = InputEvent::Kind;

namespace {

bool down(const InputFrame& frame, MouseButton button) {
  return frame.buttons[static_cast<std::size_t>(button)];
}

}  // namespace

TEST_CASE("a key tapped within one frame goes down in one and up in the next") {
  InputQueue queue;
  queue.tap(Key::a);

  const InputFrame& frame = queue.next_frame();
  REQUIRE(frame.transitions.size() == 1);
  CHECK(frame.transitions[0].key == Key::a);
  CHECK(frame.transitions[0].down);
  CHECK(queue.pressed(Key::a));
  CHECK(queue.pending());

  queue.next_frame();
  REQUIRE(frame.transitions.size() == 1);
  CHECK_FALSE(frame.transitions[0].down);
  CHECK_FALSE(queue.pressed(Key::a));
  CHECK_FALSE(queue.pending());

  queue.next_frame();
  CHECK(frame.transitions.empty());
}

TEST_CASE("every tap of a series is one press") {
  InputQueue queue;
  for (int i = 0; i < 10; ++i) queue.tap(Key::f10);
  int presses = 0;
  for (int frame = 0; queue.pending(); ++frame) {
    REQUIRE(frame < 100);
    queue.next_frame();
    if (queue.pressed(Key::f10)) ++presses;
  }
  CHECK(presses == 10);
}

TEST_CASE("a shortcut has exactly its modifiers") {
  InputQueue queue;
  queue.tap(Key::p, with_ctrl);
  CHECK(queue.next_frame().mods == with_ctrl);
  CHECK(queue.pressed(Key::p, with_ctrl));
  CHECK_FALSE(queue.pressed(Key::p));
  CHECK_FALSE(queue.pressed(Key::p, with_ctrl_shift));
  while (queue.pending()) queue.next_frame();
  CHECK(queue.frame().mods == Mods{});
}

TEST_CASE("events under other modifiers wait for the next frame") {
  InputQueue queue;
  queue.push({.kind = Kind::key_press, .key = Key::s, .mods = with_ctrl});
  queue.push({.kind = Kind::key_press, .key = Key::x});
  queue.next_frame();
  CHECK(queue.pressed(Key::s, with_ctrl));
  CHECK_FALSE(queue.pressed(Key::x));
  queue.next_frame();
  CHECK(queue.pressed(Key::x));
}

TEST_CASE("repeats are presses, and no transitions") {
  InputQueue queue;
  queue.push({.kind = Kind::key_press, .key = Key::f11});
  queue.next_frame();
  queue.push({.kind = Kind::key_repeat, .key = Key::f11});
  const InputFrame& frame = queue.next_frame();
  CHECK(queue.pressed(Key::f11));
  CHECK(frame.presses.at(0).repeat);
  CHECK(frame.transitions.empty());
}

TEST_CASE("a click happens where the pointer was, though it moves on at once") {
  InputQueue queue;
  queue.click(10, 20);
  queue.move(300, 400);

  const InputFrame& frame = queue.next_frame();
  CHECK(frame.mouse_x == 10);
  CHECK(frame.mouse_y == 20);
  CHECK(down(frame, MouseButton::left));

  queue.next_frame();
  CHECK(frame.mouse_x == 10);
  CHECK_FALSE(down(frame, MouseButton::left));

  while (queue.pending()) queue.next_frame();
  CHECK(frame.mouse_x == 300);
}

TEST_CASE("moves without anything between them become one") {
  InputQueue queue;
  for (int i = 0; i <= 50; ++i) queue.move(static_cast<float>(i), 7);
  CHECK(queue.next_frame().mouse_x == 50);
  CHECK_FALSE(queue.pending());
}

TEST_CASE("a double click is down twice") {
  InputQueue queue;
  queue.click(5, 5);
  queue.click(5, 5);
  int presses = 0;
  bool was_down = false;
  while (queue.pending()) {
    const bool is_down = down(queue.next_frame(), MouseButton::left);
    if (is_down && !was_down) ++presses;
    was_down = is_down;
  }
  CHECK(presses == 2);
}

TEST_CASE("the wheel adds up until the pointer moves") {
  InputQueue queue;
  queue.move(1, 1);
  queue.push({.kind = Kind::wheel, .y = 1});
  queue.push({.kind = Kind::wheel, .x = 2, .y = 1});
  queue.move(9, 9);
  const InputFrame& frame = queue.next_frame();
  CHECK(frame.wheel_x == 2);
  CHECK(frame.wheel_y == 2);
  CHECK(frame.mouse_x == 1);
  queue.next_frame();
  CHECK(frame.wheel_y == 0);
  CHECK(frame.mouse_x == 9);
}

TEST_CASE("text keeps its order with the keys that edit it") {
  InputQueue queue;
  queue.type("ab");
  queue.tap(Key::backspace);
  for (const char32_t sign : {U'\u00e9', U'\u2192'}) {
    queue.push({.kind = InputEvent::Kind::text, .code_point = sign});
  }
  queue.tap(Key::enter);

  const InputFrame& frame = queue.next_frame();
  CHECK(frame.text == U"ab");
  CHECK(queue.pressed(Key::backspace));
  queue.next_frame();  // backspace comes up; then the rest
  CHECK(frame.text == U"\u00e9\u2192");
  CHECK(queue.pressed(Key::enter));
}

TEST_CASE("fast typing does not lose or reorder letters") {
  InputQueue queue;
  const std::u32string word = U"aabbab";
  for (const char32_t letter : word) {
    const Key key = letter == U'a' ? Key::a : Key::b;
    queue.push({.kind = Kind::key_press, .key = key});
    queue.push({.kind = Kind::text, .code_point = letter});
    queue.push({.kind = Kind::key_release, .key = key});
  }
  std::u32string typed;
  while (queue.pending()) typed += queue.next_frame().text;
  CHECK(typed == word);
}

TEST_CASE("text does not reach the frame of the click that gives the focus") {
  InputQueue queue;
  queue.click(3, 3);
  queue.type("x");
  CHECK(queue.next_frame().text.empty());
  while (queue.pending()) queue.next_frame();
  CHECK(queue.frame().text == U"x");
}

TEST_CASE("losing the focus releases held keys and buttons") {
  InputQueue queue;
  queue.push({.kind = Kind::key_press, .key = Key::left, .mods = with_shift});
  queue.push({.kind = Kind::mouse_press, .button = MouseButton::right, .mods = with_shift});
  queue.next_frame();
  queue.next_frame();
  queue.push({.kind = Kind::focus_lost});
  const InputFrame& frame = queue.next_frame();
  CHECK_FALSE(frame.focused);
  CHECK(frame.mods == Mods{});
  CHECK_FALSE(down(frame, MouseButton::right));
  REQUIRE(frame.transitions.size() == 1);
  CHECK(frame.transitions[0].key == Key::left);
  CHECK_FALSE(frame.transitions[0].down);
}

TEST_CASE("dropped files are there for one frame") {
  InputQueue queue;
  queue.push({.kind = Kind::files_dropped, .files = {"a.b93", "b.b93"}});
  CHECK(queue.next_frame().dropped_files == std::vector<std::string>{"a.b93", "b.b93"});
  CHECK(queue.next_frame().dropped_files.empty());
}
