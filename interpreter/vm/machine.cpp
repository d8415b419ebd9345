#include "vm/machine.h"

#include "base/hash.h"

#include <algorithm>
#include <cassert>
#include <new>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr std::size_t min_capacity = 63;

}  // namespace

void ValueStack::allocate(std::size_t capacity) {
  void* const grown = std::realloc(memory_.get(), (padding_below + capacity) * sizeof memory_[0]);
  if (grown == nullptr) throw std::bad_alloc();
  static_cast<void>(memory_.release());
  memory_.reset(static_cast<std::int64_t*>(grown));
  capacity_ = capacity;
}

ValueStack::ValueStack(const ValueStack& other)
    : size_(other.size_), high_water_(other.high_water_) {
  if (size_ == 0) return;
  allocate(size_);
  std::copy_n(other.bottom(), size_, bottom());
}

ValueStack& ValueStack::operator=(const ValueStack& other) {
  if (this == &other) return *this;
  if (other.size_ > capacity_) return *this = ValueStack(other);
  std::copy_n(other.bottom(), other.size_, bottom());
  size_ = other.size_;
  high_water_ = other.high_water_;
  return *this;
}

ValueStack::ValueStack(ValueStack&& other) noexcept
    : memory_(std::move(other.memory_)),
      size_(std::exchange(other.size_, 0)),
      capacity_(std::exchange(other.capacity_, 0)),
      high_water_(std::exchange(other.high_water_, 0)) {}

ValueStack& ValueStack::operator=(ValueStack&& other) noexcept {
  memory_ = std::move(other.memory_);
  size_ = std::exchange(other.size_, 0);
  capacity_ = std::exchange(other.capacity_, 0);
  high_water_ = std::exchange(other.high_water_, 0);
  return *this;
}

std::int64_t* ValueStack::reserve(std::size_t capacity) {
  if (capacity > capacity_) {
    allocate(std::max({capacity, 2 * capacity_, min_capacity}));
  }
  return bottom();
}

void ValueStack::set_size(std::size_t size, std::size_t deepest) {
  assert(size <= capacity_);
  size_ = size;
  high_water_ = std::max({high_water_, size, deepest});
}

bool operator==(const ValueStack& a, const ValueStack& b) {
  const auto left = a.values();
  const auto right = b.values();
  return std::equal(left.begin(), left.end(), right.begin(), right.end());
}

namespace {

// Numbers, enumerators and flags.
template <class... Values>
void add_all(Hasher& hasher, Values... values) {
  (hasher.add(static_cast<std::uint64_t>(values)), ...);
}

template <class AnyMachine>
auto all_but_field(AnyMachine& m) {
  return std::tie(m.dialect, m.max_stack, m.stack, m.ip, m.direction, m.string_mode, m.random,
                  m.input_position, m.output_size, m.tick, m.status, m.fault);
}

}  // namespace

std::string describe(const Fault& fault) {
  switch (fault.kind) {
    case FaultKind::none:
      return "no fault";
    case FaultKind::stack_limit:
      return fmt::format("the stack would exceed its limit of {} values; raise it with --max-stack",
                         fault.a);
    case FaultKind::stack_underflow:
      return fmt::format("the instruction pops {} but the stack holds {}", fault.a, fault.b);
    case FaultKind::get_outside:
      return fmt::format("`g` outside the field at ({}, {})", fault.a, fault.b);
    case FaultKind::put_outside:
      return fmt::format("`p` outside the field at ({}, {})", fault.a, fault.b);
    case FaultKind::division_by_zero:
      return fmt::format("division of {} by zero", fault.a);
    case FaultKind::unknown_instruction:
      return fmt::format("the value {} is not an instruction", fault.a);
    case FaultKind::edge_wrap:
      return "the instruction pointer leaves the field over its edge";
    case FaultKind::output_out_of_byte:
      return fmt::format("`,` of {}, which is not a byte", fault.a);
  }
  return {};
}

Machine::Machine(Playfield playfield, const MachineOptions& options)
    : dialect(options.dialect),
      max_stack(options.max_stack),
      field(std::move(playfield)),
      random(options.seed) {}

void Machine::assign_except_field(const Machine& next) {
  all_but_field(*this) = all_but_field(next);
}

bool operator==(const Machine& a, const Machine& b) {
  return all_but_field(a) == all_but_field(b) && a.field == b.field;
}

std::uint64_t Machine::hash() const {
  Hasher hasher;
  const Dialect& d = dialect;
  hasher.add_text(d.name);
  add_all(hasher, d.field_size, d.carriage_return_ends_line, d.signed_8_bit_cells,
          d.instruction_is_low_byte, d.division_by_zero, d.number_input, d.outside_get,
          d.outside_put, d.unknown_instruction, d.stack_underflow, d.edge_wrap,
          d.output_out_of_byte, max_stack, field.size().width, field.size().height);
  if (d.utf8_output) hasher.add(1);  // recordings keep the hashes of other machines
  const auto area = static_cast<std::size_t>(field.size().area());
  for (std::size_t i = 0; i < area; ++i) hasher.add_signed(field.at(i));
  hasher.add(stack.size());
  for (const std::int64_t value : stack.values()) hasher.add_signed(value);
  add_all(hasher, ip.x, ip.y, direction, string_mode, random.state(), input_position, output_size,
          tick, status, fault.kind, fault.at.x, fault.at.y, fault.tick, fault.a, fault.b);
  return hasher.value();
}

}  // namespace fungescope
