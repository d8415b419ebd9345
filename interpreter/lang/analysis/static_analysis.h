// Analyses programs without running them: which cells the instruction pointer may reach, how often
// each instruction occurs, the instruction that a cell decodes to, and the instructions whose cell
// is known.
#pragma once

#include "lang/dialect.h"
#include "lang/instruction.h"
#include "lang/playfield.h"

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace fungescope {

// The cells that the instruction pointer can reach from (0, 0) going east if every branch goes both
// ways, `?` goes all four, and no cell is ever written. A cell that `#` skips does not count.
struct Reachability {
  std::vector<bool> reached;  // by playfield index
  std::vector<bool> text;     // reached, and only in string mode
  std::uint64_t count = 0;
};

// Cost: at most eight visits per cell (four directions, two string modes). `stopped` may be empty;
// it is polled about every millisecond, and true ends the search with an incomplete result.
[[nodiscard]] Reachability compute_reachability(const Playfield& field, const Dialect& dialect,
                                                const std::function<bool()>& stopped = {});

// Returns whether the instruction pointer can reach a `~` or an `&`, by the same rules, and not
// only as a character in string mode.
[[nodiscard]] bool reads_input(const Playfield& field, const Dialect& dialect);
// The same of a `?`: without one, every seed gives the same run.
[[nodiscard]] bool uses_seed(const Playfield& field, const Dialect& dialect);

// The number of cells that hold each instruction, indexed by Op.
using Histogram = std::array<std::uint64_t, instructions.size()>;
[[nodiscard]] Histogram histogram(const Playfield& field, const Dialect& dialect);

// Returns the instruction that a cell value stands for in a dialect.
[[nodiscard]] constexpr Op decode_op(const Dialect& dialect, std::int64_t value) {
  return dialect.instruction_is_low_byte ? op_of(value & 0xff) : op_of(value);
}

// Moves a pointer by one cell. Returns false if the dialect stops the run at the edge instead.
[[nodiscard]] bool step_in_field(Point& at, Direction direction, Size field,
                                 const Dialect& dialect);

// Whether it is `>`, `v`, `<` or `^`.
[[nodiscard]] constexpr bool is_turn(Op op) {
  return op == Op::go_east || op == Op::go_south || op == Op::go_west || op == Op::go_north;
}
// Whether it is `_` or `|`.
[[nodiscard]] constexpr bool is_branch(Op op) {
  return op == Op::branch_horizontal || op == Op::branch_vertical;
}
// Whether the run ends at an instruction outside string mode.
[[nodiscard]] constexpr bool ends_run(Op op, const Dialect& dialect) {
  return op == Op::end || (op == Op::unknown && dialect.unknown_instruction == OnUndefined::stop);
}

// Returns the direction after an instruction outside string mode: `>`, `v`, `<` and `^` turn, all
// others keep the direction. Not for branches and `?`: see branch_directions.
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

// Returns the possible directions after a branch or `?`; empty for all other instructions.
[[nodiscard]] std::span<const Direction> branch_directions(Op op);

// Returns "'g' get: x y -> the value of cell (x, y)", or, for a value that is not an instruction,
// its number and character.
[[nodiscard]] std::string describe_cell(std::int64_t value, const Dialect& dialect);

struct CellAccess {
  Point by;  // the `g` or `p`
  Point at;  // the cell that it reads or writes; inside the field
  bool write = false;
  friend bool operator==(const CellAccess&, const CellAccess&) = default;
};

// Returns the cells of each `g` and `p` whose coordinates are computed from constants after the
// last branch before it: by digits, strings, arithmetic, `:` and `\`. Row by row, without
// duplicates. Cells that the program writes count as they are in `field`. Cost: the paths between
// branches, which may share cells; it gives up after 50 million.
[[nodiscard]] std::vector<CellAccess> constant_accesses(const Playfield& field,
                                                        const Dialect& dialect);

}  // namespace fungescope
