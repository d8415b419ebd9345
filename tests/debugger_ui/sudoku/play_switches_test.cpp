// Each indicator, shown and hidden by its switch.
#include "debugger_ui/sudoku/play/board_look.h"
#include "debugger_ui/sudoku/play/play_keys.h"
#include "debugger_ui/sudoku/play_window.h"

#include <nlohmann/json.hpp>

using techniques::unit_of;
using techniques::UnitKind;

namespace {

// Row 1 is complete, a digit is twice in box 9, and differs from the solution.
void prepare(PlayState& state) {
  state.begin(game::Game(game::examine(puzzles::grid_from_line(easy_puzzle))));
  for (const int cell : {2, 3, 5, 6, 7, 8}) {
    state.select(static_cast<techniques::Cell>(cell));
    state.enter(static_cast<techniques::Digit>(easy_solution[static_cast<std::size_t>(cell)] - '0'),
                EntryMode::digit);
  }
  state.select(78);  // r9c7: 1, but 9 is in its box already
  state.enter(9, EntryMode::digit);
  state.select(64);  // r8c2: 9 is in column 2 already
  state.enter(9, EntryMode::digit);
  state.select(10);                   // r2c2
  state.enter(3, EntryMode::centre);  // ruled out by r1c2
  state.select(0);                    // a given 5
}

template <class Shows>
void check_switch(bool PlaySwitches::*value, Shows shows) {
  PlayState state;
  state.switches.mistakes = true;
  prepare(state);
  state.switches.*value = true;
  CHECK(shows(look_of(state)));
  state.switches.*value = false;
  CHECK_FALSE(shows(look_of(state)));
}

}  // namespace

TEST_CASE("the row, column and box of the cursor") {
  check_switch(&PlaySwitches::cross, [](const BoardLook& look) {
    return look.at(8).crossed && look.at(72).crossed && look.at(20).crossed;
  });
}

TEST_CASE("equal digits") {
  check_switch(&PlaySwitches::equal_digits,
               [](const BoardLook& look) { return look.at(14).equal; });
}

TEST_CASE("digits against the rules, and marks that are ruled out") {
  check_switch(&PlaySwitches::conflicts, [](const BoardLook& look) {
    return look.at(78).conflict && look.at(80).conflict && look.at(10).ruled_out != 0 &&
           look.units[unit_of(UnitKind::box, 8)] == UnitLook::conflict;
  });
}

TEST_CASE("a given in a conflict is not wrong") {
  PlayState state;
  prepare(state);
  const BoardLook look = look_of(state);
  CHECK(look.at(80).conflict);
  CHECK_FALSE(look.at(80).wrong());
  CHECK(look.at(78).wrong());
}

TEST_CASE("wrong digits") {
  check_switch(&PlaySwitches::mistakes, [](const BoardLook& look) {
    return look.at(78).mistake && !look.at(80).mistake && !look.at(2).mistake;
  });
}

TEST_CASE("complete rows, columns and boxes") {
  check_switch(&PlaySwitches::rows, [](const BoardLook& look) {
    return look.units[unit_of(UnitKind::row, 0)] == UnitLook::complete;
  });
  check_switch(&PlaySwitches::rows, [](const BoardLook& look) {
    return look.units[unit_of(UnitKind::row, 8)] == UnitLook::conflict;
  });
  check_switch(&PlaySwitches::columns, [](const BoardLook& look) {
    return look.units[unit_of(UnitKind::column, 1)] == UnitLook::conflict;
  });
  check_switch(&PlaySwitches::boxes, [](const BoardLook& look) {
    return look.units[unit_of(UnitKind::box, 8)] == UnitLook::conflict;
  });
}

TEST_CASE("places of centre marks") {
  check_switch(&PlaySwitches::places, [](const BoardLook& look) { return look.places; });
}

TEST_CASE_FIXTURE(PlayWindow, "the clock and the counts of digits") {
  paste(easy_puzzle);
  CHECK_FALSE(names_after("clock ").empty());
  state().switches.timer = false;
  settle();
  CHECK(names_after("clock ").empty());
  CHECK(has("digits left 1"));
  state().switches.remaining = false;
  settle();
  CHECK_FALSE(has("digits left 1"));
}

TEST_CASE_FIXTURE(PlayWindow, "the pause while another window has the keyboard") {
  paste(easy_puzzle);
  const auto focus = [&](InputEvent::Kind kind) {
    app().input().push({.kind = kind});
    settle();
  };
  focus(InputEvent::Kind::focus_lost);
  CHECK(has("play cover"));
  focus(InputEvent::Kind::focus_gained);
  CHECK_FALSE(has("play cover"));
  state().switches.pause_away = false;
  focus(InputEvent::Kind::focus_lost);
  CHECK_FALSE(has("play cover"));
  // A window that is not seen is always paused.
  application().set_shown(false);
  settle();
  CHECK(has("play cover"));
  application().set_shown(true);
  settle();
  CHECK_FALSE(has("play cover"));
}

TEST_CASE_FIXTURE(PlayWindow, "in another layout the clock stands still") {
  paste(easy_puzzle);
  tap(Key::digit_2, with_alt);
  CHECK(application().settings().layout == LayoutPreset::code);
  const auto time = state().milliseconds();
  frames(5, 1.0);
  CHECK(state().milliseconds() == time);
  tap(Key::f9);
  CHECK(application().settings().layout == LayoutPreset::play);
}

TEST_CASE("switches are read from settings, whatever is in them") {
  PlaySwitches switches;
  for (const PlaySwitch& row : play_switches()) switches.*row.value = !(switches.*row.value);
  CHECK(play_switches_from(to_json(switches)) == switches);
  CHECK(play_switches_from({{"cross", 3}, {"unknown", true}}) == PlaySwitches());
  CHECK(play_switches_from(nullptr) == PlaySwitches());
}

TEST_CASE_FIXTURE(PlayWindow, "F1 lists the keys of the game, and none of the debugger") {
  paste(easy_puzzle);
  tap(Key::f1);
  for (const KeyGroup::Line& line : play_key_group().lines) {
    CAPTURE(line.label);
    CHECK(has("key " + line.keys + " " + line.label));
  }
  CHECK(has("key Shift+1 to 9 corner mark"));
  CHECK(has("key arrows move"));
  CHECK(has("key Shift+arrows select more cells"));
  CHECK(has("key Ctrl+Z undo"));
  CHECK(has("key F9 continue in the debugger"));
  CHECK_FALSE(has("key F11 step"));
}
