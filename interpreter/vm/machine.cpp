#include "vm/machine.h"

#include "base/hash.h"

#include <algorithm>
#include <cassert>
#include <new>
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

void add_point(Hasher& hasher, Point p) {
  hasher.add_signed(p.x);
  hasher.add_signed(p.y);
}

template <class Enum>
void add_enum(Hasher& hasher, Enum value) {
  hasher.add(static_cast<std::uint64_t>(value));
}

void add_dialect(Hasher& hasher, const Dialect& d) {
  hasher.add_text(d.name);
  add_enum(hasher, d.field_size);
  hasher.add(static_cast<std::uint64_t>(d.carriage_return_ends_line));
  hasher.add(static_cast<std::uint64_t>(d.signed_8_bit_cells));
  hasher.add(static_cast<std::uint64_t>(d.instruction_is_low_byte));
  add_enum(hasher, d.division_by_zero);
  add_enum(hasher, d.number_input);
  for (const OnUndefined reaction : {d.outside_get, d.outside_put, d.unknown_instruction,
                                     d.stack_underflow, d.edge_wrap, d.output_out_of_byte}) {
    add_enum(hasher, reaction);
  }
}

void add_field(Hasher& hasher, const Playfield& field) {
  hasher.add_signed(field.size().width);
  hasher.add_signed(field.size().height);
  const auto area = static_cast<std::size_t>(field.size().area());
  for (std::size_t i = 0; i < area; ++i) hasher.add_signed(field.at(i));
}

void add_fault(Hasher& hasher, const Fault& fault) {
  add_enum(hasher, fault.kind);
  add_point(hasher, fault.at);
  hasher.add(fault.tick);
  hasher.add_signed(fault.a);
  hasher.add_signed(fault.b);
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
  dialect = next.dialect;
  max_stack = next.max_stack;
  stack = next.stack;
  ip = next.ip;
  direction = next.direction;
  string_mode = next.string_mode;
  random = next.random;
  input_position = next.input_position;
  output_size = next.output_size;
  tick = next.tick;
  status = next.status;
  fault = next.fault;
}

bool operator==(const Machine& a, const Machine& b) {
  return a.dialect == b.dialect && a.max_stack == b.max_stack && a.stack == b.stack &&
         a.ip == b.ip && a.direction == b.direction && a.string_mode == b.string_mode &&
         a.random == b.random && a.input_position == b.input_position &&
         a.output_size == b.output_size && a.tick == b.tick && a.status == b.status &&
         a.fault == b.fault && a.field == b.field;
}

std::uint64_t Machine::hash() const {
  Hasher hasher;
  add_dialect(hasher, dialect);
  hasher.add(max_stack);
  add_field(hasher, field);
  hasher.add(stack.size());
  for (const std::int64_t value : stack.values()) hasher.add_signed(value);
  add_point(hasher, ip);
  add_enum(hasher, direction);
  hasher.add(static_cast<std::uint64_t>(string_mode));
  hasher.add(random.state());
  hasher.add(input_position);
  hasher.add(output_size);
  hasher.add(tick);
  add_enum(hasher, status);
  add_fault(hasher, fault);
  return hasher.value();
}

}  // namespace fungescope
