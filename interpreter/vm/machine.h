// Holds the machine's state as a plain value.
//
// It contains everything that determines how a run continues, random numbers and input position
// included, so a run is a function of (program, input, seed). A Machine can be copied, compared and
// hashed. The interpreters are functions over it: see vm/run.h.
#pragma once

#include "base/random.h"
#include "lang/dialect.h"
#include "lang/geometry.h"
#include "lang/playfield.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>

namespace fungescope {

// The stack of signed 64-bit values.
//
// Popping an empty stack returns 0 and leaves it empty, as in every dialect; `strict` checks the
// size first. The stack is a plain value: copying costs 8 bytes per value, whatever the capacity,
// and assigning to a stack of sufficient capacity does not allocate.
class ValueStack {
 public:
  static constexpr std::size_t default_limit = std::size_t{1} << 27U;

  ValueStack() = default;
  ValueStack(const ValueStack& other);
  ValueStack& operator=(const ValueStack& other);
  ValueStack(ValueStack&& other) noexcept;
  ValueStack& operator=(ValueStack&& other) noexcept;
  ~ValueStack() = default;

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  // Returns the maximum size so far.
  [[nodiscard]] std::size_t high_water() const { return high_water_; }
  // Returns the values, bottom first. Valid until the next change.
  [[nodiscard]] std::span<const std::int64_t> values() const { return {bottom(), size_}; }

  // Returns the value `depth` positions below the top; 0 below the bottom.
  [[nodiscard]] std::int64_t peek(std::size_t depth = 0) const {
    return depth < size_ ? bottom()[size_ - 1 - depth] : 0;
  }
  void push(std::int64_t value) {
    if (size_ == capacity_) reserve(size_ + 1);
    bottom()[size_++] = value;
    if (size_ > high_water_) high_water_ = size_;
  }
  std::int64_t pop() { return size_ == 0 ? 0 : bottom()[--size_]; }

  // For the fast tiers, which access the memory directly while they run. `reserve` grows the
  // capacity to at least `capacity` values, at least doubling it, and returns the address of the
  // bottom value. The `padding_below` elements below it may be accessed as well and have no
  // meaning. `set_size` sets the size, within the capacity, after the values were written, and
  // raises the high-water mark to `deepest`.
  static constexpr std::size_t padding_below = 64;
  std::int64_t* reserve(std::size_t capacity);
  void set_size(std::size_t size, std::size_t deepest = 0);
  [[nodiscard]] std::size_t capacity() const { return capacity_; }

  // Compares the values, not the capacity and the high-water mark.
  friend bool operator==(const ValueStack& a, const ValueStack& b);

 private:
  struct Free {
    void operator()(std::int64_t* memory) const { std::free(memory); }
  };
  // From malloc: its realloc moves a large stack without copying it, or having it twice.
  using Memory = std::unique_ptr<std::int64_t[], Free>;  // NOLINT(modernize-avoid-c-arrays)

  // Grows the memory, and keeps its values.
  void allocate(std::size_t capacity);
  [[nodiscard]] std::int64_t* bottom() const {
    return memory_ == nullptr ? nullptr : memory_.get() + padding_below;
  }

  Memory memory_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
  std::size_t high_water_ = 0;
};

// Counts executed cells, blanks, string-mode cells and `@` included. `#` is one tick and the cell
// that it skips is none.
using Tick = std::uint64_t;

enum class Status : std::uint8_t {
  running,
  ended,    // `@` was executed
  faulted,  // an error stopped the run: see Machine::fault
};

enum class FaultKind : std::uint8_t {
  none,
  stack_limit,
  stack_underflow,
  get_outside,
  put_outside,
  division_by_zero,
  unknown_instruction,
  edge_wrap,
  output_out_of_byte,
};

// The undefined operation that stopped a run. The faulting instruction has no effect, but its tick
// is counted and the pointer stays on its cell. Only `edge_wrap` occurs after the instruction was
// executed.
struct Fault {
  FaultKind kind = FaultKind::none;
  Point at;            // the cell
  Tick tick = 0;       // the tick in which it was executed, counted from 1
  std::int64_t a = 0;  // operands of the message: the coordinates, the value or the limit
  std::int64_t b = 0;
  friend bool operator==(const Fault&, const Fault&) = default;
};

// Returns the message without cell and tick: "`p` outside the field at (-1, 3)".
[[nodiscard]] std::string describe(const Fault& fault);

struct MachineOptions {
  Dialect dialect;
  std::uint64_t seed = 0;
  std::size_t max_stack = ValueStack::default_limit;
};

struct Machine {
  explicit Machine(Playfield playfield, const MachineOptions& options = {});

  Dialect dialect;
  std::size_t max_stack;

  Playfield field;
  ValueStack stack;
  Point ip;  // the cell that is executed next
  Direction direction = Direction::east;
  bool string_mode = false;
  Random random;
  std::uint64_t input_position = 0;  // bytes read so far
  std::uint64_t output_size = 0;     // bytes written so far
  Tick tick = 0;                     // cells executed so far
  Status status = Status::running;
  Fault fault;

  // Assigns all members of `next` but the field.
  void assign_except_field(const Machine& next);

  // Equal machines continue equally. The stack's high-water mark is a statistic and not compared.
  friend bool operator==(const Machine& a, const Machine& b);

  // Returns a hash of the state that operator== compares. Cost: one pass over the field.
  [[nodiscard]] std::uint64_t hash() const;
};

}  // namespace fungescope
