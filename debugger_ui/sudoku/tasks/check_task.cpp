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

// The board's map, as the checker needs it.
puzzles::CheckedProgram checked_program(const BoardMap& map, const Session& session) {
  constexpr Size small{9, 9};
  constexpr Size large{27, 27};
  return {{{{{map.grid, small}, {map.rlatter, small}, {map.pspace, large}, {map.rstack, large}}}},
          puzzles::find_method(session.symbols().method()),
          session.source().phases};
}

// Compares each timeline from its first tick, if the program is of a reference's method: the
// changes of any other say nothing about whether it is right.
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
    if (!checker_ || timeline_ != context.timeline || !checker_->method()) return;
    CheckSnapshot check;
    check.method = checker_->method();
    check.agreed_until = compared_;
    check.changes = checker_->changes();
    if (const auto& difference = checker_->difference()) {
      check.difference_at = difference->tick;
      check.difference = checker_->describe_difference();
      check.agreed_until = std::min(check.agreed_until, difference->tick - 1);
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

  // Nothing more is to be compared.
  [[nodiscard]] bool is_decided() const {
    return checker_->difference() || checker_->is_of_neither();
  }

  // Continues to the current instant. Returns false when interrupted; progress is kept.
  bool advance(History& history, Monitor& monitor) {
    if (history.tick() > compared_) {
      ScopedSeek scoped_seek(history);
      if (!scoped_seek.seek(compared_, &monitor)) return false;
      SearchQuery query(history.machine().field.size());
      for (const Rectangle& area : program_.regions.values) {
        finished_ = !fits_into(area, query.traps.field());
        if (finished_) return true;  // a reload in between has changed the field
        query.traps.set(area, Access::write);
      }
      const auto compare = [&](const SearchHit& hit) {
        const TrapEvent& event = hit.event;
        if (!event.is(TrapEvent::write)) return false;
        checker_->on_write(history.tick(), event.by, event.at, event.before, event.now);
        return is_decided();
      };
      search_forward(history, query, false, scoped_seek.present(), &monitor, compare);
      compared_ = history.tick();
      finished_ = is_decided();
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
    if (!map) return true;
    History& history = session.history();
    program_ = checked_program(*map, session);
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
    checker_.emplace(program_, puzzles::contents_of(start.field, program_.regions), grid);
    compared_ = history.tick();
    return true;
  }

  std::uint64_t timeline_ = ~std::uint64_t{0};
  std::size_t input_size_ =
      0;  // when last checked for a puzzle; a closed input counts as one more byte
  puzzles::CheckedProgram program_;
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
