// What each instruction does with values, as far as their origin is concerned. How many values it
// pops and pushes is in the table of instructions (lang/instruction.h).
#pragma once

#include "lang/instruction.h"

#include <cstdint>

namespace fungescope {

enum class Transfer : std::uint8_t {
  none,        // makes no value and does not depend on one: turns, blanks, `$`, `?`
  use,         // pops a value and makes none: branches, output
  make,        // pushes a value made of those that it pops
  literal,     // pushes the digit that its own cell holds
  own_cell,    // pushes a copy of its own cell: string mode
  read_input,  // pushes a value from the input
  read_cell,   // pushes a copy of another cell: `g`
  write_cell,  // copies a value to a cell: `p`
  duplicate,   // pushes the popped value, and a copy of it
  swap,        // pushes copies of the two popped values in reverse order
};

// `string_mode` is the mode in which the instruction is executed.
[[nodiscard]] constexpr Transfer transfer_of(Op op, bool string_mode) {
  if (string_mode) return op == Op::string_mode ? Transfer::none : Transfer::own_cell;
  if (is_digit(op)) return Transfer::literal;
  switch (op) {
    case Op::branch_horizontal:
    case Op::branch_vertical:
    case Op::output_character:
    case Op::output_number:
      return Transfer::use;
    case Op::logical_not:
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::remainder:
    case Op::greater:
      return Transfer::make;
    case Op::input_character:
    case Op::input_number:
      return Transfer::read_input;
    case Op::get:
      return Transfer::read_cell;
    case Op::put:
      return Transfer::write_cell;
    case Op::duplicate:
      return Transfer::duplicate;
    case Op::swap:
      return Transfer::swap;
    default:
      return Transfer::none;
  }
}

}  // namespace fungescope
