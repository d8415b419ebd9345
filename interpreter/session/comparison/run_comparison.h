// Compares two runs from an instant on that both have: where they come apart, what they print, how
// they end, and what differs then. It does not matter how the second run came about: `what if`
// edits a copy of the first one, and `against` takes a branch, a recording or another program.
#pragma once

#include "session/comparison/compared_run.h"
#include "session/comparison/divergence.h"
#include "session/queries/history_queries.h"

#include <cstdint>
#include <optional>
#include <string>

namespace fungescope {

struct ComparisonOptions {
  Tick horizon = no_limit;   // where runs that continue are no longer followed
  bool output_only = false;  // stops at the first difference in the output
  // Ticks to the first comparison of the states. They double from one to the next.
  Tick first_window = Tick{1} << 12U;
};

// How far a run was followed.
struct RunEnd {
  enum class Reason : std::uint8_t { ended, faulted, waits, goes_on };
  Reason reason = Reason::goes_on;
  Tick tick = 0;
  std::uint64_t output_size = 0;
  std::string fault;
};

struct OutputDifference {
  static constexpr std::uint64_t shown = 24;
  std::uint64_t position = 0;      // of the first byte that differs, or that only one run prints
  Both<std::optional<Tick>> tick;  // at which it was printed
  Both<std::string> bytes;         // from it on, at most `shown`
};

struct RunComparison {
  Tick begin = 0;
  std::optional<InstantDiff> first;  // as `last`, at `begin`
  Both<Size> field;                  // at `begin`, as `dialect`
  Both<std::string> dialect;
  Divergence divergence;  // not with ComparisonOptions::output_only
  std::optional<OutputDifference> output;
  // From this instant on both runs are the same, in state and remaining input. They are not
  // followed further.
  std::optional<Tick> same_from;
  Both<RunEnd> end;
  bool stopped_early = false;  // at a difference of the output, with ComparisonOptions::output_only
  // The last instants, `before` the one of `here`, with all cells that differ. Nothing if their
  // fields differ in size, after `same_from`, and with ComparisonOptions::output_only.
  std::optional<InstantDiff> last;
};

// Returns the instant before the first instruction that makes a difference, if one does.
[[nodiscard]] std::optional<Tick> before_first_difference(const RunComparison& comparison);

// Compares two runs that begin at the same tick, and leaves them at any instant. Fails when
// interrupted. Cost: two runs in the fast tiers, the parts of them that are searched, and the cost
// of find_divergence.
[[nodiscard]] Result<RunComparison> compare_runs(ComparedRun& here, ComparedRun& there,
                                                 const ComparisonOptions& options,
                                                 Monitor* monitor);
// The same of two runs as data, each with a history of its own and half the memory. Also fails if
// an edit at the start does not fit.
[[nodiscard]] Result<RunComparison> compare_plans(ReplayPlan here, ReplayPlan there,
                                                  const HistoryOptions& history,
                                                  const ComparisonOptions& options,
                                                  Monitor* monitor);

}  // namespace fungescope
