#include "debugger_ui/panels/sudoku/puzzle_editor.h"

#include "puzzles/puzzle_reader.h"

#include <algorithm>
#include <utility>

namespace fungescope::ui {
namespace {

constexpr std::size_t max_undo_depth = 500;

}  // namespace

int PuzzleEditor::givens() const {
  return static_cast<int>(std::count_if(grid_.cells.begin(), grid_.cells.end(),
                                        [](std::uint8_t digit) { return digit != 0; }));
}

void PuzzleEditor::set(const puzzles::Grid& grid) {
  if (grid == grid_) return;
  if (undone_.size() == max_undo_depth) undone_.erase(undone_.begin());
  undone_.push_back(grid_);
  redone_.clear();
  grid_ = grid;
  ++version_;
}

void PuzzleEditor::reset_to(const puzzles::Grid& grid) {
  if (grid != grid_) ++version_;
  grid_ = grid;
  undone_.clear();
  redone_.clear();
}

void PuzzleEditor::undo() {
  if (undone_.empty()) return;
  redone_.push_back(std::exchange(grid_, undone_.back()));
  undone_.pop_back();
  ++version_;
}

void PuzzleEditor::redo() {
  if (redone_.empty()) return;
  undone_.push_back(std::exchange(grid_, redone_.back()));
  redone_.pop_back();
  ++version_;
}

void PuzzleEditor::move_by(std::int64_t x, std::int64_t y) {
  cursor_ = {(cursor_.x + x + 9) % 9, (cursor_.y + y + 9) % 9};
}

void PuzzleEditor::put(int digit) {
  puzzles::Grid grid = grid_;
  grid.cells[static_cast<std::size_t>(cursor_.y * 9 + cursor_.x)] =
      static_cast<std::uint8_t>(digit);
  set(grid);
}

bool PuzzleEditor::type(char32_t sign) {
  const bool blank = sign == U'0' || sign == U'.' || sign == U' ';
  if (!blank && (sign < U'1' || sign > U'9')) return false;
  put(blank ? 0 : static_cast<int>(sign - U'0'));
  go_on(1);
  return true;
}

void PuzzleEditor::erase_backwards() {
  const std::int64_t at = cursor_.y * 9 + cursor_.x;
  const bool here = grid_.cells[static_cast<std::size_t>(at)] != 0;
  if (!here) go_on(-1);
  put(0);
}

void PuzzleEditor::go_on(int by) {
  const std::int64_t at = (cursor_.y * 9 + cursor_.x + by + 81) % 81;
  cursor_ = {at % 9, at / 9};
}

Result<void> PuzzleEditor::paste(std::string_view text) {
  puzzles::PuzzleReader reader("clipboard");
  reader.feed(text);
  reader.finish();
  const auto record = reader.next();
  if (!record) return fail({"clipboard"}, "there is no puzzle in it", "copy one first");
  if (!record->puzzle) return tl::unexpected(record->puzzle.error());
  set(*record->puzzle);
  return {};
}

}  // namespace fungescope::ui
