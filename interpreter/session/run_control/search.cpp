#include "session/run_control/search.h"

#include "vm/run.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

namespace fungescope {
namespace {

// Matches the output against texts. Refuses the write that completes one, so that the run stops
// before that instruction and the search can single-step it.
class TextMatcher final : public Output {
 public:
  TextMatcher(History& history, const std::vector<std::string>& texts) : texts_(texts) {
    for (const std::string& text : texts_) keep_ = std::max(keep_, text.size() - 1);
    const std::uint64_t size = history.machine().output_size;
    tail_ = history.output(size - std::min<std::uint64_t>(size, keep_), size);
  }

  bool write(std::string_view bytes) override {
    if (texts_.empty()) return true;
    const std::string all = tail_ + std::string(bytes);
    completed_ = completed_in(all);
    if (!let_pass_ && !completed_.empty()) return false;
    tail_ = all.substr(all.size() - std::min(all.size(), keep_));
    return true;
  }

  // The texts that the refused write would have completed.
  [[nodiscard]] const std::vector<std::size_t>& completed() const { return completed_; }
  void let_pass(bool on) { let_pass_ = on; }

 private:
  // The texts that end within the part of `all` after the tail.
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

// An instant at which edits changed the machine, and possibly its source.
struct EditBoundary {
  Tick tick = 0;
  bool new_source = false;
};
std::vector<EditBoundary> edit_boundaries_of(const History& history) {  // ascending
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

// Adapts the query to the source that the search has reached. Returns whether it matches there.
bool adapt(SearchQuery& query, const Machine& machine) {
  const Size field = machine.field.size();
  if (query.adapt) query.adapt();
  if (query.traps.field() != field && query.traps.cells().empty()) query.traps.set_field(field);
  return query.traps.field() == field;
}

class ForwardSearch {
 public:
  ForwardSearch(History& history, SearchQuery& query, Monitor* monitor,
                const SearchVisitor& visitor, Observer* observer)
      : history_(history),
        query_(query),
        visitor_(visitor),
        matcher_(history, query.outputs),
        edit_boundaries_(edit_boundaries_of(history)) {
    hooks_.traps = &query.traps;
    hooks_.monitor = monitor;
    hooks_.observer = observer;
    if (!query.outputs.empty()) hooks_.output = &matcher_;
  }

  StopReason run(bool skip_present, Tick until) {
    if (skip_present) hooks_.skip_traps_at = history_.tick();
    until_ = until;
    set_bounds();
    for (;;) {
      const Tick end = next_end();
      const StopReason arrival = history_.run(end, hooks_);
      switch (arrival) {
        case StopReason::trapped:
          if (visit(hooks_.event, {})) return StopReason::trapped;
          break;
        case StopReason::output_closed:
          if (step_output()) return StopReason::trapped;
          break;
        case StopReason::tick_reached:
          if (!is_selected_tick(end)) {
            cross_edit_boundary();
          } else if (!was_visited() && visit({}, {})) {
            return StopReason::trapped;
          }
          if (end == until) return finish(arrival);
          break;
        case StopReason::interrupted:
          return finish(arrival);
        default:
          return arrival;
      }
      if (!should_continue()) return finish(StopReason::interrupted);
    }
  }

 private:
  // Asks the monitor. The history asks it during long runs only, and the runs between two visits
  // may all be short.
  bool should_continue() {
    if (hooks_.monitor == nullptr || ++visits_ < query_.visits_between_polls) return true;
    visits_ = 0;
    return hooks_.monitor->should_continue(history_.tick(), until_);
  }

  // A run ends at the next edit boundary: traps and bounds differ after it.
  [[nodiscard]] Tick next_end() const {
    Tick end = until_;
    const Tick now = history_.tick();
    const auto tick = std::upper_bound(query_.ticks.begin(), query_.ticks.end(), now);
    if (tick != query_.ticks.end()) end = std::min(end, *tick);
    const auto edit_boundary =
        std::find_if(edit_boundaries_.begin(), edit_boundaries_.end(),
                     [now](const EditBoundary& one) { return one.tick > now; });
    return edit_boundary == edit_boundaries_.end() ? end : std::min(end, edit_boundary->tick);
  }
  [[nodiscard]] bool is_selected_tick(Tick tick) const {
    return std::binary_search(query_.ticks.begin(), query_.ticks.end(), tick);
  }

  // Steps the tick that completes a text, and visits it.
  bool step_output() {
    const std::vector<std::size_t> texts = matcher_.completed();
    matcher_.let_pass(true);
    const StopReason arrival = history_.run(history_.tick() + 1, hooks_);
    matcher_.let_pass(false);
    return visit(arrival == StopReason::trapped ? hooks_.event : TrapEvent{}, texts);
  }

  // Visits the present instant, with the traps before the next instruction.
  bool visit(TrapEvent event, std::vector<std::size_t> outputs) {
    cross_edit_boundary();
    event.kinds = static_cast<std::uint8_t>(event.kinds | before_next());
    const Tick now = history_.tick();
    hooks_.skip_traps_at = now;
    const bool stop = visitor_({event, std::move(outputs)});
    set_bounds();
    return stop;
  }

  // Whether the present instant was visited. Its traps are then skipped.
  [[nodiscard]] bool was_visited() const { return hooks_.skip_traps_at == history_.tick(); }

  // Ends the run. With `whole_end` its last instant is visited as a whole.
  StopReason finish(StopReason reason) {
    if (!query_.whole_end || was_visited()) return reason;
    cross_edit_boundary();
    return before_next() != 0 && visit({}, {}) ? StopReason::trapped : reason;
  }

  // The traps that are hit before the next instruction, skipped or not.
  [[nodiscard]] std::uint8_t before_next() const {
    const Machine& machine = history_.machine();
    Probe probe;
    if (machine.field.size() == query_.traps.field()) probe.traps = &query_.traps;
    return traps_before(machine, probe);
  }

  // Adapts the query to the present instant if edits were made here and the visit is after them.
  void cross_edit_boundary() {
    const Tick now = history_.tick();
    if (now == until_ && !query_.whole_end) return;
    for (const EditBoundary& edit_boundary : edit_boundaries_) {
      if (edit_boundary.tick != now) continue;
      if (edit_boundary.new_source) adapt(query_, history_.machine());
      set_bounds();
    }
  }

  // Bounds the stack around the present depth, so that crossing a depth of the query is a trap.
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
  RunHooks hooks_;
  std::uint64_t visits_ = 0;
};

}  // namespace

SearchQuery SearchQuery::of_stores(const Rectangle& area, Size field) {
  SearchQuery query(field);
  query.traps.set(area, Access::write);
  query.stores = cells_in(area, field);
  return query;
}

StopReason search_forward(History& history, SearchQuery& query, bool skip_present, Tick until,
                          Monitor* monitor, const SearchVisitor& visitor, Observer* observer) {
  return ForwardSearch(history, query, monitor, visitor, observer).run(skip_present, until);
}

Result<void> visit_forward(History& history, SearchQuery& query, Tick until, Monitor* monitor,
                           const std::function<void(const SearchHit&)>& visitor) {
  const StopReason arrival =
      search_forward(history, query, false, until, monitor, [&](const SearchHit& hit) {
        visitor(hit);
        return false;
      });
  return arrival == StopReason::interrupted ? interrupted_error() : Result<void>();
}

Result<void> search_segments_backward(
    History& history, SearchQuery& query, Tick end, Monitor* monitor,
    const std::function<Result<bool>(const History::Segment&)>& run_segment) {
  const std::vector<EditBoundary> edit_boundaries = edit_boundaries_of(history);
  const Tick lowest = std::max(history.begin(), query.lowest);
  while (end > lowest) {
    History::Segment segment = history.segment_before(end);
    segment.begin = std::max(segment.begin, lowest);
    end = segment.begin;
    if (monitor != nullptr && !monitor->should_continue(segment.end, lowest)) {
      return interrupted_error();
    }
    // Segments end at edit boundaries, so a segment has one source.
    const bool other_source = std::any_of(
        edit_boundaries.begin(), edit_boundaries.end(), [&](const EditBoundary& edit_boundary) {
          return edit_boundary.new_source && edit_boundary.tick == segment.end;
        });
    if (other_source) {
      history.seek(segment.begin);
      if (!adapt(query, history.machine())) return {};
    }
    if (!query.stores.empty() && !history.may_have_written(segment, query.stores)) continue;
    history.seek(segment.begin);
    const bool done = TRY(run_segment(segment));
    if (done) return {};
    if (other_source && query.whole_end) {  // the segment's end was visited with the other source
      history.seek(segment.begin);
      adapt(query, history.machine());
    }
  }
  return {};
}

Result<std::optional<FoundInstant>> find_last(History& history, SearchQuery& query, Tick end,
                                              bool inclusive, Monitor* monitor,
                                              const std::function<bool(const SearchHit&)>& accept) {
  std::optional<FoundInstant> found;
  const auto visit = [&](const SearchHit& search_hit) {
    const bool before = history.tick() < end || (inclusive && history.tick() == end);
    if (before && accept(search_hit)) found = FoundInstant{history.tick(), search_hit.event};
  };
  const auto run_segment = [&](const History::Segment& segment) -> Result<bool> {
    TRY(visit_forward(history, query, segment.end, monitor, visit));
    return found.has_value();
  };
  TRY(search_segments_backward(history, query, end, monitor, run_segment));
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

Result<void> seek_to(History& history, Tick tick, Monitor* monitor) {
  const StopReason arrival = history.seek(tick, monitor);
  return arrival == StopReason::interrupted ? interrupted_error() : Result<void>();
}

}  // namespace fungescope
