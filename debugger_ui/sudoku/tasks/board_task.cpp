#include "debugger_ui/session_thread/tasks/background_task.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"
#include "session/queries/history_queries.h"

#include <array>
#include <optional>
#include <utility>

#include "sudoku/board/board.h"
#include "sudoku/board/board_events.h"

namespace fungescope::ui {
namespace {

// The cells of a board's map in a snapshot, by position in the playfield.
class MapCells {
 public:
  MapCells(const ViewSnapshot& snapshot, const BoardMap& map) {
    constexpr std::array names{"grid", "pspace", "rlatter", "rstack"};
    for (std::size_t i = 0; i < names.size(); ++i) {
      regions_[i] = region_named(snapshot, names[i]);
    }
    for (const VariableSnapshot& variable : snapshot.variables) {
      if (variable.watch.at == map.level) level_ = &variable;
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
    if (level_ != nullptr && level_->watch.at == cell) return level_->value;
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
  const VariableSnapshot* level_ = nullptr;
};

class BoardTask final : public BackgroundTask {
 public:
  // Finding the givens: until then, the board is not ready.
  [[nodiscard]] bool is_urgent(Debugger& debugger, const TaskContext& context) const override {
    const auto map = find_board(debugger.session().symbols());
    return map && needs_givens(debugger.session(), *map, context);
  }

  Progress work(Debugger& debugger, const TaskContext& context, Monitor& monitor) override {
    Session& session = debugger.session();
    const auto map = find_board(session.symbols());
    if (!map) return Progress::done;
    if (needs_givens(session, *map, context)) {
      if (timeline_ != context.timeline) {
        timeline_ = context.timeline;
        givens_ = {};
        pace_ = {};
      }
      return find_givens(session, *map, context.playing, monitor);
    }
    if (!context.request.board_ticks || context.playing) return Progress::done;
    return find_ticks(session, *map, context, monitor);
  }

  void show(const TaskContext& context, ViewSnapshot& snapshot) const override {
    if (!board_map(snapshot)) return;
    const BoardMap& map = *board_map(snapshot);
    const MapCells cells(snapshot, map);
    if (!cells.complete()) return;
    const BoardGivens unknown;
    const BoardGivens& givens = timeline_ == context.timeline ? givens_ : unknown;
    const CellAt cell_at = [&](Point at) { return cells.at(at); };
    const BoardPhase phase =
        givens.at(map, snapshot.tick, snapshot.program->field(), cell_at, snapshot.input.position);
    auto view = std::make_shared<BoardView>(view_board(map, cell_at, phase));
    for (std::size_t i = 0; ticks_for_ == context.instant && i < ticks_.size(); ++i) {
      if (view->cells[i].found()) view->cells[i].set_at = ticks_[i];
    }
    if (const auto upcoming = snapshot.attachments.get<UpcomingPuzzle>()) {
      show_upcoming(*view, upcoming->cells);
    }
    snapshot.attachments.set<BoardView>(std::move(view));
  }

 private:
  [[nodiscard]] bool needs_givens(const Session& session, const BoardMap& map,
                                  const TaskContext& context) const {
    const Machine& machine = session.machine();
    const BoardGivens& known = timeline_ == context.timeline ? givens_ : BoardGivens();
    return known.needed(map, machine.tick, machine.field);
  }

  // While the run plays, no slice may take longer than its frame.
  Progress find_givens(Session& session, const BoardMap& map, bool playing, Monitor& monitor) {
    const Tick before = givens_.searched_to();
    ReplayPace::Slice slice = pace_.slice(monitor);
    Monitor& limit = playing ? monitor : slice;
    if (givens_.search(session, map, &limit)) return Progress::updated;
    pace_.advanced(givens_.searched_to() > before, slice);
    return Progress::unfinished;
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
    const Machine& machine = session.machine();
    const BoardView view = view_board(map, cells_of(machine.field), givens_.at(map, machine));
    for (; next_ < ticks_.size(); ++next_) {
      if (!view.cells[next_].found()) continue;
      const Rectangle area{map.digit_at(board_cell(next_)), {1, 1}};
      const auto write = last_write(session, area, &monitor);
      if (!write) return Progress::unfinished;
      if (*write) ticks_[next_] = (*write)->tick;
    }
    return Progress::updated;
  }

  std::uint64_t timeline_ = ~std::uint64_t{0};  // of `givens_`
  BoardGivens givens_;
  ReplayPace pace_;  // of the search for them

  std::uint64_t ticks_for_ = ~std::uint64_t{0};  // the instant of `ticks_`
  std::array<std::optional<Tick>, 81> ticks_;
  std::size_t next_ = 0;  // index of the next cell to search for
};

class EventTask final : public BackgroundTask {
 public:
  Progress work(Debugger& debugger, const TaskContext& context, Monitor& monitor) override {
    if (context.playing || instant_ == context.instant) return Progress::done;
    Session& session = debugger.session();
    const auto map = find_board(session.symbols());
    if (!map) return Progress::done;
    if (std::exchange(timeline_, context.timeline) != context.timeline) givens_ = {};
    // A slice that is interrupted has found nothing yet.
    if (std::exchange(sought_, context.instant) != context.instant) pace_ = {};
    ReplayPace::Slice slice = pace_.slice(monitor);
    auto event = [&]() -> Result<std::optional<BoardEvent>> {
      TRY(givens_.search(session, *map, &slice));
      return last_board_event(session, *map, givens_, &slice);
    }();
    pace_.advanced(event.has_value(), slice);
    if (!event) return Progress::unfinished;
    instant_ = context.instant;
    event_ = std::move(*event);
    return Progress::updated;
  }
  void show(const TaskContext& context, ViewSnapshot& snapshot) const override {
    if (instant_ != context.instant) return;
    snapshot.attachments.set(event_ ? std::make_shared<const BoardEvent>(*event_) : nullptr);
  }

 private:
  BoardGivens givens_;  // as far as they have been searched for
  std::optional<std::uint64_t> timeline_;
  ReplayPace pace_;
  std::optional<std::uint64_t> sought_;
  std::optional<std::uint64_t> instant_;
  std::optional<BoardEvent> event_;
};

}  // namespace

std::unique_ptr<BackgroundTask> make_board_task() {
  return std::make_unique<BoardTask>();
}

std::unique_ptr<BackgroundTask> make_event_task() {
  return std::make_unique<EventTask>();
}

}  // namespace fungescope::ui
