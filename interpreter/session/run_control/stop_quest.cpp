#include "session/run_control/stop_quest.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope {

StopQuest::StopQuest(Session& session) : session_(session), quest_(session.machine().field.size()) {
  quest_.whole_end = true;
  quest_.adapt = [this] { prepare(); };
  renew();
}

StopQuest::Meaning StopQuest::present_meaning() const {
  Meaning meaning;
  for (const Stop& stop : session_.stops().all()) {
    if (!stop.enabled) continue;
    meaning.stops += fmt::format("{} {} {}\n", stop.id, in_force(stop), describe(stop));
  }
  meaning.source = &session_.source();
  return meaning;
}

void StopQuest::renew() {
  if (present_meaning() == meaning_) return;
  quest_.outputs.clear();
  output_stops_.clear();
  for (const Stop& stop : session_.stops().all()) {
    if (!stop.enabled || stop.kind != StopKind::output) continue;
    quest_.outputs.push_back(stop.output);
    output_stops_.push_back(stop.id);
  }
  prepare();
}

// For the source of the present instant, in which the stops may mean other cells.
void StopQuest::prepare() {
  const std::vector<Stop>& stops = session_.stops().all();
  const Machine& machine = session_.machine();
  const Size field = machine.field.size();
  if (quest_.traps.field() != field) quest_.traps.set_field(field);
  set_traps(stops, machine.dialect, quest_.traps);
  quest_.depths = depths_of(stops);
  quest_.ticks.clear();
  quest_.stores.clear();
  any_ = false;
  plain_ = true;
  bool only_stores = true;
  for (const Stop& stop : stops) {
    if (!in_force(stop)) continue;
    any_ = true;
    if (stop.kind == StopKind::tick) quest_.ticks.push_back(stop.tick);
    const bool store = stop.kind == StopKind::data && stop.access != DataAccess::read;
    if (store) quest_.stores = merged(quest_.stores, cells_in(stop.area, field));
    only_stores = only_stores && store;
    plain_ = plain_ && stop.every == 1 && stop.log.empty();
  }
  if (!only_stores) quest_.stores.clear();
  std::sort(quest_.ticks.begin(), quest_.ticks.end());
  meaning_ = present_meaning();
}

std::vector<const Stop*> StopQuest::holding(const Meeting& meeting) const {
  std::vector<const Stop*> stops;
  for (const Stop& stop : session_.stops().all()) {
    if (!in_force(stop) || (stop.kind == StopKind::output && !completed(stop, meeting))) continue;
    if (holds(stop, session_.machine(), meeting.event)) stops.push_back(&stop);
  }
  return stops;
}

bool StopQuest::completed(const Stop& stop, const Meeting& meeting) const {
  return std::any_of(meeting.outputs.begin(), meeting.outputs.end(),
                     [&](std::size_t i) { return output_stops_[i] == stop.id; });
}

}  // namespace fungescope
