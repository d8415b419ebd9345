#include "session/comparison/against.h"

#include "session/comparison/compared_run.h"
#include "session/comparison/what_if.h"

#include <algorithm>
#include <utility>

namespace fungescope {
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
  auto here = plan_run(history, present, begin, monitor);
  if (!here) return tl::unexpected(here.error());
  auto there = plan_run(history, other, begin, monitor);
  if (!there) return tl::unexpected(there.error());
  return compare(std::move(*here), std::move(*there), session, options, monitor);
}

Result<RunComparison> against_session(Session& session, Session& other,
                                      const AgainstOptions& options, Monitor* monitor) {
  auto here = whole_run(session, monitor);
  if (!here) return tl::unexpected(here.error());
  auto there = whole_run(other, monitor);
  if (!there) return tl::unexpected(there.error());
  return compare(std::move(*here), std::move(*there), session, options, monitor);
}

Result<RunComparison> against_program(Session& session, std::string source, const std::string& file,
                                      const AgainstOptions& options, Monitor* monitor) {
  auto here = whole_run(session, monitor);
  if (!here) return tl::unexpected(here.error());
  SessionOptions as_here = session.options();
  as_here.load.file = file;
  as_here.regions.clear();
  const auto other = Session::open(std::move(source), here->input, std::move(as_here));
  if (!other) return tl::unexpected(other.error());
  auto there = whole_run(**other, monitor);
  if (!there) return tl::unexpected(there.error());
  return compare(std::move(*here), std::move(*there), session, options, monitor);
}

}  // namespace fungescope
