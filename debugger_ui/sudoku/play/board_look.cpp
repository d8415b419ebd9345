#include "debugger_ui/sudoku/play/play_paint.h"

namespace fungescope::ui {
namespace {

using game::HintStrength;
using techniques::Cell;
using techniques::Digit;
using techniques::DigitMask;
using techniques::Unit;

// By UnitKind.
constexpr std::array unit_switches{&PlaySwitches::boxes, &PlaySwitches::columns,
                                   &PlaySwitches::rows};

void add_candidates(HintLook& look, const techniques::Step& step) {
  for (const auto& list : {step.pattern, step.extras}) {
    for (const auto& [cell, digits] : list) {
      look.cells.insert(cell);
      look.pattern[cell] |= digits;
    }
  }
  // Of a step that places a digit, the eliminations only explain it.
  if (step.placement) return;
  for (const auto& [cell, digits] : step.eliminations) {
    look.cells.insert(cell);
    look.lost[cell] |= digits;
  }
}

HintLook look_of_hint(const ShownHint& shown) {
  HintLook look;
  const game::Hint& hint = shown.hint;
  if (shown.strength == HintStrength::step) {
    look.wrong = hint.wrong;
    look.cited = hint.cited;
    if (hint.step) {
      add_candidates(look, *hint.step);
      look.placement = hint.step->placement;
      if (look.placement) look.cells.erase(look.placement->cell);
      look.chain = hint.step->chain;
      for (const auto& node : look.chain) {
        look.cells.insert(node.cell);
        if (node.on) look.pattern[node.cell] |= techniques::mask_of(node.digit);
      }
    }
  }
  for (const Unit unit : hint.focus.units) look.area |= techniques::geometry.sets[unit];
  if (hint.focus.units.empty()) look.area = hint.focus.cells;
  return look;
}

void add_cursor(BoardLook& look, const PlayState& state) {
  const PlaySwitches& switches = state.switches;
  const Cell cursor = state.cursor();
  look.cursor = cursor;
  look.selection = state.selection();
  if (state.hint()) return;
  const Digit digit = state.game().board().at(cursor).digit;
  const bool single = state.selection().size() == 1;
  for (const Cell at : techniques::every_cell) {
    CellLook& cell = look.cells[at];
    cell.crossed = switches.cross && single && techniques::sees(cursor, at);
    if (!switches.equal_digits || digit == 0) continue;
    cell.equal = cell.digit == digit && at != cursor;
    cell.equal_marks = (cell.centre | cell.corner) & techniques::mask_of(digit);
  }
}

}  // namespace

BoardLook look_of(const game::Game& game) {
  BoardLook look;
  look.selectable = false;
  for (const Cell at : techniques::every_cell) {
    const game::CellContent& content = game.board().at(at);
    CellLook& cell = look.cells[at];
    cell.digit = content.digit;
    cell.given = game.is_given(at);
    cell.colours = content.colours;
    if (content.digit != 0) continue;
    cell.centre = content.centre;
    cell.corner = content.corner;
  }
  return look;
}

BoardLook look_of(const PlayState& state) {
  const game::Indicators& indicators = state.indicators();
  BoardLook look;
  if (!state.paused()) look = look_of(state.game());
  look.selectable = !state.is_finished() && !state.paused();
  look.places = state.switches.places;
  if (state.paused()) return look;
  for (const Cell at : techniques::every_cell) {
    CellLook& cell = look.cells[at];
    if (state.switches.conflicts) {
      cell.conflict = indicators.conflicts.contains(at);
      cell.ruled_out = indicators.ruled_out[at] & (cell.centre | cell.corner);
    }
    // Of a puzzle that is entered, each digit can be the wrong one.
    if (state.is_entry()) cell.given = cell.digit != 0 && !cell.conflict;
    cell.mistake = state.switches.mistakes && indicators.wrong.contains(at);
  }
  for (std::size_t i = 0; i < look.units.size(); ++i) {
    const auto kind = static_cast<std::size_t>(techniques::kind_of(static_cast<Unit>(i)));
    // The rules' own switch decides whether conflicts are shown.
    const bool hidden =
        indicators.units[i] == game::UnitState::conflict && !state.switches.conflicts;
    if (state.switches.*unit_switches[kind] && !hidden) look.units[i] = indicators.units[i];
  }
  if (look.selectable) add_cursor(look, state);
  if (state.hint()) {
    look.hinted = true;
    look.hint = look_of_hint(*state.hint());
  }
  return look;
}

}  // namespace fungescope::ui
