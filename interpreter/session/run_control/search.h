// Looking along the run for instants: the engine under travelling, stepping and
// asking.
//
// A quest says which instants to look at; a visitor, called at each with the
// machine complete, says whether that was it. Forwards this is one run with traps.
// Backwards the past is taken in pieces, the latest first, and each is run the same
// way: `search_segments_backward`.
#pragma once

#include "history/cell_groups.h"
#include "history/history.h"
#include "vm/traps.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace fungescope {

struct SearchQuery {
  explicit SearchQuery(Size field) : traps(field) {}

  Traps traps;
  // Rising. After an instruction with fewer than d values before it and d or more behind it, or
  // the other way round. The search sets the floor and the ceiling of the traps around the
  // present depth, so that a stack that stays on one side costs nothing. Empty: they are the
  // quest's own.
  std::vector<std::size_t> depths;
  std::vector<Tick> ticks;           // instants as such, rising
  std::vector<std::string> outputs;  // after an instruction whose output completes one of these
  // If not empty: only stores to these cells matter, so that pieces without one are passed over.
  std::vector<CellGroup> stores;
  // Makes the quest one for the source of the present instant, when the search has come to
  // another. Empty: it stays what it is. A field of another size has none of its cells then; a
  // search backwards that has any ends there.
  std::function<void()> adapt;
  // What holds before the next instruction where a run comes to rest belongs to that run, and
  // not to the one that goes on from there: each instant is then looked at once, and as a whole.
  bool whole_end = false;
  // Searches backwards enter no piece, or part of one, before this instant.
  Tick lowest = 0;
};

// An instant that a quest asked for. `tick` and `outputs` (indices) say so where it was
// for these; `event` has all traps that hold.
struct SearchHit {
  TrapEvent event;
  bool tick = false;
  std::vector<std::size_t> outputs;
};

// True: stop here.
using SearchVisitor = std::function<bool(const SearchHit&)>;

// Runs from the present instant to `until`, visiting. With `pass`, what holds before the
// present instruction is not looked at: the visitor knows it. Returns `trapped` if
// the visitor stopped it. What holds at `until` because of the instruction before
// is visited, what holds before the next one is not, unless the quest has a `whole_end`.
// Cost: the run; some 200 ns a visit.
StopReason search_forward(History& history, SearchQuery& query, bool pass, Tick until,
                          Monitor* monitor, const SearchVisitor& visitor);

// Goes through the recorded instants before `end`, piece by piece, the latest piece first.
// `enter(segment)` is called with the machine at its beginning, and is to run
// it; true: that was it. `skip` pieces without a store to `query.stores`.
// Returns whether a piece was it; on `interrupted` nothing.
std::optional<bool> search_segments_backward(
    History& history, SearchQuery& query, Tick end, Monitor* monitor,
    const std::function<bool(const History::Segment&)>& enter);

// The last instant of a piece-wise search that `accept` takes, before `end` (data
// events at `end` itself are taken if `inclusive`). The machine is left anywhere.
struct FoundInstant {
  Tick tick = 0;
  TrapEvent event;
};
Result<std::optional<FoundInstant>> find_last(History& history, SearchQuery& query, Tick end,
                                              bool inclusive, Monitor* monitor,
                                              const std::function<bool(const SearchHit&)>& accept);

// The branches on the way to the present one that begin with edits: all but the first, from the
// present one back.
[[nodiscard]] std::vector<BranchInfo> edited_branches(const History& history);

// The error of a search that the monitor stopped.
[[nodiscard]] tl::unexpected<Error> interrupted_error();

}  // namespace fungescope
