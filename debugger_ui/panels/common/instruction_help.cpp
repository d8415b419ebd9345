#include "debugger_ui/panels/common/instruction_help.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// The harmless meaning of an undefined operation, and what the dialect does beyond it.
std::string undefined_case(std::string_view when, std::string_view harmless, OnUndefined choice) {
  switch (choice) {
    case OnUndefined::warn:
      return fmt::format("{}: {}, with a warning", when, harmless);
    case OnUndefined::stop:
      return fmt::format("{}: stops the run", when);
    default:
      return fmt::format("{}: {}", when, harmless);
  }
}

std::string_view by_zero(Op op, DivisionByZero choice) {
  if (choice == DivisionByZero::zero) return "by zero: 0";
  if (choice == DivisionByZero::ask && op == Op::divide) return "by zero: asks for the result";
  return "by zero: stops the run";
}

}  // namespace

std::string name_in_words(const Instruction& instruction) {
  std::string name(instruction.name);
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string stack_effect(const Instruction& instruction) {
  if (instruction.pops == 0 && instruction.pushes == 0) return {};
  return fmt::format("{} → {}", instruction.pops, instruction.pushes);
}

std::vector<std::string> dialect_notes(Op op, const Dialect& dialect) {
  std::vector<std::string> notes;
  switch (op) {
    case Op::divide:
    case Op::remainder:
      notes.emplace_back(by_zero(op, dialect.division_by_zero));
      break;
    case Op::get:
      notes.push_back(undefined_case("outside the field", "0", dialect.outside_get));
      break;
    case Op::put:
      notes.push_back(undefined_case("outside the field", "nothing", dialect.outside_put));
      if (dialect.signed_8_bit_cells) {
        notes.emplace_back("the cell keeps the low byte, as -128 to 127");
      }
      break;
    case Op::input_number:
      notes.emplace_back(dialect.number_input == NumberInput::skip_to_number
                             ? "skips to the next number"
                             : "before something that is not a number: -1");
      notes.emplace_back("at the end of the input: -1");
      break;
    case Op::input_character:
      notes.emplace_back("at the end of the input: -1");
      break;
    case Op::output_character:
      notes.push_back(undefined_case("of a value outside 0 to 255", "its low byte",
                                     dialect.output_out_of_byte));
      break;
    case Op::string_mode:
      notes.emplace_back("in between every cell is pushed as its value, blanks too");
      break;
    case Op::go_east:
    case Op::go_south:
    case Op::go_west:
    case Op::go_north:
    case Op::blank:
      notes.push_back(undefined_case("over the edge of the field", "on from the opposite edge",
                                     dialect.edge_wrap));
      break;
    case Op::unknown:
      notes.push_back(undefined_case("executed", "nothing", dialect.unknown_instruction));
      break;
    default:
      break;
  }
  if (instruction(op).pops > 0) {
    notes.push_back(undefined_case("from an empty stack", "takes 0", dialect.stack_underflow));
  }
  return notes;
}

std::vector<const Instruction*> instructions_by_purpose() {
  constexpr std::string_view order = "><^v?#_|@ 0123456789\"+-*/%!`:\\$gp.,&~";
  static_assert(order.size() + 1 == instructions.size());  // all but the unknown one
  std::vector<const Instruction*> rows;
  for (const char glyph : order) {
    rows.push_back(&instruction(op_of(static_cast<unsigned char>(glyph))));
  }
  return rows;
}

}  // namespace fungescope::ui
