#include "session/run_control/search.h"

#include "vm/trap_check.h"

#include <algorithm>
#include <iterator>
#include <limits>
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

// An instant at which edits changed the machine, and maybe its source.
struct Seam {
  Tick tick = 0;
  bool new_source = false;
};
std::vector<Seam> seams_of(const History& history) {  // rising
  std::vector<Seam> seams;
  for (const BranchInfo& branch : edited_branches(history)) {
    const bool new_source =
        std::any_of(branch.edits.begin(), branch.edits.end(),
                    [](const Edit& edit) { return std::holds_alternative<SetSource>(edit); });
    seams.push_back({branch.begin, new_source});
  }
  std::reverse(seams.begin(), seams.end());
  return seams;
}

// Whether the quest means anything in the present source, which is another one than before.
bool adapt(Quest& quest, const Machine& machine) {
  const Size field = machine.field.size();
  if (quest.adapt) quest.adapt();
  if (quest.traps.field() != field && quest.traps.cells().empty()) quest.traps.set_field(field);
  return quest.traps.field() == field;
}

class VisitingRun {
 public:
  VisitingRun(History& history, Quest& quest, Monitor* monitor, const Visitor& visitor)
      : history_(history),
        quest_(quest),
        visitor_(visitor),
        matcher_(history, quest.outputs),
        seams_(seams_of(history)) {
    travel_.traps = &quest.traps;
    travel_.monitor = monitor;
    if (!quest.outputs.empty()) travel_.output = &matcher_;
  }

  Arrival run(bool pass, Tick until) {
    if (pass) travel_.passed = history_.tick();
    until_ = until;
    set_bounds();
    for (;;) {
      const Tick goal = next_goal();
      const Arrival arrival = history_.run(goal, travel_);
      switch (arrival) {
        case Arrival::trapped:
          if (visit(travel_.event, {})) return Arrival::trapped;
          break;
        case Arrival::output_closed:
          if (over_the_output()) return Arrival::trapped;
          break;
        case Arrival::tick_reached:
          if (!is_goal(goal)) {
            cross_seam();
          } else if (!was_visited() && visit({}, {})) {
            return Arrival::trapped;
          }
          if (goal == until) return at_rest(arrival);
          break;
        case Arrival::interrupted:
          return at_rest(arrival);
        default:
          return arrival;
      }
      if (!goes_on()) return at_rest(Arrival::interrupted);
    }
  }

 private:
  // The history asks the monitor during long runs only; those between two visits
  // may all be short.
  bool goes_on() {
    constexpr std::uint64_t visits_between_questions = 4096;
    if (travel_.monitor == nullptr || ++visits_ % visits_between_questions != 0) return true;
    return travel_.monitor->go_on(history_.tick(), until_);
  }

  // A run goes no further than to the next seam: traps and bounds are others behind it.
  [[nodiscard]] Tick next_goal() const {
    Tick goal = until_;
    const Tick now = history_.tick();
    const auto tick = std::upper_bound(quest_.ticks.begin(), quest_.ticks.end(), now);
    if (tick != quest_.ticks.end()) goal = std::min(goal, *tick);
    const auto seam = std::find_if(seams_.begin(), seams_.end(),
                                   [now](const Seam& one) { return one.tick > now; });
    return seam == seams_.end() ? goal : std::min(goal, seam->tick);
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
    cross_seam();
    event.kinds = static_cast<std::uint8_t>(event.kinds | before_next());
    const Tick now = history_.tick();
    travel_.passed = now;
    const bool stop = visitor_({event, is_goal(now), std::move(outputs)});
    set_bounds();
    return stop;
  }

  // At the present instant, whose traps before the next cell are passed from then on.
  [[nodiscard]] bool was_visited() const { return travel_.passed == history_.tick(); }

  // The end of the run: all of this instant may belong to it.
  Arrival at_rest(Arrival arrival) {
    if (!quest_.whole_end || was_visited()) return arrival;
    cross_seam();
    return before_next() != 0 && visit({}, {}) ? Arrival::trapped : arrival;
  }

  // The traps that hold before the next cell, passed or not.
  [[nodiscard]] std::uint8_t before_next() const {
    const Machine& machine = history_.machine();
    Probe probe;
    if (machine.field.size() == quest_.traps.field()) probe.traps = &quest_.traps;
    return traps_before(machine, probe);
  }

  // Makes the quest that of the present instant, if edits were made here and it is looked at from
  // behind them.
  void cross_seam() {
    const Tick now = history_.tick();
    if (now == until_ && !quest_.whole_end) return;
    for (const Seam& seam : seams_) {
      if (seam.tick != now) continue;
      if (seam.new_source) adapt(quest_, history_.machine());
      set_bounds();
    }
  }

  // Around the present depth: what crosses one of the depths then leaves the bounds.
  void set_bounds() {
    const std::vector<std::size_t>& depths = quest_.depths;
    if (depths.empty()) return;
    const auto above =
        std::upper_bound(depths.begin(), depths.end(), history_.machine().stack.size());
    quest_.traps.set_floor(above == depths.begin() ? 0 : *std::prev(above));
    quest_.traps.set_ceiling(above == depths.end() ? std::numeric_limits<std::size_t>::max()
                                                   : *above - 1);
  }

  History& history_;
  Quest& quest_;
  const Visitor& visitor_;
  TextMatcher matcher_;
  std::vector<Seam> seams_;
  Tick until_ = no_limit;
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

Arrival run_visiting(History& history, Quest& quest, bool pass, Tick until, Monitor* monitor,
                     const Visitor& visitor) {
  return VisitingRun(history, quest, monitor, visitor).run(pass, until);
}

std::optional<bool> pieces_back(History& history, Quest& quest, Tick end, Monitor* monitor,
                                const std::function<bool(const History::Segment&)>& enter) {
  const std::vector<Seam> seams = seams_of(history);
  const Tick lowest = std::max(history.begin(), quest.lowest);
  while (end > lowest) {
    History::Segment segment = history.segment_before(end);
    segment.begin = std::max(segment.begin, lowest);
    end = segment.begin;
    if (monitor != nullptr && !monitor->go_on(segment.end, lowest)) return std::nullopt;
    // No piece goes over a seam: this one is the first in another source, or none is.
    const bool other_source = std::any_of(seams.begin(), seams.end(), [&](const Seam& seam) {
      return seam.new_source && seam.tick == segment.end;
    });
    if (other_source) {
      history.seek(segment.begin);
      if (!adapt(quest, history.machine())) return false;
    }
    if (!quest.stores.empty() && !history.may_have_written(segment, quest.stores)) continue;
    history.seek(segment.begin);
    if (enter(segment)) return true;
    if (other_source && quest.whole_end) {  // the end of the piece was looked at in the other one
      history.seek(segment.begin);
      adapt(quest, history.machine());
    }
  }
  return false;
}

Result<std::optional<Found>> find_last(History& history, Quest& quest, Tick end, bool inclusive,
                                       Monitor* monitor,
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

std::vector<BranchInfo> edited_branches(const History& history) {
  std::vector<BranchInfo> line;
  BranchInfo info = history.info(history.branch());
  for (; info.id != info.parent; info = history.info(info.parent)) line.push_back(info);
  return line;
}

tl::unexpected<Error> interrupted_search() {
  return fail({}, "interrupted", "the present is where it was");
}

}  // namespace fungescope
