#include "sudoku/formats/puzzle_link.h"

#include <algorithm>
#include <array>
#include <string>

#include "sudoku/formats/f_puzzles.h"
#include <fmt/format.h>

namespace fungescope::puzzles {
namespace {

using Parsed = std::variant<Puzzle, LineError>;

struct Site {
  std::string_view domain;
  std::string_view key;  // of the query
  Parsed (*parse)(std::string_view value, std::uint64_t column);
};

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  return lower;
}

// Returns the value of a digit in base 36, or `base` if it is none in this base.
unsigned digit_in_base(char c, unsigned base) {
  unsigned digit = base;
  if (c >= '0' && c <= '9') digit = static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'z') digit = static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'Z') digit = static_cast<unsigned>(c - 'A') + 10;
  return std::min(digit, base);
}

Parsed parse_cells_of_link(std::string_view value, std::uint64_t column) {
  Grid grid;
  std::size_t count = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] == ',') continue;
    const int digit = parse_cell(value[i]);
    if (digit < 0) {
      return LineError{column + i, quoted_character(value, i) + " is neither a digit nor a blank",
                       std::string(cell_advice)};
    }
    if (count < cell_count) grid.cells[count] = static_cast<std::uint8_t>(digit);
    ++count;
  }
  if (count == cell_count) return Puzzle{grid, nullptr};
  return LineError{column, fmt::format("the link has {}, not 81", format_cell_count(count)),
                   "copy the whole link"};
}

// A cell of SudokuWiki's first packed form: candidates, doubled, plus 1 for a clue.
CandidateMask first_packed_cell(unsigned number) {
  const unsigned candidates = number >> 1U;
  return static_cast<CandidateMask>(candidates == 0 ? all_candidates : candidates);
}

// A cell of version B: 1 to 9 a clue, 10 to 18 a solved cell, above that 18 plus its candidates.
CandidateMask version_b_cell(unsigned number) {
  if (number == 0) return all_candidates;
  if (number <= 9) return static_cast<CandidateMask>(1U << (number - 1));
  if (number <= 18) return static_cast<CandidateMask>(1U << (number - 10));
  return static_cast<CandidateMask>(number - 18);
}

// Parses 81 numbers of two digits; `unpack` makes candidates of each up to `max`.
Parsed parse_packed(std::string_view text, std::uint64_t column, unsigned base, unsigned max,
                    CandidateMask (*unpack)(unsigned)) {
  PencilMarks marks{};
  for (std::size_t i = 0; i < cell_count; ++i) {
    const unsigned high = digit_in_base(text[2 * i], base);
    const unsigned low = digit_in_base(text[2 * i + 1], base);
    const unsigned number = high * base + low;
    if (high == base || low == base || number > max) {
      return LineError{column + 2 * i, fmt::format("cell {} of the link cannot be read", i + 1),
                       "copy the link again"};
    }
    marks[i] = unpack(number);
  }
  return puzzle_of(marks);
}

Parsed parse_sudoku_wiki(std::string_view value, std::uint64_t column) {
  constexpr std::size_t packed = 2 * cell_count;
  const bool version_b = value.substr(0, 3) == "S9B";
  if (version_b && value.size() == 3 + packed) {
    return parse_packed(value.substr(3), column + 3, 36, 18 + all_candidates, version_b_cell);
  }
  if (value.size() == packed) {
    return parse_packed(value, column, 32, 2 * all_candidates + 1, first_packed_cell);
  }
  const bool other_kind = value.size() > 3 && value[0] >= 'A' && value[0] <= 'Z' && !version_b;
  if (other_kind) {
    return LineError{column, "this link is of another kind of puzzle, or of another version",
                     "copy the 81 cells of a sudoku in place of it"};
  }
  return parse_cells_of_link(value, column);
}

constexpr std::array<Site, 4> sites{{
    {"sudokuwiki.org/", "bd", parse_sudoku_wiki},
    {"sudokuwiki.com/", "bd", parse_sudoku_wiki},
    {"sudokuexchange.com/", "s", parse_cells_of_link},
    {"f-puzzles.com/", "load", parse_f_puzzles},
}};

// SudokuWiki's solvers of other puzzles, which use the same key.
bool is_other_puzzle(std::string_view path) {
  constexpr std::array<std::string_view, 9> others{"killer",   "jigsaw",  "sudokux",
                                                   "sudoku_x", "windoku", "colour",
                                                   "kenken",   "kendoku", "str8ts"};
  return std::any_of(others.begin(), others.end(), [path](std::string_view other) {
    return path.find(other) != std::string_view::npos;
  });
}

// Returns the offset of the value of a key of the query that starts at `query`.
std::size_t find_value(std::string_view line, std::size_t query, std::string_view key) {
  for (std::size_t at = query; at < line.size(); at = line.find('&', at + 1)) {
    const std::string_view field = line.substr(at + 1);
    if (field.substr(0, key.size()) == key && field.substr(key.size(), 1) == "=") {
      return at + key.size() + 2;
    }
  }
  return std::string_view::npos;
}

// Decodes %2B and the like.
std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const unsigned high = i + 2 < text.size() ? digit_in_base(text[i + 1], 16) : 16;
    const unsigned low = i + 2 < text.size() ? digit_in_base(text[i + 2], 16) : 16;
    if (text[i] != '%' || high == 16 || low == 16) {
      decoded += text[i];
      continue;
    }
    decoded += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return decoded;
}

}  // namespace

std::optional<std::variant<Puzzle, LineError>> parse_puzzle_link(std::string_view line) {
  const std::size_t query = line.find('?');
  if (query == std::string_view::npos) return std::nullopt;
  const std::string address = lower_case(line.substr(0, query));
  for (const Site& site : sites) {
    const std::size_t domain = address.rfind(site.domain);
    if (domain == std::string::npos) continue;
    if (is_other_puzzle(std::string_view(address).substr(domain + site.domain.size()))) {
      return LineError{domain + 1, "this link is of another kind of puzzle",
                       "only sudokus of 9 by 9 without further rules can be read"};
    }
    const std::size_t begin = find_value(line, query, site.key);
    if (begin == std::string_view::npos) {
      return LineError{query + 1,
                       fmt::format("this link has no {}=, which holds a puzzle", site.key),
                       "share the puzzle again, or copy its 81 cells"};
    }
    const std::size_t end = std::min(line.find_first_of("&# \t\"'<>", begin), line.size());
    return site.parse(percent_decoded(line.substr(begin, end - begin)), begin + 1);
  }
  return std::nullopt;
}

}  // namespace fungescope::puzzles
