#include "sudoku/board/board_history.h"

#include "session/run_control/search.h"

#include <limits>
#include <set>

#include "sudoku/board/last_writes.h"

namespace fungescope {
namespace {

std::size_t mark_index(Point cell, int digit) {
  return board_index(cell) * 9 + static_cast<std::size_t>(digit - 1);
}

}  // namespace

Result<void> BoardStores::search(const BoardView& view) {
  std::vector<SoughtStore> cells;
  std::vector<std::optional<Write>*> into;
  for (std::size_t i = 0; i < view.cells.size(); ++i) {
    const Point cell = board_cell(i);
    if (view.cells[i].digit != 0) {
      // The store of a given need not change the grid.
      cells.push_back({map_.digit_at(cell), view.cells[i].origin != BoardCell::Origin::given});
      into.push_back(&digits_[i]);
    }
    for (int v = 1; v <= 9; ++v) {
      if (view.cells[i].possible(v)) continue;
      cells.push_back({map_.mark_at(cell, v), true});
      into.push_back(&marks_[mark_index(cell, v)]);
    }
  }
  auto found = TRY(last_writes(session_, cells, monitor_));
  for (std::size_t i = 0; i < into.size(); ++i) *into[i] = found[i];
  return {};
}

BoardStores::Found BoardStores::digit(Point cell, Tick instant) {
  const std::optional<Write>& known = digits_[board_index(cell)];
  if (known && known->tick <= instant) return known;
  return last_write_before(session_, {map_.digit_at(cell), false}, instant, monitor_);
}

Result<bool> BoardStores::is_marked(Point at, Tick instant) {
  History& history = session_.history();
  if (history.seek(instant, monitor_) == StopReason::interrupted) return interrupted_error();
  return history.machine().field.at(at) == board_values::ruled_out;
}

BoardStores::Found BoardStores::mark(Point cell, int digit, Tick instant) {
  const std::optional<Write>& known = marks_[mark_index(cell, digit)];
  if (known && known->tick <= instant) return known;
  if (map_.follows_reference || instant == present_) return std::optional<Write>();
  const Point at = map_.mark_at(cell, digit);
  const auto marked = TRY(is_marked(at, instant));
  if (!marked) return std::optional<Write>();
  return last_write_before(session_, {at, true}, instant, monitor_);
}

std::optional<Point> BoardStores::last_digit_before(Tick instant) const {
  std::optional<std::size_t> last;
  for (std::size_t i = 0; i < digits_.size(); ++i) {
    if (!digits_[i] || digits_[i]->tick > instant) continue;
    if (!last || digits_[i]->tick > digits_[*last]->tick) last = i;
  }
  return last ? std::optional(board_cell(*last)) : std::nullopt;
}

WhyOptions GivenInput::options() {
  WhyOptions options;
  options.depth = std::numeric_limits<std::size_t>::max();
  options.max_causes = 1000;
  // A digit is made within some hundred ticks, and each in its own windows.
  options.limits.window_ticks = Tick{1} << 9U;
  options.limits.kept_windows = 256;
  return options;
}

Result<std::vector<std::uint64_t>> GivenInput::of(Point at, Tick instant, std::int64_t value) {
  const auto origin = provenance_.of_cell(at, instant);
  if (!origin) {
    if (origin.error() == CutBy::interrupt) return interrupted_error();
    return std::vector<std::uint64_t>();
  }
  CauseGraph graph(provenance_, options_);
  static_cast<void>(graph.follow(*origin, value));
  if (graph.cut() == CutBy::interrupt) return interrupted_error();
  std::set<std::uint64_t> bytes;
  for (const Cause& cause : graph.take()) {
    for (std::uint64_t byte = cause.input_begin; byte < cause.input_end; ++byte) bytes.insert(byte);
  }
  return std::vector<std::uint64_t>(bytes.begin(), bytes.end());
}

}  // namespace fungescope
