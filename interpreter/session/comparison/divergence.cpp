#include "session/comparison/divergence.h"

#include "lang/analysis/static_analysis.h"
#include "session/comparison/lock_step.h"

#include <algorithm>
#include <utility>

namespace fungescope {
namespace {

// Ticks in lock step after a use. They grow while uses are closer together than the ticks in lock
// step that take as long as finding the next use with traps and copying the machines, for fields of
// `area` cells.
constexpr Tick longest_stretch = Tick{1} << 20U;
constexpr Tick shortest_stretch(std::int64_t area) {
  return 16 + static_cast<Tick>(area) / 2048;
}
constexpr Tick skip_cost(std::int64_t area) {
  return 100 + static_cast<Tick>(area) / 256;
}

// Returns how many values from the top are equal.
std::size_t common_top(const ValueStack& a, const ValueStack& b) {
  const auto here = a.values();
  const auto there = b.values();
  return static_cast<std::size_t>(
      std::mismatch(
          here.rbegin(),
          here.rbegin() + static_cast<std::ptrdiff_t>(std::min(here.size(), there.size())),
          there.rbegin())
          .first -
      here.rbegin());
}

bool same_rest(const InputLog& a, const InputLog& b, const Machine& machine) {
  const std::size_t position = machine.input_position;
  return a.closed() == b.closed() && a.bytes().substr(std::min(position, a.bytes().size())) ==
                                         b.bytes().substr(std::min(position, b.bytes().size()));
}

class Search {
 public:
  Search(ComparedRun& here, ComparedRun& there, Monitor* monitor)
      : here_(here), there_(there), monitor_(monitor) {}

  std::optional<Divergence> run(Tick limit) {
    const Tick begin = std::max(here_.begin(), there_.begin());
    if (!go_to(begin)) return std::nullopt;
    limit = std::min({limit, here_.next_edit(), there_.next_edit()});
    LockStep lock_step(here_, there_);
    Divergence& found = lock_step.found();
    if (found.parted_at_begin) return std::move(found);
    find_differing_cells();
    Tick now = begin;
    const std::int64_t area = here_.machine().field.size().area();
    Tick stretch = shortest_stretch(area);
    while (now < limit && !lock_step.ended()) {
      if (may_skip()) {
        const Tick before = now;
        if (!skip_to_use(limit, found.difference.has_value())) return std::nullopt;
        now = here_.tick();
        const bool close = now - before < skip_cost(area);
        stretch = close ? std::min(2 * stretch, longest_stretch) : shortest_stretch(area);
      }
      if (now >= limit) break;
      const auto reached = lock_step.run(std::min(limit - now, stretch), monitor_);
      if (!reached) return std::nullopt;
      now = *reached;
      if (lock_step.ended()) break;
      if (!go_to(now)) return std::nullopt;
      update_differing_cells(lock_step.take_written());
    }
    found.searched_to = now;
    return std::move(found);
  }

 private:
  bool go_to(Tick tick) { return here_.go_to(tick, monitor_) && there_.go_to(tick, monitor_); }

  [[nodiscard]] bool same_rules() const {
    const Machine& a = here_.machine();
    const Machine& b = there_.machine();
    return a.dialect == b.dialect && a.max_stack == b.max_stack && a.field.size() == b.field.size();
  }

  void find_differing_cells() {
    if (!same_rules()) return;
    const Playfield& a = here_.machine().field;
    const Playfield& b = there_.machine().field;
    const auto area = static_cast<std::size_t>(a.size().area());
    for (std::size_t i = 0; i < area; ++i) {
      if (a.at(i) != b.at(i)) cells_.push_back(i);
    }
    cells_changed_ = true;
  }

  void update_differing_cells(std::vector<std::size_t> written) {
    if (!same_rules()) return;
    written.insert(written.end(), cells_.begin(), cells_.end());
    std::sort(written.begin(), written.end());
    written.erase(std::unique(written.begin(), written.end()), written.end());
    const Playfield& a = here_.machine().field;
    const Playfield& b = there_.machine().field;
    std::erase_if(written, [&](std::size_t i) { return a.at(i) == b.at(i); });
    if (written == cells_) return;
    cells_ = std::move(written);
    cells_changed_ = true;
  }

  // Whether all differences are such that traps find their next use.
  [[nodiscard]] bool may_skip() const {
    const Machine& a = here_.machine();
    const Machine& b = there_.machine();
    const bool together = a.ip == b.ip && a.direction == b.direction &&
                          a.string_mode == b.string_mode && a.status == Status::running &&
                          b.status == Status::running && a.input_position == b.input_position;
    const bool division_reads = a.dialect.division_by_zero == DivisionByZero::ask;
    return together && same_rules() &&
           (!division_reads || same_rest(here_.input(), there_.input(), a));
  }

  // Runs both to the instant before the next use of a difference, or to `limit`. If only the
  // parting is still searched for, also to the instant after a use at which they do not part,
  // unless it stores.
  bool skip_to_use(Tick limit, bool parting_only) {
    const Machine& a = here_.machine();
    const Machine& b = there_.machine();
    // The larger stack has more below what is equal, and reaches its limit first.
    const bool here_first = a.stack.size() >= b.stack.size();
    ComparedRun& first = here_first ? here_ : there_;
    ComparedRun& second = here_first ? there_ : here_;
    set_traps(first.machine().stack.size() - common_top(a.stack, b.stack));
    RunHooks hooks;
    hooks.traps = &*traps_;
    hooks.monitor = monitor_;
    const Tick before = first.tick();
    const StopReason reason = first.run(limit, hooks);
    if (reason == StopReason::interrupted) return false;
    const Tick stop = first.tick();
    const bool trapped_after = reason == StopReason::trapped && (hooks.event.is(TrapEvent::read) ||
                                                                 hooks.event.is(TrapEvent::write) ||
                                                                 hooks.event.is(TrapEvent::floor));
    const bool is_after =
        trapped_after || reason == StopReason::ended || reason == StopReason::faulted;
    if (!is_after || stop == before) return run_to(second, stop);
    if (parting_only && trapped_after && !stores(first.machine(), hooks.event.by)) {
      if (!run_to(second, stop)) return false;
      if (a.tick == b.tick && a.ip == b.ip && a.status == b.status) return true;
    }
    return first.go_to(stop - 1, monitor_) && second.go_to(stop - 1, monitor_);
  }

  static bool stores(const Machine& machine, Point by) {
    return decode_op(machine.dialect, machine.field.at(by)) == Op::put;
  }

  bool run_to(ComparedRun& run, Tick tick) {
    RunHooks hooks;
    hooks.monitor = monitor_;
    return run.run(tick, hooks) != StopReason::interrupted;
  }

  void set_traps(std::size_t floor) {
    const Machine& machine = here_.machine();
    const bool random = machine.random != there_.machine().random;
    const bool input = !same_rest(here_.input(), there_.input(), machine);
    if (cells_changed_ || random != trapped_random_ || input != trapped_input_) {
      const Size size = machine.field.size();
      traps_.emplace(size);
      for (const std::size_t index : cells_) {
        const auto cell = static_cast<std::int64_t>(index);
        const Point at{cell % size.width, cell / size.width};
        for (const Access access : {Access::execute, Access::read, Access::write}) {
          traps_->set(at, access);
        }
      }
      if (random) traps_->set_before(Op::go_random);
      if (input) traps_->set_before(Op::input_character);
      if (input) traps_->set_before(Op::input_number);
      cells_changed_ = false;
      trapped_random_ = random;
      trapped_input_ = input;
    }
    traps_->set_floor(floor);
  }

  ComparedRun& here_;
  ComparedRun& there_;
  Monitor* monitor_;
  std::vector<std::size_t> cells_;  // that differ, ascending
  std::optional<Traps> traps_;
  bool cells_changed_ = true;  // since the traps were set
  bool trapped_random_ = false;
  bool trapped_input_ = false;
};

}  // namespace

std::optional<Divergence> find_divergence(ComparedRun& here, ComparedRun& there, Tick limit,
                                          Monitor* monitor) {
  return Search(here, there, monitor).run(limit);
}

}  // namespace fungescope
