#include "session/comparison/run_comparison.h"

#include "session/run_control/search.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace fungescope {
namespace {

// Ticks between two comparisons of the states.
constexpr Tick longest_window = Tick{1} << 25U;

constexpr std::uint64_t output_piece = std::uint64_t{1} << 20U;  // bytes compared at once

// Reports the progress of the comparison as a whole, whose parts run to nearer instants.
class OverallMonitor final : public Monitor {
 public:
  OverallMonitor(Monitor* next, Tick goal) : next_(next), goal_(goal) {}
  bool should_continue(Tick now, Tick /*goal*/) override {
    return next_ == nullptr || next_->should_continue(now, goal_);
  }

 private:
  Monitor* next_;
  Tick goal_;
};

// Whether both continue equally, as far as the program is concerned.
bool same_state(const ComparedRun& first, const ComparedRun& second) {
  const Machine& a = first.machine();
  const Machine& b = second.machine();
  const auto rest = [](const ComparedRun& run) {
    const std::string_view bytes = run.input().bytes();
    return bytes.substr(std::min<std::size_t>(run.machine().input_position, bytes.size()));
  };
  return a.tick == b.tick && a.ip == b.ip && a.direction == b.direction &&
         a.string_mode == b.string_mode && a.status == b.status && a.fault == b.fault &&
         a.random == b.random && a.dialect == b.dialect && a.max_stack == b.max_stack &&
         a.stack == b.stack && first.input().closed() == second.input().closed() &&
         rest(first) == rest(second) && a.field == b.field;
}

RunEnd end_of(const Machine& machine, Tick target) {
  RunEnd end{RunEnd::Reason::goes_on, machine.tick, machine.output_size, {}};
  if (machine.status == Status::ended) {
    end.reason = RunEnd::Reason::ended;
  } else if (machine.status == Status::faulted) {
    end.reason = RunEnd::Reason::faulted;
    end.fault = describe(machine.fault);
  } else if (machine.tick < target) {
    end.reason = RunEnd::Reason::waits;
  }
  return end;
}

class Comparer {
 public:
  Comparer(ComparedRun& here, ComparedRun& there, const ComparisonOptions& options,
           Monitor* monitor)
      : here_(here), there_(there), options_(options), monitor_(monitor, options.horizon) {}

  Result<RunComparison> run() {
    result_.begin = here_.begin();
    if (!go_to(result_.begin)) return interrupted_error();
    note_begin();
    if (!run_windows()) return interrupted_error();
    if (!options_.output_only && !result_.same_from) result_.last = compare_states();
    if (!finish_output()) return interrupted_error();
    if (options_.output_only) return std::move(result_);
    const Tick last = std::max(result_.end.here.tick, result_.end.there.tick);
    auto divergence = find_divergence(here_, there_, result_.same_from.value_or(last), &monitor_);
    if (!divergence) return interrupted_error();
    result_.divergence = std::move(*divergence);
    return std::move(result_);
  }

 private:
  void note_begin() {
    const Machine& a = here_.machine();
    const Machine& b = there_.machine();
    result_.field = {a.field.size(), b.field.size()};
    result_.dialect = {std::string(a.dialect.name), std::string(b.dialect.name)};
    result_.first = compare_states();
    compared_output_ = a.output_size;
  }

  std::optional<InstantDiff> compare_states() {
    if (here_.machine().field.size() != there_.machine().field.size()) return std::nullopt;
    return compare_snapshots(here_.snapshot(), there_.snapshot(),
                             std::numeric_limits<std::size_t>::max());
  }

  bool go_to(Tick tick) { return here_.go_to(tick, &monitor_) && there_.go_to(tick, &monitor_); }

  // Runs both in windows, until there is nothing more to learn.
  bool run_windows() {
    Tick window = options_.first_window;
    Tick at = result_.begin;
    if (same_state(here_, there_) && !edits_follow()) result_.same_from = at;
    for (;;) {
      const Tick target = options_.horizon - at > window ? at + window : options_.horizon;
      if (!go_to(target)) return false;
      result_.end = {end_of(here_.machine(), target), end_of(there_.machine(), target)};
      compare_output(target == options_.horizon);
      if (!result_.same_from && !edits_follow() && same_state(here_, there_)) {
        if (!find_same_from(at, target)) return false;
      }
      const bool both_stopped = is_stopped(result_.end.here) && is_stopped(result_.end.there);
      const bool output_known =
          result_.output || result_.end.here.output_size == result_.end.there.output_size;
      if (target == options_.horizon || both_stopped || (result_.same_from && output_known)) {
        return true;
      }
      if (options_.output_only && result_.output) {
        result_.stopped_early = true;
        return true;
      }
      at = target;
      window = std::min(2 * window, longest_window);
    }
  }

  static bool is_stopped(const RunEnd& end) { return end.reason != RunEnd::Reason::goes_on; }

  [[nodiscard]] bool edits_follow() const {
    return here_.next_edit() != no_limit || there_.next_edit() != no_limit;
  }

  // Finds the first instant of a window with equal states, by bisection: equal states stay equal.
  bool find_same_from(Tick before, Tick after) {
    before = std::max({before, here_.last_edit(), there_.last_edit()});
    after = std::min(after, here_.tick());
    if (!go_to(before)) return false;
    if (same_state(here_, there_)) after = before;
    while (after - before > 1) {
      const Tick middle = before + (after - before) / 2;
      if (!go_to(middle)) return false;
      (same_state(here_, there_) ? after : before) = middle;
    }
    result_.same_from = after;
    return go_to(std::max(result_.end.here.tick, result_.end.there.tick));
  }

  // ---- Output

  void compare_output(bool at_horizon) {
    const std::uint64_t a = here_.machine().output_size;
    const std::uint64_t b = there_.machine().output_size;
    while (!result_.output && compared_output_ < std::min(a, b)) {
      const std::uint64_t end = std::min({a, b, compared_output_ + output_piece});
      const std::string here = here_.output(compared_output_, end);
      const std::string there = there_.output(compared_output_, end);
      const auto difference = std::mismatch(here.begin(), here.end(), there.begin()).first;
      compared_output_ += static_cast<std::uint64_t>(difference - here.begin());
      if (difference != here.end()) result_.output = OutputDifference{compared_output_, {}, {}};
    }
    // What only one has printed differs once the other is not followed further.
    const RunEnd& shorter = a < b ? result_.end.here : result_.end.there;
    if (!result_.output && a != b && (at_horizon || is_stopped(shorter))) {
      result_.output = OutputDifference{compared_output_, {}, {}};
    }
  }

  // Reads the bytes at the difference, and finds where they were printed.
  bool finish_output() {
    if (!result_.output) return true;
    OutputDifference& output = *result_.output;
    return finish_output(here_, output.bytes.here, output.tick.here) &&
           finish_output(there_, output.bytes.there, output.tick.there);
  }

  bool finish_output(ComparedRun& run, std::string& bytes, std::optional<Tick>& tick) {
    const std::uint64_t position = result_.output->position;
    bytes = run.output(position, position + OutputDifference::shown);
    if (bytes.empty()) return true;
    Tick before = result_.begin;
    Tick after = run.tick();
    while (after - before > 1) {
      const Tick middle = before + (after - before) / 2;
      if (!run.go_to(middle, &monitor_)) return false;
      (run.machine().output_size > position ? after : before) = middle;
    }
    tick = after;
    return true;
  }

  ComparedRun& here_;
  ComparedRun& there_;
  ComparisonOptions options_;
  OverallMonitor monitor_;
  RunComparison result_;
  std::uint64_t compared_output_ = 0;  // up to here both have printed the same
};

}  // namespace

std::optional<Tick> before_first_difference(const RunComparison& comparison) {
  const Divergence& found = comparison.divergence;
  if (found.difference) return found.difference->step.tick - 1;
  if (found.parting) return found.parting->step.tick - 1;
  return std::nullopt;
}

Result<RunComparison> compare_runs(ComparedRun& here, ComparedRun& there,
                                   const ComparisonOptions& options, Monitor* monitor) {
  return Comparer(here, there, options, monitor).run();
}

Result<RunComparison> compare_plans(RunPlan here, RunPlan there, const HistoryOptions& history,
                                    const ComparisonOptions& options, Monitor* monitor) {
  HistoryOptions half = history;
  half.memory_limit /= 2;
  auto first = TRY(ComparedRun::make(std::move(here), half));
  auto second = TRY(ComparedRun::make(std::move(there), half));
  return compare_runs(first, second, options, monitor);
}

}  // namespace fungescope
