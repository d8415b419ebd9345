// Forwards, hits are taken as they come. Backwards, a piece of the past is run
// and its hits are kept, then taken from the last to the first: counts and logs then go
// in the order of travel. If a piece has more of them than one cares to keep, the
// last ones are taken first, and the piece is run again up to there.
#include "session/travel.h"

#include "session/search.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace fungescope {
namespace {

constexpr std::size_t most_hits_kept = 10'000;

struct Hit {
  Tick tick = 0;
  TrapEvent event;
  std::vector<std::uint32_t> stops;
  std::vector<std::string> logs;  // for each of them; empty: it has none
};

Meeting without_traps_before(Meeting meeting) {
  constexpr unsigned after =
      TrapEvent::read | TrapEvent::write | TrapEvent::floor | TrapEvent::ceiling;
  meeting.event.kinds = static_cast<std::uint8_t>(meeting.event.kinds & after);
  return meeting;
}

class Traveller {
 public:
  Traveller(Session& session, Monitor* monitor, const LogSink& log)
      : session_(session),
        history_(session.history()),
        quest_(session.machine().field.size()),
        monitor_(monitor),
        log_(log) {
    for (const Stop& stop : session_.stops().all()) {
      if (!stop.enabled || stop.kind != StopKind::output) continue;
      quest_.outputs.push_back(stop.output);
      output_stops_.push_back(stop.id);
    }
    prepare();
    quest_.adapt = [this] { prepare(); };
  }

  Stopped forward() {
    std::vector<std::uint32_t> stops;
    TrapEvent event;
    const Arrival arrival =
        run_visiting(history_, quest_, true, no_limit, monitor_, [&](const Meeting& meeting) {
          Hit hit = hit_at(meeting);
          stops = take(hit);
          event = hit.event;
          return !stops.empty();
        });
    if (arrival == Arrival::trapped) {
      return {Stopped::Why::stop, history_.tick(), std::move(stops), event};
    }
    return stopped_by(arrival, history_.tick());
  }

  Stopped back() {
    const Tick present = history_.tick();
    if (present == history_.begin()) return {Stopped::Why::beginning, present, {}, {}};
    Stopped result{Stopped::Why::beginning, history_.begin(), {}, {}};
    bool interrupted = false;
    const auto done =
        pieces_back(history_, quest_, present, monitor_, [&](const History::Segment& segment) {
          return search_piece(segment, present, result, interrupted);
        });
    if (!done || interrupted) {
      history_.seek(present);
      return {Stopped::Why::interrupted, present, {}, {}};
    }
    history_.seek(result.tick);
    return result;
  }

 private:
  // For the source of the present instant, in which the stops may mean other cells.
  void prepare() {
    const std::vector<Stop>& stops = session_.stops().all();
    const Machine& machine = session_.machine();
    const Size field = machine.field.size();
    if (quest_.traps.field() != field) quest_.traps.set_field(field);
    set_traps(stops, machine.dialect, quest_.traps);
    quest_.depths = depths_of(stops);
    quest_.ticks.clear();
    quest_.stores.clear();
    bool only_stores = true;
    for (const Stop& stop : stops) {
      if (!in_force(stop)) continue;
      if (stop.kind == StopKind::tick) quest_.ticks.push_back(stop.tick);
      const bool store = stop.kind == StopKind::data && stop.access != DataAccess::read;
      if (store) quest_.stores = merged(quest_.stores, cells_in(stop.area, field));
      only_stores = only_stores && store;
      plain_ = plain_ && stop.every == 1 && stop.log.empty();
    }
    if (!only_stores) quest_.stores.clear();
    std::sort(quest_.ticks.begin(), quest_.ticks.end());
  }

  // Which stops hold, and what they say.
  Hit hit_at(const Meeting& meeting) {
    Hit hit{history_.tick(), meeting.event, {}, {}};
    for (const Stop& stop : session_.stops().all()) {
      if (!in_force(stop) || (stop.kind == StopKind::output && !completed(stop, meeting))) continue;
      if (!holds(stop, history_.machine(), meeting.event)) continue;
      hit.stops.push_back(stop.id);
      hit.logs.push_back(stop.log.empty() ? std::string()
                                          : expand_log(stop.log, history_.machine(), meeting.event,
                                                       session_.symbols()));
    }
    return hit;
  }

  [[nodiscard]] bool completed(const Stop& stop, const Meeting& meeting) const {
    return std::any_of(meeting.outputs.begin(), meeting.outputs.end(),
                       [&](std::size_t i) { return output_stops_[i] == stop.id; });
  }

  // Counts the hit and prints its logs. Returns the stops that stop here.
  std::vector<std::uint32_t> take(const Hit& hit) {
    std::vector<std::uint32_t> stopping;
    for (std::size_t i = 0; i < hit.stops.size(); ++i) {
      Stop& stop = *session_.stops().find(hit.stops[i]);
      ++stop.hits;
      if (stop.hits % stop.every != 0) continue;
      if (stop.log.empty()) {
        stopping.push_back(stop.id);
      } else if (log_) {
        log_(hit.logs[i]);
      }
    }
    return stopping;
  }

  // With the machine at the beginning of the piece. True: that was it, or interrupted.
  bool search_piece(History::Segment segment, Tick before, Stopped& result, bool& interrupted) {
    const std::size_t most = plain_ ? 1 : most_hits_kept;
    for (;;) {
      std::deque<Hit> hits;
      bool more = false;
      const Arrival arrival =
          run_visiting(history_, quest_, false, segment.end, monitor_, [&](const Meeting& meeting) {
            if (history_.tick() >= before) return false;
            // What comes before the next piece's first instruction was met there.
            const bool at_end = history_.tick() == segment.end;
            Hit hit = hit_at(at_end ? without_traps_before(meeting) : meeting);
            if (hit.stops.empty()) return false;
            hits.push_back(std::move(hit));
            if (hits.size() > most) {
              hits.pop_front();
              more = true;
            }
            return false;
          });
      if (arrival == Arrival::interrupted) {
        interrupted = true;
        return true;
      }
      for (auto hit = hits.rbegin(); hit != hits.rend(); ++hit) {
        std::vector<std::uint32_t> stops = take(*hit);
        if (stops.empty()) continue;
        result = {Stopped::Why::stop, hit->tick, std::move(stops), hit->event};
        return true;
      }
      if (!more) return false;
      before = hits.front().tick;
      segment.end = before;
      history_.seek(segment.begin);
    }
  }

  Session& session_;
  History& history_;
  Quest quest_;
  Monitor* monitor_;
  const LogSink& log_;
  std::vector<std::uint32_t> output_stops_;  // by index in quest_.outputs
  bool plain_ = true;                        // every hit stops
};

}  // namespace

Stopped stopped_by(Arrival arrival, Tick tick) {
  using Why = Stopped::Why;
  switch (arrival) {
    case Arrival::tick_reached:
    case Arrival::trapped:
      return {Why::arrived, tick, {}, {}};
    case Arrival::ended:
      return {Why::ended, tick, {}, {}};
    case Arrival::faulted:
      return {Why::faulted, tick, {}, {}};
    case Arrival::input_wait:
      return {Why::input_wait, tick, {}, {}};
    case Arrival::output_closed:
      return {Why::output_closed, tick, {}, {}};
    case Arrival::interrupted:
      return {Why::interrupted, tick, {}, {}};
  }
  return {};
}

Stopped travel(Session& session, Way way, Monitor* monitor, const LogSink& log) {
  Traveller traveller(session, monitor, log);
  return way == Way::forward ? traveller.forward() : traveller.back();
}

}  // namespace fungescope
