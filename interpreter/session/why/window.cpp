#include "session/why/window.h"

#include "lang/analysis/static_analysis.h"
#include "vm/arithmetic.h"

#include <algorithm>
#include <utility>

namespace fungescope {
namespace {

constexpr Tick traced_ticks_between_polls = 4096;

ValueRef result_of(Tick tick, std::uint8_t part = 0) {
  return {ValueRef::Kind::made, part, tick};
}

// Whether the instruction before this instant had no effect.
bool has_faulted(const Machine& machine) {
  return machine.status == Status::faulted && machine.fault.kind != FaultKind::edge_wrap;
}

}  // namespace

// Executes instructions on the origins of values. `prepare` sees the machine before an instruction
// and `finish` after it.
class Window::Tracer {
 public:
  Tracer(Window& window, const Machine& machine)
      : window_(window), machine_(machine), untouched_(machine.stack.size()) {}

  void prepare() {
    const std::size_t here = machine_.field.index_of(machine_.ip);
    const std::int64_t value = machine_.field.at(here);
    step_ = Step{};
    step_.tick = machine_.tick + 1;
    step_.at = machine_.ip;
    step_.op = decode_op(machine_.dialect, value);
    step_.transfer = transfer_of(step_.op, machine_.string_mode);
    step_.code_value = value;
    if (machine_.field.changed(here)) step_.code = cell(here);
    step_.input_begin = machine_.input_position;
    const bool pops = step_.transfer != Transfer::own_cell;
    step_.operand_count = pops && !machine_.string_mode ? instruction(step_.op).pops : 0;
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
    const ValueRef result = result_of(step_.tick);
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
        if (step_.inside) store(result);
        break;
      case Transfer::duplicate:
        step_.results[0] = step_.operand_values[0];
        push_unchanged(step_.operands[0]);
        push(result);
        break;
      case Transfer::swap:
        step_.results = {step_.operand_values[1], step_.operand_values[0]};
        push(result);
        push(result_of(step_.tick, 1));
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
      step_.source = cell(machine_.field.index_of(step_.target));
    }
  }

  [[nodiscard]] ValueRef cell(std::size_t index) const {
    const auto found = window_.cells_.find(index);
    if (found != window_.cells_.end()) return found->second.back().value;
    return {ValueRef::Kind::cell, 0, index};
  }

  void store(const ValueRef& value) {
    const std::int64_t stored = step_.operand_values[0];
    step_.results[0] = machine_.dialect.signed_8_bit_cells ? low_byte_signed(stored) : stored;
    window_.cells_[machine_.field.index_of(step_.target)].push_back({step_.tick, value});
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
  while (machine.tick < end) {
    const bool poll = (machine.tick - window.begin_) % traced_ticks_between_polls == 0;
    if (poll && monitor != nullptr && !monitor->should_continue(machine.tick, end)) return {};
    tracer.prepare();
    const Tick before = machine.tick;
    history.run(before + 1);
    if (machine.tick == before || has_faulted(machine)) break;
    tracer.finish();
    if (machine.status != Status::running) break;
  }
  return window;
}

const Step* Window::step(Tick tick) const {
  const auto found =
      std::lower_bound(steps_.begin(), steps_.end(), tick,
                       [](const Step& step, Tick wanted) { return step.tick < wanted; });
  return found != steps_.end() && found->tick == tick ? &*found : nullptr;
}

const Window::Store* Window::last_store(const Stores& stores, std::size_t key, Tick tick) {
  const auto found = stores.find(key);
  if (found == stores.end()) return nullptr;
  const std::vector<Store>& all = found->second;
  const auto after =
      std::upper_bound(all.begin(), all.end(), tick,
                       [](Tick wanted, const Store& store) { return wanted < store.tick; });
  return after == all.begin() ? nullptr : &*std::prev(after);
}

ValueRef Window::cell(std::size_t index, Tick tick) const {
  const Store* const store = last_store(cells_, index, tick);
  return store == nullptr ? ValueRef{ValueRef::Kind::cell, 0, index} : store->value;
}

ValueRef Window::slot(std::size_t slot, Tick tick) const {
  const Store* const store = last_store(slots_, slot, tick);
  return store == nullptr ? ValueRef{ValueRef::Kind::slot, 0, slot} : store->value;
}

}  // namespace fungescope
