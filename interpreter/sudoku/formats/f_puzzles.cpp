#include "sudoku/formats/f_puzzles.h"

#include "base/escape.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "sudoku/formats/lz_string.h"
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fungescope::puzzles {
namespace {

using Json = nlohmann::ordered_json;

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
  if (value.is_number_integer()) {
    const auto number = value.get<std::int64_t>();
    return number >= 1 && number <= 9 ? static_cast<int>(number) : 0;
  }
  if (!value.is_string()) return 0;
  const auto& text = value.get_ref<const std::string&>();
  return text.size() == 1 && text[0] >= '1' && text[0] <= '9' ? text[0] - '0' : 0;
}

const Json* find(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

struct CellProblem {
  std::string what;
};

// Returns the candidates of a cell, or what is wrong with it.
std::variant<CandidateMask, CellProblem> parse_json_cell(const Json& cell, std::size_t box) {
  if (!cell.is_object()) return CellProblem{"is not an object"};
  if (const Json* const region = find(cell, "region")) {
    // Regions are numbered in reading order where they are the boxes.
    if (!region->is_number_integer() || region->get<std::int64_t>() != std::int64_t(box)) {
      return CellProblem{"is in an irregular region"};
    }
  }
  const Json* const given = find(cell, "given");
  const Json* const value = find(cell, "value");
  if (given != nullptr && is_set(*given) && value != nullptr) {
    const int digit = json_digit(*value);
    if (digit == 0) return CellProblem{"has a given that is not 1 to 9"};
    return static_cast<CandidateMask>(1U << static_cast<unsigned>(digit - 1));
  }
  const Json* const marks = find(cell, "givenPencilMarks");
  if (marks == nullptr || !is_set(*marks)) return all_candidates;
  CandidateMask candidates = 0;
  for (const Json& mark : *marks) {
    const int digit = json_digit(mark);
    if (digit == 0) return CellProblem{"has a pencil mark that is not 1 to 9"};
    candidates |= static_cast<CandidateMask>(1U << static_cast<unsigned>(digit - 1));
  }
  return candidates;
}

std::variant<PencilMarks, std::string> parse_json_grid(const Json& grid) {
  PencilMarks marks{};
  for (std::size_t y = 0; y < 9; ++y) {
    if (!grid[y].is_array() || grid[y].size() != 9) {
      return fmt::format("row {} of the puzzle does not have 9 cells", y + 1);
    }
    for (std::size_t x = 0; x < 9; ++x) {
      auto cell = parse_json_cell(grid[y][x], y / 3 * 3 + x / 3);
      if (const auto* const problem = std::get_if<CellProblem>(&cell)) {
        return fmt::format("r{}c{} of the puzzle {}", y + 1, x + 1, problem->what);
      }
      marks[y * 9 + x] = std::get<CandidateMask>(cell);
    }
  }
  return marks;
}

}  // namespace

std::variant<Puzzle, LineError> parse_f_puzzles(std::string_view base64, std::uint64_t column) {
  const auto text = decompress_lz_string(base64, max_units);
  if (!text) {
    return LineError{column, "the puzzle in this link is damaged", "copy the whole link"};
  }
  const Json puzzle = Json::parse(*text, nullptr, false);
  const Json* const grid = puzzle.is_object() ? find(puzzle, "grid") : nullptr;
  if (grid == nullptr || !grid->is_array()) {
    return LineError{column, "this link holds no puzzle of f-puzzles.com", "export it again"};
  }
  if (grid->size() != 9) {
    return LineError{column, fmt::format("the puzzle has {} rows, not 9", grid->size()),
                     std::string(only_sudoku)};
  }
  if (const auto constraint = find_constraint(puzzle)) {
    return LineError{column,
                     fmt::format("the puzzle has the constraint {}", single_quoted(*constraint)),
                     std::string(only_sudoku)};
  }
  auto marks = parse_json_grid(*grid);
  if (auto* const problem = std::get_if<std::string>(&marks)) {
    return LineError{column, std::move(*problem), std::string(only_sudoku)};
  }
  return puzzle_of(std::get<PencilMarks>(marks));
}

}  // namespace fungescope::puzzles
