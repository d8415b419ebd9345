// A game from its first move to its best time, in the real window with injected input.
#include "debugger_ui/sudoku/play/play_paint.h"
#include "debugger_ui/sudoku/play/play_model.h"
#include "debugger_ui/sudoku/play/play_widgets.h"
#include "debugger_ui/sudoku/play_window.h"
#include "debugger_ui/support/item_point.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::ui;
using techniques::mask_of;

namespace {

game::DigitMask digits(std::initializer_list<int> list) {
  game::DigitMask mask = 0;
  for (const int digit : list) mask |= mask_of(static_cast<techniques::Digit>(digit));
  return mask;
}

void solve(PlayWindow& window) {
  for (int cell = 0; cell < 81; ++cell) {
    const int digit = easy_solution[static_cast<std::size_t>(cell)] - '0';
    if (window.content(cell).digit != digit) window.enter(cell, digit);
  }
}

}  // namespace

TEST_CASE("a whole game: marks, colours, undo, pause, hint, a wrong digit, solved, best time") {
  PlayWindow window;
  CHECK(window.has("level easy"));
  window.paste(easy_puzzle);
  REQUIRE(window.model().is_playing());
  CHECK(window.game().puzzle().level == game::Level::easy);
  CHECK(window.state().cursor() == 2);  // the first empty cell

  // Marks of both kinds, by keys with modifiers and by modes.
  window.enter(2, 1, with_ctrl);
  window.tap(Key::digit_4, with_ctrl);
  window.tap(Key::digit_2, with_shift);
  CHECK(window.content(2).centre == digits({1, 4}));
  CHECK(window.content(2).corner == digits({2}));
  window.tap(Key::x);
  window.tap(Key::digit_4);
  CHECK(window.content(2).corner == digits({2, 4}));
  window.tap(Key::c);
  window.click("key 2");
  CHECK(window.content(2).centre == digits({1, 2, 4}));
  window.tap(Key::v);
  window.tap(Key::digit_6);
  window.tap(Key::digit_3, with_ctrl_shift);
  CHECK(window.content(2).colours == digits({3, 6}));
  window.tap(Key::z);

  // A digit hides the marks, and takes itself out of those of its peers.
  window.enter(3, 4, with_ctrl);
  window.enter(2, 4);
  CHECK(window.content(2).digit == 4);
  CHECK(window.content(3).centre == 0);
  window.tap(Key::delete_key);
  CHECK(window.content(2).digit == 0);
  CHECK(window.content(2).centre == digits({1, 2, 4}));

  // Back to the start, and forward again.
  const game::Board board = window.game().board();
  while (window.game().can_undo()) window.tap(Key::z, with_ctrl);
  CHECK(window.game().board() == game::board_of(window.game().puzzle().givens));
  while (window.game().can_redo()) window.tap(Key::y, with_ctrl);
  CHECK(window.game().board() == board);

  // The pause hides the board and stops the clock; keys do nothing.
  window.tap(Key::p);
  CHECK(window.has("play cover"));
  const auto time = window.state().milliseconds();
  window.tap(Key::digit_5);
  window.frames(10, 1.0);
  CHECK(window.state().milliseconds() == time);
  CHECK(window.game().board() == board);
  window.click("cell r5c5");
  CHECK_FALSE(window.has("play cover"));
  window.frames(3, 1.0);
  CHECK(window.state().milliseconds() >= time + 2900);

  // A hint in three strengths, then its move.
  window.tap(Key::h);
  REQUIRE(window.state().hint());
  CHECK(window.state().hint()->strength == game::HintStrength::where);
  window.click("play more");
  CHECK(window.state().hint()->strength == game::HintStrength::technique);
  window.tap(Key::h);
  CHECK(window.state().hint()->strength == game::HintStrength::step);
  const auto placement = *window.state().hint()->hint.step->placement;
  window.tap(Key::p);
  CHECK_FALSE(window.has("play hint text"));
  window.tap(Key::p);
  CHECK(window.has("play hint text"));
  window.click("play place " + std::to_string(placement.digit));
  CHECK(window.state().cursor() == placement.cell);
  CHECK(window.state().selection().size() == 1);
  CHECK_FALSE(window.state().hint());
  CHECK(window.content(placement.cell).digit == placement.digit);
  CHECK(window.game().help().hints == 1);

  // A wrong digit that no rule forbids yet: told by the check, and shown by its switch.
  window.enter(2, 1);
  CHECK_FALSE(look_of(window.state()).at(2).mistake);
  window.tap(Key::k);
  CHECK(window.state().message().text == "one digit is wrong");
  window.click("menu Game");
  window.hover("menu options");
  window.click("entry wrong digits");
  window.tap(Key::escape);
  CHECK(look_of(window.state()).at(2).mistake);
  window.enter(2, 4);
  CHECK_FALSE(look_of(window.state()).at(2).mistake);

  solve(window);
  CHECK(window.state().is_finished());
  CHECK(window.has("play result"));
  REQUIRE(window.model().result);
  CHECK(window.model().result->hints == 1);
  CHECK(window.model().best.results().size() == 1);
  const auto played = window.state().milliseconds();
  window.frames(5, 1.0);
  CHECK(window.state().milliseconds() == played);
  CHECK(window.model().result->milliseconds == played);

  // Undoing and redoing the last digit keeps no second time.
  window.tap(Key::z, with_ctrl);
  window.tap(Key::y, with_ctrl);
  CHECK(window.model().best.results().size() == 1);
  window.click("play new game");
  CHECK(window.has("level easy"));
}

TEST_CASE("a hint lights up the cells that its reason rests on, and nothing else") {
  PlayWindow window;
  window.paste(easy_puzzle);
  window.select(0);
  CHECK(look_of(window.state()).at(1).crossed);
  CHECK(look_of(window.state()).at(14).equal);
  for (int i = 0; i < 3; ++i) window.tap(Key::h);
  REQUIRE(window.state().hint());
  const BoardLook look = look_of(window.state());
  CHECK_FALSE(look.at(1).crossed);
  CHECK_FALSE(look.at(14).equal);
  REQUIRE(look.hint.placement);
  REQUIRE_FALSE(look.hint.cited.empty());
  const std::string& text = window.state().hint()->hint.text(game::HintStrength::step);
  for (const techniques::Cell cell : look.hint.cited) {
    CHECK(text.find(techniques::to_text(cell)) != std::string::npos);
    CHECK(look.at(cell).digit == look.hint.placement->digit);
  }
}

TEST_CASE("while the game is paused, the keys on the screen enter nothing") {
  PlayWindow window;
  window.paste(easy_puzzle);
  window.tap(Key::p);
  CHECK_FALSE(window.has("digits left 1"));
  window.click("key 1");
  window.click("play centre");
  window.tap(Key::p);
  CHECK(window.content(2).digit == 0);
  CHECK(window.state().mode() == EntryMode::digit);
}

TEST_CASE("a result is compared with games of its kind, if there are others") {
  const auto result = [](std::int64_t seconds, int hints) {
    game::GameResult one;
    one.level = game::Level::hard;
    one.milliseconds = seconds * 1000;
    one.date = "2026-11-22";
    one.hints = hints;
    return one;
  };
  PlayModel table;
  const auto lines = [&](const game::GameResult& one) {
    table.result = one;
    table.best.add(one);
    return result_lines({.hints = one.hints}, one.milliseconds, table);
  };
  using Lines = std::vector<std::string>;
  CHECK(lines(result(90, 0)).empty());
  CHECK(lines(result(50, 17)) == Lines{"In 0:50."});
  CHECK(lines(result(40, 1)) == Lines{"In 0:40.", "Your best time at hard with hints."});
  CHECK(lines(result(80, 0)) == Lines{"Your best time at hard."});
  CHECK(lines(result(85, 0)) == Lines{"Place 2 of your games at hard."});
}

TEST_CASE("best times and switches outlive the window") {
  TemporaryFolder folder;
  {
    PlayWindow window({900, 600}, &folder);
    window.paste(easy_puzzle);
    window.state().switches.cross = false;
    solve(window);
    REQUIRE(window.model().result);
    window.application().close();
  }
  PlayWindow window({900, 600}, &folder);
  CHECK(window.model().best.top(game::Level::easy, 5, game::HintedGames::exclude).size() == 1);
  CHECK_FALSE(window.state().switches.cross);
  CHECK(window.state().switches.equal_digits);
  CHECK(window.has("level easy"));  // a finished game is not resumed
}

TEST_CASE("cells are selected by mouse and keys") {
  PlayWindow window;
  window.paste(easy_puzzle);
  const auto point = [&](const std::string& cell) {
    return point_of(window.app().names(), "cell " + cell);
  };
  const auto drag = [&](const std::string& from, const std::string& to, Mods mods) {
    const ImVec2 a = point(from);
    const ImVec2 b = point(to);
    window.app().input().drag(a.x, a.y, b.x, b.y, mods);
    window.settle();
  };
  drag("r1c3", "r1c4", {});
  CHECK(window.state().selection().size() == 2);
  window.tap(Key::digit_1, with_ctrl);
  CHECK(window.content(2).centre == digits({1}));
  CHECK(window.content(3).centre == digits({1}));
  drag("r9c1", "r9c2", with_ctrl);
  CHECK(window.state().selection().size() == 4);
  window.tap(Key::escape);
  CHECK(window.state().selection().size() == 1);
  window.select(40);
  window.tap(Key::right, with_shift);
  window.tap(Key::down, with_shift);
  CHECK(window.state().selection().size() == 3);
  window.tap(Key::left);
  CHECK(window.state().selection().size() == 1);
  window.tap(Key::home);
  CHECK(window.state().cursor() == 45);
  window.tap(Key::left);
  CHECK(window.state().cursor() == 53);
  window.tap(Key::a, with_ctrl);
  CHECK(window.state().selection().size() == 81);
  // A double click selects the equal digits; on an empty cell, that cell.
  const ImVec2 eight = point("r4c1");
  window.app().input().click(eight.x, eight.y);
  window.app().input().click(eight.x, eight.y);
  window.settle();
  CHECK(window.state().selection().size() == 5);
  window.frames(2, 1.0);
  const ImVec2 empty = point("r1c3");
  window.app().input().click(empty.x, empty.y);
  window.app().input().click(empty.x, empty.y);
  window.settle();
  CHECK(window.state().selection().size() == 1);
}

TEST_CASE("the picker at a cell enters by mouse alone") {
  PlayWindow window;
  window.paste(easy_puzzle);
  const ImVec2 at = point_of(window.app().names(), "cell r1c3");
  window.app().input().click(at.x, at.y, MouseButton::right);
  window.settle();
  CHECK(window.state().cursor() == 2);
  // Marks and colours leave it open; a digit closes it.
  window.click("picker centre");
  window.click("picker key 1");
  window.click("picker key 4");
  CHECK(window.content(2).centre == digits({1, 4}));
  window.click("picker corner");
  window.click("picker key 2");
  CHECK(window.content(2).corner == digits({2}));
  window.click("picker colour");
  window.click("picker key 9");
  CHECK(window.content(2).colours == digits({9}));
  window.click("picker erase");
  CHECK(window.content(2).centre == 0);
  window.click("picker digit");
  window.click("picker key 4");
  CHECK(window.content(2).digit == 4);
  CHECK_FALSE(window.has("picker key 4"));

  // Several cells at once: the click is inside the selection.
  window.select(3);
  window.tap(Key::right, with_shift);
  const ImVec2 second = point_of(window.app().names(), "cell r1c4");
  window.app().input().click(second.x, second.y, MouseButton::right);
  window.settle();
  window.click("picker centre");
  window.click("picker key 6");
  CHECK(window.content(3).centre == digits({6}));
  window.tap(Key::escape);
  CHECK_FALSE(window.has("picker key 6"));
}

TEST_CASE("sentences begin with a capital, unless with the name of a cell") {
  CHECK(capitalised("look in box 9") == "Look in box 9");
  CHECK(capitalised("r1c1 = 3: hidden single in box 1") == "r1c1 = 3: hidden single in box 1");
  CHECK(capitalised("r12c3 are wrong") == "r12c3 are wrong");
  CHECK(capitalised("remaining pair") == "Remaining pair");
}

TEST_CASE("all marks, tidying, starting over and the solution are steps of undo") {
  PlayWindow window;
  window.paste(easy_puzzle);
  window.tap(Key::a);
  CHECK(window.content(2).centre == digits({1, 2, 4}));
  window.state().switches.clean_marks = false;
  window.enter(2, 4);
  CHECK((window.content(3).centre & digits({4})) == 0);
  CHECK((window.content(11).centre & digits({4})) != 0);
  window.tap(Key::a, with_shift);
  CHECK((window.content(11).centre & digits({4})) == 0);
  window.perform("start over");
  CHECK(window.game().board() == game::board_of(window.game().puzzle().givens));
  window.tap(Key::z, with_ctrl);
  CHECK(window.content(2).digit == 4);
  window.perform("show the solution");
  CHECK_FALSE(window.state().is_finished());  // it asks first
  window.tap(Key::enter);
  CHECK(window.state().is_finished());
  CHECK_FALSE(window.model().result);
  window.tap(Key::z, with_ctrl);
  CHECK(window.content(2).digit == 4);
}

TEST_CASE("a new game of a level, and its cancellation") {
  PlayWindow window;
  window.model().next.set_seed(4);
  window.click("level medium");
  REQUIRE(window.model().is_playing());
  CHECK(window.game().puzzle().level == game::Level::medium);
  window.tap(Key::n, with_ctrl);
  CHECK_FALSE(window.model().is_playing());
  window.tap(Key::escape);
  CHECK(window.model().is_playing());
  // One that is never found, until it is cancelled.
  window.tap(Key::n, with_ctrl);
  window.model().next.make(game::Level::diabolical);
  window.model().next.cancel();
  window.settle();
  CHECK_FALSE(window.model().is_playing());
}

TEST_CASE("what is pasted is played, or the reason is said") {
  PlayWindow window;
  window.paste("no puzzle at all");
  CHECK_FALSE(window.model().is_playing());
  CHECK(window.has("play problem"));
  window.paste("55" + std::string(easy_puzzle.substr(2)));
  CHECK(window.model().next.problem().find("digit 5") != std::string::npos);
  // Several solutions: a warning, and no help by the solution.
  window.paste("53..7" + std::string(76, '.'));
  REQUIRE(window.model().is_playing());
  CHECK_FALSE(window.state().message().text.empty());
  window.perform("show the solution");
  CHECK_FALSE(window.state().is_finished());
  window.perform("copy the board");
  CHECK(std::string(ImGui::GetClipboardText()) == "53..7" + std::string(76, '.'));
  // The puzzle of the program that is open.
  window.perform("puzzle from the debugger");
  CHECK(window.game().puzzle().has_one_solution());
}

TEST_CASE("on a phone held upright the keys are below a board of the window's width") {
  for (const PixelSize size : {PixelSize{390, 844}, PixelSize{360, 640}}) {
    PlayWindow window(size);
    window.paste(easy_puzzle);
    const auto box = [&](const std::string& name) {
      const auto found = window.app().names().find(name);
      REQUIRE_MESSAGE(found, name);
      CHECK_MESSAGE(found->max.x <= static_cast<float>(size.width), name);
      CHECK_MESSAGE(found->max.y <= static_cast<float>(size.height), name);
      return *found;
    };
    const ItemBox board = box("play board");
    CHECK(board.max.x - board.min.x > 0.85F * static_cast<float>(size.width));
    for (const char* const name : {"key 1", "key 9", "play digit", "play undo", "play hint"}) {
      CHECK(box(name).min.y > board.max.y);
    }
    window.click("cell r1c3");
    window.click("key 4");
    CHECK(window.content(2).digit == 4);
    window.click("play hint");
    box("play hint text");
    box("play more");
  }
}

TEST_CASE("in a low window a hint is in the place of the keys, until it is tapped") {
  PlayWindow window({360, 640});
  window.paste(easy_puzzle);
  window.click("play hint");
  CHECK_FALSE(window.has("key 1"));
  window.click("play hint text");
  CHECK_FALSE(window.state().hint());
  CHECK(window.has("key 1"));
}
