// Searching a run for instants, forwards and in reverse: the engine of running, stepping and
// querying.
//
// A query selects the instants to visit; a visitor, called at each with the machine state complete,
// accepts or rejects it. A forward search is one run with traps. A reverse search takes the
// history's segments latest first and runs each forward (search_segments_backward).
#pragma once

#include "base/result.h"
#include "history/history.h"
#include "vm/traps.h"
#include "vm/write_map.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace fungescope {

struct SearchQuery {
  explicit SearchQuery(Size field) : traps(field) {}

  Traps traps;
  // Ascending depths d. Selects instants after an instruction that takes the stack from fewer than
  // d values to d or more, or the reverse. The search sets the floor and ceiling of `traps` around
  // the present depth, so that a stack that stays on one side costs nothing. If empty, `traps`
  // keeps its own floor and ceiling.
  std::vector<std::size_t> depths;
  std::vector<Tick> ticks;           // selects these instants; ascending
  std::vector<std::string> outputs;  // selects instants at which the output completes one of these
  // If not empty, only stores to these cells matter: segments without such a store are skipped.
  std::vector<CellGroup> stores;
  // Adapts the query to the source of the present instant, called when the search reaches another
  // source. If empty, the query is unchanged. A query with cells does not match a field of another
  // size: a reverse search ends there.
  std::function<void()> adapt;
  // Whether traps before the next instruction at the end of a run belong to that run, and not to
  // the one that continues there. Every instant is then visited once, with all that holds at it.
  bool whole_end = false;
  // A reverse search does not visit instants before this one.
  Tick lowest = 0;
  // How many visits are made before the monitor is asked.
  static constexpr std::uint64_t default_visits_between_polls = 4096;
  std::uint64_t visits_between_polls = default_visits_between_polls;

  // Returns a query of the stores to an area of the field.
  static SearchQuery of_stores(const Rectangle& area, Size field);

  // Has the monitor asked often enough for visits that take this many operations of an expression.
  void set_visit_cost(std::uint64_t operations) {
    constexpr std::uint64_t operations_between_polls = 64 * default_visits_between_polls;
    visits_between_polls = std::clamp<std::uint64_t>(
        operations_between_polls / std::max<std::uint64_t>(1, operations), 1, visits_between_polls);
  }
};

// An instant that a query selects.
struct SearchHit {
  TrapEvent event;                   // all traps that are hit there
  std::vector<std::size_t> outputs;  // indices of the completed SearchQuery::outputs
};

// Returns true to end the search at this instant.
using SearchVisitor = std::function<bool(const SearchHit&)>;

// Runs from the present instant to `until`, visiting the instants that the query selects. With
// `skip_present`, traps before the present instruction are not visited. At `until`, the effects of
// the instruction before it are visited; traps before the next instruction only with
// SearchQuery::whole_end. Returns `trapped` if the visitor ended the search.
// Cost: the run, and some 200 ns a visit.
// `observer` may be null.
StopReason search_forward(History& history, SearchQuery& query, bool skip_present, Tick until,
                          Monitor* monitor, const SearchVisitor& visitor,
                          Observer* observer = nullptr);

// Visits all instants as search_forward does with a visitor that rejects them. Fails when
// interrupted.
Result<void> visit_forward(History& history, SearchQuery& query, Tick until, Monitor* monitor,
                           const std::function<void(const SearchHit&)>& visitor);

// Iterates over the segments of the recording before `end`, latest first, skipping those without a
// store to `query.stores`. `run_segment` is called with the machine at the segment's beginning and
// runs it; it returns true to end the iteration. Fails as that does, and when interrupted.
Result<void> search_segments_backward(
    History& history, SearchQuery& query, Tick end, Monitor* monitor,
    const std::function<Result<bool>(const History::Segment&)>& run_segment);

// Finds the last instant before `end` that `accept` accepts. With `inclusive`, the effects of the
// instruction that leads to `end` count too. Leaves the machine at an unspecified instant.
struct FoundInstant {
  Tick tick = 0;
  TrapEvent event;
};
Result<std::optional<FoundInstant>> find_last(History& history, SearchQuery& query, Tick end,
                                              bool inclusive, Monitor* monitor,
                                              const std::function<bool(const SearchHit&)>& accept);

// Returns the branches from the present one back to the root that begin with edits: all but the
// root.
[[nodiscard]] std::vector<BranchInfo> edited_branches(const History& history);

// The error of a search that the monitor interrupted.
[[nodiscard]] tl::unexpected<Error> interrupted_error();
// Seeks; fails when interrupted.
Result<void> seek_to(History& history, Tick tick, Monitor* monitor);

// ---- Seeking elsewhere for the duration of a scope: how queries leave the present unchanged

// Its destructor restores the instant and the branch at which it was constructed, without asking a
// monitor: an interrupted query also ends where it was asked.
class ScopedSeek {
 public:
  explicit ScopedSeek(History& history)
      : history_(history), branch_(history.branch()), present_(history.tick()) {}
  ~ScopedSeek() {
    // Cannot fail: branches are not dropped during a query.
    if (history_.branch() != branch_) static_cast<void>(history_.switch_to(branch_));
    history_.seek(present_);
  }
  ScopedSeek(const ScopedSeek&) = delete;
  ScopedSeek& operator=(const ScopedSeek&) = delete;

  // The instant that is restored.
  [[nodiscard]] Tick present() const { return present_; }

  // Fails when interrupted, or if the run does not reach that instant.
  [[nodiscard]] Result<void> seek(Tick tick, Monitor* monitor) {
    return check_arrival(history_.seek(tick, monitor), tick);
  }
  // Runs forward from the current instant with `hooks`. Fails as `seek` does.
  [[nodiscard]] Result<void> run_to(Tick tick, RunHooks& hooks) {
    return check_arrival(history_.run(tick, hooks), tick);
  }

 private:
  [[nodiscard]] Result<void> check_arrival(StopReason reason, Tick tick) const {
    if (reason == StopReason::interrupted) return fail({}, "interrupted");
    if (history_.tick() == tick) return {};
    return fail({},
                fmt::format("tick {} is not there: the run goes from {} to {}", tick,
                            history_.begin(), history_.end()),
                "the program has ended there, or waits for input");
  }

  History& history_;
  BranchId branch_;
  Tick present_;
};

// Returns the first instant after `before` at which `holds`, which returns a Result<bool> for a
// tick: it does from there up to `after`. Fails as `holds` does. Cost: log2(ticks) calls.
template <class Holds>
[[nodiscard]] Result<Tick> bisect_ticks(Tick before, Tick after, Holds holds) {
  while (after - before > 1) {
    const Tick middle = before + (after - before) / 2;
    const bool there = TRY(holds(middle));
    (there ? after : before) = middle;
  }
  return after;
}

// Runs from one instant of the present branch to another with an observer, and returns to the
// present. Returns the tick that the run reached, which is before `to` when interrupted or where
// the run ends, so that a counting observer can resume there. Fails if `from` is not reached.
// Cost: a seek and an observed run.
[[nodiscard]] inline Result<Tick> replay(History& history, Tick from, Tick to, Observer& observer,
                                         Monitor* monitor) {
  ScopedSeek scoped_seek(history);
  TRY(scoped_seek.seek(from, monitor));
  RunHooks hooks{.observer = &observer, .monitor = monitor};
  history.run(to, hooks);
  return history.tick();
}

}  // namespace fungescope
