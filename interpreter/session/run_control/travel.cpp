// Forwards, hits are taken as they come. Backwards, a piece of the past is run
// and its hits are kept, then taken from the last to the first: counts and logs then go
// in the order of travel. If a piece has more of them than one cares to keep, the
// last ones are taken first, and the piece is run again up to there.
#include "session/run_control/travel.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace fungescope {
namespace {

using Why = Stopped::Why;

constexpr std::size_t most_hits_kept = 10'000;

}  // namespace

struct Traveller::Hit {
  Tick tick = 0;
  TrapEvent event;
  std::vector<std::uint32_t> stops;
  std::vector<std::string> logs;  // for each of them; empty: it has none
};

// A leg backwards, on its way.
struct Traveller::Search {
  Tick present = 0;
  Tick lowest = 0;     // the last instant to look at
  Tick looked_at = 0;  // from here up to the present, that one excepted
  Stopped result;      // as it ends if nothing more is met
  Monitor* monitor = nullptr;
  const LogSink& log;
};

Traveller::Traveller(Session& session)
    : session_(session), history_(session.history()), stops_(session) {}

Stopped Traveller::travel(Way way, const Leg& leg, Monitor* monitor, const LogSink& log) {
  stops_.renew();
  return way == Way::forward ? forward(leg.limit, monitor, log) : back(leg.limit, monitor, log);
}

// ---- What is met

// Which stops hold, and what they say.
Traveller::Hit Traveller::hit_at(const Meeting& meeting) const {
  Hit hit{history_.tick(), meeting.event, {}, {}};
  for (const Stop* const stop : stops_.holding(meeting)) {
    hit.stops.push_back(stop->id);
    hit.logs.push_back(stop->log.empty() ? std::string()
                                         : expand_log(stop->log, history_.machine(), meeting.event,
                                                      session_.symbols()));
  }
  return hit;
}

// Counts the hit and prints its logs. Returns the stops that stop here.
std::vector<std::uint32_t> Traveller::take(const Hit& hit, const LogSink& log) {
  std::vector<std::uint32_t> stopping;
  for (std::size_t i = 0; i < hit.stops.size(); ++i) {
    Stop& stop = *session_.stops().find(hit.stops[i]);
    ++stop.hits;
    if (stop.hits % stop.every != 0) continue;
    if (stop.log.empty()) {
      stopping.push_back(stop.id);
    } else if (log) {
      log(hit.logs[i]);
    }
  }
  return stopping;
}

// ---- The two ways

Stopped Traveller::forward(Tick limit, Monitor* monitor, const LogSink& log) {
  if (limit <= history_.tick()) return {Why::arrived, history_.tick(), {}, {}};
  std::vector<std::uint32_t> stops;
  TrapEvent event;
  const Arrival arrival =
      run_visiting(history_, stops_.quest(), true, limit, monitor, [&](const Meeting& meeting) {
        const Hit hit = hit_at(meeting);
        stops = take(hit, log);
        event = hit.event;
        return !stops.empty();
      });
  if (arrival == Arrival::trapped) {
    return {Why::stop, history_.tick(), std::move(stops), event};
  }
  return stopped_by(arrival, history_.tick());
}

Stopped Traveller::travel_to(const Goal& goal, Monitor* monitor, const LogSink& log) {
  stops_.renew();
  Quest quest = stops_.quest();
  quest.adapt = {};  // the goal's cells are those of the present source
  goal.look(quest);
  std::vector<std::uint32_t> stops;
  TrapEvent event;
  const Arrival arrival =
      run_visiting(history_, quest, true, no_limit, monitor, [&](const Meeting& meeting) {
        stops = take(hit_at(meeting), log);
        event = meeting.event;
        return !stops.empty() || goal.reached(meeting);
      });
  if (stops.empty()) return stopped_by(arrival, history_.tick());
  return {Why::stop, history_.tick(), std::move(stops), event};
}

Stopped Traveller::back(Tick limit, Monitor* monitor, const LogSink& log) {
  const Tick present = history_.tick();
  const Tick begin = history_.begin();
  if (present == begin) return {Why::beginning, present, {}, {}};
  const bool limited = limit != no_limit && limit >= begin;
  const Tick lowest = limited ? std::min(limit, present) : begin;
  const auto why = limited ? Why::arrived : Why::beginning;
  Search search{present, lowest, present, {why, lowest, {}, {}}, monitor, log};
  if (lowest == present) return search.result;
  if (!stops_.any()) return back_without_stops(search);
  // What was done by the instruction that led to an instant belongs to it.
  stops_.quest().lowest = lowest == begin ? begin : lowest - 1;
  const auto done =
      pieces_back(history_, stops_.quest(), present, monitor,
                  [&](const History::Segment& piece) { return search_piece(piece, search); });
  if (!done) search.result = {Why::interrupted, search.looked_at, {}, {}};
  history_.seek(search.result.tick);
  return search.result;
}

Stopped Traveller::back_without_stops(const Search& search) {
  if (history_.seek(search.lowest, search.monitor) == Arrival::interrupted) {
    history_.seek(search.present);
    return {Why::interrupted, search.present, {}, {}};
  }
  return search.result;
}

// The instants behind the beginning of the piece up to its end, with the machine at the
// beginning; the first instant of all belongs to the first piece. True: that was it.
bool Traveller::search_piece(const History::Segment& piece, Search& search) {
  const std::size_t most = stops_.plain() ? 1 : most_hits_kept;
  const bool with_begin = piece.begin == search.lowest && search.lowest == stops_.quest().lowest;
  search.looked_at = std::min(search.looked_at, piece.end + 1);
  for (;;) {
    std::deque<Hit> hits;
    bool more = false;
    const Arrival arrival =
        run_visiting(history_, stops_.quest(), !with_begin, search.looked_at - 1, search.monitor,
                     [&](const Meeting& meeting) {
                       Hit hit = hit_at(meeting);
                       if (hit.stops.empty()) return false;
                       hits.push_back(std::move(hit));
                       if (hits.size() > most) {
                         hits.pop_front();
                         more = true;
                       }
                       return false;
                     });
    if (arrival == Arrival::interrupted) {
      search.result = {Why::interrupted, search.looked_at, {}, {}};
      return true;
    }
    for (auto hit = hits.rbegin(); hit != hits.rend(); ++hit) {
      std::vector<std::uint32_t> stops = take(*hit, search.log);
      if (stops.empty()) continue;
      search.result = {Why::stop, hit->tick, std::move(stops), hit->event};
      return true;
    }
    search.looked_at = more ? hits.front().tick : piece.begin + 1;
    if (!more || search.looked_at <= piece.begin) return false;
    history_.seek(piece.begin);
  }
}

Stopped stopped_by(Arrival arrival, Tick tick) {
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

Stopped travel(Session& session, Way way, const Leg& leg, Monitor* monitor, const LogSink& log) {
  return Traveller(session).travel(way, leg, monitor, log);
}

Stopped travel(Session& session, Way way, Monitor* monitor, const LogSink& log) {
  const Tick present = session.history().tick();
  Stopped stopped = travel(session, way, Leg(), monitor, log);
  if (way == Way::back && stopped.why == Why::interrupted) {
    session.history().seek(present);
    stopped.tick = present;
  }
  return stopped;
}

}  // namespace fungescope
