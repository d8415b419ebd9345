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
  return {{map.grid, small}, {map.rlatter, small}, {map.pspace, large}, {map.rstack, large}};
}

// Compares one timeline from its first tick. Only for programs that claim the reference's method:
// the changes of any other say nothing about whether it is right.
class ReferenceComparison {
 public:
  // Starts at the present instant, the first one of its timeline. `input` is the puzzle that the
  // program reads, if it reads one.
  ReferenceComparison(const History& history, const std::optional<puzzles::Grid>& input,
                      const CheckedRegions& regions)
      : regions_(regions),
        comparison_(
            puzzles::ReferenceSolver(puzzles::contents_of(history.machine().field, regions), input),
            regions),
        compared_(history.tick()) {}
  ReferenceComparison(const ReferenceComparison&) = delete;
  ReferenceComparison& operator=(const ReferenceComparison&) = delete;

  [[nodiscard]] Tick compared() const { return compared_; }
  [[nodiscard]] const puzzles::ReferenceChecker& comparison() const { return comparison_; }
  [[nodiscard]] bool over() const { return finished_ || comparison_.difference(); }

  // Continues to the current instant. Returns false when interrupted; progress is kept.
  bool advance(History& history, Monitor& monitor) {
    if (history.tick() > compared_) {
      ScopedSeek scoped_seek(history);
      if (!scoped_seek.seek(compared_, &monitor)) return false;
      SearchQuery query(history.machine().field.size());
      for (const Rectangle& area :
           {regions_.grid, regions_.rlatter, regions_.pspace, regions_.rstack}) {
        if (!fits_into(area, query.traps.field())) {
          finished_ = true;  // a reload in between has changed the field
          return true;
        }
        query.traps.set(area, Access::write);
      }
      const auto compare = [&](const SearchHit& hit) {
        const TrapEvent& event = hit.event;
        if (!event.is(TrapEvent::write)) return false;
        comparison_.on_write(history.tick(), event.by, event.at, event.before, event.now);
        return comparison_.difference().has_value();
      };
      search_forward(history, query, false, scoped_seek.present(), &monitor, compare);
      compared_ = history.tick();
      if (comparison_.difference()) return true;
      if (compared_ != scoped_seek.present()) return false;
    }
    const Machine& machine = history.machine();
    if (machine.status == Status::ended && machine.tick == compared_) {
      comparison_.finish(machine.tick);
      finished_ = true;
    }
    return true;
  }

 private:
  CheckedRegions regions_;
  puzzles::ReferenceChecker comparison_;
  Tick compared_;
  bool finished_ = false;
};

class CheckTask final : public BackgroundTask {
 public:
  Progress work(Debugger& debugger, const TaskContext& context, Monitor& monitor) override {
    if (context.playing) return Progress::done;
    Session& session = debugger.session();
    const InputLog& input = session.history().input();
    if (timeline_ != context.timeline ||
        (!reference_comparison_ && input_size_ != input.bytes().size() + input.closed())) {
      if (!start_timeline(session, monitor)) return Progress::unfinished;
      timeline_ = context.timeline;
      input_size_ = input.bytes().size() + input.closed();
    }
    if (!reference_comparison_ || reference_comparison_->over() || !needed(session.history()))
      return Progress::done;
    const Tick before = reference_comparison_->compared();
    ReplayPace::Slice slice = pace_.slice(monitor);
    if (reference_comparison_->advance(session.history(), slice)) return Progress::updated;
    pace_.advanced(reference_comparison_->compared() > before, slice);
    return Progress::unfinished;
  }

  void show(const TaskContext& context, ViewSnapshot& snapshot) const override {
    if (!reference_comparison_ || timeline_ != context.timeline) return;
    CheckSnapshot check;
    const puzzles::ReferenceChecker& comparison = reference_comparison_->comparison();
    check.possible = true;
    check.agreed_until = reference_comparison_->compared();
    check.changes = comparison.changes();
    if (comparison.difference()) {
      check.difference_at = comparison.difference_tick();
      check.difference = *comparison.difference();
      check.agreed_until = std::min(check.agreed_until, comparison.difference_tick() - 1);
    }
    snapshot.attachments.set(std::make_shared<const CheckSnapshot>(std::move(check)));
  }

 private:
  // Whether the current instant is past the compared ones, or is the end of the program.
  [[nodiscard]] bool needed(const History& history) const {
    const Machine& machine = history.machine();
    return machine.tick > reference_comparison_->compared() ||
           (machine.tick == reference_comparison_->compared() && machine.status == Status::ended);
  }

  // Returns false when interrupted.
  bool start_timeline(Session& session, Monitor& monitor) {
    reference_comparison_.reset();
    pace_ = {};
    const auto map = find_board(session.symbols());
    if (!map || !map->follows_reference) return true;
    History& history = session.history();
    const CheckedRegions regions = regions_of(*map);
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
    reference_comparison_ = std::make_unique<ReferenceComparison>(history, grid, regions);
    return true;
  }

  std::uint64_t timeline_ = ~std::uint64_t{0};
  std::size_t input_size_ =
      0;  // when last checked for a puzzle; a closed input counts as one more byte
  std::unique_ptr<ReferenceComparison> reference_comparison_;
  ReplayPace pace_;
};

}  // namespace

std::unique_ptr<BackgroundTask> make_check_task() {
  return std::make_unique<CheckTask>();
}

}  // namespace fungescope::ui
