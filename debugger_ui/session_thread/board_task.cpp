#include "debugger_ui/session_thread/board_task.h"

#include "debugger_ui/session_thread/puzzle_input.h"
#include "session/queries/history_queries.h"
#include "session/views/board.h"

#include <array>
#include <optional>
#include <string>
#include <utility>

namespace fungescope::ui {
namespace {

constexpr std::int64_t ruled_out = 'X';

// The cells of a picture's regions, by their places in the field.
class RegionCells {
 public:
  explicit RegionCells(const ViewSnapshot& snapshot) {
    constexpr std::array names{"grid", "pspace", "rlatter", "rstack"};
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Region* const region = snapshot.program->symbols.region(names[i]);
      for (const RegionSnapshot& candidate : snapshot.regions) {
        if (region != nullptr && candidate.region.name == region->name) regions_[i] = &candidate;
      }
    }
  }

  // Are all there, with their values?
  [[nodiscard]] bool complete() const {
    for (const RegionSnapshot* region : regions_) {
      if (region == nullptr || region->values.empty()) return false;
    }
    return true;
  }

  [[nodiscard]] std::int64_t at(Point cell) const {
    for (const RegionSnapshot* region : regions_) {
      const Rectangle& area = region->region.area;
      if (!area.contains(cell)) continue;
      const std::int64_t index =
          (cell.y - area.corner.y) * area.size.width + cell.x - area.corner.x;
      return region->values[static_cast<std::size_t>(index)];
    }
    return 0;
  }

 private:
  std::array<const RegionSnapshot*, 4> regions_{};
};

// Has anything been ruled out?
bool has_begun(const BoardMap& map, const Playfield& field) {
  constexpr std::int64_t side = 27;
  for (std::int64_t i = 0; i < side * side; ++i) {
    const Point at{map.pspace.x + i % side, map.pspace.y + i / side};
    if (field.at(at) == ruled_out) return true;
  }
  return false;
}

class BoardTask final : public BackgroundTask {
 public:
  Progress work(Debugger& debugger, const TaskContext& task_context, Monitor& monitor) override {
    Session& session = debugger.session();
    const auto map = find_board(session.symbols());
    if (!map) return Progress::done;
    if (line_ != task_context.line) begin_line(session, *map, task_context.line);
    if (!found_ && has_begun(*map, session.machine().field)) {
      return find_givens(session, *map, monitor);
    }
    if (!task_context.request.board_ticks || task_context.playing) return Progress::done;
    return find_ticks(session, *map, task_context, monitor);
  }

  void show(const TaskContext& task_context, ViewSnapshot& snapshot) const override {
    if (!snapshot.program->board) return;
    const BoardMap& map = *snapshot.program->board;
    const RegionCells cells(snapshot);
    if (!cells.complete()) return;
    const auto set_at = [&](Point at) -> std::optional<Tick> {
      if (ticks_for_ != task_context.instant) return std::nullopt;
      return ticks_[static_cast<std::size_t>((at.y - map.grid.y) * 9 + at.x - map.grid.x)];
    };
    snapshot.board = view_board(
        map, [&](Point at) { return cells.at(at); }, givens_, set_at);
  }

 private:
  // Until something is ruled out, nothing tells the givens from other digits but where the
  // program gets them from.
  void begin_line(Session& session, const BoardMap& map, std::uint64_t line) {
    line_ = line;
    found_ = false;
    const InputLog& input = session.history().input();
    const PuzzleInput read = read_puzzle_input(input.bytes(), input.closed());
    givens_ = read.kind == PuzzleInput::Kind::puzzle ? puzzles::to_line(read.grid, ' ')
                                                     : grid_text(map, *session.source().field);
  }

  Progress find_givens(Session& session, const BoardMap& map, Monitor& monitor) {
    auto givens = board_givens(session, map, &monitor);
    if (!givens) return Progress::unfinished;
    found_ = true;
    // None: a reload has moved the board.
    const bool same = givens->empty() || *givens == givens_;
    if (!givens->empty()) givens_ = std::move(*givens);
    return same ? Progress::unfinished : Progress::updated;
  }

  // Each digit has its own search, so that an interrupted one costs no more than itself.
  Progress find_ticks(Session& session, const BoardMap& map, const TaskContext& task_context,
                      Monitor& monitor) {
    if (ticks_for_ != task_context.instant) {
      ticks_for_ = task_context.instant;
      ticks_.fill(std::nullopt);
      next_ = 0;
    }
    if (next_ == ticks_.size()) return Progress::done;
    const BoardView view = view_board(map, session.machine().field, givens_, {});
    for (; next_ < ticks_.size(); ++next_) {
      const BoardCell& cell = view.cells[next_];
      if (cell.digit == 0 || cell.origin == BoardCell::Origin::given) continue;
      const auto offset = static_cast<std::int64_t>(next_);
      const Rectangle area{{map.grid.x + offset % 9, map.grid.y + offset / 9}, {1, 1}};
      const auto write = last_write(session, area, &monitor);
      if (!write) return Progress::unfinished;
      if (*write) ticks_[next_] = (*write)->tick;
    }
    return Progress::updated;
  }

  std::uint64_t line_ = ~std::uint64_t{0};
  bool found_ = false;  // `givens_` are what the run has shown
  std::string givens_;

  std::uint64_t ticks_for_ = ~std::uint64_t{0};  // the instant of `ticks_`
  std::array<std::optional<Tick>, 81> ticks_;
  std::size_t next_ = 0;  // so many cells have been looked at
};

}  // namespace

std::unique_ptr<BackgroundTask> make_board_task() {
  return std::make_unique<BoardTask>();
}

}  // namespace fungescope::ui
