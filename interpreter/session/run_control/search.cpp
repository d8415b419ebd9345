#include "session/run_control/search.h"

#include "vm/run.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

namespace fungescope {
namespace {

// Watches the output for texts. It refuses, once, the write that completes one: the run then stops
// before that instruction, and can be taken over it tick by tick.
class TextMatcher final : public Output {
 public:
  TextMatcher(History& history, const std::vector<std::string>& texts) : texts_(texts) {
    std::size_t longest = 0;
    for (const std::string& text : texts_) longest = std::max(longest, text.size());
    keep_ = longest == 0 ? 0 : longest - 1;
    const std::uint64_t size = history.machine().output_size;
    tail_ = history.output(size - std::min<std::uint64_t>(size, keep_), size);
  }

  bool write(std::string_view bytes) override {
    if (texts_.empty()) return true;
    const std::string all = tail_ + std::string(bytes);
    if (!let_pass_ && !completed_in(all).empty()) {
      completed_ = completed_in(all);
      return false;
    }
    tail_ = all.substr(all.size() - std::min(all.size(), keep_));
    return true;
  }

  // The texts that the refused write would have completed.
  [[nodiscard]] const std::vector<std::size_t>& completed() const { return completed_; }
  void let_pass(bool on) { let_pass_ = on; }

 private:
  // The texts that end within the part of `all` behind the tail.
  [[nodiscard]] std::vector<std::size_t> completed_in(std::string_view all) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      const std::string_view text = texts_[i];
      const std::size_t before = tail_.size() + 1;  // the first end that counts
      const std::size_t from = before > text.size() ? before - text.size() : 0;
      if (all.find(text, from) != std::string_view::npos) found.push_back(i);
    }
    return found;
  }

  const std::vector<std::string>& texts_;
  std::size_t keep_ = 0;
  std::string tail_;
  std::vector<std::size_t> completed_;
  bool let_pass_ = false;
};

// An instant at which edits changed the machine, and maybe its source.
struct EditBoundary {
  Tick tick = 0;
  bool new_source = false;
};
std::vector<EditBoundary> edit_boundaries_of(const History& history) {  // rising
  std::vector<EditBoundary> edit_boundaries;
  for (const BranchInfo& branch : edited_branches(history)) {
    const bool new_source =
        std::any_of(branch.edits.begin(), branch.edits.end(),
                    [](const Edit& edit) { return std::holds_alternative<SetSource>(edit); });
    edit_boundaries.push_back({branch.begin, new_source});
  }
  std::reverse(edit_boundaries.begin(), edit_boundaries.end());
  return edit_boundaries;
}

// Whether the quest means anything in the present source, which is another one than before.
bool adapt(SearchQuery& query, const Machine& machine) {
  const Size field = machine.field.size();
  if (query.adapt) query.adapt();
  if (query.traps.field() != field && query.traps.cells().empty()) query.traps.set_field(field);
  return query.traps.field() == field;
}

class VisitingRun {
 public:
  VisitingRun(History& history, SearchQuery& query, Monitor* monitor, const SearchVisitor& visitor)
      : history_(history),
        query_(query),
        visitor_(visitor),
        matcher_(history, query.outputs),
        edit_boundaries_(edit_boundaries_of(history)) {
    travel_.traps = &query.traps;
    travel_.monitor = monitor;
    if (!query.outputs.empty()) travel_.output = &matcher_;
  }

  StopReason run(bool pass, Tick until) {
    if (pass) travel_.skip_traps_at = history_.tick();
    until_ = until;
    set_bounds();
    for (;;) {
      const Tick goal = next_goal();
      const StopReason arrival = history_.run(goal, travel_);
      switch (arrival) {
        case StopReason::trapped:
          if (visit(travel_.event, {})) return StopReason::trapped;
          break;
        case StopReason::output_closed:
          if (over_the_output()) return StopReason::trapped;
          break;
        case StopReason::tick_reached:
          if (!is_goal(goal)) {
            cross_edit_boundary();
          } else if (!was_visited() && visit({}, {})) {
            return StopReason::trapped;
          }
          if (goal == until) return at_rest(arrival);
          break;
        case StopReason::interrupted:
          return at_rest(arrival);
        default:
          return arrival;
      }
      if (!goes_on()) return at_rest(StopReason::interrupted);
    }
  }

 private:
  // The history asks the monitor during long runs only; those between two visits may all be short.
  bool goes_on() {
    constexpr std::uint64_t visits_between_questions = 4096;
    if (travel_.monitor == nullptr || ++visits_ % visits_between_questions != 0) return true;
    return travel_.monitor->should_continue(history_.tick(), until_);
  }

  // A run goes no further than to the next seam: traps and bounds are others behind it.
  [[nodiscard]] Tick next_goal() const {
    Tick goal = until_;
    const Tick now = history_.tick();
    const auto tick = std::upper_bound(query_.ticks.begin(), query_.ticks.end(), now);
    if (tick != query_.ticks.end()) goal = std::min(goal, *tick);
    const auto edit_boundary =
        std::find_if(edit_boundaries_.begin(), edit_boundaries_.end(),
                     [now](const EditBoundary& one) { return one.tick > now; });
    return edit_boundary == edit_boundaries_.end() ? goal : std::min(goal, edit_boundary->tick);
  }
  [[nodiscard]] bool is_goal(Tick tick) const {
    return std::binary_search(query_.ticks.begin(), query_.ticks.end(), tick);
  }

  // One tick, which completes a text.
  bool over_the_output() {
    const std::vector<std::size_t> texts = matcher_.completed();
    matcher_.let_pass(true);
    const StopReason arrival = history_.run(history_.tick() + 1, travel_);
    matcher_.let_pass(false);
    return visit(arrival == StopReason::trapped ? travel_.event : TrapEvent{}, texts);
  }

  // All that holds at this instant, the traps before the next cell included.
  bool visit(TrapEvent event, std::vector<std::size_t> outputs) {
    cross_edit_boundary();
    event.kinds = static_cast<std::uint8_t>(event.kinds | before_next());
    const Tick now = history_.tick();
    travel_.skip_traps_at = now;
    const bool stop = visitor_({event, is_goal(now), std::move(outputs)});
    set_bounds();
    return stop;
  }

  // At the present instant, whose traps before the next cell are passed from then on.
  [[nodiscard]] bool was_visited() const { return travel_.skip_traps_at == history_.tick(); }

  // The end of the run: all of this instant may belong to it.
  StopReason at_rest(StopReason arrival) {
    if (!query_.whole_end || was_visited()) return arrival;
    cross_edit_boundary();
    return before_next() != 0 && visit({}, {}) ? StopReason::trapped : arrival;
  }

  // The traps that hold before the next cell, passed or not.
  [[nodiscard]] std::uint8_t before_next() const {
    const Machine& machine = history_.machine();
    Probe probe;
    if (machine.field.size() == query_.traps.field()) probe.traps = &query_.traps;
    return traps_before(machine, probe);
  }

  // Makes the quest that of the present instant, if edits were made here and it is looked at from
  // behind them.
  void cross_edit_boundary() {
    const Tick now = history_.tick();
    if (now == until_ && !query_.whole_end) return;
    for (const EditBoundary& edit_boundary : edit_boundaries_) {
      if (edit_boundary.tick != now) continue;
      if (edit_boundary.new_source) adapt(query_, history_.machine());
      set_bounds();
    }
  }

  // Around the present depth: what crosses one of the depths then leaves the bounds.
  void set_bounds() {
    const std::vector<std::size_t>& depths = query_.depths;
    if (depths.empty()) return;
    const auto above =
        std::upper_bound(depths.begin(), depths.end(), history_.machine().stack.size());
    query_.traps.set_floor(above == depths.begin() ? 0 : *std::prev(above));
    query_.traps.set_ceiling(above == depths.end() ? std::numeric_limits<std::size_t>::max()
                                                   : *above - 1);
  }

  History& history_;
  SearchQuery& query_;
  const SearchVisitor& visitor_;
  TextMatcher matcher_;
  std::vector<EditBoundary> edit_boundaries_;
  Tick until_ = no_limit;
  RunHooks travel_;
  std::uint64_t visits_ = 0;
};

// Turns a monitor's questions about a piece into questions about the whole search.
class SearchMonitor final : public Monitor {
 public:
  explicit SearchMonitor(Monitor* next) : next_(next) {}
  bool should_continue(Tick now, Tick goal) override {
    if (next_ == nullptr || next_->should_continue(now, goal)) return true;
    stopped_ = true;
    return false;
  }
  [[nodiscard]] bool stopped() const { return stopped_; }

 private:
  Monitor* next_;
  bool stopped_ = false;
};

}  // namespace

StopReason search_forward(History& history, SearchQuery& query, bool pass, Tick until,
                          Monitor* monitor, const SearchVisitor& visitor) {
  return VisitingRun(history, query, monitor, visitor).run(pass, until);
}

std::optional<bool> search_segments_backward(
    History& history, SearchQuery& query, Tick end, Monitor* monitor,
    const std::function<bool(const History::Segment&)>& enter) {
  const std::vector<EditBoundary> edit_boundaries = edit_boundaries_of(history);
  const Tick lowest = std::max(history.begin(), query.lowest);
  while (end > lowest) {
    History::Segment segment = history.segment_before(end);
    segment.begin = std::max(segment.begin, lowest);
    end = segment.begin;
    if (monitor != nullptr && !monitor->should_continue(segment.end, lowest)) return std::nullopt;
    // No piece goes over a seam: this one is the first in another source, or none is.
    const bool other_source = std::any_of(
        edit_boundaries.begin(), edit_boundaries.end(), [&](const EditBoundary& edit_boundary) {
          return edit_boundary.new_source && edit_boundary.tick == segment.end;
        });
    if (other_source) {
      history.seek(segment.begin);
      if (!adapt(query, history.machine())) return false;
    }
    if (!query.stores.empty() && !history.may_have_written(segment, query.stores)) continue;
    history.seek(segment.begin);
    if (enter(segment)) return true;
    if (other_source && query.whole_end) {  // the end of the piece was looked at in the other one
      history.seek(segment.begin);
      adapt(query, history.machine());
    }
  }
  return false;
}

Result<std::optional<FoundInstant>> find_last(History& history, SearchQuery& query, Tick end,
                                              bool inclusive, Monitor* monitor,
                                              const std::function<bool(const SearchHit&)>& accept) {
  std::optional<FoundInstant> found;
  SearchMonitor within(monitor);
  const auto visit = [&](const SearchHit& search_hit) {
    const bool before = history.tick() < end || (inclusive && history.tick() == end);
    if (before && accept(search_hit)) found = FoundInstant{history.tick(), search_hit.event};
    return false;
  };
  const auto enter = [&](const History::Segment& segment) {
    search_forward(history, query, false, segment.end, &within, visit);
    return found.has_value() || within.stopped();
  };
  const auto done = search_segments_backward(history, query, end, monitor, enter);
  if (!done || within.stopped()) return interrupted_error();
  return found;
}

std::vector<BranchInfo> edited_branches(const History& history) {
  std::vector<BranchInfo> line;
  BranchInfo info = history.info(history.branch());
  for (; info.id != info.parent; info = history.info(info.parent)) line.push_back(info);
  return line;
}

tl::unexpected<Error> interrupted_error() {
  return fail({}, "interrupted", "the present is where it was");
}

}  // namespace fungescope
