#include "debugger_ui/panels/lists/profile_counts.h"

#include "session/expressions/symbols.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
Result<ProfileCounts> collect_profile(Session& session, Tick from, Tick to, Monitor* monitor) {
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

Rectangle area_of(const StraightRun& run) {
  const Point corner{std::min(run.first.x, run.last.x), std::min(run.first.y, run.last.y)};
  const Point end{std::max(run.first.x, run.last.x), std::max(run.first.y, run.last.y)};
  return {corner, {end.x - corner.x + 1, end.y - corner.y + 1}};
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  const double share =
      whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  return fmt::format("{:.1f} %", share);
}

}  // namespace fungescope::ui
