#include "sudoku/game/game.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace fungescope::game {

std::string_view name_of(StepKind kind) {
  static constexpr std::array<std::string_view, step_kind_count> names{
      "digit",     "centre mark", "corner mark", "colour",   "erase",
      "all marks", "clean marks", "hint",        "solution", "restart"};
  return names[static_cast<std::size_t>(kind)];
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

bool Game::set(StepKind kind, const Board& after) {
  PlayedStep step{kind, {}};
  for (const Cell cell : techniques::every_cell) {
    if (board_.at(cell) == after.at(cell)) continue;
    step.changes.push_back({cell, board_.at(cell), after.at(cell)});
  }
  if (step.changes.empty()) return false;
  history_.steps.resize(history_.position++);
  history_.steps.push_back(std::move(step));
  board_ = after;
  return true;
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
  if (!can_undo()) return false;
  for (const auto& change : history_.steps[--history_.position].changes) {
    board_.at(change.cell) = change.before;
  }
  return true;
}

bool Game::redo() {
  if (!can_redo()) return false;
  for (const auto& change : history_.steps[history_.position++].changes) {
    board_.at(change.cell) = change.after;
  }
  return true;
}

int Game::check() {
  ++help_.checks;
  return indicators_of(board_, puzzle_).wrong.size();
}

bool Game::finish(double now) {
  timer_.pause(now);
  return !std::exchange(finished_, true);
}

void Game::restore(UndoHistory history, Timer timer, const HelpUsed& help, bool finished) {
  board_ = board_of(puzzle_.givens);
  history_ = std::move(history);
  // The steps are taken again from the start, which gives the board at the history's position.
  const std::size_t position = std::exchange(history_.position, 0);
  while (history_.position < position) redo();
  timer_ = timer;
  help_ = help;
  finished_ = finished;
}

}  // namespace fungescope::game
