// Traps: what stops a run at an exact tick, as the debug registers of a
// processor do. A trap is a cell and an access, and no more: conditions, hit
// counts and what a person calls a breakpoint belong to the session.
//
// Traps that are not met cost next to nothing: the fast tiers leave the cells
// concerned out of their code, or find them where they look anyway.
//
//     before an instruction    its cell is marked `execute`, or its operation is
//                              among `before_ops`, or its cell no longer holds
//                              its source byte and `on_modified_code` is set
//     after an instruction     it read a cell marked `read`, or stored to one
//                              marked `write`, or took from the lowest `floor` stack
//                              values, or left more than `ceiling`
//
// The machine is then complete: a stop "before" is at the tick at which the
// instruction has not yet been executed, a stop "after" at the tick after it.
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

  // `at` lies inside the field. Setting twice is setting once.
  void set(Point at, Access access);
  void set(const Rectangle& area, Access access);  // which lies inside the field
  // In string mode, where cells are only pushed, none but `"` has an operation.
  void set_before(Op op);
  // String-mode cells count: what is executed there is the cell, too.
  void set_on_modified_code();
  // Stops after an instruction that popped a value, or would have, at a depth below
  // `floor` (counted from the bottom, 0 first), whatever it pushed afterwards.
  // 0, the start: never.
  void set_floor(std::size_t floor);
  // Stops after an instruction that left more values than `ceiling`, even if it added none.
  void set_ceiling(std::size_t ceiling);
  void clear();
  // For a field of another size. The marks of cells are gone, all else stays.
  void set_field(Size field);

  // The marks of a cell, as bits of Access.
  [[nodiscard]] std::uint8_t accesses(std::size_t index) const { return cells_[index]; }
  [[nodiscard]] bool has(std::size_t index, Access access) const {
    return (cells_[index] & static_cast<std::uint8_t>(access)) != 0;
  }
  // Bit `op` is set for each operation to stop before.
  [[nodiscard]] std::uint64_t before_ops() const { return before_ops_; }
  [[nodiscard]] bool has_before(Op op) const {
    return (before_ops_ >> static_cast<unsigned>(op) & 1U) != 0;
  }
  [[nodiscard]] bool on_modified_code() const { return on_modified_code_; }
  [[nodiscard]] std::size_t floor() const { return floor_; }
  [[nodiscard]] std::size_t ceiling() const { return ceiling_; }
  [[nodiscard]] Size field() const { return field_; }
  // Every cell with an access of its own, each once, unordered.
  [[nodiscard]] const std::vector<std::size_t>& cells() const { return listed_; }

  // Changes with every change of this object but those of the floor and the ceiling, and is
  // never the same for two objects that differ in anything else: what a tier has prepared for a
  // version stays valid. The two bounds are read at the beginning of each run, so that moving them
  // costs nothing.
  [[nodiscard]] std::uint64_t version() const { return version_; }

 private:
  void mark(std::size_t index, Access access);
  void touch();

  Size field_;
  std::vector<std::uint8_t, ZeroedAllocator<std::uint8_t>> cells_;  // Access bits
  std::vector<std::size_t> listed_;
  std::uint64_t before_ops_ = 0;  // by Op
  bool on_modified_code_ = false;
  std::size_t floor_ = 0;
  std::size_t ceiling_ = std::numeric_limits<std::size_t>::max();
  std::uint64_t version_ = 0;
};

// What a run met. Several kinds can hold at one instant: after an instruction
// that stored to a marked cell, the next one may be marked as well.
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
  // For `read`, `write`, `floor`, `ceiling`: the cell of the instruction that was executed.
  Point by;
  // For `read` and `write`: the cell and its values. An instruction has one of them.
  Point at;
  std::int64_t before = 0;
  std::int64_t now = 0;
  // For `floor` and `ceiling`: how many values the stack held before the instruction.
  std::size_t depth_before = 0;

  [[nodiscard]] bool is(Kind kind) const { return (kinds & kind) != 0; }
  friend bool operator==(const TrapEvent&, const TrapEvent&) = default;
};

}  // namespace fungescope
