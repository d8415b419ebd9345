#include "debugger_ui/sudoku/panels/board_analysis.h"

#include "debugger_ui/sudoku/tasks/board_snapshot.h"

#include <algorithm>

namespace fungescope::ui {

std::vector<Rectangle> playfield_cells(const BoardMap& map, Point cell, int digit) {
  const Rectangle marks{map.mark_at(cell, std::max(digit, 1)),
                        digit == 0 ? Size{3, 3} : Size{1, 1}};
  const Point levels{marks.corner.x - map.pspace.x + map.rstack.x,
                     marks.corner.y - map.pspace.y + map.rstack.y};
  return {{map.digit_at(cell), {1, 1}},
          marks,
          {{map.rlatter.x + cell.x, map.rlatter.y + cell.y}, {1, 1}},
          {levels, marks.size}};
}

std::optional<Point> board_cell_at(const BoardMap& map, Point at) {
  for (const Point corner : {map.grid, map.rlatter}) {
    if (Rectangle{corner, {9, 9}}.contains(at)) return Point{at.x - corner.x, at.y - corner.y};
  }
  for (const Point corner : {map.pspace, map.rstack}) {
    if (Rectangle{corner, {27, 27}}.contains(at)) {
      return Point{(at.x - corner.x) / 3, (at.y - corner.y) / 3};
    }
  }
  return std::nullopt;
}

BoardChanges board_changes(const ViewSnapshot& snapshot) {
  BoardChanges changes;
  const RegionSnapshot* const grid = region_named(snapshot, "grid");
  const RegionSnapshot* const pspace = region_named(snapshot, "pspace");
  const BoardView* const view = board_view(snapshot);
  if (grid == nullptr || pspace == nullptr || view == nullptr || !view->ready) return changes;
  // At the stop before the board meant nothing: then all of it would have changed.
  if (grid->before.size() != 81 || pspace->before.size() != 729) return changes;
  const auto is_mark = [](std::int64_t value) {
    return value == 0 || value == board_values::ruled_out;
  };
  if (!std::all_of(pspace->before.begin(), pspace->before.end(), is_mark)) return changes;
  for (std::size_t i = 0; i < 81; ++i) {
    changes.digits[i] = view->cells[i].digit != 0 && grid->values[i] != grid->before[i];
  }
  for (std::size_t index = 0; index < 729; ++index) {
    if (pspace->values[index] != board_values::ruled_out || pspace->before[index] != 0) continue;
    const std::size_t x = index % 27;
    const std::size_t y = index / 27;
    changes.ruled_out[y / 3 * 9 + x / 3] |= static_cast<std::uint16_t>(1U << (y % 3 * 3 + x % 3));
  }
  return changes;
}

BoardSummary summarise(const BoardView& view) {
  BoardSummary summary;
  for (const BoardCell& cell : view.cells) {
    summary.solved += cell.digit != 0;
    summary.given += cell.origin == BoardCell::Origin::given;
    summary.guesses += cell.origin == BoardCell::Origin::guessed;
  }
  return summary;
}

bool is_solved(const ViewSnapshot& snapshot) {
  if (snapshot.status != Status::ended || board_view(snapshot) == nullptr) return false;
  const BoardView& view = *board_view(snapshot);
  puzzles::Grid grid;
  for (std::size_t i = 0; i < puzzles::cell_count; ++i) {
    grid.cells[i] = static_cast<std::uint8_t>(view.cells[i].digit);
  }
  return view.phase != BoardPhase::Kind::given_gone && puzzles::is_solution_of(grid, {});
}

}  // namespace fungescope::ui
