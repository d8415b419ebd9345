// Each indicator, shown and hidden by its switch.
#include "debugger_ui/sudoku/play/play_paint.h"
#include "debugger_ui/sudoku/play/play_view.h"
#include "debugger_ui/sudoku/play_window.h"

#include <functional>

using game::UnitState;
using techniques::unit_of;
using techniques::UnitKind;

namespace {

// Row 1 is complete, a digit is twice in box 9, and differs from the solution.
struct Prepared : PlayState {
  Prepared() {
    begin(game::Game(game::examine(puzzles::grid_from_line(easy_puzzle))));
    const auto put = [this](int cell, int digit, EntryMode mode) {
      select(static_cast<techniques::Cell>(cell));
      enter(static_cast<techniques::Digit>(digit), mode);
    };
    for (const int cell : {2, 3, 5, 6, 7, 8}) {
      put(cell, easy_solution[static_cast<std::size_t>(cell)] - '0', EntryMode::digit);
    }
    put(78, 9, EntryMode::digit);   // r9c7: 1, but 9 is in its box already
    put(64, 9, EntryMode::digit);   // r8c2: 9 is in column 2 already
    put(10, 3, EntryMode::centre);  // r2c2: ruled out by r1c2
    select(0);                      // a given 5
  }
};

}  // namespace

TEST_CASE("each indicator of the board is shown by its switch") {
  const auto of_unit = [](UnitKind kind, int index, UnitState expected) {
    return [=](const BoardLook& look) { return look.units[unit_of(kind, index)] == expected; };
  };
  struct Row {
    const char* what;
    bool PlaySwitches::*value;
    std::function<bool(const BoardLook&)> shows;
  };
  for (const Row& row : {
           Row{"the row, column and box of the cursor", &PlaySwitches::cross,
               [](const BoardLook& look) {
                 return look.at(8).crossed && look.at(72).crossed && look.at(20).crossed;
               }},
           {"equal digits", &PlaySwitches::equal_digits,
            [](const BoardLook& look) { return look.at(14).equal; }},
           {"digits against the rules, and marks that are ruled out", &PlaySwitches::conflicts,
            [](const BoardLook& look) {
              return look.at(78).conflict && look.at(80).conflict && look.at(10).ruled_out != 0 &&
                     look.units[unit_of(UnitKind::box, 8)] == UnitState::conflict;
            }},
           {"wrong digits", &PlaySwitches::mistakes,
            [](const BoardLook& look) {
              return look.at(78).mistake && !look.at(80).mistake && !look.at(2).mistake;
            }},
           {"a complete row", &PlaySwitches::rows, of_unit(UnitKind::row, 0, UnitState::complete)},
           {"a row", &PlaySwitches::rows, of_unit(UnitKind::row, 8, UnitState::conflict)},
           {"a column", &PlaySwitches::columns, of_unit(UnitKind::column, 1, UnitState::conflict)},
           {"a box", &PlaySwitches::boxes, of_unit(UnitKind::box, 8, UnitState::conflict)},
           {"places of centre marks", &PlaySwitches::places,
            [](const BoardLook& look) { return look.places; }},
       }) {
    CAPTURE(row.what);
    Prepared state;
    state.switches.mistakes = true;
    state.switches.*row.value = true;
    CHECK(row.shows(look_of(state)));
    state.switches.*row.value = false;
    CHECK_FALSE(row.shows(look_of(state)));
  }
}

TEST_CASE("a given in a conflict is not wrong") {
  const BoardLook look = look_of(Prepared());
  CHECK(look.at(80).conflict);
  CHECK_FALSE(look.at(80).wrong());
  CHECK(look.at(78).wrong());
}

TEST_CASE_FIXTURE(EasyGame, "the clock and the counts of digits") {
  CHECK_FALSE(names_after("clock ").empty());
  state().switches.timer = false;
  settle();
  CHECK(names_after("clock ").empty());
  CHECK(has("digits left 1"));
  state().switches.remaining = false;
  settle();
  CHECK_FALSE(has("digits left 1"));
}

TEST_CASE_FIXTURE(EasyGame, "the pause while another window has the keyboard") {
  const auto covered = [&](InputEvent::Kind kind) {
    input().push({.kind = kind});
    settle();
    return has("play cover");
  };
  CHECK(covered(InputEvent::Kind::focus_lost));
  CHECK_FALSE(covered(InputEvent::Kind::focus_gained));
  state().switches.pause_away = false;
  CHECK_FALSE(covered(InputEvent::Kind::focus_lost));
  // A window that is not seen is always paused.
  for (const bool shown : {false, true}) {
    application().set_shown(shown);
    settle();
    CHECK(has("play cover") == !shown);
  }
}

TEST_CASE_FIXTURE(EasyGame, "in another layout the clock stands still") {
  tap(Key::digit_2, with_alt);
  CHECK(settings().layout == LayoutPreset::code);
  const auto time = state().milliseconds();
  frames(5, 1.0);
  CHECK(state().milliseconds() == time);
  tap(Key::f9);
  CHECK(plays());
}

TEST_CASE("switches are read from settings, whatever is in them") {
  PlaySwitches switches;
  for (const PlaySwitch& row : play_switches()) switches.*row.value = !(switches.*row.value);
  CHECK(play_switches_from(to_json(switches)) == switches);
  CHECK(play_switches_from({{"cross", 3}, {"unknown", true}}) == PlaySwitches());
  CHECK(play_switches_from(nullptr) == PlaySwitches());
}

TEST_CASE_FIXTURE(EasyGame, "F1 lists the keys of the game, and none of the debugger") {
  tap(Key::f1);
  for (const KeyGroup::Line& line : play_key_group().lines) {
    CAPTURE(line.label);
    CHECK(has("key " + line.keys + " " + line.label));
  }
  for (const char* const key : {"Shift+1 to 9 corner mark", "arrows move", "Ctrl+Z undo",
                                "Shift+arrows select more cells", "F9 continue in the debugger"}) {
    CHECK_MESSAGE(has(std::string("key ") + key), key);
  }
  CHECK_FALSE(has("key F11 step"));
}
