#include "debugger_ui/panels/common/cell_format.h"

#include "base/text_table.h"
#include "lang/analysis/static_analysis.h"
#include "lang/value_format.h"
#include "session/expressions/lexer.h"
#include "vm/arithmetic.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {

namespace {

bool is_number(std::string_view entry) {
  Lexer lexer(entry);
  static_cast<void>(lexer.take_symbol("-"));
  return lexer.take().kind == Token::Kind::number && lexer.at_end();
}

// The code point of a text of one UTF-8 character, else -1.
std::int64_t only_character(std::string_view text) {
  if (code_point_size(text) != text.size()) return -1;
  const auto lead = static_cast<unsigned char>(text[0]);
  std::int64_t code = text.size() == 1 ? lead : lead & (0x7f >> text.size());
  for (const char c : text.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3f);
  return code;
}

std::string utf8_of_latin_1(std::int64_t value) {
  return latin1_to_utf8(std::string(1, static_cast<char>(value)));
}

std::uint64_t magnitude(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  return value < 0 ? 0 - bits : bits;
}

// Joins the text of cells, one line per row; a single row has no line break.
template <class Text>
std::string join_cells(const Rectangle& area, const char* separator, const Text& text) {
  std::string joined;
  for (std::int64_t y = 0; y < area.size.height; ++y) {
    for (std::int64_t x = 0; x < area.size.width; ++x) {
      if (x > 0) joined += separator;
      joined += text(Point{area.corner.x + x, area.corner.y + y});
    }
    if (area.size.height > 1) joined += '\n';
  }
  return joined;
}

}  // namespace

std::string compact_number(std::int64_t value, std::size_t room) {
  std::string digits = fmt::to_string(value);
  return digits.size() <= room ? std::move(digits) : std::string();
}

std::string value_in_words(std::int64_t value) {
  std::string text =
      value < 0 ? fmt::format("{}", value) : fmt::format("{} · 0x{:x}", value, value);
  if (is_visible(value)) {
    text += fmt::format(" · '{}'", utf8_of_latin_1(value));
  } else if (is_blank(value)) {
    text += " · a blank";
  }
  return text;
}

std::vector<std::string> names_at(const Symbols& symbols, Point at) {
  std::vector<std::string> names;
  for (const Watch& variable : symbols.variables()) {
    if (variable.at == at) names.push_back(variable.full_name());
  }
  for (const Region& region : symbols.regions()) {
    if (!region.area.contains(at)) continue;
    const Point corner = region.area.corner;
    names.push_back(element_name(region.name, {at.x - corner.x, at.y - corner.y}));
  }
  return names;
}

Result<std::string> parse_cell_entry(std::string_view entry) {
  if (entry.empty()) return fail({}, "nothing was typed", entry_hint);
  if (entry.size() > 1 && entry[0] == '=') return std::string(entry.substr(1));
  if (const std::int64_t code = only_character(entry); code >= 0) {
    const bool plain = is_printable_ascii(code) && code != '\'' && code != '\\';
    return plain ? fmt::format("'{}'", static_cast<char>(code)) : fmt::format("{}", code);
  }
  if (is_number(entry)) return std::string(entry);
  return fail({}, fmt::format("{} is neither a character nor a number", single_quoted(entry)),
              "= begins an expression");
}

std::string to_argument(Point at) {
  return fmt::format("{},{}", at.x, at.y);
}

std::string area_as_text(const Rectangle& area, const CellValue& value) {
  return join_cells(area, "", [&](Point at) {
    const std::int64_t cell = value(at);
    return is_visible(cell) ? utf8_of_latin_1(cell) : " ";
  });
}

std::string area_as_values(const Rectangle& area, const CellValue& value) {
  return join_cells(area, "\t", [&](Point at) { return fmt::format("{}", value(at)); });
}

std::string compact_decimal(std::int64_t value) {
  std::uint64_t left = magnitude(value);
  const char* const sign = value < 0 ? "-" : "";
  if (left < 100'000) return fmt::format("{}{}", sign, left);
  constexpr std::array units{'k', 'M', 'G', 'T', 'P', 'E'};
  std::size_t unit = 0;
  for (left /= 1000; left >= 1000 && unit + 1 < units.size(); ++unit) left /= 1000;
  return fmt::format("{}{}{}", sign, left, units[unit]);
}

std::string compact_hex(std::int64_t value) {
  std::string text = fmt::format("{}{:X}", value < 0 ? "-" : "", magnitude(value));
  if (text.size() > 8) text = '~' + text.substr(text.size() - 7);
  return text;
}

int characters_per_cell(const Encoding& encoding, std::span<const std::int64_t> values) {
  if (encoding.kind == Encoding::Kind::ascii || encoding.kind == Encoding::Kind::boolean) return 1;
  const auto format = encoding.kind == Encoding::Kind::hex ? compact_hex : compact_decimal;
  std::size_t widest = 1;
  for (const std::int64_t value : values) {
    const bool is_digit = value >= 0 && value < 10;  // the most common values
    if (!is_digit) widest = std::max(widest, format(value).size());
  }
  return static_cast<int>(widest);
}

std::string break_command(std::string_view typed) {
  const bool whole = typed == "break" || typed.starts_with("break ");
  return whole ? std::string(typed) : "break " + std::string(typed);
}

const BreakpointSnapshot* breakpoint_at(const ViewSnapshot& snapshot, Point cell) {
  const Rectangle area{cell, {1, 1}};
  const auto found = std::find_if(
      snapshot.breakpoints.begin(), snapshot.breakpoints.end(),
      [&](const auto& stop) { return stop.kind == BreakpointKind::cell && stop.area == area; });
  return found == snapshot.breakpoints.end() ? nullptr : &*found;
}

std::string toggle_command(const ViewSnapshot& snapshot, Point cell) {
  const BreakpointSnapshot* const stop = breakpoint_at(snapshot, cell);
  return stop == nullptr ? "break " + to_argument(cell) : fmt::format("delete {}", stop->id);
}

// ---- Instructions

namespace {

// The harmless meaning of an undefined operation, and what the dialect does beyond it.
std::string undefined_case(std::string_view when, std::string_view harmless, OnUndefined choice) {
  if (choice == OnUndefined::stop) return fmt::format("{}: stops the run", when);
  return fmt::format("{}: {}{}", when, harmless,
                     choice == OnUndefined::warn ? ", with a warning" : "");
}

std::string_view by_zero(Op op, DivisionByZero choice) {
  if (choice == DivisionByZero::zero) return "by zero: 0";
  if (choice == DivisionByZero::ask && op == Op::divide) return "by zero: asks for the result";
  return "by zero: stops the run";
}

std::optional<std::int64_t> value_of(const ViewSnapshot& snapshot, Point at) {
  if (!snapshot.cells.area.contains(at)) return std::nullopt;
  return snapshot.cells.values[snapshot.cells.index_of(at)];
}

std::string cell_text(const ViewSnapshot& snapshot, Point at) {
  std::string text = to_string(at);
  for (const std::string& name : names_at(snapshot.program->symbols, at)) text += " " + name;
  return text;
}

std::string access_effect(const ViewSnapshot& snapshot, bool put, std::int64_t now, Point at) {
  if (!snapshot.program->field().contains(at)) {
    return put ? "writes outside the field" : "reads outside the field";
  }
  const auto value = value_of(snapshot, at);
  const std::string cell = cell_text(snapshot, at);
  if (put) {
    return fmt::format("{} becomes {}{}", cell, describe_value(now),
                       value ? ", was " + describe_value(*value) : "");
  }
  return value ? fmt::format("pushes {} from {}", describe_value(*value), cell)
               : "pushes the value of " + cell;
}

// The effect of an instruction on operands `a` and `b`, of which `b` is the top, and `c` below.
std::string effect_of(const ViewSnapshot& snapshot, Op op, std::int64_t c, std::int64_t a,
                      std::int64_t b) {
  const auto pushes = [](std::int64_t value) { return "pushes " + describe_value(value); };
  if (op == Op::get || op == Op::put) return access_effect(snapshot, op == Op::put, c, {a, b});
  switch (op) {
    case Op::add:
      return pushes(wrapping_add(a, b));
    case Op::subtract:
      return pushes(wrapping_subtract(a, b));
    case Op::multiply:
      return pushes(wrapping_multiply(a, b));
    case Op::divide:
    case Op::remainder:
      if (b == 0 && snapshot.program->dialect.division_by_zero != DivisionByZero::zero) {
        return "divides by zero, as the dialect says";
      }
      return "pushes " +
             fmt::to_string(op == Op::divide ? wrapping_divide(a, b) : wrapping_remainder(a, b));
    case Op::greater:
      return pushes(a > b ? 1 : 0);
    case Op::logical_not:
      return pushes(b == 0 ? 1 : 0);
    case Op::duplicate:
      return fmt::format("pushes {} twice", describe_value(b));
    case Op::swap:
      return fmt::format("leaves {} on top of {}", a, b);
    case Op::discard:
      return fmt::format("forgets {}", describe_value(b));
    case Op::branch_horizontal:
      return b == 0 ? "goes east, as it is 0" : "goes west, as it is not 0";
    case Op::branch_vertical:
      return b == 0 ? "goes south, as it is 0" : "goes north, as it is not 0";
    case Op::output_number:
      return fmt::format("prints {} and a blank", b);
    case Op::output_character:
      if (snapshot.program->dialect.utf8_output && is_code_point(b)) {
        return "prints the character " + describe_value(b);
      }
      return "prints the byte " + describe_value(b & 0xff);
    default:
      return is_digit(op) ? pushes(digit_of(op)) : std::string();
  }
}

}  // namespace

std::string name_in_words(std::string_view instruction_name) {
  std::string name(instruction_name);
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
      [[fallthrough]];
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

std::vector<std::string> instruction_card(const ViewSnapshot& snapshot) {
  const auto value = value_of(snapshot, snapshot.ip);
  if (snapshot.status != Status::running || !value) return {};
  if (snapshot.string_mode && *value != '"') return {"string: pushes " + describe_value(*value)};
  const Op op = decode_op(snapshot.program->dialect, *value);
  const std::size_t pops = instruction(op).pops;
  const StackSnapshot& stack = snapshot.stack;
  if (stack.first != 0 || stack.values.size() < std::min<std::uint64_t>(pops, stack.size))
    return {};
  // An empty stack gives zeros.
  const auto operand = [&stack](std::size_t from_top) {
    return from_top < stack.values.size() ? stack.values[from_top] : 0;
  };
  std::vector<std::string> operands;
  for (std::size_t i = pops; i > 0; --i) operands.push_back(fmt::to_string(operand(i - 1)));
  if (pops == 1) operands[0] = describe_value(operand(0));
  std::vector<std::string> lines;
  if (pops > 0) lines.push_back("takes " + join_names(operands));
  std::string effect = effect_of(snapshot, op, operand(2), operand(1), operand(0));
  if (!effect.empty()) lines.push_back(std::move(effect));
  return lines;
}

ImU32 instruction_colour(const Theme& theme, std::int64_t value, const Dialect& dialect,
                         bool string_mode) {
  if (string_mode) return theme.of(InstructionClass::string);
  return theme.of(class_of(decode_op(dialect, value)));
}

}  // namespace fungescope::ui
