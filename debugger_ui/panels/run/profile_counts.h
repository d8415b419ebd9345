// A profile as it is shown: the hottest cells and straight runs of an interval, which the session's
// thread counts.
#pragma once

#include "base/result.h"
#include "debugger_ui/session_thread/view_snapshot.h"
#include "session/expressions/symbols.h"
#include "session/queries/heat.h"
#include "session/session.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace fungescope::ui {

struct ProfileCounts {
  struct Cell {
    Point at;
    std::int64_t value = 0;  // at the present instant
    CellCounts counts;
    std::string name;  // "grid(2,5)", "(3, 4)"
  };
  std::vector<Cell> cells;        // most executed first, at most `max_rows`
  std::vector<StraightRun> runs;  // most ticks first, at most `max_rows`

  static constexpr std::size_t max_rows = 1000;
};

// Profiles the ticks from + 1 .. to. Errors and cost are those of `profile`
// (session/queries/heat.h).
[[nodiscard]] inline Result<ProfileCounts> collect_profile(Session& session, Tick from, Tick to,
                                                           Monitor* monitor) {
  auto counted = TRY(profile(session, from, to, monitor));
  ProfileCounts counts;
  const Playfield& field = session.machine().field;
  for (const auto& [at, cell] :
       counted.top_cells(&CellCounts::executions, ProfileCounts::max_rows)) {
    const std::int64_t value = field.size().contains(at) ? field.at(at) : 0;
    counts.cells.push_back({at, value, cell, cell_name(session.symbols(), at)});
  }
  counted.runs.resize(std::min(counted.runs.size(), ProfileCounts::max_rows));
  counts.runs = std::move(counted.runs);
  return counts;
}

// Returns the cells from the first to the last of a straight run.
[[nodiscard]] inline Rectangle area_of(const StraightRun& run) {
  const Point corner{std::min(run.first.x, run.last.x), std::min(run.first.y, run.last.y)};
  const Point end{std::max(run.first.x, run.last.x), std::max(run.first.y, run.last.y)};
  return {corner, {end.x - corner.x + 1, end.y - corner.y + 1}};
}

// Formats a share in percent with one decimal; "0.0 %" if `whole` is 0.
[[nodiscard]] inline std::string percent(std::uint64_t part, std::uint64_t whole) {
  const double share =
      whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  return fmt::format("{:.1f} %", share);
}

struct ProfileInterval {
  Tick from = 0;
  Tick to = 0;
  [[nodiscard]] Tick ticks() const { return to - from; }
  friend bool operator==(const ProfileInterval&, const ProfileInterval&) = default;
};

// A profile in flight or complete.
struct ProfileJob {
  ProfileInterval interval;
  std::shared_ptr<const ProgramInfo> program;
  BranchId branch = 0;
  std::atomic<Tick> now{0};  // progress
  std::optional<Result<ProfileCounts>> result;

  [[nodiscard]] bool is_of(const ViewSnapshot& snapshot, ProfileInterval wanted) const {
    return interval == wanted && program == snapshot.program && branch == snapshot.branch;
  }
};

// Publishes the progress of a replay to the UI thread.
class ProgressMonitor final : public Monitor {
 public:
  ProgressMonitor(Monitor& outer, std::atomic<Tick>& now) : outer_(outer), now_(now) {}
  bool should_continue(Tick now, Tick goal) override {
    now_.store(now, std::memory_order_relaxed);
    return outer_.should_continue(now, goal);
  }

 private:
  Monitor& outer_;
  std::atomic<Tick>& now_;
};

}  // namespace fungescope::ui
