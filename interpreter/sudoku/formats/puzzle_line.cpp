#include "sudoku/formats/puzzle_line.h"

#include "lang/text_cursor.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope::puzzles {
namespace {

// More than half a puzzle in one piece: not a coincidence, and not a row of a drawing.
constexpr std::size_t half_a_puzzle = 41;

bool is_separator(char c) {
  return c == ' ' || c == '\t' || c == ',' || c == ';' || c == '"' || c == '|' || c == '\x1a';
}
bool is_cell(char c) {
  return parse_cell(c) >= 0;
}

Puzzle puzzle_of_cells(std::string_view cells) {
  return {grid_from_line(cells), nullptr};
}

struct Field {
  std::string_view text;
  std::uint64_t column = 1;
  std::size_t cells = 0;  // how many of its characters are cells
};

// Returns the first field of exactly 81 cells, else the one with the most cells.
Field best_field(std::string_view line) {
  Field best;
  for (std::size_t at = 0; at < line.size();) {
    if (is_separator(line[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    std::size_t cells = 0;
    for (; end < line.size() && !is_separator(line[end]); ++end) cells += is_cell(line[end]);
    const Field field{line.substr(at, end - at), at + 1, cells};
    if (cells == cell_count && field.text.size() == cell_count) return field;
    if (cells > best.cells) best = field;
    at = end;
  }
  return best;
}

// Returns the cells of a line of cells and spaces; empty if the line has any other character.
std::string joined_cells(std::string_view line) {
  std::string cells;
  for (const char c : line) {
    if (is_cell(c)) {
      cells += c;
    } else if (c != ' ' && c != '\t') {
      return {};
    }
  }
  return cells;
}

tl::unexpected<Error> wrong_count(std::size_t count, std::uint64_t column) {
  const std::string found = fmt::format("the line has {}, not 81", format_cell_count(count));
  // Nearer to a line of candidates than eight puzzles are.
  if (count > 8 * cell_count && count < 10 * cell_count) {
    return line_error(column, found + " or 729");
  }
  if (count + 1 == cell_count) return line_error(column, found, "one is missing");
  if (count < cell_count) {
    return line_error(column, found, fmt::format("{} are missing", cell_count - count));
  }
  return line_error(
      column, found,
      count == cell_count + 1 ? "remove one" : fmt::format("remove {}", count - cell_count));
}

tl::unexpected<Error> error_in_field(std::string_view text, std::uint64_t column) {
  const auto bad = std::find_if_not(text.begin(), text.end(), is_cell);
  if (bad == text.end()) return wrong_count(text.size(), column);
  const auto at = static_cast<std::size_t>(bad - text.begin());
  return line_error(column + at, quoted_character(text, at) + " is neither a digit nor a blank",
                    cell_advice);
}

bool only_digits_and_spaces(std::string_view text) {
  return text.find_first_not_of("0123456789 ") == std::string_view::npos;
}

// Lines like `-----------`, `===+===` or `.-----.-----.` are ruled, not cells.
bool is_ruled(std::string_view text) {
  if (text.find_first_not_of("-=+*.:'") != std::string_view::npos) return false;
  return text.find('.') == std::string_view::npos || text.find("--") != std::string_view::npos;
}

// A ruled line with corners is not an empty puzzle, even if it has 81 characters.
bool is_frame(std::string_view text) {
  return text.find("--") != std::string_view::npos &&
         text.find_first_not_of('-') != std::string_view::npos && is_ruled(text);
}

}  // namespace

ParsedLine parse_puzzle_line(std::string_view line) {
  // A space inside a line of exactly 81 is a blank: nothing else fits.
  if (line.size() == cell_count && only_digits_and_spaces(line)) {
    return {puzzle_of_cells(line), true};
  }
  const Field field = best_field(line);
  const bool exact = field.cells == cell_count && field.text.size() == cell_count;
  if (exact && !is_frame(field.text)) return {puzzle_of_cells(field.text), true};
  if (auto link = parse_puzzle_link(line)) return {std::move(*link), true};
  if (field.cells == sukaku_size && field.text.size() == sukaku_size) {
    return {parse_sukaku(field.text, field.column), true};
  }
  const std::string joined = joined_cells(line);
  if (joined.size() == cell_count && !is_frame(joined)) return {puzzle_of_cells(joined), true};
  if (const auto marks = parse_candidate_line(line)) return {puzzle_of(*marks), true};
  if (joined.size() == sukaku_size) return {parse_sukaku(joined, 0), true};
  if (field.cells >= half_a_puzzle && field.cells * 10 >= field.text.size() * 7 &&
      !is_ruled(field.text)) {
    return {error_in_field(field.text, field.column), true};
  }
  if (joined.size() >= half_a_puzzle && !is_ruled(joined)) {
    return {wrong_count(joined.size(), 0), true};
  }
  if (!joined.empty()) return {wrong_count(joined.size(), 0), false};
  return {
      line_error(0, "this is not a puzzle", "a puzzle is 81 cells: 1 to 9, and . or 0 for unknown"),
      false};
}

Result<Puzzle> parse_puzzle_field(std::string_view text, std::uint64_t column) {
  if (text.size() == cell_count && only_digits_and_spaces(text)) return puzzle_of_cells(text);
  const std::size_t blanks = std::min(text.find_first_not_of(' '), text.size());
  text.remove_prefix(blanks);
  column += blanks;
  text = text.substr(0, text.find_last_not_of(' ') + 1);
  const bool only_cells = std::all_of(text.begin(), text.end(), is_cell);
  if (only_cells && text.size() == cell_count) return puzzle_of_cells(text);
  if (only_cells && text.size() == sukaku_size) return parse_sukaku(text, column);
  return error_in_field(text, column);
}

// ---- Tables

namespace {

constexpr std::array<std::string_view, 12> puzzle_names{
    "puzzle", "puzzles", "quiz",  "quizzes", "question", "questions",
    "sudoku", "sudokus", "given", "givens",  "grid",     "problem"};

bool is_puzzle_name(std::string_view name) {
  name.remove_prefix(std::min(name.find_first_not_of(" _"), name.size()));
  name = name.substr(0, name.find_last_not_of(" _") + 1);
  return std::any_of(puzzle_names.begin(), puzzle_names.end(),
                     [name](std::string_view known) { return equal_ignoring_case(name, known); });
}

// Iterates over the fields of a line of separated values.
class SeparatedFields {
 public:
  SeparatedFields(std::string_view line, char separator) : line_(line), separator_(separator) {}

  // False at the end of the line.
  bool next() {
    if (at_ > line_.size()) return false;
    text.clear();
    const std::size_t begin = line_.find_first_not_of(' ', at_);
    if (begin < line_.size() && line_[begin] == '"') {
      read_quoted(begin + 1);
    } else {
      const std::size_t end = std::min(line_.find(separator_, at_), line_.size());
      column = at_ + 1;
      text = line_.substr(at_, end - at_);
      at_ = end + 1;
    }
    return true;
  }

  std::string text;          // without quotes
  std::uint64_t column = 1;  // where the text starts, from 1
  bool unclosed = false;     // the quote has no end on this line

 private:
  void read_quoted(std::size_t at) {
    column = at + 1;
    for (; at < line_.size(); ++at) {
      if (line_[at] == '"') {
        const bool doubled = at + 1 < line_.size() && line_[at + 1] == '"';
        if (!doubled) break;
        ++at;
      }
      text += line_[at];
    }
    unclosed = at >= line_.size();
    at_ = std::min(line_.find(separator_, std::min(at, line_.size())), line_.size()) + 1;
  }

  std::string_view line_;
  char separator_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<TableHeader> parse_table_header(std::string_view line) {
  for (const char separator : {',', ';', '\t'}) {
    if (line.find(separator) == std::string_view::npos) continue;
    SeparatedFields fields(line, separator);
    for (std::size_t column = 0; fields.next(); ++column) {
      if (!fields.unclosed && is_puzzle_name(fields.text)) return TableHeader{separator, column};
    }
  }
  return std::nullopt;
}

bool is_single_column_header(std::string_view line) {
  SeparatedFields fields(line, ',');
  return fields.next() && is_puzzle_name(fields.text) && !fields.next();
}

Result<Puzzle> parse_table_line(std::string_view line, const TableHeader& header) {
  SeparatedFields fields(line, header.separator);
  std::size_t count = 0;
  while (fields.next()) {
    if (fields.unclosed) {
      return line_error(fields.column - 1, "the quote is not closed on this line",
                        "add a `\"` at the end of the field");
    }
    if (count++ < header.column) continue;
    if (fields.text.empty()) return line_error(fields.column, "the puzzle's field is empty");
    return parse_puzzle_field(fields.text, fields.column);
  }
  return line_error(0,
                    fmt::format("the line has {} field{}, and the puzzle should be in field {}",
                                count, count == 1 ? "" : "s", header.column + 1),
                    "the header says which");
}

// ---- Cells and drawings

namespace {

// Maps U+2500..U+257F, given as the low seven bits.
char to_ascii(unsigned drawing) {
  constexpr std::string_view verticals =
      "\x02\x03\x06\x07\x0a\x0b\x4e\x4f\x51\x75\x77\x79\x7b\x7d\x7f";
  const char low = static_cast<char>(drawing & 0x7fU);
  return verticals.find(low) == std::string_view::npos ? '+' : '|';
}

}  // namespace

PlainLine to_plain(std::string_view line) {
  PlainLine plain;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const auto byte = [&](std::size_t offset) {
      return i + offset < line.size() ? static_cast<unsigned char>(line[i + offset]) : 0U;
    };
    // Drawing characters are E2 94 80 .. E2 95 BF in UTF-8.
    plain.origin.push_back(i);
    if (byte(0) == 0xe2 && (byte(1) == 0x94 || byte(1) == 0x95)) {
      plain.text += to_ascii((byte(1) & 1U) << 6U | (byte(2) & 0x3fU));
      i += 2;
    } else {
      plain.text += line[i];
    }
  }
  return plain;
}

std::string quoted_character(std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  const std::size_t length = byte < 0x80 ? 1 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
  const bool whole = byte < 0x80 || (byte >= 0xc2 && byte < 0xf5 && at + length <= text.size() &&
                                     std::all_of(text.begin() + at + 1, text.begin() + at + length,
                                                 [](char c) { return (c & 0xc0) == 0x80; }));
  if (!whole || byte < 0x20 || byte == 0x7f) return fmt::format("byte 0x{:02x}", byte);
  return fmt::format("\"{}\"", text.substr(at, length));
}

std::string format_cell_count(std::size_t count) {
  return fmt::format("{} cell{}", count, count == 1 ? "" : "s");
}

}  // namespace fungescope::puzzles
