#include "session/run_control/breakpoint_search.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope {

BreakpointSearch::BreakpointSearch(Session& session)
    : session_(session), query_(session.machine().field.size()) {
  query_.whole_end = true;
  query_.adapt = [this] { prepare(); };
  refresh();
}

BreakpointSearch::CacheKey BreakpointSearch::present_key() const {
  CacheKey key;
  for (const Breakpoint& breakpoint : session_.breakpoints().all()) {
    if (!breakpoint.enabled) continue;
    key.breakpoints +=
        fmt::format("{} {} {}\n", breakpoint.id, is_active(breakpoint), describe(breakpoint));
  }
  key.source = &session_.source();
  return key;
}

void BreakpointSearch::refresh() {
  if (present_key() == cache_key_) return;
  query_.outputs.clear();
  output_breakpoints_.clear();
  for (const Breakpoint& breakpoint : session_.breakpoints().all()) {
    if (!breakpoint.enabled || breakpoint.kind != BreakpointKind::output) continue;
    query_.outputs.push_back(breakpoint.output);
    output_breakpoints_.push_back(breakpoint.id);
  }
  prepare();
}

// Prepares the query for the source of the present instant, in which breakpoints may name other
// cells.
void BreakpointSearch::prepare() {
  const std::vector<Breakpoint>& breakpoints = session_.breakpoints().all();
  const Machine& machine = session_.machine();
  const Size field = machine.field.size();
  if (query_.traps.field() != field) query_.traps.set_field(field);
  set_traps(breakpoints, machine.dialect, query_.traps);
  query_.depths = breakpoint_depths(breakpoints);
  query_.ticks.clear();
  query_.stores.clear();
  query_.visits_between_polls = SearchQuery::default_visits_between_polls;
  any_active_ = false;
  every_hit_stops_ = true;
  bool only_stores = true;
  for (const Breakpoint& breakpoint : breakpoints) {
    if (!is_active(breakpoint)) continue;
    any_active_ = true;
    if (breakpoint.condition) query_.set_visit_cost(breakpoint.condition->cost());
    if (breakpoint.kind == BreakpointKind::tick) query_.ticks.push_back(breakpoint.tick);
    const bool store =
        breakpoint.kind == BreakpointKind::data && breakpoint.access != DataAccess::read;
    if (store) query_.stores = merged(query_.stores, cells_in(breakpoint.area, field));
    only_stores = only_stores && store;
    every_hit_stops_ = every_hit_stops_ && breakpoint.every == 1 && breakpoint.log.empty();
  }
  if (!only_stores) query_.stores.clear();
  std::sort(query_.ticks.begin(), query_.ticks.end());
  cache_key_ = present_key();
}

std::vector<const Breakpoint*> BreakpointSearch::hits_at(const SearchHit& search_hit) const {
  std::vector<const Breakpoint*> breakpoints;
  for (const Breakpoint& breakpoint : session_.breakpoints().all()) {
    if (!is_active(breakpoint) ||
        (breakpoint.kind == BreakpointKind::output && !completed(breakpoint, search_hit)))
      continue;
    if (is_hit(breakpoint, session_.machine(), search_hit.event))
      breakpoints.push_back(&breakpoint);
  }
  return breakpoints;
}

bool BreakpointSearch::completed(const Breakpoint& breakpoint, const SearchHit& search_hit) const {
  return std::any_of(search_hit.outputs.begin(), search_hit.outputs.end(),
                     [&](std::size_t i) { return output_breakpoints_[i] == breakpoint.id; });
}

}  // namespace fungescope
