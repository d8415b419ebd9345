// What can be known of a program without running it: which cells the
// instruction pointer may reach, and how often each instruction occurs.
#pragma once

#include "lang/dialect.h"
#include "lang/instruction.h"
#include "lang/playfield.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace fungescope {

// Which cells the instruction pointer can reach from (0, 0) going east, when
// both ways of every branch, all four of `?`, and both string modes are taken,
// and no cell is ever written. A cell that `#` skips is not reached by that.
struct Reachability {
  std::vector<bool> reached;  // by playfield index
  std::uint64_t count = 0;
};

// Cost: at most eight visits a cell (four directions, two string modes).
[[nodiscard]] Reachability compute_reachability(const Playfield& field, const Dialect& dialect);

// How many cells hold each instruction, indexed by Op.
using Histogram = std::array<std::uint64_t, instructions.size()>;
[[nodiscard]] Histogram histogram(const Playfield& field, const Dialect& dialect);

// The instruction that a cell value means in a dialect.
[[nodiscard]] constexpr Op decode_op(const Dialect& dialect, std::int64_t value) {
  return dialect.instruction_is_low_byte ? op_of(value & 0xff) : op_of(value);
}

// The direction in which the instruction pointer leaves an instruction outside
// string mode, where that is known: `>`, `v`, `<` and `^` turn it, and branches
// and `?` depend on the run.
[[nodiscard]] constexpr Direction direction_after(Op op, Direction direction) {
  switch (op) {
    case Op::go_east:
      return Direction::east;
    case Op::go_south:
      return Direction::south;
    case Op::go_west:
      return Direction::west;
    case Op::go_north:
      return Direction::north;
    default:
      return direction;
  }
}

// The ways out of a branch or `?`; empty for every other instruction.
[[nodiscard]] std::span<const Direction> branch_directions(Op op);

// "'g' get: x y -> the value of cell (x, y)"; for a value that is no
// instruction, its number and character.
[[nodiscard]] std::string describe_cell(std::int64_t value, const Dialect& dialect);

}  // namespace fungescope
