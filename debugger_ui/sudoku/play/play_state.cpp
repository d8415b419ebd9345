#include "debugger_ui/sudoku/play/play_state.h"

#include "debugger_ui/panels/common/panel_widgets.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

using game::HintKind;
using game::HintStrength;
using techniques::Cell;

Cell first_empty_cell(const game::Board& board) {
  const auto found = std::find_if(board.cells.begin(), board.cells.end(),
                                  [](const game::CellContent& cell) { return cell.digit == 0; });
  return static_cast<Cell>((found - board.cells.begin()) % game::board_cells);
}

}  // namespace

// ---- The game

void PlayState::begin(game::Game game) {
  if (game_) game_->timer().pause(now_);
  game_.emplace(std::move(game));
  dismiss_hint();
  entry_ = false;
  paused_ = false;
  just_finished_ = false;
  mode_ = EntryMode::digit;
  message_ = {game_->puzzle().warning(), Tone::warning};
  indicators_ = game::indicators_of(game_->board(), game_->puzzle());
  select(first_empty_cell(game_->board()));
  ++version_;
}

void PlayState::begin_entry() {
  begin(game::Game(game::Puzzle()));
  entry_ = true;
  message_ = {};
}

void PlayState::changed(bool is_change) {
  if (!is_change) return;
  ++version_;
  dismiss_hint();
  indicators_ = game::indicators_of(game_->board(), game_->puzzle());
  if (!entry_ && indicators_.solved && game_->finish(now_)) just_finished_ = true;
}

// ---- The selection

void PlayState::select(Cell cell) {
  cursor_ = cell;
  selection_ = techniques::CellSet::of(cell);
}

void PlayState::add_to_selection(Cell cell) {
  cursor_ = cell;
  selection_.insert(cell);
}

void PlayState::toggle_selected(Cell cell) {
  if (!selection_.contains(cell)) return add_to_selection(cell);
  if (selection_.size() == 1) return;
  selection_.erase(cell);
  if (cursor_ == cell) cursor_ = selection_.first();
}

void PlayState::select_equal(Cell cell) {
  select(cell);
  if (game_) selection_ |= game::cells_with(game_->board(), game_->board().at(cell).digit);
}

void PlayState::move(Point step, bool extend) {
  const auto column = (static_cast<std::int64_t>(techniques::column_of(cursor_)) + step.x + 9) % 9;
  const auto row = (static_cast<std::int64_t>(techniques::row_of(cursor_)) + step.y + 9) % 9;
  const Cell cell = static_cast<Cell>(row * 9 + column);
  return extend ? add_to_selection(cell) : select(cell);
}

// ---- Moves

void PlayState::next_mode() {
  if (entry_) return move_on();
  mode_ = static_cast<EntryMode>((static_cast<int>(mode_) + 1) % entry_modes);
}

void PlayState::enter(Digit value, EntryMode mode) {
  if (!can_move()) return;
  if (entry_) {
    if (mode == EntryMode::digit) enter_given(value);
    return;
  }
  switch (mode) {
    case EntryMode::digit:
      return changed(game_->enter_digit(selection_, value, peer_marks()));
    case EntryMode::corner:
      return changed(game_->toggle_corner_mark(selection_, value));
    case EntryMode::centre:
      return changed(game_->toggle_centre_mark(selection_, value));
    case EntryMode::colour:
      return changed(game_->toggle_colour(selection_, value));
  }
}

// So that a puzzle can be typed row by row, the same digit again does not clear the cell.
void PlayState::enter_given(Digit digit) {
  game::CellSet others;
  for (const Cell cell : selection_) {
    if (game_->board().at(cell).digit != digit) others.insert(cell);
  }
  changed(game_->enter_digit(others, digit));
  if (selection_.size() == 1) move_on();
}

void PlayState::show_solution() {
  if (!can_move()) return;
  if (!game_->puzzle().has_one_solution()) {
    return say("this puzzle has no single solution that could be shown", Tone::warning);
  }
  changed(game_->show_solution());
}

// ---- Help

void PlayState::check() {
  if (!can_move() || is_finished()) return;
  if (!game_->puzzle().has_one_solution()) {
    const int conflicts = indicators_.conflicts.size();
    return conflicts == 0
               ? say("nothing is against the rules so far")
               : say(fmt::format("{} digits are against the rules", conflicts), Tone::warning);
  }
  const int wrong = game_->check();
  ++version_;
  if (wrong == 0) return say("all digits are right so far", Tone::good);
  say(wrong == 1 ? "one digit is wrong" : fmt::format("{} digits are wrong", wrong), Tone::warning);
}

void PlayState::ask_for_hint() {
  if (!can_move() || is_finished() || hint_job_.running()) return;
  if (hint_) {
    if (hint_->hint.kind == HintKind::none) return dismiss_hint();
    if (hint_->strength != HintStrength::step) {
      hint_->strength =
          hint_->strength == HintStrength::where ? HintStrength::technique : HintStrength::step;
      return;
    }
    const game::Hint hint = std::move(hint_->hint);
    hint_.reset();
    changed(game::apply(hint, *game_, peer_marks()));
    if (hint.step && hint.step->placement) select(hint.step->placement->cell);
    return;
  }
  hint_job_.start([board = game_->board(), puzzle = game_->puzzle()](
                      const StopToken& stop) { return find_hint(board, puzzle, stop); },
                  wake_);
}

void PlayState::dismiss_hint() {
  hint_.reset();
  hint_job_.cancel();
  message_ = {};
}

// ---- Time

bool PlayState::update(double now, bool shown) {
  now_ = now;
  if (!game_) return false;
  if (shown && !paused() && !is_finished()) {
    game_->timer().resume(now);
  } else {
    game_->timer().pause(now);
  }
  auto hint = hint_job_.take();
  if (!hint) return false;
  if (hint->kind != HintKind::none) {
    game_->count_hint();
    ++version_;
  }
  message_ = {};
  hint_ = ShownHint{std::move(*hint), HintStrength::where};
  return true;
}

void PlayState::toggle_pause() {
  if (!game_ || is_finished()) return;
  paused_ = !paused_;
  if (paused_) game_->timer().pause(now_);
  ++version_;
}

// ---- The switches

namespace {

using S = PlaySwitches;

constexpr std::array switch_rows{
    PlaySwitch{"cross", "row, column and box of the cursor", "tinted", &S::cross},
    PlaySwitch{"equal_digits", "equal digits",
               "those like the one under the cursor, and marks of it", &S::equal_digits},
    PlaySwitch{"conflicts", "digits against the rules", "the same twice in a row, column or box",
               &S::conflicts},
    PlaySwitch{"mistakes", "wrong digits", "those that differ from the solution", &S::mistakes},
    PlaySwitch{"rows", "complete rows", "a tick at their left; in orange, a digit is twice in it",
               &S::rows},
    PlaySwitch{"columns", "complete columns", "a tick above; in orange, a digit is twice in it",
               &S::columns},
    PlaySwitch{"boxes", "complete boxes", "a frame; in orange, a digit is twice in it", &S::boxes},
    PlaySwitch{"remaining", "digits left", "how often each is still to be placed", &S::remaining},
    PlaySwitch{"clean_marks", "tidy marks",
               "an entered digit leaves the marks in its row, column and box", &S::clean_marks},
    PlaySwitch{"places", "centre marks in places",
               "each digit its own, in three rows of three; else side by side", &S::places},
    PlaySwitch{"timer", "clock", "the time played", &S::timer},
    PlaySwitch{"pause_away", "pause when away", "while another window has the keyboard",
               &S::pause_away},
};

}  // namespace

std::span<const PlaySwitch> play_switches() {
  return switch_rows;
}

nlohmann::ordered_json to_json(const PlaySwitches& switches) {
  auto json = nlohmann::ordered_json::object();
  for (const PlaySwitch& row : switch_rows) json[std::string(row.name)] = switches.*row.value;
  return json;
}

PlaySwitches play_switches_from(const nlohmann::ordered_json& json) {
  PlaySwitches switches;
  if (!json.is_object()) return switches;
  for (const PlaySwitch& row : switch_rows) {
    const auto value = read_setting<bool>(json, std::string(row.name).c_str());
    if (value) switches.*row.value = *value;
  }
  return switches;
}

}  // namespace fungescope::ui
