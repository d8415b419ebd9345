#include "session/comparison/session_comparison.h"

#include "base/text_table.h"
#include "session/comparison/compared_run.h"
#include "session/run_control/scoped_seek.h"
#include "session/run_control/search.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

// Returns the input after an edit at the present instant.
InputLog edited_input(const Edit& edit, const InputLog& input, const Machine& machine) {
  const auto* const replaced = std::get_if<SetInput>(&edit);
  if (replaced == nullptr) return input;
  std::string bytes(input.bytes().substr(0, machine.input_position));
  bytes += replaced->bytes;
  return InputLog(std::move(bytes), replaced->closed ? InputLog::End::closed : InputLog::End::open);
}

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
  if (history.seek(end, monitor) == StopReason::interrupted) return interrupted_error();
  return kept;
}

}  // namespace

Result<WhatIf> what_if(Session& session, const MakeChange& make_change,
                       const WhatIfOptions& options, Monitor* monitor) {
  History& history = session.history();
  ScopedSeek scoped_seek(history);
  TRY(scoped_seek.seek(options.at.value_or(history.tick()), monitor));
  WhatIf result;
  result.tick = history.tick();
  const BranchInstant begin = owner_of(history, result.tick);
  result.branch = begin.branch;
  if (begin.branch != history.branch()) {
    TRY(history.switch_to(begin.branch, monitor));
  }
  auto change = TRY(make_change());
  result.change = std::move(change);
  if (result.change.before == result.change.now) return result;
  auto plan = TRY(plan_run(history, begin.branch, begin, monitor));
  ComparisonOptions comparison;
  comparison.horizon = options.ticks
                           ? result.tick + std::min(*options.ticks, no_limit - result.tick)
                           : plan.known_end + default_horizon;
  RunPlan changed = plan;
  changed.edits.push_back({result.tick,
                           {result.change.edit},
                           edited_input(result.change.edit, plan.input, plan.start)});
  result.comparison = TRY(compare_plans(std::move(plan), std::move(changed),
                                        session.options().history, comparison, monitor));
  if (options.keep) {
    const auto kept =
        keep_branch(history, result.change.edit, result.comparison->end.there.tick, monitor);
    if (!kept) return tl::unexpected(kept.error());
    result.kept = *kept;
  }
  return result;
}

Result<Tick> instant_before_read(Session& session, std::uint64_t position, Monitor* monitor) {
  History& history = session.history();
  ScopedSeek scoped_seek(history);
  Tick before = history.begin();
  Tick after = history.end();
  if (history.seek(after, monitor) == StopReason::interrupted) return interrupted_error();
  if (history.machine().input_position <= position) return after;
  while (after - before > 1) {
    const Tick middle = before + (after - before) / 2;
    if (history.seek(middle, monitor) == StopReason::interrupted) return interrupted_error();
    (history.machine().input_position > position ? after : before) = middle;
  }
  return before;
}

Result<Change> change_input_byte(Session& session, std::uint64_t position, std::int64_t value,
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
  return Change{SetInput{std::move(unread), input.closed()}, fmt::format("input {}", position),
                before, value};
}

namespace {

Result<RunComparison> compare(RunPlan here, RunPlan there, const Session& session,
                              const AgainstOptions& options, Monitor* monitor) {
  const Tick begin = here.start.tick;
  ComparisonOptions comparison;
  comparison.output_only = options.output_only;
  comparison.horizon = options.ticks ? begin + std::min(*options.ticks, no_limit - begin)
                                     : std::max(here.known_end, there.known_end) + default_horizon;
  return compare_plans(std::move(here), std::move(there), session.options().history, comparison,
                       monitor);
}

Result<RunPlan> whole_run(Session& session, Monitor* monitor) {
  History& history = session.history();
  return plan_run(history, history.branch(), first_instant(history), monitor);
}

}  // namespace

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

Result<RunComparison> against_program(Session& session, std::string source, const std::string& file,
                                      const AgainstOptions& options, Monitor* monitor) {
  auto here = TRY(whole_run(session, monitor));
  SessionOptions as_here = session.options();
  as_here.load.file = file;
  as_here.regions.clear();
  const auto other = TRY(Session::open(std::move(source), here.input, std::move(as_here)));
  auto there = TRY(whole_run(*other, monitor));
  return compare(std::move(here), std::move(there), session, options, monitor);
}

}  // namespace fungescope
