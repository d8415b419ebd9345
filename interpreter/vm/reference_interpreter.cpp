#include "vm/reference_interpreter.h"

#include "base/escape.h"
#include "lang/analysis/static_analysis.h"
#include "vm/arithmetic.h"
#include "vm/io.h"

#include <array>
#include <string>

#include <fmt/format.h>

namespace fungescope {
namespace {

// Executes one cell in four stages, so that each kind of failure leaves the machine in the
// specified state:
//   1. find the undefined operations. The first that the dialect forbids is a fault, and nothing
//      else happens;
//   2. use the ports. A port that stops the run leaves the machine unchanged;
//   3. execute the instruction;
//   4. move to the next cell.
class CellExecution {
 public:
  // `trapped` receives the traps after the instruction; null for a probe without traps.
  CellExecution(Machine& machine, const Ports& ports, const Probe& probe, TrapEvent* trapped)
      : m_(machine),
        ports_(ports),
        probe_(probe),
        trapped_(trapped),
        value_(value_here(machine)),
        op_(op_now(machine, value_)) {}

  StopReason run() {
    find_undefined();
    for (std::size_t i = 0; i < undefined_count_; ++i) {
      if (undefined_[i].reaction == OnUndefined::stop) {
        notify_execute();
        return stop_with(fault_of(undefined_[i]));
      }
    }
    const StopReason reason = use_ports();
    if (reason != StopReason::tick_reached) return reason;
    notify_execute();
    for (std::size_t i = 0; i < undefined_count_; ++i) {
      if (undefined_[i].reaction == OnUndefined::warn) warn(fault_of(undefined_[i]));
    }
    const std::size_t size = m_.stack.size();
    if (m_.string_mode) {
      perform_in_string_mode();
    } else {
      perform();
    }
    if (trapped_ != nullptr) find_depth_traps(size);
    if (m_.status == Status::ended) {
      ++m_.tick;
      return StopReason::ended;
    }
    return move();
  }

 private:
  struct UndefinedOperation {
    FaultKind kind;
    OnUndefined reaction;
    std::int64_t a;
    std::int64_t b;
  };

  // Loads the coordinates one by one: copying the Point as a whole, right after the last cell
  // stored its halves, fails store-to-load forwarding and stalls for ten cycles.
  static std::int64_t value_here(const Machine& m) {
    const std::int64_t index = m.ip.y * m.field.size().width + m.ip.x;
    return m.field.at(static_cast<std::size_t>(index));
  }

  // In string mode all cells except `"` only push their value. They are treated as `blank`, which
  // has no effect in the other stages.
  static Op op_now(const Machine& m, std::int64_t value) {
    const Op op = decode_op(m.dialect, value);
    return m.string_mode && op != Op::string_mode ? Op::blank : op;
  }

  void find_undefined() {
    const bool pushes_itself = m_.string_mode && op_ != Op::string_mode;
    const std::size_t pops = instruction(op_).pops;
    const std::size_t pushes = pushes_itself ? 1 : instruction(op_).pushes;
    const std::size_t size = m_.stack.size();
    if (pops > size) note(FaultKind::stack_underflow, m_.dialect.stack_underflow, pops, size);
    if ((pops > size ? 0 : size - pops) + pushes > m_.max_stack) {
      note(FaultKind::stack_limit, OnUndefined::stop, m_.max_stack, size);
    }
    const std::int64_t top = m_.stack.peek(0);
    const std::int64_t second = m_.stack.peek(1);
    switch (op_) {
      case Op::unknown:
        note(FaultKind::unknown_instruction, m_.dialect.unknown_instruction, value_, 0);
        break;
      case Op::divide:
        if (top == 0 && m_.dialect.division_by_zero == DivisionByZero::stop) {
          note(FaultKind::division_by_zero, OnUndefined::stop, second, top);
        }
        break;
      case Op::remainder:
        if (top == 0 && m_.dialect.division_by_zero != DivisionByZero::zero) {
          note(FaultKind::division_by_zero, OnUndefined::stop, second, top);
        }
        break;
      case Op::get:
        if (!m_.field.contains({second, top})) {
          note(FaultKind::get_outside, m_.dialect.outside_get, second, top);
        }
        break;
      case Op::put:
        if (!m_.field.contains({second, top})) {
          note(FaultKind::put_outside, m_.dialect.outside_put, second, top);
        }
        break;
      case Op::output_character:
        if (top < 0 || top > 255) {
          note(FaultKind::output_out_of_byte, m_.dialect.output_out_of_byte, top, 0);
        }
        break;
      default:
        break;
    }
  }

  template <class A, class B>
  void note(FaultKind kind, OnUndefined reaction, A a, B b) {
    if (reaction == OnUndefined::ignore) return;
    undefined_[undefined_count_++] = {kind, reaction, static_cast<std::int64_t>(a),
                                      static_cast<std::int64_t>(b)};
  }

  [[nodiscard]] Fault fault_of(const UndefinedOperation& operation) const {
    return {operation.kind, m_.ip, m_.tick + 1, operation.a, operation.b};
  }

  StopReason use_ports() {
    switch (op_) {
      case Op::input_character: {
        const int byte = ports_.input.at(m_.input_position);
        if (byte == Input::not_yet) return StopReason::input_wait;
        answer_ = byte;  // Input::end is -1, as `~` pushes it
        answer_end_ = m_.input_position + (byte == Input::end ? 0 : 1);
        return StopReason::tick_reached;
      }
      case Op::input_number:
        return read_answer(-1);
      case Op::output_character: {
        const std::int64_t value = m_.stack.peek();
        if (!m_.dialect.utf8_output || !is_code_point(value)) {
          const char byte = static_cast<char>(value & 0xff);
          return write({&byte, 1});
        }
        std::string character;
        append_utf8(character, static_cast<char32_t>(value));
        return write(character);
      }
      case Op::output_number:
        return write(fmt::format("{} ", m_.stack.peek()));
      case Op::divide:
        if (!asks_for_quotient()) return StopReason::tick_reached;
        if (!ports_.output.write(prompt())) return StopReason::output_closed;
        written_ = prompt().size();
        return read_answer(m_.stack.peek(1));
      default:
        return StopReason::tick_reached;
    }
  }

  StopReason read_answer(std::int64_t if_missing) {
    const NumberRead read = read_number(ports_.input, m_.input_position, m_.dialect.number_input);
    if (read.outcome == NumberRead::Outcome::not_yet) return StopReason::input_wait;
    answer_ = read.outcome == NumberRead::Outcome::number ? read.value : if_missing;
    answer_end_ = read.position;
    return StopReason::tick_reached;
  }

  StopReason write(std::string_view text) {
    if (!ports_.output.write(text)) return StopReason::output_closed;
    written_ = text.size();
    return StopReason::tick_reached;
  }

  [[nodiscard]] bool asks_for_quotient() const {
    return m_.stack.peek() == 0 && m_.dialect.division_by_zero == DivisionByZero::ask;
  }
  [[nodiscard]] std::string prompt() const {
    return fmt::format("What do you want {}/0 to be? ", m_.stack.peek(1));
  }

  void perform_in_string_mode() {
    if (op_ == Op::string_mode) {
      m_.string_mode = false;
    } else {
      m_.stack.push(value_);
    }
  }

  void perform() {
    switch (op_) {
      case Op::blank:
      case Op::unknown:
      case Op::trampoline:  // in `move`
        break;
      case Op::logical_not:
        m_.stack.push(m_.stack.pop() == 0 ? 1 : 0);
        break;
      case Op::string_mode:
        m_.string_mode = true;
        break;
      case Op::discard:
        m_.stack.pop();
        break;
      case Op::add:
        binary([](auto a, auto b) { return wrapping_add(a, b); });
        break;
      case Op::subtract:
        binary([](auto a, auto b) { return wrapping_subtract(a, b); });
        break;
      case Op::multiply:
        binary([](auto a, auto b) { return wrapping_multiply(a, b); });
        break;
      case Op::divide:
        if (asks_for_quotient()) {
          binary([this](auto, auto) { return answer_; });
          accept_answer();
        } else {
          binary([](auto a, auto b) { return wrapping_divide(a, b); });
        }
        break;
      case Op::remainder:
        binary([](auto a, auto b) { return wrapping_remainder(a, b); });
        break;
      case Op::greater:
        binary([](auto a, auto b) { return a > b ? 1 : 0; });
        break;
      case Op::input_character:
      case Op::input_number:
        m_.stack.push(answer_);
        accept_answer();
        break;
      case Op::output_character:
      case Op::output_number:
        m_.stack.pop();
        break;
      case Op::digit_0:
      case Op::digit_1:
      case Op::digit_2:
      case Op::digit_3:
      case Op::digit_4:
      case Op::digit_5:
      case Op::digit_6:
      case Op::digit_7:
      case Op::digit_8:
      case Op::digit_9:
        m_.stack.push(digit_of(op_));
        break;
      case Op::duplicate: {
        const std::int64_t a = m_.stack.pop();
        m_.stack.push(a);
        m_.stack.push(a);
        break;
      }
      case Op::swap: {
        const std::int64_t b = m_.stack.pop();
        const std::int64_t a = m_.stack.pop();
        m_.stack.push(b);
        m_.stack.push(a);
        break;
      }
      case Op::go_east:
        m_.direction = Direction::east;
        break;
      case Op::go_south:
        m_.direction = Direction::south;
        break;
      case Op::go_west:
        m_.direction = Direction::west;
        break;
      case Op::go_north:
        m_.direction = Direction::north;
        break;
      case Op::go_random:
        m_.direction = all_directions[m_.random.next_two_bits()];
        break;
      case Op::branch_horizontal:
        m_.direction = m_.stack.pop() == 0 ? Direction::east : Direction::west;
        break;
      case Op::branch_vertical:
        m_.direction = m_.stack.pop() == 0 ? Direction::south : Direction::north;
        break;
      case Op::get:
        get();
        break;
      case Op::put:
        put();
        break;
      case Op::end:
        m_.status = Status::ended;
        break;
    }
    m_.output_size += written_;
  }

  template <class Function>
  void binary(Function function) {
    const std::int64_t b = m_.stack.pop();
    const std::int64_t a = m_.stack.pop();
    m_.stack.push(function(a, b));
  }

  void accept_answer() { m_.input_position = answer_end_; }

  void get() {
    const std::int64_t y = m_.stack.pop();
    const std::int64_t x = m_.stack.pop();
    const Point at{x, y};
    if (!m_.field.contains(at)) {
      m_.stack.push(0);
      return;
    }
    const std::int64_t value = m_.field.at(at);
    m_.stack.push(value);
    if (trapped_ != nullptr) find_access_traps(Access::read, at, value, value);
    if (observes_all()) probe_.observer->on_read(m_.tick + 1, m_.ip, at, value);
  }

  void put() {
    const std::int64_t y = m_.stack.pop();
    const std::int64_t x = m_.stack.pop();
    const std::int64_t value = m_.stack.pop();
    const Point at{x, y};
    if (!m_.field.contains(at)) return;
    const std::int64_t before = m_.field.at(at);
    const std::int64_t now = m_.dialect.signed_8_bit_cells ? low_byte_signed(value) : value;
    m_.field.set(at, now);
    if (trapped_ != nullptr) find_access_traps(Access::write, at, before, now);
    if (probe_.written != nullptr) probe_.written->add(m_.field.index_of(at));
    if (probe_.observer != nullptr) probe_.observer->on_write(m_.tick + 1, m_.ip, at, before, now);
  }

  void find_access_traps(Access access, Point at, std::int64_t before, std::int64_t now) {
    if (!probe_.traps->has(m_.field.index_of(at), access)) return;
    const auto kind = access == Access::read ? TrapEvent::read : TrapEvent::write;
    *trapped_ = {kind, m_.ip, at, before, now};
  }

  // `size` is the size of the stack before the instruction.
  void find_depth_traps(std::size_t size) {
    unsigned kinds = 0;
    if (pops_below(probe_.traps->floor(), size, instruction(op_).pops)) kinds |= TrapEvent::floor;
    if (m_.stack.size() > probe_.traps->ceiling()) kinds |= TrapEvent::ceiling;
    if (kinds == 0) return;
    trapped_->kinds = static_cast<std::uint8_t>(trapped_->kinds | kinds);
    trapped_->by = m_.ip;
    trapped_->depth_before = size;
  }

  // Moves to the next cell, or to the one after it for `#`. A forbidden wrap leaves the pointer on
  // the instruction, which has been executed.
  StopReason move() {
    const bool skips = op_ == Op::trampoline && !m_.string_mode;
    Point next = m_.ip;
    for (int moves = skips ? 2 : 1; moves > 0; --moves) {
      const Point from = next;
      next = step_on_torus(from, m_.direction, m_.field.size());
      if (m_.dialect.edge_wrap == OnUndefined::ignore) continue;
      const Point delta = delta_of(m_.direction);
      const bool wraps = next != Point{from.x + delta.x, from.y + delta.y};
      if (!wraps) continue;
      const Fault fault{FaultKind::edge_wrap, m_.ip, m_.tick + 1, from.x, from.y};
      if (m_.dialect.edge_wrap == OnUndefined::stop) return stop_with(fault);
      warn(fault);
    }
    m_.ip = next;
    ++m_.tick;
    return StopReason::tick_reached;
  }

  StopReason stop_with(const Fault& fault) {
    m_.fault = fault;
    m_.status = Status::faulted;
    ++m_.tick;
    return StopReason::faulted;
  }

  void warn(const Fault& fault) {
    if (ports_.warnings != nullptr) {
      ports_.warnings->warn(fault.at, fault.tick, describe(fault));
    }
  }

  [[nodiscard]] bool observes_all() const {
    return probe_.observer != nullptr && probe_.observer->interest() == Interest::all;
  }
  void notify_execute() {
    if (observes_all()) probe_.observer->on_execute(m_.tick + 1, m_.ip);
  }

  Machine& m_;
  const Ports& ports_;
  const Probe& probe_;
  TrapEvent* trapped_;
  const std::int64_t value_;
  const Op op_;

  // The first undefined_count_ are set: underflow, the stack limit, and one of the instruction.
  std::array<UndefinedOperation, 3> undefined_;
  std::size_t undefined_count_ = 0;
  std::int64_t answer_ = 0;       // the value from the input
  std::uint64_t answer_end_ = 0;  // the input position after it
  std::size_t written_ = 0;       // bytes written to the output
};

StopReason step_among_traps(Machine& machine, const Ports& ports, Probe& probe) {
  TrapEvent event;
  event.kinds = traps_before(machine, probe);
  if (event.kinds != 0) {
    probe.event = event;
    return StopReason::trapped;
  }
  const StopReason reason = CellExecution(machine, ports, probe, &event).run();
  // An instruction that faults otherwise has no effects that could be trapped.
  const bool had_effects = reason == StopReason::tick_reached || reason == StopReason::faulted;
  return had_effects && event.kinds != 0 ? report_trap(machine, probe, event) : reason;
}

}  // namespace

StopReason step(Machine& machine, const Ports& ports, Probe& probe) {
  if (machine.status == Status::ended) return StopReason::ended;
  if (machine.status == Status::faulted) return StopReason::faulted;
  if (probe.traps != nullptr) return step_among_traps(machine, ports, probe);
  return CellExecution(machine, ports, probe, nullptr).run();
}

StopReason run_reference(Machine& machine, const Ports& ports, Tick until, Probe& probe) {
  if (machine.status == Status::ended) return StopReason::ended;
  if (machine.status == Status::faulted) return StopReason::faulted;
  while (machine.tick < until) {
    const StopReason reason = step(machine, ports, probe);
    if (reason != StopReason::tick_reached) return reason;
  }
  return StopReason::tick_reached;
}

StopReason run_reference(Machine& machine, const Ports& ports, Tick until, Observer* observer) {
  Probe probe;
  probe.observer = observer;
  return run_reference(machine, ports, until, probe);
}

}  // namespace fungescope
