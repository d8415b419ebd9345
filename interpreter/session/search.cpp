#include "session/search.h"

#include "vm/trap_check.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace fungescope {
namespace {

// Watches the output for texts. It refuses, once, the write that completes one: the
// run then stops before that instruction, and can be taken over it tick by tick.
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

class VisitingRun {
 public:
  VisitingRun(History& history, const Quest& quest, Monitor* monitor, const Visitor& visitor)
      : history_(history), quest_(quest), visitor_(visitor), matcher_(history, quest.outputs) {
    travel_.traps = &quest.traps;
    travel_.monitor = monitor;
    if (!quest.outputs.empty()) travel_.output = &matcher_;
  }

  Arrival run(bool pass, Tick until) {
    if (pass) travel_.passed = history_.tick();
    for (;;) {
      const Tick goal = next_tick_goal(until);
      const Arrival arrival = history_.run(goal, travel_);
      switch (arrival) {
        case Arrival::trapped:
          if (visit(travel_.event, {})) return Arrival::trapped;
          break;
        case Arrival::output_closed:
          if (over_the_output()) return Arrival::trapped;
          break;
        case Arrival::tick_reached:
          if (goal == until && !is_goal(until)) return arrival;
          if (visit({}, {})) return Arrival::trapped;
          if (goal == until) return arrival;
          break;
        default:
          return arrival;
      }
      if (!goes_on(until)) return Arrival::interrupted;
    }
  }

 private:
  // The history asks the monitor during long runs only; those between two visits
  // may all be short.
  bool goes_on(Tick until) {
    constexpr std::uint64_t visits_between_questions = 4096;
    if (travel_.monitor == nullptr || ++visits_ % visits_between_questions != 0) return true;
    return travel_.monitor->go_on(history_.tick(), until);
  }

  [[nodiscard]] Tick next_tick_goal(Tick until) const {
    const auto next = std::upper_bound(quest_.ticks.begin(), quest_.ticks.end(), history_.tick());
    return next == quest_.ticks.end() ? until : std::min(until, *next);
  }
  [[nodiscard]] bool is_goal(Tick tick) const {
    return std::binary_search(quest_.ticks.begin(), quest_.ticks.end(), tick);
  }

  // One tick, which completes a text.
  bool over_the_output() {
    const std::vector<std::size_t> texts = matcher_.completed();
    matcher_.let_pass(true);
    const Arrival arrival = history_.run(history_.tick() + 1, travel_);
    matcher_.let_pass(false);
    return visit(arrival == Arrival::trapped ? travel_.event : TrapEvent{}, texts);
  }

  // All that holds at this instant, the traps before the next cell included.
  bool visit(TrapEvent event, std::vector<std::size_t> outputs) {
    const Tick tick = history_.tick();
    Probe probe;
    probe.traps = &quest_.traps;
    if (history_.machine().status == Status::running) {
      event.kinds =
          static_cast<std::uint8_t>(event.kinds | traps_before(history_.machine(), probe));
    }
    travel_.passed = tick;
    return visitor_({event, is_goal(tick), std::move(outputs)});
  }

  History& history_;
  const Quest& quest_;
  const Visitor& visitor_;
  TextMatcher matcher_;
  Travel travel_;
  std::uint64_t visits_ = 0;
};

// Turns a monitor's questions about a piece into questions about the whole search.
class SearchMonitor final : public Monitor {
 public:
  explicit SearchMonitor(Monitor* next) : next_(next) {}
  bool go_on(Tick now, Tick goal) override {
    if (next_ == nullptr || next_->go_on(now, goal)) return true;
    stopped_ = true;
    return false;
  }
  [[nodiscard]] bool stopped() const { return stopped_; }

 private:
  Monitor* next_;
  bool stopped_ = false;
};

}  // namespace

Arrival run_visiting(History& history, const Quest& quest, bool pass, Tick until, Monitor* monitor,
                     const Visitor& visitor) {
  return VisitingRun(history, quest, monitor, visitor).run(pass, until);
}

std::optional<bool> pieces_back(History& history, const Quest& quest, Tick end, Monitor* monitor,
                                const std::function<bool(const History::Segment&)>& enter) {
  while (end > history.begin()) {
    const History::Segment segment = history.segment_before(end);
    end = segment.begin;
    if (monitor != nullptr && !monitor->go_on(segment.end, history.begin())) return std::nullopt;
    if (!quest.stores.empty() && !history.may_have_written(segment, quest.stores)) continue;
    history.seek(segment.begin);
    // Before a reload that changed the size of the field the quest means other cells.
    if (history.machine().field.size() != quest.traps.field()) return false;
    if (enter(segment)) return true;
  }
  return false;
}

Result<std::optional<Found>> find_last(History& history, const Quest& quest, Tick end,
                                       bool inclusive, Monitor* monitor,
                                       const std::function<bool(const Meeting&)>& accept) {
  std::optional<Found> found;
  SearchMonitor within(monitor);
  const auto visit = [&](const Meeting& meeting) {
    const bool before = history.tick() < end || (inclusive && history.tick() == end);
    if (before && accept(meeting)) found = Found{history.tick(), meeting.event};
    return false;
  };
  const auto enter = [&](const History::Segment& segment) {
    run_visiting(history, quest, false, segment.end, &within, visit);
    return found.has_value() || within.stopped();
  };
  const auto done = pieces_back(history, quest, end, monitor, enter);
  if (!done || within.stopped()) return interrupted_search();
  return found;
}

tl::unexpected<Error> interrupted_search() {
  return fail({}, "interrupted", "the present is where it was");
}

}  // namespace fungescope
