#include "debugger_ui/panels/lists/profile_counts.h"

#include "session/expressions/symbols.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

std::pair<std::int64_t, std::int64_t> reading_order(Point p) {
  return {p.y, p.x};
}

// Stable sort by a key; tables of counts are descending by default.
template <class Row, class Key>
void sort_by(std::vector<Row>& rows, bool rising, Key key) {
  std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
    return rising ? key(a) < key(b) : key(b) < key(a);
  });
}

}  // namespace

Result<ProfileCounts> collect_profile(Session& session, Tick from, Tick to, Monitor* monitor) {
  auto counted = TRY(profile(session, from, to, monitor));
  ProfileCounts counts;
  counts.from = from;
  counts.to = to;
  const Playfield& field = session.machine().field;
  for (const auto& [at, cell] :
       counted.top_cells(&CellCounts::executions, ProfileCounts::max_rows)) {
    const std::int64_t value = field.size().contains(at) ? field.at(at) : 0;
    counts.cells.push_back({at, value, cell, cell_name(session.symbols(), at)});
  }
  counts.all_runs = counted.runs.size();
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

void sort_cells(std::vector<ProfileCounts::Cell>& cells, ProfileSortKey by, bool rising) {
  using Cell = ProfileCounts::Cell;
  switch (by) {
    case ProfileSortKey::position:
      return sort_by(cells, rising, [](const Cell& c) { return reading_order(c.at); });
    case ProfileSortKey::reads:
      return sort_by(cells, rising, [](const Cell& c) { return c.counts.reads; });
    case ProfileSortKey::writes:
      return sort_by(cells, rising, [](const Cell& c) { return c.counts.writes; });
    default:
      return sort_by(cells, rising, [](const Cell& c) { return c.counts.executions; });
  }
}

void sort_runs(std::vector<StraightRun>& runs, ProfileSortKey by, bool rising) {
  switch (by) {
    case ProfileSortKey::position:
      return sort_by(runs, rising, [](const StraightRun& r) { return reading_order(r.first); });
    case ProfileSortKey::times:
      return sort_by(runs, rising, [](const StraightRun& r) { return r.times; });
    default:
      return sort_by(runs, rising, [](const StraightRun& r) { return r.ticks; });
  }
}

}  // namespace fungescope::ui
