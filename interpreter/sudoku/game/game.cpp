#include "sudoku/game/game.h"

#include <array>
#include <cassert>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace fungescope::game {

std::string_view name_of(StepKind kind) {
  static constexpr std::array<std::string_view, step_kind_count> names{
      "digit",     "centre mark", "corner mark", "colour",   "erase",
      "all marks", "clean marks", "hint",        "solution", "restart"};
  return names[static_cast<std::size_t>(kind)];
}

bool UndoHistory::add(StepKind kind, const Board& before, const Board& after) {
  PlayedStep step{kind, {}};
  for (std::size_t i = 0; i < board_cells; ++i) {
    if (before.cells[i] == after.cells[i]) continue;
    step.changes.push_back({static_cast<Cell>(i), before.cells[i], after.cells[i]});
  }
  if (step.changes.empty()) return false;
  steps_.resize(position_);
  steps_.push_back(std::move(step));
  ++position_;
  return true;
}

void UndoHistory::undo(Board& board) {
  assert(can_undo());
  for (const CellChange& change : steps_[--position_].changes) {
    board.at(change.cell) = change.before;
  }
}

void UndoHistory::redo(Board& board) {
  assert(can_redo());
  for (const CellChange& change : steps_[position_++].changes) board.at(change.cell) = change.after;
}

void Timer::resume(double now) {
  if (!since_) since_ = now;
}

void Timer::pause(double now) {
  milliseconds_ = milliseconds(now);
  since_.reset();
}

std::int64_t Timer::milliseconds(double now) const {
  if (!since_ || !(now > *since_)) return milliseconds_;
  // Nobody has played for longer than a century.
  constexpr double max_seconds = 4e9;
  const double played = std::fmin(now - *since_, max_seconds);
  return milliseconds_ + static_cast<std::int64_t>(played * 1000);
}

std::string time_text(std::int64_t milliseconds) {
  const std::int64_t seconds = milliseconds / 1000;
  const std::int64_t hours = seconds / 3600;
  if (hours == 0) return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
  return fmt::format("{}:{:02}:{:02}", hours, seconds / 60 % 60, seconds % 60);
}

Game::Game(const Puzzle& puzzle)
    : puzzle_(puzzle), givens_(puzzle.given_cells()), board_(board_of(puzzle_.givens)) {}

std::string Game::digits_text() const {
  return puzzles::to_line(digits_of(board_));
}

bool Game::set(StepKind kind, const Board& after) {
  if (!history_.add(kind, board_, after)) return false;
  board_ = after;
  return true;
}

bool Game::enter_digit(const CellSet& cells, Digit digit, PeerMarks peers) {
  return set(StepKind::digit, with_digit(board_, givens_, cells, digit, peers));
}

bool Game::toggle_centre_mark(const CellSet& cells, Digit digit) {
  return set(StepKind::centre_mark, with_mark_toggled(board_, cells, MarkKind::centre, digit));
}

bool Game::toggle_corner_mark(const CellSet& cells, Digit digit) {
  return set(StepKind::corner_mark, with_mark_toggled(board_, cells, MarkKind::corner, digit));
}

bool Game::toggle_colour(const CellSet& cells, Colour colour) {
  return set(StepKind::colour, with_colour_toggled(board_, cells, colour));
}

bool Game::erase(const CellSet& cells) {
  return set(StepKind::erase, with_erased(board_, givens_, cells));
}

bool Game::fill_marks() {
  return set(StepKind::all_marks, with_all_marks(board_, techniques::every_cell));
}

bool Game::clean_marks() {
  return set(StepKind::clean_marks, with_marks_cleaned(board_, techniques::every_cell));
}

bool Game::restart() {
  return set(StepKind::restart, board_of(puzzle_.givens));
}

bool Game::show_solution() {
  if (!puzzle_.has_one_solution()) return false;
  Board solved = board_;
  for (const Cell cell : techniques::every_cell)
    solved.at(cell).digit = puzzle_.solution.cells[cell];
  if (!set(StepKind::solution, solved)) return false;
  help_.solution_shown = true;
  return true;
}

bool Game::undo() {
  if (!history_.can_undo()) return false;
  history_.undo(board_);
  return true;
}

bool Game::redo() {
  if (!history_.can_redo()) return false;
  history_.redo(board_);
  return true;
}

int Game::check() {
  ++help_.checks;
  return indicators_of(board_, puzzle_).wrong.size();
}

bool Game::is_solved() const {
  return indicators_of(board_, puzzle_).solved;
}

bool Game::finish(double now) {
  timer_.pause(now);
  return !std::exchange(finished_, true);
}

void Game::restore(UndoHistory history, Timer timer, const HelpUsed& help, bool finished) {
  board_ = board_of(puzzle_.givens);
  // The steps are taken again from the start, which gives the board at the history's position.
  for (std::size_t i = 0; i < history.position(); ++i) {
    for (const CellChange& change : history.steps()[i].changes) {
      board_.at(change.cell) = change.after;
    }
  }
  history_ = std::move(history);
  timer_ = timer;
  help_ = help;
  finished_ = finished;
}

}  // namespace fungescope::game
