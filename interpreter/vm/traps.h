// Stops runs at exact ticks, as a processor's debug registers do. Conditions, hit counts and the
// user's breakpoints belong to the session.
//
// Traps that do not fire cost little: the fast tiers exclude the cells concerned from their code,
// or check a byte that they read anyway.
//
//     before an instruction    its cell is marked `execute`, or its operation is
//                              among `before_ops`, or its cell differs from its
//                              source byte and `on_modified_code` is set
//     after an instruction     it read a cell marked `read`, or stored to one
//                              marked `write`, or popped one of the lowest `floor`
//                              stack values, or left more than `ceiling`
//
// A stop "before" is at the tick at which the instruction has not been executed yet, a stop "after"
// at the next tick.
#pragma once

#include "lang/geometry.h"
#include "lang/instruction.h"
#include "lang/playfield.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace fungescope {

enum class Access : std::uint8_t { execute = 1, read = 2, write = 4 };

class Traps {
 public:
  explicit Traps(Size field);

  // Adds a trap. The cells lie inside the field. Idempotent.
  void set(Point at, Access access) { set(Rectangle{at, {1, 1}}, access); }
  void set(const Rectangle& area, Access access);
  // Adds a trap before an operation. Cells that string mode pushes have none; `"` has.
  void set_before(Op op);
  // Adds a trap before each modified cell, in string mode as well.
  void set_on_modified_code();
  // Stops after an instruction that popped a value, or would have, at an index below `floor`,
  // counted from the bottom, whatever it pushed afterwards. 0, the default: never.
  void set_floor(std::size_t floor) { floor_ = floor; }
  // Stops after each instruction that leaves more than `ceiling` values, even if it added none.
  void set_ceiling(std::size_t ceiling) { ceiling_ = ceiling; }
  void clear();
  // Changes the size of the field. Removes the marks of cells and keeps everything else.
  void set_field(Size field);

  // Returns the marks of a cell, as bits of Access.
  [[nodiscard]] std::uint8_t accesses(std::size_t index) const { return cells_[index]; }
  [[nodiscard]] bool has(std::size_t index, Access access) const {
    return (cells_[index] & static_cast<std::uint8_t>(access)) != 0;
  }
  // Returns the operations to stop before: bit `op` is set for each.
  [[nodiscard]] std::uint64_t before_ops() const { return before_ops_; }
  [[nodiscard]] bool has_before(Op op) const {
    return (before_ops_ >> static_cast<unsigned>(op) & 1U) != 0;
  }
  [[nodiscard]] bool on_modified_code() const { return on_modified_code_; }
  [[nodiscard]] std::size_t floor() const { return floor_; }
  [[nodiscard]] std::size_t ceiling() const { return ceiling_; }
  [[nodiscard]] Size field() const { return field_; }
  // Returns the marked cells, each once, unordered.
  [[nodiscard]] const std::vector<std::size_t>& cells() const { return marked_cells_; }

  // Returns a number that changes with every change except of floor and ceiling, and differs
  // between objects that differ otherwise, so that code prepared for a version stays valid. Floor
  // and ceiling are read at the start of each run, so that changing them costs nothing.
  [[nodiscard]] std::uint64_t version() const { return version_; }

 private:
  void mark(std::size_t index, Access access);
  void bump_version();

  Size field_;
  std::vector<std::uint8_t, ZeroedAllocator<std::uint8_t>> cells_;  // Access bits
  std::vector<std::size_t> marked_cells_;
  std::uint64_t before_ops_ = 0;  // by Op
  bool on_modified_code_ = false;
  std::size_t floor_ = 0;
  std::size_t ceiling_ = std::numeric_limits<std::size_t>::max();
  std::uint64_t version_ = 0;
};

// The traps that hold when a run stops. There can be several: after an instruction that stored to a
// marked cell, the next one may be marked as well.
struct TrapEvent {
  enum Kind : std::uint8_t {
    execute = 1,  // the next cell is marked
    read = 2,     // `before` == `now`: the value
    write = 4,
    operation = 8,  // the next cell's operation is among `before_ops`
    modified_code = 16,
    floor = 32,
    ceiling = 64,
  };
  std::uint8_t kinds = 0;  // of Kind
  // For `read`, `write`, `floor`, `ceiling`: the cell of the executed instruction.
  Point by;
  // For `read` and `write`: the accessed cell and its values. An instruction accesses at most one.
  Point at;
  std::int64_t before = 0;
  std::int64_t now = 0;
  // For `floor` and `ceiling`: the depth of the stack before the instruction.
  std::size_t depth_before = 0;

  [[nodiscard]] bool is(Kind kind) const { return (kinds & kind) != 0; }
  friend bool operator==(const TrapEvent&, const TrapEvent&) = default;
};

}  // namespace fungescope
