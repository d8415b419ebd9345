#include "session/comparison/run_comparison.h"

#include "base/text_table.h"
#include "session/run_control/search.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

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
  return a.tick == b.tick && a.ip == b.ip && a.direction == b.direction &&
         a.string_mode == b.string_mode && a.status == b.status && a.fault == b.fault &&
         a.random == b.random && a.dialect == b.dialect && a.max_stack == b.max_stack &&
         a.stack == b.stack && first.has_same_unread_input(second) && a.field == b.field;
}

class Comparer {
 public:
  Comparer(ComparedRun& here, ComparedRun& there, const ComparisonOptions& options,
           Monitor* monitor)
      : here_(here), there_(there), options_(options), monitor_(monitor, options.horizon) {}

  Result<RunComparison> run() {
    result_.begin = here_.begin();
    TRY(go_to(result_.begin));
    note_begin();
    TRY(run_windows());
    if (!options_.output_only && !result_.same_from) result_.last = compare_states();
    if (result_.output) {
      TRY(finish_output(here_, result_.output->bytes.here, result_.output->tick.here));
      TRY(finish_output(there_, result_.output->bytes.there, result_.output->tick.there));
    }
    if (options_.output_only) return std::move(result_);
    const Tick last = std::max(result_.end.here.tick, result_.end.there.tick);
    result_.divergence =
        TRY(find_divergence(here_, there_, result_.same_from.value_or(last), &monitor_));
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

  Result<void> go_to(Tick tick) {
    TRY(here_.go_to(tick, &monitor_));
    return there_.go_to(tick, &monitor_);
  }

  // Runs both in windows, until there is nothing more to learn.
  Result<void> run_windows() {
    Tick window = options_.first_window;
    Tick at = result_.begin;
    if (same_state(here_, there_) && !edits_follow()) result_.same_from = at;
    for (;;) {
      const Tick target = options_.horizon - at > window ? at + window : options_.horizon;
      TRY(go_to(target));
      result_.end = {end_of(here_.machine(), target), end_of(there_.machine(), target)};
      compare_output(target == options_.horizon);
      if (!result_.same_from && !edits_follow() && same_state(here_, there_)) {
        TRY(find_same_from(at, target));
      }
      const bool both_stopped = is_stopped(result_.end.here) && is_stopped(result_.end.there);
      const bool output_known =
          result_.output || result_.end.here.output_size == result_.end.there.output_size;
      if (target == options_.horizon || both_stopped || (result_.same_from && output_known)) {
        return {};
      }
      result_.stopped_early = options_.output_only && result_.output;
      if (result_.stopped_early) return {};
      at = target;
      window = std::min(2 * window, longest_window);
    }
  }

  static bool is_stopped(const RunEnd& end) { return end.reason != RunEnd::Reason::goes_on; }

  [[nodiscard]] bool edits_follow() const {
    return here_.next_edit() != no_limit || there_.next_edit() != no_limit;
  }

  // Finds the first instant of a window with equal states: equal states stay equal.
  Result<void> find_same_from(Tick before, Tick after) {
    before = std::max({before, here_.last_edit(), there_.last_edit()});
    after = std::min(after, here_.tick());
    const auto same_at = [this](Tick tick) -> Result<bool> {
      TRY(go_to(tick));
      return same_state(here_, there_);
    };
    const bool at_once = TRY(same_at(before));
    result_.same_from = before;
    if (!at_once) result_.same_from = TRY(bisect_ticks(before, after, same_at));
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
  Result<void> finish_output(ComparedRun& run, std::string& bytes, std::optional<Tick>& tick) {
    const std::uint64_t position = result_.output->position;
    bytes = run.output(position, position + OutputDifference::shown);
    if (bytes.empty()) return {};
    const auto has_printed = [&](Tick middle) -> Result<bool> {
      TRY(run.go_to(middle, &monitor_));
      return run.machine().output_size > position;
    };
    tick = TRY(bisect_ticks(result_.begin, run.tick(), has_printed));
    return {};
  }

  ComparedRun& here_;
  ComparedRun& there_;
  ComparisonOptions options_;
  OverallMonitor monitor_;
  RunComparison result_;
  std::uint64_t compared_output_ = 0;  // up to here both have printed the same
};

// Records the changed run as a branch that begins at the present instant.
Result<BranchId> keep_branch(History& history, const Edit& edit, Tick end, Monitor* monitor) {
  // A branch that has not run takes further edits as its own.
  const BranchInfo present = history.info(history.branch());
  if (present.id != present.parent && present.begin == present.end) {
    const Tick tick = history.tick();
    history.run(tick + 1);
    if (history.tick() == tick) {
      return fail(
          {}, fmt::format("branch {} ends where it begins: no other can begin there", present.id),
          "leave out --keep");
    }
    history.seek(tick);
  }
  TRY(history.edit(edit));
  const BranchId kept = history.branch();
  TRY(seek_to(history, end, monitor));
  return kept;
}

Result<RunComparison> compare(ReplayPlan here, ReplayPlan there, const Session& session,
                              const AgainstOptions& options, Monitor* monitor) {
  const Tick begin = here.start.tick;
  ComparisonOptions comparison;
  comparison.output_only = options.output_only;
  comparison.horizon = options.ticks ? begin + std::min(*options.ticks, no_limit - begin)
                                     : std::max(here.known_end, there.known_end) + default_horizon;
  return compare_plans(std::move(here), std::move(there), session.options().history, comparison,
                       monitor);
}

Result<ReplayPlan> whole_run(Session& session, Monitor* monitor) {
  History& history = session.history();
  return plan_run(history, history.branch(), {0, history.begin()}, monitor);
}

}  // namespace

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

std::optional<Tick> before_first_difference(const RunComparison& comparison) {
  const Divergence& found = comparison.divergence;
  if (found.difference) return found.difference->step.tick - 1;
  if (found.parting) return found.parting->step.tick - 1;
  return std::nullopt;
}

Result<RunComparison> compare_plans(ReplayPlan here, ReplayPlan there,
                                    const HistoryOptions& history, const ComparisonOptions& options,
                                    Monitor* monitor) {
  HistoryOptions half = history;
  half.memory_limit /= 2;
  auto first = TRY(ComparedRun::make(std::move(here), half));
  auto second = TRY(ComparedRun::make(std::move(there), half));
  return Comparer(first, second, options, monitor).run();
}

// ---- Runs of sessions

Result<WhatIf> what_if(Session& session, const MakeChange& make_change,
                       const WhatIfOptions& options, Monitor* monitor) {
  History& history = session.history();
  ScopedSeek scoped_seek(history);
  TRY(scoped_seek.seek(options.at.value_or(history.tick()), monitor));
  WhatIf result;
  result.tick = history.tick();
  result.branch = branch_of(history, result.tick);
  if (result.branch != history.branch()) TRY(history.switch_to(result.branch, monitor));
  result.change = TRY(make_change());
  if (result.change.before == result.change.now) return result;
  auto plan = TRY(plan_run(history, result.branch, {result.branch, result.tick}, monitor));
  ReplayPlan changed = plan;
  const auto* const input = std::get_if<SetInput>(&result.change.edit);
  changed.edits.push_back({result.tick,
                           {result.change.edit},
                           input ? edited(plan.input, *input, plan.start) : plan.input});
  result.comparison =
      TRY(compare(std::move(plan), std::move(changed), session, {options.ticks}, monitor));
  if (options.keep) {
    const Tick end = result.comparison->end.there.tick;
    result.kept = TRY(keep_branch(history, result.change.edit, end, monitor));
  }
  return result;
}

Result<Tick> instant_before_read(Session& session, std::uint64_t position, Monitor* monitor) {
  History& history = session.history();
  const ScopedSeek scoped_seek(history);
  const auto has_read = [&](Tick tick) -> Result<bool> {
    TRY(seek_to(history, tick, monitor));
    return history.machine().input_position > position;
  };
  const Tick end = history.end();
  const bool read = TRY(has_read(end));
  if (!read || end == history.begin()) return end;
  const auto after = TRY(bisect_ticks(history.begin(), end, has_read));
  return after - 1;
}

Result<ValueEdit> change_input_byte(Session& session, std::uint64_t position, std::int64_t value,
                                    Monitor* monitor) {
  const Machine& machine = session.machine();
  const InputLog& input = session.history().input();
  const std::string_view bytes = input.bytes();
  if (position >= bytes.size()) {
    return fail({}, fmt::format("the input has {} bytes", bytes.size()),
                "they are counted from 0; input gives more");
  }
  if (value < 0 || value > 255) {
    return fail({}, fmt::format("{} is not a byte", value), "a byte is 0 to 255, such as 'x'");
  }
  if (position < machine.input_position) {
    const auto read = TRY(instant_before_read(session, position, monitor));
    return fail({},
                fmt::format("input byte {} was already read, at tick {}", position,
                            with_separators(read + 1)),
                "leave out `at`: the change is then made before it is read");
  }
  std::string unread(bytes.substr(machine.input_position));
  char& byte = unread[position - machine.input_position];
  const std::int64_t before = static_cast<unsigned char>(byte);
  byte = static_cast<char>(value);
  return ValueEdit{SetInput{std::move(unread), input.closed()}, fmt::format("input {}", position),
                   before, value};
}

Result<std::unique_ptr<Session>> open_against(Session& session, std::string source,
                                              const std::string& file, Monitor* monitor) {
  auto here = TRY(whole_run(session, monitor));
  SessionOptions as_here = session.options();
  as_here.load.file = file;
  as_here.regions.clear();
  return Session::open(std::move(source), std::move(here.input), std::move(as_here));
}

Result<RunComparison> against_branch(Session& session, BranchId other,
                                     const AgainstOptions& options, Monitor* monitor) {
  History& history = session.history();
  const BranchId present = history.branch();
  const BranchInstant begin = last_common_instant(history, present, other);
  auto here = TRY(plan_run(history, present, begin, monitor));
  auto there = TRY(plan_run(history, other, begin, monitor));
  return compare(std::move(here), std::move(there), session, options, monitor);
}

Result<RunComparison> against_session(Session& session, Session& other,
                                      const AgainstOptions& options, Monitor* monitor) {
  auto here = TRY(whole_run(session, monitor));
  auto there = TRY(whole_run(other, monitor));
  return compare(std::move(here), std::move(there), session, options, monitor);
}

}  // namespace fungescope
