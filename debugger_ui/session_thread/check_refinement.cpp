#include "debugger_ui/session_thread/check_refinement.h"

#include "debugger_ui/session_thread/puzzle_input.h"
#include "lang/disassembler.h"
#include "session/views/board.h"
#include "session/run_control/excursion.h"
#include "session/run_control/search.h"
#include "puzzles/check.h"
#include "puzzles/reference_solver.h"

#include <algorithm>
#include <memory>
#include <optional>

namespace fungescope::ui {
namespace {

using sudoku::CheckedRegions;
using sudoku::InitialRegions;

CheckedRegions regions_of(const BoardMap& map) {
  constexpr Size small{9, 9};
  constexpr Size large{27, 27};
  return {{map.grid, small}, {map.rlatter, small}, {map.pspace, large}, {map.rstack, large}};
}

InitialRegions initial_regions(const Playfield& field, const CheckedRegions& regions) {
  InitialRegions initial;
  for (std::size_t i = 0; i < sudoku::cell_count; ++i) {
    const auto x = static_cast<std::int64_t>(i % 9);
    const auto y = static_cast<std::int64_t>(i / 9);
    const auto in = [&](const Rectangle& area) {
      return field.at(Point{area.corner.x + x, area.corner.y + y});
    };
    initial.grid[i] = in(regions.grid);
    initial.rlatter[i] = in(regions.rlatter);
  }
  return initial;
}

// Might the program ever read its input?
bool reads_input(const Playfield& field, const Dialect& dialect) {
  const Reachability reachable = find_reachable(field, dialect);
  for (std::size_t i = 0; i < reachable.reached.size(); ++i) {
    if (reachable.reached[i] && field.at(i) == '~') return true;
  }
  return false;
}

// One line of events, compared from its beginning.
class Follower {
 public:
  Follower(const InitialRegions& initial, const std::optional<sudoku::Grid>& input,
           const CheckedRegions& regions, Tick begin)
      : initial_(initial), input_(input), regions_(regions), compared_(begin) {
    extend();
  }
  Follower(const Follower&) = delete;
  Follower& operator=(const Follower&) = delete;

  [[nodiscard]] Tick compared() const { return compared_; }
  [[nodiscard]] const sudoku::Comparison& comparison() const { return comparison_; }
  [[nodiscard]] bool over() const { return finished_ || comparison_.difference(); }

  // Goes on to the present. False: interrupted; what was compared stays so.
  bool follow(History& history, Monitor& monitor) {
    if (history.tick() > compared_) {
      Excursion excursion(history);
      if (!excursion.go_to(compared_, &monitor)) return false;
      Quest quest(history.machine().field.size());
      if (!fits_into(regions_.grid, quest.traps.field()) ||
          !fits_into(regions_.rlatter, quest.traps.field())) {
        finished_ = true;  // a reload on the way has changed the field
        return true;
      }
      quest.traps.set(regions_.grid, Access::write);
      quest.traps.set(regions_.rlatter, Access::write);
      const auto compare = [&](const Meeting& meeting) {
        return differs(history.tick(), meeting.event);
      };
      run_visiting(history, quest, false, excursion.present(), &monitor, compare);
      compared_ = history.tick();
      if (comparison_.difference()) return true;
      if (compared_ != excursion.present()) return false;
    }
    const Machine& machine = history.machine();
    if (machine.status == Status::ended && machine.tick == compared_) {
      while (!reference_.complete && comparison_.changes() == reference_.changes.size()) extend();
      comparison_.finish(machine.tick, machine.field);
      finished_ = true;
    }
    return true;
  }

 private:
  bool differs(Tick tick, const TrapEvent& event) {
    if (!event.is(TrapEvent::write)) return false;
    while (!reference_.complete && comparison_.changes() == reference_.changes.size()) extend();
    comparison_.on_write(tick, event.by, event.at, event.before, event.now);
    return comparison_.difference().has_value();
  }

  // The reference solver is asked for as many changes as the run makes, and some more: it may
  // have a long way to go. Solving anew with twice as many costs less than what the program has
  // done in the meantime.
  void extend() {
    reference_ = sudoku::solve_reference(initial_, input_ ? &*input_ : nullptr, most_changes_);
    most_changes_ *= 2;
  }

  InitialRegions initial_;
  std::optional<sudoku::Grid> input_;
  CheckedRegions regions_;
  std::size_t most_changes_ = 20'000;
  sudoku::ReferenceRun reference_;
  sudoku::Comparison comparison_{reference_, regions_};
  Tick compared_;
  bool finished_ = false;
};

class CheckRefinement final : public Refinement {
 public:
  Progress work(Debugger& debugger, const Occasion& occasion, Monitor& monitor) override {
    if (occasion.playing) return Progress::done;
    Session& session = debugger.session();
    const InputLog& input = session.history().input();
    if (line_ != occasion.line ||
        (!follower_ && input_size_ != input.bytes().size() + input.closed())) {
      if (!begin_line(session, monitor)) return Progress::partly;
      line_ = occasion.line;
      input_size_ = input.bytes().size() + input.closed();
    }
    if (!follower_ || follower_->over() || !needed(session.history())) return Progress::done;
    return follower_->follow(session.history(), monitor) ? Progress::news : Progress::partly;
  }

  void show(const Occasion& occasion, Picture& picture) const override {
    picture.check = {};
    if (!follower_ || line_ != occasion.line) return;
    const sudoku::Comparison& comparison = follower_->comparison();
    picture.check.possible = true;
    picture.check.agreed_until = follower_->compared();
    picture.check.changes = comparison.changes();
    if (!comparison.difference()) return;
    picture.check.difference_at = comparison.difference_tick();
    picture.check.difference = *comparison.difference();
    picture.check.agreed_until =
        std::min(picture.check.agreed_until, comparison.difference_tick() - 1);
  }

 private:
  // Has the present come further, or to the end?
  [[nodiscard]] bool needed(const History& history) const {
    const Machine& machine = history.machine();
    return machine.tick > follower_->compared() ||
           (machine.tick == follower_->compared() && machine.status == Status::ended);
  }

  // False: interrupted.
  bool begin_line(Session& session, Monitor& monitor) {
    follower_.reset();
    const auto map = find_board(session.symbols());
    if (!map) return true;
    History& history = session.history();
    const CheckedRegions regions = regions_of(*map);
    const Size size = history.machine().field.size();
    const InputLog log = history.input();
    Excursion excursion(history);
    if (!excursion.go_to(history.begin(), &monitor)) return false;
    const Machine& start = history.machine();
    if (start.field.size() != size) return true;
    std::optional<sudoku::Grid> grid;
    if (reads_input(start.field, start.dialect)) {
      const PuzzleInput input = read_puzzle_input(log.bytes(), log.closed());
      if (input.kind == PuzzleInput::Kind::puzzle) grid = input.grid;
      if (input.kind == PuzzleInput::Kind::broken || input.kind == PuzzleInput::Kind::unknown) {
        return true;
      }
    }
    follower_ = std::make_unique<Follower>(initial_regions(start.field, regions), grid, regions,
                                           history.begin());
    return true;
  }

  std::uint64_t line_ = ~std::uint64_t{0};
  std::size_t input_size_ = 0;  // when it was last looked at for a puzzle; its end counts as one
  std::unique_ptr<Follower> follower_;
};

}  // namespace

std::unique_ptr<Refinement> make_check_refinement() {
  return std::make_unique<CheckRefinement>();
}

}  // namespace fungescope::ui
