// Puzzles in links.
#include "base/escape.h"
#include "base/json.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "sudoku/formats/puzzle_line.h"
#include "sudoku/techniques/geometry.h"
#include <fmt/format.h>

namespace fungescope::puzzles {
namespace {

// ---- lz-string: LZ78 on UTF-16 code units, with codes that get one bit wider as the dictionary
// grows. Codes 0 and 1 announce a new unit of 8 or 16 bits, 2 is the end. Bits of a code come
// lowest first, six in each character of base64.

class CodeReader {
 public:
  explicit CodeReader(std::string_view base64) : text_(base64) {}

  // Returns the next code of `width` bits; nothing at the end of the text.
  std::optional<std::uint32_t> next(unsigned width) {
    constexpr std::string_view alphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::uint32_t code = 0;
    for (unsigned i = 0; i < width; ++i, ++at_) {
      if (at_ / 6 == text_.size()) return std::nullopt;
      const std::size_t bits = alphabet.find(text_[at_ / 6]);
      if (bits == std::string_view::npos) return std::nullopt;
      code |= static_cast<std::uint32_t>(bits >> (5 - at_ % 6) & 1U) << i;
    }
    return code;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;  // in bits
};

}  // namespace

std::optional<std::u16string> decompress_lz_string(std::string_view base64, std::size_t limit) {
  enum : std::uint32_t { byte_unit = 0, wide_unit = 1, end = 2 };
  struct Span {
    std::size_t begin = 0;
    std::size_t length = 0;
  };
  CodeReader codes(base64);
  std::u16string text;
  std::vector<Span> strings(3);  // of the text, by code; the first three are not strings
  unsigned width = 2;
  std::size_t room = 1;  // strings until codes get wider
  const auto add = [&](Span string) {
    strings.push_back(string);
    if (--room > 0) return;
    room = std::size_t{1} << width;
    ++width;
  };
  for (Span previous;;) {
    const auto code = codes.next(width);
    if (!code) return std::nullopt;
    if (*code == end) return text;
    const std::size_t begin = text.size();
    if (*code < end) {
      const auto unit = codes.next(*code == byte_unit ? 8 : 16);
      if (!unit) return std::nullopt;
      text += static_cast<char16_t>(*unit);
      add({begin, 1});
    }
    // Each string and the unit after it are a new one, which its own code may name.
    if (previous.length > 0) add({previous.begin, previous.length + 1});
    if (*code >= strings.size()) return std::nullopt;
    const Span named = *code < end ? Span() : strings[*code];
    if (text.size() + named.length > limit) return std::nullopt;
    for (std::size_t i = 0; i < named.length; ++i) text += text[named.begin + i];
    previous = {begin, text.size() - begin};
  }
}

namespace {

// ---- Puzzles of the setter's tool f-puzzles.com: the value of `?load=` in its links, which is
// JSON, compressed.

constexpr std::size_t max_units = 1'000'000;  // a puzzle has some thousand
constexpr std::string_view only_sudoku = "only sudokus of 9 by 9 without further rules can be read";

// Lists and flags that do not restrict the solutions; texts and numbers never do.
constexpr std::array<std::string_view, 7> descriptions{
    "grid",     "solution", "disabledlogic", "truecandidatesoptions", "highlightConflicts",
    "metadata", "autocheck"};

bool is_set(const Json& value) {
  if (value.is_boolean()) return value.get<bool>();
  return value.is_structured() && !value.empty();
}

// Returns the name of the first constraint, or of a decoration, which may stand for one.
std::optional<std::string> find_constraint(const Json& puzzle) {
  for (const auto& [name, value] : puzzle.items()) {
    const bool description =
        std::find(descriptions.begin(), descriptions.end(), name) != descriptions.end();
    if (!description && is_set(value)) return name;
  }
  return std::nullopt;
}

// Returns a digit that is written as a number or as text; 0 for anything else.
int json_digit(const Json& value) {
  if (!value.is_string() && !value.is_number_integer()) return 0;
  const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  return text.size() == 1 ? std::max(parse_cell(text[0]), 0) : 0;
}

const Json* find(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

// Returns the candidates of the cell in row `y` and column `x`, from 0.
Result<CandidateMask> parse_json_cell(const Json& cell, std::size_t y, std::size_t x,
                                      std::uint64_t column) {
  const auto problem = [&](std::string_view what) {
    return line_error(column, fmt::format("{} of the puzzle {}", techniques::cell_name(y, x), what),
                      only_sudoku);
  };
  if (!cell.is_object()) return problem("is not an object");
  if (const Json* const region = find(cell, "region")) {
    // Regions are numbered in reading order where they are the boxes.
    const auto box = static_cast<std::int64_t>(y / 3 * 3 + x / 3);
    if (!region->is_number_integer() || region->get<std::int64_t>() != box) {
      return problem("is in an irregular region");
    }
  }
  const Json* const given = find(cell, "given");
  const Json* const value = find(cell, "value");
  if (given != nullptr && is_set(*given) && value != nullptr) {
    const int digit = json_digit(*value);
    if (digit == 0) return problem("has a given that is not 1 to 9");
    return candidate_bit(digit);
  }
  const Json* const marks = find(cell, "givenPencilMarks");
  if (marks == nullptr || !is_set(*marks)) return all_candidates;
  CandidateMask candidates = 0;
  for (const Json& mark : *marks) {
    const int digit = json_digit(mark);
    if (digit == 0) return problem("has a pencil mark that is not 1 to 9");
    candidates |= candidate_bit(digit);
  }
  return candidates;
}

// The givens are the puzzle, with the candidates of `givenPencilMarks` in other cells; what the
// player has entered is not. A puzzle with other rules than sudoku's is an error, as is one
// of another size. `column` is where the text starts.
Result<Puzzle> parse_f_puzzles(std::string_view base64, std::uint64_t column) {
  const auto text = decompress_lz_string(base64, max_units);
  if (!text) return line_error(column, "the puzzle in this link is damaged", "copy the whole link");
  const Json puzzle = Json::parse(*text, nullptr, false);
  const Json* const grid = puzzle.is_object() ? find(puzzle, "grid") : nullptr;
  if (grid == nullptr || !grid->is_array()) {
    return line_error(column, "this link holds no puzzle of f-puzzles.com", "export it again");
  }
  if (grid->size() != 9) {
    return line_error(column, fmt::format("the puzzle has {} rows, not 9", grid->size()),
                      only_sudoku);
  }
  if (const auto constraint = find_constraint(puzzle)) {
    return line_error(column,
                      fmt::format("the puzzle has the constraint {}", single_quoted(*constraint)),
                      only_sudoku);
  }
  PencilMarks marks{};
  for (std::size_t y = 0; y < 9; ++y) {
    const Json& row = (*grid)[y];
    if (!row.is_array() || row.size() != 9) {
      return line_error(column, fmt::format("row {} of the puzzle does not have 9 cells", y + 1),
                        only_sudoku);
    }
    for (std::size_t x = 0; x < 9; ++x) {
      marks[y * 9 + x] = TRY(parse_json_cell(row[x], y, x, column));
    }
  }
  return puzzle_of(marks);
}

// ---- The links

struct Site {
  std::string_view domain;
  std::string_view key;  // of the query
  Result<Puzzle> (*parse)(std::string_view value, std::uint64_t column);
};

// Parses two digits of a base up to 36.
std::optional<unsigned> parse_two_digits(std::string_view text, int base) {
  const char* const end = text.data() + text.size();
  unsigned number = 0;
  const auto parsed = std::from_chars(text.data(), end, number, base);
  if (text.size() != 2 || parsed.ec != std::errc() || parsed.ptr != end) return std::nullopt;
  return number;
}

Result<Puzzle> parse_cells_of_link(std::string_view value, std::uint64_t column) {
  std::string cells;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] == ',') continue;
    if (parse_cell(value[i]) < 0) {
      return line_error(column + i, quoted_character(value, i) + " is neither a digit nor a blank",
                        cell_advice);
    }
    cells += value[i];
  }
  if (cells.size() == cell_count) return Puzzle{grid_from_line(cells), nullptr};
  return line_error(column, fmt::format("the link has {}, not 81", format_cell_count(cells.size())),
                    "copy the whole link");
}

// A cell of SudokuWiki's first packed form: candidates, doubled, plus 1 for a clue.
CandidateMask first_packed_cell(unsigned number) {
  const unsigned candidates = number >> 1U;
  return static_cast<CandidateMask>(candidates == 0 ? all_candidates : candidates);
}

// A cell of version B: 1 to 9 a clue, 10 to 18 a solved cell, above that 18 plus its candidates.
CandidateMask version_b_cell(unsigned number) {
  if (number == 0) return all_candidates;
  if (number <= 18) return candidate_bit(static_cast<int>(number - 1) % 9 + 1);
  return static_cast<CandidateMask>(number - 18);
}

// Parses 81 numbers of two digits; `unpack` makes candidates of each up to `max`.
Result<Puzzle> parse_packed(std::string_view text, std::uint64_t column, int base, unsigned max,
                            CandidateMask (*unpack)(unsigned)) {
  PencilMarks marks{};
  for (std::size_t i = 0; i < cell_count; ++i) {
    const auto number = parse_two_digits(text.substr(2 * i, 2), base);
    if (!number || *number > max) {
      return line_error(column + 2 * i, fmt::format("cell {} of the link cannot be read", i + 1),
                        "copy the link again");
    }
    marks[i] = unpack(*number);
  }
  return puzzle_of(marks);
}

Result<Puzzle> parse_sudoku_wiki(std::string_view value, std::uint64_t column) {
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
    return line_error(column, "this link is of another kind of puzzle, or of another version",
                      "copy the 81 cells of a sudoku in place of it");
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
    const auto code = parse_two_digits(text.substr(i + 1, 2), 16);
    const bool encoded = text[i] == '%' && code;
    decoded += encoded ? static_cast<char>(*code) : text[i];
    if (encoded) i += 2;
  }
  return decoded;
}

}  // namespace

std::optional<Result<Puzzle>> parse_puzzle_link(std::string_view line) {
  const std::size_t query = line.find('?');
  if (query == std::string_view::npos) return std::nullopt;
  std::string address(line.substr(0, query));
  std::transform(address.begin(), address.end(), address.begin(), to_lower);
  for (const Site& site : sites) {
    const std::size_t domain = address.rfind(site.domain);
    if (domain == std::string::npos) continue;
    if (is_other_puzzle(std::string_view(address).substr(domain + site.domain.size()))) {
      return line_error(domain + 1, "this link is of another kind of puzzle", only_sudoku);
    }
    const std::size_t begin = find_value(line, query, site.key);
    if (begin == std::string_view::npos) {
      return line_error(query + 1,
                        fmt::format("this link has no {}=, which holds a puzzle", site.key),
                        "share the puzzle again, or copy its 81 cells");
    }
    const std::size_t end = std::min(line.find_first_of("&# \t\"'<>", begin), line.size());
    return site.parse(percent_decoded(line.substr(begin, end - begin)), begin + 1);
  }
  return std::nullopt;
}

}  // namespace fungescope::puzzles
