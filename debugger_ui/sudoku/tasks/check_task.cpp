#include "debugger_ui/session_thread/tasks/background_task.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"
#include "lang/analysis/static_analysis.h"
#include "session/run_control/search.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "sudoku/board/board.h"
#include "sudoku/solving/reference_solver.h"

namespace fungescope::ui {
namespace {

using puzzles::CheckedRegions;

CheckedRegions regions_of(const BoardMap& map) {
  constexpr Size small{9, 9};
  constexpr Size large{27, 27};
  return {{{{map.grid, small}, {map.rlatter, small}, {map.pspace, large}, {map.rstack, large}}}};
}

// Compares each timeline from its first tick. Only for programs that claim the reference's method:
// the changes of any other say nothing about whether it is right.
class CheckTask final : public BackgroundTask {
 public:
  Progress work(Debugger& debugger, const TaskContext& context, Monitor& monitor) override {
    if (context.playing) return Progress::done;
    Session& session = debugger.session();
    const InputLog& input = session.history().input();
    if (timeline_ != context.timeline ||
        (!checker_ && input_size_ != input.bytes().size() + input.closed())) {
      if (!start_timeline(session, monitor)) return Progress::unfinished;
      timeline_ = context.timeline;
      input_size_ = input.bytes().size() + input.closed();
    }
    if (!checker_ || finished_ || !needed(session.history())) return Progress::done;
    const Tick before = compared_;
    ReplayPace::Slice slice = pace_.slice(monitor);
    if (advance(session.history(), slice)) return Progress::updated;
    pace_.advanced(compared_ > before, slice);
    return Progress::unfinished;
  }

  void show(const TaskContext& context, ViewSnapshot& snapshot) const override {
    if (!checker_ || timeline_ != context.timeline) return;
    CheckSnapshot check;
    check.possible = true;
    check.agreed_until = compared_;
    check.changes = checker_->changes();
    if (checker_->difference()) {
      check.difference_at = checker_->difference_tick();
      check.difference = *checker_->difference();
      check.agreed_until = std::min(check.agreed_until, checker_->difference_tick() - 1);
    }
    snapshot.attachments.set(std::make_shared<const CheckSnapshot>(std::move(check)));
  }

 private:
  // Whether the current instant is past the compared ones, or is the end of the program.
  [[nodiscard]] bool needed(const History& history) const {
    const Machine& machine = history.machine();
    return machine.tick > compared_ ||
           (machine.tick == compared_ && machine.status == Status::ended);
  }

  // Continues to the current instant. Returns false when interrupted; progress is kept.
  bool advance(History& history, Monitor& monitor) {
    if (history.tick() > compared_) {
      ScopedSeek scoped_seek(history);
      if (!scoped_seek.seek(compared_, &monitor)) return false;
      SearchQuery query(history.machine().field.size());
      for (const Rectangle& area : regions_.values) {
        finished_ = !fits_into(area, query.traps.field());
        if (finished_) return true;  // a reload in between has changed the field
        query.traps.set(area, Access::write);
      }
      const auto compare = [&](const SearchHit& hit) {
        const TrapEvent& event = hit.event;
        if (!event.is(TrapEvent::write)) return false;
        checker_->on_write(history.tick(), event.by, event.at, event.before, event.now);
        return checker_->difference().has_value();
      };
      search_forward(history, query, false, scoped_seek.present(), &monitor, compare);
      compared_ = history.tick();
      finished_ = checker_->difference().has_value();
      if (finished_) return true;
      if (compared_ != scoped_seek.present()) return false;
    }
    const Machine& machine = history.machine();
    finished_ = machine.status == Status::ended && machine.tick == compared_;
    if (finished_) checker_->finish(machine.tick);
    return true;
  }

  // Returns false when interrupted.
  bool start_timeline(Session& session, Monitor& monitor) {
    checker_.reset();
    finished_ = false;
    pace_ = {};
    const auto map = find_board(session.symbols());
    if (!map || !map->follows_reference) return true;
    History& history = session.history();
    regions_ = regions_of(*map);
    const Size size = history.machine().field.size();
    const InputLog log = history.input();
    ScopedSeek scoped_seek(history);
    if (!scoped_seek.seek(history.begin(), &monitor)) return false;
    const Machine& start = history.machine();
    if (start.field.size() != size) return true;
    std::optional<puzzles::Grid> grid;
    if (reads_input(start.field, start.dialect)) {
      const std::string cells = input_cells(log.bytes());
      const bool keeps_grid = cells.empty() && log.closed();
      if (cells.size() < puzzles::cell_count && !keeps_grid) return true;
      if (!keeps_grid) grid = puzzles::grid_from_line(cells);
    }
    checker_.emplace(puzzles::ReferenceSolver(puzzles::contents_of(start.field, regions_), grid),
                     regions_);
    compared_ = history.tick();
    return true;
  }

  std::uint64_t timeline_ = ~std::uint64_t{0};
  std::size_t input_size_ =
      0;  // when last checked for a puzzle; a closed input counts as one more byte
  CheckedRegions regions_;
  std::optional<puzzles::ReferenceChecker> checker_;  // of the timeline, from its first instant
  Tick compared_ = 0;
  bool finished_ = false;  // by a difference, or the program's end
  ReplayPace pace_;
};

}  // namespace

std::unique_ptr<BackgroundTask> make_check_task() {
  return std::make_unique<CheckTask>();
}

}  // namespace fungescope::ui
