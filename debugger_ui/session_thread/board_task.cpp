#include "debugger_ui/session_thread/background_task.h"
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

// The cells of a snapshot's regions, by position in the playfield.
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

  // Whether all regions are present, with their values.
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

// Whether the program has ruled out any candidate.
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
  Progress work(Debugger& debugger, const TaskContext& context, Monitor& monitor) override {
    Session& session = debugger.session();
    const auto map = find_board(session.symbols());
    if (!map) return Progress::done;
    if (timeline_ != context.timeline) start_timeline(session, *map, context.timeline);
    if (!found_ && has_begun(*map, session.machine().field)) {
      return find_givens(session, *map, monitor);
    }
    if (!context.request.board_ticks || context.playing) return Progress::done;
    return find_ticks(session, *map, context, monitor);
  }

  void show(const TaskContext& context, ViewSnapshot& snapshot) const override {
    if (!snapshot.program->board) return;
    const BoardMap& map = *snapshot.program->board;
    const RegionCells cells(snapshot);
    if (!cells.complete()) return;
    const auto set_at = [&](Point at) -> std::optional<Tick> {
      if (ticks_for_ != context.instant) return std::nullopt;
      return ticks_[static_cast<std::size_t>((at.y - map.grid.y) * 9 + at.x - map.grid.x)];
    };
    snapshot.board = view_board(
        map, [&](Point at) { return cells.at(at); }, givens_, set_at);
  }

 private:
  // Until the program rules out a candidate, givens can be told from other digits only by the
  // input or source that they come from.
  void start_timeline(Session& session, const BoardMap& map, std::uint64_t timeline) {
    timeline_ = timeline;
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
    // Empty if a reload has moved the board.
    const bool same = givens->empty() || *givens == givens_;
    if (!givens->empty()) givens_ = std::move(*givens);
    return same ? Progress::unfinished : Progress::updated;
  }

  // Searches for each digit separately, so that an interruption loses one search only.
  Progress find_ticks(Session& session, const BoardMap& map, const TaskContext& context,
                      Monitor& monitor) {
    if (ticks_for_ != context.instant) {
      ticks_for_ = context.instant;
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

  std::uint64_t timeline_ = ~std::uint64_t{0};
  bool found_ = false;  // `givens_` were determined from the run
  std::string givens_;

  std::uint64_t ticks_for_ = ~std::uint64_t{0};  // the instant of `ticks_`
  std::array<std::optional<Tick>, 81> ticks_;
  std::size_t next_ = 0;  // index of the next cell to search for
};

}  // namespace

std::unique_ptr<BackgroundTask> make_board_task() {
  return std::make_unique<BoardTask>();
}

}  // namespace fungescope::ui
