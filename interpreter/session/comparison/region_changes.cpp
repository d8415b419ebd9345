#include "session/comparison/region_changes.h"

#include "base/escape.h"
#include "base/hash.h"
#include "session/run_control/search.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

std::int64_t content_of(const Region& region, std::int64_t value) {
  const bool empty =
      region.encoding.kind == Encoding::Kind::ascii && (value == ' ' || value == '0');
  return empty ? 0 : value;
}

}  // namespace

Result<void> RegionChanges::extend(History& history, std::size_t count, Tick to, Monitor* monitor) {
  if (!begun_ || branch_ != history.branch() || begin_ != history.begin()) {
    begun_ = true;
    branch_ = history.branch();
    begin_ = searched_to_ = history.begin();
    known_.clear();
    contents_.clear();
  }
  count = std::min(count, max_changes);
  if (known_.size() >= count || searched_to_ >= to) return {};
  ScopedSeek scoped_seek(history);
  TRY(scoped_seek.seek(searched_to_, monitor));
  const Size field = history.machine().field.size();
  const Rectangle& area = region_.area;
  if (!fits_into(area, field)) {
    return fail({}, fmt::format("{} is not inside the field", single_quoted(region_.name)),
                "regions lists the regions of this program");
  }
  if (contents_.empty()) note_contents(history.machine());
  auto query = SearchQuery::of_stores(area, field);
  const auto note = [&](const SearchHit& hit) {
    const TrapEvent& event = hit.event;
    const std::int64_t now = content_of(region_, event.now);
    if (!event.is(TrapEvent::write) || content_of(region_, event.before) == now) return false;
    const Machine& machine = history.machine();
    const Point offset{event.at.x - area.corner.x, event.at.y - area.corner.y};
    known_.push_back(
        {machine.tick, static_cast<std::size_t>(offset.y * area.size.width + offset.x), now});
    note_contents(machine);
    return known_.size() >= count;
  };
  if (search_forward(history, query, true, to, monitor, note) == StopReason::interrupted) {
    // What was noted up to here is complete.
    searched_to_ = history.tick();
    return interrupted_error();
  }
  searched_to_ = history.tick();
  return {};
}

void RegionChanges::note_contents(const Machine& machine) {
  if (contents_.size() > max_contents) return;
  Hasher hasher;
  for (std::size_t i = 0; i < static_cast<std::size_t>(region_.area.size.area()); ++i) {
    const Point offset = region_.area.size.point_at(i);
    const Point at{region_.area.corner.x + offset.x, region_.area.corner.y + offset.y};
    hasher.add_signed(content_of(region_, machine.field.at(at)));
  }
  contents_.push_back(hasher.value());
}

std::size_t RegionChanges::count_at(Tick tick) const {
  const auto after =
      std::upper_bound(known_.begin(), known_.end(), tick,
                       [](Tick limit, const RegionChange& change) { return limit < change.tick; });
  return static_cast<std::size_t>(after - known_.begin());
}

Tick RegionChanges::instant_of(std::size_t count) const {
  if (count == 0) return begin_;
  return count <= known_.size() ? known_[count - 1].tick : searched_to_;
}

Both<std::size_t> common_start(std::span<const std::uint64_t> here,
                               std::span<const std::uint64_t> there) {
  std::map<std::uint64_t, std::size_t> first;  // with these contents, in `there`
  for (std::size_t i = 0; i < there.size(); ++i) first.emplace(there[i], i);
  Both<std::size_t> start;
  std::size_t fewest = here.size() + there.size();
  for (std::size_t i = 0; i < here.size(); ++i) {
    const auto found = first.find(here[i]);
    if (found == first.end() || i + found->second >= fewest) continue;
    fewest = i + found->second;
    start = {i, found->second};
  }
  return start;
}

std::vector<Both<const Region*>> shared_regions(const Symbols& here, const Symbols& there) {
  std::vector<Both<const Region*>> shared;
  for (const Region& region : here.regions()) {
    const Region* const other = there.region(region.name);
    if (other != nullptr && other->area.size == region.area.size)
      shared.push_back({&region, other});
  }
  return shared;
}

namespace {

Result<Both<Region>> find_shared(const Session& here, const Session& there,
                                 const std::string& name) {
  const Region* const first = here.symbols().region(name);
  if (first == nullptr) {
    return fail({}, fmt::format("there is no region {}", single_quoted(name)),
                suggest(name, here.symbols().names(), "regions lists them"));
  }
  const Region* const second = there.symbols().region(name);
  if (second == nullptr || second->area.size != first->area.size) {
    return fail({},
                fmt::format("the other program has {} region {}",
                            second == nullptr ? "no" : "another size of the", first->name),
                "choose one that both have");
  }
  return Both<Region>{*first, *second};
}

// Records the changes up to a tick, and returns how the run stands there.
Result<RunEnd> follow(RegionChanges& changes, Session& session, Tick ticks, Monitor* monitor) {
  History& history = session.history();
  const Tick begin = history.begin();
  const Tick to = begin + std::min(ticks, no_limit - begin);
  TRY(changes.extend(history, RegionChanges::max_changes, to, monitor));
  ScopedSeek scoped_seek(history);
  TRY(scoped_seek.seek(changes.searched_to(), monitor));
  const bool all = changes.known().size() < RegionChanges::max_changes;
  return end_of(history.machine(), all ? to : history.tick());
}

std::int64_t cell_at_end(const RegionChanges& changes, Session& session, std::size_t cell) {
  const auto& known = changes.known();
  const auto last = std::find_if(known.rbegin(), known.rend(),
                                 [cell](const RegionChange& one) { return one.cell == cell; });
  if (last != known.rend()) return last->now;
  const Rectangle& area = changes.region().area;
  const Point offset = area.size.point_at(cell);
  const Point at{area.corner.x + offset.x, area.corner.y + offset.y};
  return content_of(changes.region(), session.source().field->at(at));
}

}  // namespace

Result<RegionComparison> compare_regions(Session& here, Session& there, const std::string& region,
                                         Tick ticks, Monitor* monitor) {
  auto regions = TRY(find_shared(here, there, region));
  RegionComparison result{{RegionChanges(regions.here), RegionChanges(regions.there)}};
  auto& [first, second] = result.changes;
  result.end.here = TRY(follow(first, here, ticks, monitor));
  result.end.there = TRY(follow(second, there, ticks, monitor));
  result.start = common_start(first.contents(), second.contents());
  const auto& [before_here, before_there] = result.start;
  result.same_start = first.contents()[before_here] == second.contents()[before_there];
  const std::span<const RegionChange> own(first.known());
  const std::span<const RegionChange> other(second.known());
  while (before_here + result.same < own.size() && before_there + result.same < other.size()) {
    const RegionChange& a = own[before_here + result.same];
    const RegionChange& b = other[before_there + result.same];
    if (a.cell != b.cell || a.now != b.now) break;
    ++result.same;
  }
  const auto cells = static_cast<std::size_t>(first.region().area.size.area());
  result.same_end = true;
  for (std::size_t i = 0; i < cells && result.same_end; ++i) {
    result.same_end = cell_at_end(first, here, i) == cell_at_end(second, there, i);
  }
  return result;
}

}  // namespace fungescope
