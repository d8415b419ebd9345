// Constants: their comments, what their code pushes, and where it stands.
#include "base/escape.h"
#include "lang/analysis/constant_stack.h"
#include "lang/annotation_parser.h"
#include "lang/instruction.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr std::string_view form = "the form is [x,y] CONST name value => code";

// Takes "[x,y] CONST" at the very start of a line. Which cell it is means nothing.
bool take_heading(TextCursor& cursor) {
  const auto number = [&cursor] {
    std::int64_t ignored = 0;
    cursor.skip_blanks();
    return cursor.take_number(ignored) == TextCursor::Number::taken;
  };
  const bool cell = cursor.take("[") && number() && cursor.take_after_blanks(',') && number() &&
                    cursor.take_after_blanks(']');
  if (!cell) return false;
  cursor.skip_blanks();
  return cursor.take_word() == "CONST";
}

// Parses a decimal number with a sign or without, or a character in quotes.
std::optional<std::int64_t> parse_value(std::string_view text) {
  const bool quoted = text.size() == 3 && text[0] == text[2] && (text[0] == '"' || text[0] == '\'');
  if (quoted) return static_cast<unsigned char>(text[1]);
  TextCursor cursor(text);
  const bool negative = cursor.take("-");
  std::int64_t value = 0;
  if (cursor.take_number(value) != TextCursor::Number::taken || !cursor.at_end()) return {};
  return negative ? -value : value;
}

// Code ends at a blank outside a string.
std::string_view first_code(std::string_view text) {
  bool in_string = false;
  std::size_t end = 0;
  for (; end < text.size() && (in_string || !is_blank(text[end])); ++end) {
    if (text[end] == '"') in_string = !in_string;
  }
  return text.substr(0, end);
}

struct NameAndValue {
  std::string_view name;
  std::string_view value;
};

// Splits "big size   27*27 = 729": the value is what comes after the last `=`, or the last word;
// the name ends at two blanks.
NameAndValue split(std::string_view text) {
  const std::size_t equals = text.rfind('=');
  const std::size_t blank = text.find_last_of(" \t");
  const std::size_t end = equals != std::string_view::npos ? equals : blank;
  if (end == std::string_view::npos) return {text, {}};
  const std::string_view name = trim(text.substr(0, end));
  const std::size_t gap = std::min(name.find("  "), name.find('\t'));
  return {trim(name.substr(0, gap)), trim(text.substr(end + 1))};
}

// Returns the value that code of literals and arithmetic leaves alone on an empty stack. Nothing
// for other instructions, a division by 0 or -1, and another number of values.
std::optional<std::int64_t> value_of_code(std::string_view code) {
  using Class = InstructionClass;
  ConstantStack stack(0);
  bool in_string = false;
  for (const char glyph : code) {
    const auto value = static_cast<unsigned char>(glyph);
    const Op op = op_of(value);
    const Class kind = class_of(op);
    const bool computes =
        kind == Class::literal || kind == Class::arithmetic || kind == Class::stack;
    if (op == Op::string_mode) {
      in_string = !in_string;
    } else if (in_string) {
      stack.push(value);
    } else if (!computes || !stack.execute(op)) {
      return std::nullopt;
    }
  }
  return in_string || stack.size() != 1 ? std::nullopt : stack.at(0);
}

}  // namespace

std::optional<Result<Constant>> ConstantScanner::scan(std::string_view line,
                                                      const SourceLocation& start) {
  TextCursor cursor(line);
  const bool heading = take_heading(cursor);
  if (!heading) cursor = TextCursor(line);
  in_list_ = heading || (in_list_ && (cursor.take("//") || trim(line).empty()));
  const std::string_view text = trim(cursor.rest());
  if (!in_list_ || text.empty()) return std::nullopt;

  const auto fail_at = [&](std::string_view part, std::string what, std::string advice) {
    SourceLocation where = start;
    where.column = static_cast<std::uint64_t>(part.data() - line.data()) + 1;
    return Result<Constant>(fail(where, std::move(what), std::move(advice)));
  };
  const std::size_t arrow = text.rfind("=>");
  const auto [name, number] = split(trim(text.substr(0, arrow)));
  const std::string_view code =
      arrow == std::string_view::npos ? "" : first_code(trim(text.substr(arrow + 2)));
  const auto value = parse_value(number);
  if (name.empty() || code.empty() || !value) {
    // After `//` it is a comment of another kind.
    if (!heading) return std::nullopt;
    return fail_at(text, "this CONST is ignored: it is not a name, a value and code",
                   std::string(form));
  }
  const auto left = value_of_code(code);
  if (left == value) return Constant{std::string(name), *value, std::string(code), start};
  if (!left) {
    if (!heading) return std::nullopt;
    return fail_at(code,
                   fmt::format("the constant {} is ignored: {} does not leave one value",
                               single_quoted(name), single_quoted(code)),
                   "write literals and arithmetic");
  }
  return fail_at(code,
                 fmt::format("the constant {} is ignored: it is {}, and {} leaves {}",
                             single_quoted(name), *value, single_quoted(code), *left),
                 "correct one of the two");
}

std::vector<ConstantUse> constants_at(const Playfield& field,
                                      const std::vector<Constant>& constants, Point at) {
  std::vector<ConstantUse> uses;
  for (const Direction direction : all_directions) {
    const Point delta = delta_of(direction);
    const auto reads = [&](const std::string& code, std::int64_t before) {
      for (std::size_t i = 0; i < code.size(); ++i) {
        const std::int64_t offset = static_cast<std::int64_t>(i) - before;
        const Point cell{at.x + offset * delta.x, at.y + offset * delta.y};
        if (!field.contains(cell) || field.at(cell) != static_cast<unsigned char>(code[i])) {
          return false;
        }
      }
      return true;
    };
    const Constant* longest = nullptr;
    for (const Constant& constant : constants) {
      const std::size_t size = constant.code.size();
      if (size < 2 || (longest != nullptr && longest->code.size() >= size)) continue;
      for (std::size_t before = 0; before < size; ++before) {
        if (reads(constant.code, static_cast<std::int64_t>(before))) longest = &constant;
      }
    }
    if (longest != nullptr) uses.push_back({longest, direction});
  }
  return uses;
}

}  // namespace fungescope
