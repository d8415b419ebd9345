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
  CacheKey meaning;
  for (const Breakpoint& stop : session_.breakpoints().all()) {
    if (!stop.enabled) continue;
    meaning.breakpoints += fmt::format("{} {} {}\n", stop.id, is_active(stop), describe(stop));
  }
  meaning.source = &session_.source();
  return meaning;
}

void BreakpointSearch::refresh() {
  if (present_key() == cache_key_) return;
  query_.outputs.clear();
  output_stops_.clear();
  for (const Breakpoint& stop : session_.breakpoints().all()) {
    if (!stop.enabled || stop.kind != BreakpointKind::output) continue;
    query_.outputs.push_back(stop.output);
    output_stops_.push_back(stop.id);
  }
  prepare();
}

// For the source of the present instant, in which the stops may mean other cells.
void BreakpointSearch::prepare() {
  const std::vector<Breakpoint>& breakpoints = session_.breakpoints().all();
  const Machine& machine = session_.machine();
  const Size field = machine.field.size();
  if (query_.traps.field() != field) query_.traps.set_field(field);
  set_traps(breakpoints, machine.dialect, query_.traps);
  query_.depths = breakpoint_depths(breakpoints);
  query_.ticks.clear();
  query_.stores.clear();
  any_ = false;
  plain_ = true;
  bool only_stores = true;
  for (const Breakpoint& stop : breakpoints) {
    if (!is_active(stop)) continue;
    any_ = true;
    if (stop.kind == BreakpointKind::tick) query_.ticks.push_back(stop.tick);
    const bool store = stop.kind == BreakpointKind::data && stop.access != DataAccess::read;
    if (store) query_.stores = merged(query_.stores, cells_in(stop.area, field));
    only_stores = only_stores && store;
    plain_ = plain_ && stop.every == 1 && stop.log.empty();
  }
  if (!only_stores) query_.stores.clear();
  std::sort(query_.ticks.begin(), query_.ticks.end());
  cache_key_ = present_key();
}

std::vector<const Breakpoint*> BreakpointSearch::hits_at(const SearchHit& search_hit) const {
  std::vector<const Breakpoint*> breakpoints;
  for (const Breakpoint& stop : session_.breakpoints().all()) {
    if (!is_active(stop) || (stop.kind == BreakpointKind::output && !completed(stop, search_hit)))
      continue;
    if (holds(stop, session_.machine(), search_hit.event)) breakpoints.push_back(&stop);
  }
  return breakpoints;
}

bool BreakpointSearch::completed(const Breakpoint& stop, const SearchHit& search_hit) const {
  return std::any_of(search_hit.outputs.begin(), search_hit.outputs.end(),
                     [&](std::size_t i) { return output_stops_[i] == stop.id; });
}

}  // namespace fungescope
