// A game from its first move to its best time, in the real window with injected input.
#include "debugger_ui/sudoku/play/play_model.h"
#include "debugger_ui/sudoku/play/play_paint.h"
#include "debugger_ui/sudoku/play/play_widgets.h"
#include "debugger_ui/sudoku/play_window.h"

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
  window.tap("Ctrl+4 Shift+2");
  CHECK(window.content(2).centre == digits({1, 4}));
  CHECK(window.content(2).corner == digits({2}));
  window.tap("X 4");
  CHECK(window.content(2).corner == digits({2, 4}));
  window.tap(Key::c);
  window.click("key 2");
  CHECK(window.content(2).centre == digits({1, 2, 4}));
  window.tap("V 6 Ctrl+Shift+3");
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
  window.tap("Ctrl+Z Ctrl+Y");
  CHECK(window.model().best.results().size() == 1);
  window.click("play new game");
  CHECK(window.has("level easy"));
}

TEST_CASE_FIXTURE(EasyGame, "a hint lights up the cells its reason rests on, and nothing else") {
  select(0);
  CHECK(look_of(state()).at(1).crossed);
  CHECK(look_of(state()).at(14).equal);
  for (int i = 0; i < 3; ++i) tap(Key::h);
  REQUIRE(state().hint());
  const BoardLook look = look_of(state());
  CHECK_FALSE(look.at(1).crossed);
  CHECK_FALSE(look.at(14).equal);
  REQUIRE(look.hint.placement);
  REQUIRE_FALSE(look.hint.cited.empty());
  const std::string& text = state().hint()->hint.text(game::HintStrength::step);
  for (const techniques::Cell cell : look.hint.cited) {
    CHECK(text.find(techniques::to_text(cell)) != std::string::npos);
    CHECK(look.at(cell).digit == look.hint.placement->digit);
  }
}

TEST_CASE_FIXTURE(EasyGame, "while the game is paused, the keys on the screen enter nothing") {
  tap(Key::p);
  CHECK_FALSE(has("digits left 1"));
  click_all({"key 1", "play centre"});
  tap(Key::p);
  CHECK(content(2).digit == 0);
  CHECK(state().mode() == EntryMode::digit);
}

TEST_CASE("a result is compared with games of its kind, if there are others") {
  PlayModel table;
  const auto lines = [&](std::int64_t seconds, int hints) {
    table.result = game::GameResult{game::Level::hard, seconds * 1000, "2026-11-22", hints, {}};
    table.best.add(*table.result);
    return result_lines({.hints = hints}, seconds * 1000, table);
  };
  CHECK(lines(90, 0).empty());
  CHECK(lines(50, 17) == Lines{"In 0:50."});
  CHECK(lines(40, 1) == Lines{"In 0:40.", "Your best time at hard with hints."});
  CHECK(lines(80, 0) == Lines{"Your best time at hard."});
  CHECK(lines(85, 0) == Lines{"Place 2 of your games at hard."});
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

TEST_CASE_FIXTURE(EasyGame, "cells are selected by mouse and keys") {
  const auto cell = [this](const std::string& name) { return point_of("cell " + name); };
  drag(cell("r1c3"), cell("r1c4"));
  CHECK(state().selection().size() == 2);
  tap(Key::digit_1, with_ctrl);
  CHECK(content(2).centre == digits({1}));
  CHECK(content(3).centre == digits({1}));
  drag(cell("r9c1"), cell("r9c2"), with_ctrl);
  CHECK(state().selection().size() == 4);
  tap(Key::escape);
  CHECK(state().selection().size() == 1);
  select(40);
  tap("Shift+Right Shift+Down");
  CHECK(state().selection().size() == 3);
  tap(Key::left);
  CHECK(state().selection().size() == 1);
  tap(Key::home);
  CHECK(state().cursor() == 45);
  tap(Key::left);
  CHECK(state().cursor() == 53);
  tap(Key::a, with_ctrl);
  CHECK(state().selection().size() == 81);
  // A double click selects the equal digits; on an empty cell, that cell.
  double_click("cell r4c1");
  CHECK(state().selection().size() == 5);
  frames(2, 1.0);
  double_click("cell r1c3");
  CHECK(state().selection().size() == 1);
}

TEST_CASE_FIXTURE(EasyGame, "the picker at a cell enters by mouse alone") {
  click("cell r1c3", item_middle, MouseButton::right);
  CHECK(state().cursor() == 2);
  // Marks and colours leave it open; a digit closes it.
  click_all({"picker centre", "picker key 1", "picker key 4"});
  CHECK(content(2).centre == digits({1, 4}));
  click_all({"picker corner", "picker key 2"});
  CHECK(content(2).corner == digits({2}));
  click_all({"picker colour", "picker key 9"});
  CHECK(content(2).colours == digits({9}));
  click("picker erase");
  CHECK(content(2).centre == 0);
  click_all({"picker digit", "picker key 4"});
  CHECK(content(2).digit == 4);
  CHECK_FALSE(has("picker key 4"));

  // Several cells at once: the click is inside the selection.
  select(3);
  tap(Key::right, with_shift);
  click("cell r1c4", item_middle, MouseButton::right);
  click_all({"picker centre", "picker key 6"});
  CHECK(content(3).centre == digits({6}));
  tap(Key::escape);
  CHECK_FALSE(has("picker key 6"));
}

TEST_CASE("sentences begin with a capital, unless with the name of a cell") {
  CHECK(capitalised("look in box 9") == "Look in box 9");
  CHECK(capitalised("r1c1 = 3: hidden single in box 1") == "r1c1 = 3: hidden single in box 1");
  CHECK(capitalised("r12c3 are wrong") == "r12c3 are wrong");
  CHECK(capitalised("remaining pair") == "Remaining pair");
}

TEST_CASE_FIXTURE(EasyGame, "all marks, tidying, starting over and solving are steps of undo") {
  tap(Key::a);
  CHECK(content(2).centre == digits({1, 2, 4}));
  state().switches.clean_marks = false;
  enter(2, 4);
  CHECK((content(3).centre & digits({4})) == 0);
  CHECK((content(11).centre & digits({4})) != 0);
  tap(Key::a, with_shift);
  CHECK((content(11).centre & digits({4})) == 0);
  perform("start over");
  CHECK(game().board() == game::board_of(game().puzzle().givens));
  tap(Key::z, with_ctrl);
  CHECK(content(2).digit == 4);
  perform("show the solution");
  CHECK_FALSE(state().is_finished());  // it asks first
  tap(Key::enter);
  CHECK(state().is_finished());
  CHECK_FALSE(model().result);
  tap(Key::z, with_ctrl);
  CHECK(content(2).digit == 4);
}

TEST_CASE_FIXTURE(PlayWindow, "a new game of a level, and its cancellation") {
  model().next.set_seed(4);
  click("level medium");
  REQUIRE(model().is_playing());
  CHECK(game().puzzle().level == game::Level::medium);
  tap(Key::n, with_ctrl);
  CHECK_FALSE(model().is_playing());
  tap(Key::escape);
  CHECK(model().is_playing());
  // One that is never found, until it is cancelled.
  tap(Key::n, with_ctrl);
  model().next.make(game::Level::diabolical);
  model().next.cancel();
  settle();
  CHECK_FALSE(model().is_playing());
}

TEST_CASE_FIXTURE(PlayWindow, "what is pasted is played, or the reason is said") {
  paste("no puzzle at all");
  CHECK_FALSE(model().is_playing());
  CHECK(has("play problem"));
  paste("55" + std::string(easy_puzzle.substr(2)));
  CHECK(model().next.problem().find("digit 5") != std::string::npos);
  // Several solutions: a warning, and no help by the solution.
  paste("53..7" + std::string(76, '.'));
  REQUIRE(model().is_playing());
  CHECK_FALSE(state().message().text.empty());
  perform("show the solution");
  CHECK_FALSE(state().is_finished());
  perform("copy the board");
  CHECK(std::string(ImGui::GetClipboardText()) == "53..7" + std::string(76, '.'));
  // The puzzle of the program that is open.
  perform("puzzle from the debugger");
  CHECK(game().puzzle().has_one_solution());
}

TEST_CASE("on a phone held upright the keys are below a board of the window's width") {
  for (const PixelSize size : {PixelSize{390, 844}, PixelSize{360, 640}}) {
    PlayWindow window(size);
    window.paste(easy_puzzle);
    const auto box = [&](const std::string& name) {
      const ItemBox found = window.box(name);
      CHECK_MESSAGE(found.max.x <= static_cast<float>(size.width), name);
      CHECK_MESSAGE(found.max.y <= static_cast<float>(size.height), name);
      return found;
    };
    const ItemBox board = box("play board");
    CHECK(board.max.x - board.min.x > 0.85F * static_cast<float>(size.width));
    for (const char* const name : {"key 1", "key 9", "play digit", "play undo", "play hint"}) {
      CHECK(box(name).min.y > board.max.y);
    }
    window.click_all({"cell r1c3", "key 4"});
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
