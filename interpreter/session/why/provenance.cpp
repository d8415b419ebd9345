#include "session/why/provenance.h"

#include "lang/analysis/static_analysis.h"
#include "session/queries/history_queries.h"
#include "session/run_control/flow_graph.h"
#include "session/run_control/search.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <utility>

namespace fungescope {

bool has_faulted(const Machine& machine) {
  return machine.status == Status::faulted && machine.fault.kind != FaultKind::edge_wrap;
}

// Executes instructions on the origins of values. `prepare` sees the machine before an instruction
// and `finish` after it.
class Window::Tracer {
 public:
  Tracer(Window& window, const Machine& machine)
      : window_(window), machine_(machine), untouched_(machine.stack.size()) {}

  void prepare() {
    const std::size_t here = machine_.field.index_of(machine_.ip);
    step_ = Step{};
    step_.tick = machine_.tick + 1;
    step_.at = machine_.ip;
    step_.op = next_op(machine_);
    step_.transfer = transfer_of(step_.op, machine_.string_mode);
    step_.code_value = machine_.field.at(here);
    if (machine_.field.changed(here)) step_.code = window_.cell(here, machine_.tick);
    step_.input_begin = machine_.input_position;
    step_.operand_count = static_cast<std::uint8_t>(pops_of(step_.op, machine_.string_mode));
    for (std::size_t i = 0; i < step_.operand_count; ++i) {
      step_.operand_values[step_.operand_count - 1 - i] = machine_.stack.peek(i);
    }
    step_.asked = step_.op == Op::divide && step_.operand_count == 2 &&
                  step_.operand_values[1] == 0 &&
                  machine_.dialect.division_by_zero == DivisionByZero::ask;
    if (step_.transfer == Transfer::read_cell) find_target(0);
    if (step_.transfer == Transfer::write_cell) find_target(1);
  }

  void finish() {
    for (std::size_t i = step_.operand_count; i > 0; --i) step_.operands[i - 1] = pop(i - 1);
    step_.input_end = machine_.input_position;
    const ValueRef result{ValueRef::Kind::made, 0, step_.tick};
    switch (step_.transfer) {
      case Transfer::none:
        return;
      case Transfer::use:
        break;
      case Transfer::make:
      case Transfer::literal:
      case Transfer::own_cell:
      case Transfer::read_input:
      case Transfer::read_cell:
        step_.results[0] = machine_.stack.peek();
        push(result);
        break;
      case Transfer::write_cell:
        if (!step_.inside) break;
        step_.results[0] = machine_.field.at(step_.target);
        window_.cells_[machine_.field.index_of(step_.target)].push_back({step_.tick, result});
        break;
      case Transfer::duplicate:
        step_.results[0] = step_.operand_values[0];
        push_unchanged(step_.operands[0]);
        push(result);
        break;
      case Transfer::swap:
        step_.results = {step_.operand_values[1], step_.operand_values[0]};
        push(result);
        push({ValueRef::Kind::made, 1, step_.tick});
        break;
    }
    window_.steps_.push_back(step_);
  }

 private:
  // `x` is the operand that holds the column.
  void find_target(std::size_t x) {
    step_.target = {step_.operand_values[x], step_.operand_values[x + 1]};
    step_.inside = machine_.field.contains(step_.target);
    if (step_.inside && step_.transfer == Transfer::read_cell) {
      step_.source = window_.cell(machine_.field.index_of(step_.target), machine_.tick);
    }
  }

  ValueRef pop(std::size_t operand) {
    if (!above_.empty()) {
      const ValueRef top = above_.back();
      above_.pop_back();
      return top;
    }
    if (untouched_ > 0) return {ValueRef::Kind::slot, 0, --untouched_};
    return {ValueRef::Kind::empty, static_cast<std::uint8_t>(operand), step_.tick};
  }

  void push(const ValueRef& value) {
    window_.slots_[untouched_ + above_.size()].push_back({step_.tick, value});
    above_.push_back(value);
  }

  // Pushes the value back that was popped. The 0 of an empty stack was not there before.
  void push_unchanged(const ValueRef& value) {
    if (value.kind == ValueRef::Kind::empty && value.number == step_.tick) {
      push(value);
    } else {
      above_.push_back(value);
    }
  }

  Window& window_;
  const Machine& machine_;
  std::size_t untouched_;        // slots from the bottom with the values of the window's begin
  std::vector<ValueRef> above_;  // those above
  Step step_;
};

std::optional<Window> Window::trace(History& history, Tick end, Monitor* monitor) {
  const Machine& machine = history.machine();
  Window window;
  window.begin_ = machine.tick;
  window.end_ = end;
  window.field_ = machine.field.size();
  Tracer tracer(window, machine);
  const bool done = trace_instructions(
      history, end, monitor, [&tracer] { tracer.prepare(); },
      [&] {
        if (!has_faulted(machine)) tracer.finish();
      });
  return done ? std::optional(std::move(window)) : std::nullopt;
}

const Step* Window::step(Tick tick) const {
  const auto found =
      std::lower_bound(steps_.begin(), steps_.end(), tick,
                       [](const Step& step, Tick wanted) { return step.tick < wanted; });
  return found != steps_.end() && found->tick == tick ? &*found : nullptr;
}

ValueRef Window::last_store(const Stores& stores, const ValueRef& initial, Tick tick) {
  const auto found = stores.find(static_cast<std::size_t>(initial.number));
  if (found == stores.end()) return initial;
  const std::vector<Store>& all = found->second;
  const auto after =
      std::upper_bound(all.begin(), all.end(), tick,
                       [](Tick wanted, const Store& store) { return wanted < store.tick; });
  return after == all.begin() ? initial : std::prev(after)->value;
}

// ---- Across windows

std::string_view to_string(CutBy cut) {
  constexpr std::array<std::string_view, 3> names{"interrupt", "ticks", "values"};
  return names[static_cast<std::size_t>(cut)];
}

Provenance::Provenance(Session& session, const TraceLimits& limits, Monitor* monitor)
    : session_(session),
      limits_(limits),
      monitor_(monitor),
      edits_(session),
      branch_(session.history().branch()),
      present_(session.history().tick()) {}

const Window* Provenance::kept_window_of(Tick tick) {
  const auto found = std::find_if(windows_.begin(), windows_.end(), [tick](const Window& window) {
    return window.begin() < tick && tick <= window.end();
  });
  if (found == windows_.end()) return nullptr;
  windows_.splice(windows_.begin(), windows_, found);
  return &windows_.front();
}

Traced<const Window*> Provenance::window_of(Tick tick) {
  if (const Window* const kept = kept_window_of(tick)) return kept;
  const Tick aligned = (tick - 1) / limits_.window_ticks * limits_.window_ticks;
  const Tick begin = std::max(aligned, edits_.boundary_before(tick - 1));
  const Tick end =
      std::min({aligned + limits_.window_ticks, edits_.boundary_after(tick), present_});
  if (traced_ + (end - begin) > limits_.max_ticks) return tl::unexpected(CutBy::ticks);
  traced_ += end - begin;
  if (!trace(begin, end)) return tl::unexpected(CutBy::interrupt);
  return &windows_.front();
}

// An instant with edits belongs to the branch that they began. So that a window before them ends in
// the state without them, it is traced on the branch that executed it.
bool Provenance::trace(Tick begin, Tick end) {
  History& history = session_.history();
  const BranchId owner = edits_.owner(begin);
  if (owner != branch_ && !history.switch_to(owner, monitor_)) return false;
  bool done = history.seek(begin, monitor_) != StopReason::interrupted;
  if (done) {
    auto window = Window::trace(history, end, monitor_);
    done = window.has_value();
    if (done) windows_.push_front(std::move(*window));
  }
  if (windows_.size() > limits_.kept_windows) windows_.pop_back();
  if (owner != branch_ && !history.switch_to(branch_, monitor_)) return false;
  return done;
}

Traced<Step> Provenance::step(Tick tick) {
  const auto window = TRY(window_of(tick));
  const Step* const step = window->step(tick);
  assert(step != nullptr);
  return *step;
}

// ---- Values

Origin Provenance::made(const ValueRef& ref) const {
  const bool empty = ref.kind == ValueRef::Kind::empty;
  return {empty ? Origin::Kind::empty : Origin::Kind::made, ref.part, ref.number};
}

Traced<Origin> Provenance::resolve(const ValueRef& ref, Tick tick) {
  if (ref.kind == ValueRef::Kind::made || ref.kind == ValueRef::Kind::empty) return made(ref);
  const auto window = TRY(window_of(tick));
  const Tick begin = window->begin();
  if (ref.kind == ValueRef::Kind::slot) return of_slot(ref.number, begin);
  return of_cell(window->field().point_at(ref.number), begin);
}

Traced<Origin> Provenance::of_cell(Point at, Tick instant) {
  const auto edit = edits_.of_cell(at, instant);
  const Tick begin = session_.history().begin();
  const Tick lowest = edit ? edit->tick : begin;
  // The windows before the instant that are traced already.
  while (instant > lowest) {
    const Window* const window = kept_window_of(instant);
    if (window == nullptr) break;
    if (!window->field().contains(at)) break;
    const auto index = static_cast<std::size_t>(at.y * window->field().width + at.x);
    const ValueRef ref = window->cell(index, instant);
    if (ref.kind != ValueRef::Kind::cell) return made(ref);
    instant = window->begin();
  }
  const std::pair key{at.y, std::pair{at.x, instant}};
  if (const auto known = cells_.find(key); known != cells_.end()) return known->second;
  Origin origin{edit && !edit->source ? Origin::Kind::cell_edit : Origin::Kind::source, 0, lowest,
                at.x, at.y};
  Tick end = instant;
  while (end > lowest) {
    // A search ends where a reload has changed the size of the field.
    const Size size = edits_.field_before(end);
    const Tick piece = std::max(lowest, edits_.boundary_before(end - 1));
    if (size.contains(at)) {
      auto query = SearchQuery::of_stores({at, {1, 1}}, size);
      query.lowest = piece;
      const auto found =
          find_last(session_.history(), query, end, true, monitor_,
                    [](const SearchHit& hit) { return hit.event.is(TrapEvent::write); });
      if (!found) return tl::unexpected(CutBy::interrupt);
      if (*found) {
        origin = {Origin::Kind::made, 0, (*found)->tick};
        break;
      }
    }
    end = piece;
  }
  cells_.emplace(key, origin);
  return origin;
}

Traced<Origin> Provenance::of_slot(std::size_t slot, Tick instant) {
  const auto edit = edits_.of_stack(instant);
  const Tick lowest = edit.value_or(session_.history().begin());
  while (instant > lowest) {
    const Window* const window = kept_window_of(instant);
    if (window == nullptr) break;
    const ValueRef ref = window->slot(slot, instant);
    if (ref.kind != ValueRef::Kind::slot) return made(ref);
    instant = window->begin();
  }
  const std::pair key{slot, instant};
  if (const auto known = slots_.find(key); known != slots_.end()) return known->second;
  Origin origin{edit ? Origin::Kind::stack_edit : Origin::Kind::start, 0, lowest, 0, 0, slot};
  if (instant > lowest) {
    const auto writer = last_slot_writer(session_, slot, instant, monitor_);
    if (!writer) return tl::unexpected(CutBy::interrupt);
    if (*writer) {
      // The result of that instruction which is in this slot.
      const Tick tick = (*writer)->tick;
      const auto window = TRY(window_of(tick));
      origin = made(window->slot(slot, tick));
    }
  }
  slots_.emplace(key, origin);
  return origin;
}

}  // namespace fungescope
