#include "debugger_ui/sudoku/panels/puzzle_editor.h"

#include <array>

#include "sudoku/board/board.h"
#include "sudoku/formats/puzzle_reader.h"

namespace fungescope::ui {

void PuzzleEditor::reset_to(const puzzles::Grid& grid) {
  note(grid != this->grid());
  game::Puzzle puzzle;
  puzzle.givens = grid;
  game_ = game::Game(puzzle);
}

void PuzzleEditor::put(int digit) {
  puzzles::Grid changed = grid();
  changed.cells[board_index(cursor_)] = static_cast<std::uint8_t>(digit);
  set(changed);
}

bool PuzzleEditor::type(char32_t sign) {
  const bool blank = sign == U'0' || sign == U'.' || sign == U' ';
  if (!blank && (sign < U'1' || sign > U'9')) return false;
  put(blank ? 0 : static_cast<int>(sign - U'0'));
  go_on(1);
  return true;
}

void PuzzleEditor::erase_backwards() {
  if (grid().cells[board_index(cursor_)] == 0) go_on(-1);
  put(0);
}

void PuzzleEditor::go_on(int by) {
  cursor_ = board_cell((board_index(cursor_) + 81U + static_cast<std::size_t>(by)) % 81);
}

Result<void> PuzzleEditor::paste(std::string_view text) {
  const auto digits =
      TRY(puzzles::read_first_puzzle(text, "clipboard",
                                     "here it can have digits only; `fungescope explain` "
                                     "takes candidates"));
  set(digits);
  return {};
}

// From Peter Norvig's pytudes (MIT licence, copyright (c) 2010-2017 Peter Norvig): easy50 are those
// of Project Euler 96. The same lines are in tests/data/puzzles.
std::span<const PuzzleSample> puzzle_samples() {
  static constexpr auto samples = std::to_array<PuzzleSample>({
      {"easy 1",
       "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."},
      {"easy 7",
       ".43.8.25.6.............1.949....4.7....6.8....1.2....382.5.............5.34.9.71."},
      {"easy 50",
       "3..2........1.7...7.6.3.5...7...9.8.9...2...4.1.8...5...9.4.3.1...7.2........8..6"},
      {"hard 1",
       "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"},
      {"hard 3",
       "6.....8.3.4.7.................5.4.7.3..2.....1.6.......2.....5.....8.6......1...."},
      {"hard 10",
       ".923.........8.1...........1.7.4...........658.........6.5.2...4.....7.....9....."},
      {"hard 40",
       "...8....9.873...4.6..7.......85..97...........43..75.......3....3...145.4....2..1"},
      {"hardest 1",
       "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4."},
      {"hardest 3",
       "12..4......5.69.1...9...5.........7.7...52.9..3......2.9.6...5.4..9..8.1..3...9.4"},
      {"hardest 7",
       "1...34.8....8..5....4.6..21.18......3..1.2..6......81.52..7.9....6..9....9.64...2"},
      {"hardest 9",
       ".6.5.4.3.1...9...8.........9...5...6.4.6.2.7.7...4...5.........4...8...1.5.2.3.4."},
      {"hardest 11",
       "....7..2.8.......6.1.2.5...9.54....8.........3....85.1...3.2.8.4.......9.7..6...."},
  });
  return samples;
}

void SolutionCounter::ask(const puzzles::Grid& puzzle) {
  count_.reset();
  job_.start(
      [puzzle](const StopToken& stop) { return puzzles::solve_with_bitmasks(puzzle, stop).count; });
}

std::optional<int> SolutionCounter::count() {
  if (const auto counted = job_.take()) count_ = counted;
  return count_;
}

int SolutionCounter::wait() {
  job_.wait();
  return *count();
}

}  // namespace fungescope::ui
