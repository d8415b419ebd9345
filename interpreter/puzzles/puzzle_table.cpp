#include "puzzles/puzzle_table.h"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

namespace fungescope::puzzles {
namespace {

constexpr std::array<std::string_view, 12> puzzle_names{
    "puzzle", "puzzles", "quiz",  "quizzes", "question", "questions",
    "sudoku", "sudokus", "given", "givens",  "grid",     "problem"};

bool is_puzzle_name(std::string_view name) {
  std::string lower;
  for (const char c : name) {
    lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  }
  const auto begin = lower.find_first_not_of(" _");
  if (begin == std::string::npos) return false;
  lower = lower.substr(begin, lower.find_last_not_of(" _") - begin + 1);
  return std::find(puzzle_names.begin(), puzzle_names.end(), lower) != puzzle_names.end();
}

// One field after another of a line of separated values.
class Fields {
 public:
  Fields(std::string_view line, char separator) : line_(line), separator_(separator) {}

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
    Fields fields(line, separator);
    for (std::size_t column = 0; fields.next(); ++column) {
      if (!fields.unclosed && is_puzzle_name(fields.text)) return TableHeader{separator, column};
    }
  }
  return std::nullopt;
}

bool is_single_column_header(std::string_view line) {
  Fields fields(line, ',');
  return fields.next() && is_puzzle_name(fields.text) && !fields.next();
}

std::variant<Grid, LineError> parse_table_line(std::string_view line, const TableHeader& header) {
  Fields fields(line, header.separator);
  std::size_t count = 0;
  while (fields.next()) {
    if (fields.unclosed) {
      return LineError{fields.column - 1, "the quote is not closed on this line",
                       "add a `\"` at the end of the field"};
    }
    if (count++ < header.column) continue;
    if (fields.text.empty()) return LineError{fields.column, "the puzzle's field is empty", ""};
    return parse_puzzle_field(fields.text, fields.column);
  }
  return LineError{0,
                   fmt::format("the line has {} field{}, and the puzzle should be in field {}",
                               count, count == 1 ? "" : "s", header.column + 1),
                   "the header says which"};
}

}  // namespace fungescope::puzzles
